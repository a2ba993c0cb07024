/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* vif and float_vif: check vectors of the specification, refusals, pictures without detail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "extract.h"

/* Instruction sets to forbid. */
static const unsigned masks[] = {0, VMAF_CPU_AVX512ICL, VMAF_CPU_AVX512ICL | VMAF_CPU_AVX512, ~0u};
enum { N_MASKS = sizeof(masks) / sizeof(masks[0]) };

typedef struct Vector {
    const char *opts;
    unsigned bpc, w, h;
    double score[4];
} Vector;

static void check_vectors(const char *name, const Vector *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (unsigned m = 0; m < N_MASKS; m++) {
            double score[TEST_MAX_SCORES];
            test_mask = masks[m];
            assert_int_equal(test_extract_made(name, v[i].opts, v[i].bpc, v[i].w, v[i].h, test_ramp,
                                               test_ramp_error, score),
                             4);
            for (unsigned k = 0; k < 4; k++)
                assert_same_double(score[k], v[i].score[k]);
        }
    }
    test_mask = 0;
}

static void vif_vectors(void **state)
{
    (void)state;
    static const Vector v[] = {
        {"",
         8,
         16,
         16,
         {0.60777789354324341, 0.98983860015869141, 0.99632972478866577, 1.0189886093139648}},
        {"",
         8,
         65,
         49,
         {0.60686510801315308, 0.99282509088516235, 0.99514108896255493, 0.99600183963775635}},
        {"",
         10,
         65,
         49,
         {0.60039108991622925, 0.99715882539749146, 0.99841547012329102, 0.999825119972229}},
        {"",
         12,
         65,
         49,
         {0.60751426219940186, 0.98998969793319702, 0.99010640382766724, 0.98772633075714111}},
        {"",
         16,
         65,
         49,
         {0.606911301612854, 0.99524307250976562, 0.9966655969619751, 0.98994821310043335}},
        {"",
         8,
         177,
         191,
         {0.60747939348220825, 0.99292635917663574, 0.99430477619171143, 0.99324196577072144}},
        {"",
         10,
         177,
         191,
         {0.60721272230148315, 0.99199956655502319, 0.99149346351623535, 0.99467599391937256}},
        {"vif_enhn_gain_limit=1:vif_skip_scale0=true",
         8,
         177,
         191,
         {0, 0.99266976118087769, 0.99299025535583496, 0.98929548263549805}},
    };
    check_vectors("vif", v, sizeof(v) / sizeof(v[0]));
}

static void float_vif_vectors(void **state)
{
    (void)state;
    static const Vector v[] = {
        {"",
         8,
         16,
         16,
         {0.60777629330785476, 0.98990759717299259, 0.99702186128338277, 1.0230351868783147}},
        {"",
         8,
         65,
         49,
         {0.60686530523820037, 0.99287830377529385, 0.99457122479114746, 0.99713722894906431}},
        {"",
         10,
         65,
         49,
         {0.60038929458503032, 0.99714968221740996, 0.99816580166031876, 0.99775240686955868}},
        {"",
         16,
         65,
         49,
         {0.60691049491230697, 0.99526324383559706, 0.99664450902123269, 0.99503285277101561}},
        {"",
         8,
         177,
         191,
         {0.60747883822384574, 0.99292989968841439, 0.9942999264506639, 0.99402373498037866}},
        {"vif_enhn_gain_limit=1:vif_skip_scale0=true",
         8,
         177,
         191,
         {0, 0.99276370203180131, 0.99388636808588204, 0.99338348484631356}},
        {"vif_kernelscale=1.5",
         8,
         177,
         191,
         {0.60714274997637996, 0.99476983200424451, 0.99432747202457461, 0.9952769111566131}},
        {"vif_kernelscale=3.71134",
         8,
         177,
         191,
         {0.60692246100381664, 0.99603582553264569, 0.99950312664452134, 0.99971542057279106}},
        {"vif_sigma_nsq=0.5",
         8,
         177,
         191,
         {0.52041853185155518, 0.98757347330940737, 0.99414433602822339, 0.99443879032553628}},
        {"vif_sigma_nsq=0",
         8,
         177,
         191,
         {0.054567184536255434, 0.0867864946429239, 0.096977897953941003, 0.096873588712790268}},
        {"vif_prescale=0.5:vif_prescale_method=lanczos4",
         8,
         177,
         191,
         {0.64611874072903919, 0.99573943812374333, 0.997144154470614, 0.99712272166837734}},
        {"vif_prescale=1.5",
         8,
         65,
         49,
         {0.60733097600672126, 0.95046579802529074, 0.98149611562118377, 0.99054750209575182}},
        {"vif_prescale=1.5:vif_prescale_method=bilinear",
         8,
         65,
         49,
         {0.70656728738229768, 0.97229749837000279, 0.98777701336503543, 0.98868413672877009}},
        {"vif_prescale=1.5:vif_prescale_method=bicubic",
         8,
         65,
         49,
         {0.65590382882914255, 0.97551602582294217, 0.99205278198427038, 0.99346826842485136}},
        {"vif_prescale=1.5:vif_prescale_method=lanczos4",
         8,
         65,
         49,
         {0.63972764683187611, 0.97589727911643787, 0.9921778312040056, 0.99354911419183134}},
        /* a limit moves the scores below it alone; and no other size, no other method */
        {"vif_scale1_min_val=0.995:vif_scale2_min_val=0.5:vif_scale3_min_val=1",
         8,
         177,
         191,
         {0.60747883822384574, 0.995, 0.9942999264506639, 1.0}},
        {"vif_prescale=1.001:vif_prescale_method=bicubic",
         8,
         177,
         191,
         {0.60747883822384574, 0.99292989968841439, 0.9942999264506639, 0.99402373498037866}},
    };
    check_vectors("float_vif", v, sizeof(v) / sizeof(v[0]));
}

static void debug_outputs(void **state)
{
    (void)state;
    double score[TEST_MAX_SCORES];
    assert_int_equal(
        test_extract_made("vif", "debug=true", 8, 16, 16, test_ramp, test_ramp_error, score), 15);
    static const double want[] = {
        2201.55810546875, 3354.54736328125, 1781.01171875,  2930.3662109375, 350.3583984375,
        353.955078125,    60.3095703125,    60.53173828125, 9.87841796875,   9.6943359375};
    assert_same_double(score[4], want[0] / want[1]);
    for (unsigned k = 0; k < 10; k++)
        assert_same_double(score[5 + k], want[k]);

    static const double want_float[] = {
        280950.68737792969, 432410.8310546875, 233903.5,       385039.75,          38786.87109375,
        39063.05078125,     6973.27978515625,  7013.255859375, 1287.0364990234375, 1294.7744140625};
    assert_int_equal(test_extract_made("float_vif", "debug=true", 8, 177, 191, test_ramp,
                                       test_ramp_error, score),
                     15);
    assert_same_double(score[4], want_float[0] / want_float[1]);
    for (unsigned k = 0; k < 10; k++)
        assert_same_double(score[5 + k], want_float[k]);

    /* a scale that is not measured: 0 of -1, in no sum */
    static const char *const both[] = {"vif", "float_vif"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(test_extract_made(both[i], "debug=true:vif_skip_scale0=true", 8, 177, 191,
                                           test_ramp, test_ramp_error, score),
                         15);
        assert_same_double(score[0], 0.0);
        assert_same_double(score[7], 0.0);
        assert_same_double(score[8], -1.0);
        assert_same_double(score[5], score[9] + score[11] + score[13]);
        assert_same_double(score[6], score[10] + score[12] + score[14]);
        assert_same_double(score[4], score[5] / score[6]);
    }
}

/* Both pictures flat: every pixel counts 1 in numerator and denominator. */
static void flat_pictures(void **state)
{
    (void)state;
    static const unsigned depth[] = {8, 10, 12, 16};
    double score[TEST_MAX_SCORES];
    for (unsigned b = 0; b < 4; b++) {
        assert_int_equal(
            test_extract_made("vif", "debug=true", depth[b], 40, 33, test_grey, test_white, score),
            15);
        for (unsigned k = 0; k < 4; k++) {
            assert_same_double(score[k], 1.0);
            assert_same_double(score[8 + 2 * k], (double)((40 >> k) * (33 >> k)));
        }
    }
}

/* A negative: nothing of the reference is left where it has detail, as noise has on fine scales. */
static void inverted_picture(void **state)
{
    (void)state;
    static const char *const both[] = {"vif", "float_vif"};
    double score[TEST_MAX_SCORES];
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            test_extract_made(both[i], "", 8, 64, 48, test_noise, test_noise_inverted, score), 4);
        assert_same_double(score[0], 0.0);
        assert_same_double(score[1], 0.0);
    }
}

static void refused(const char *name, const char *opts, unsigned w, unsigned h, const char *say)
{
    char text[2048];
    assert_int_equal(
        test_extract_log(name, opts, 8, w, h, test_ramp, test_ramp_error, text, sizeof(text)),
        -EINVAL);
    if (!strstr(text, say))
        fail_msg("want \"%s\" in \"%s\"", say, text);
}

static void accepted(const char *name, const char *opts, unsigned w, unsigned h)
{
    double score[TEST_MAX_SCORES];
    for (unsigned m = 0; m < N_MASKS; m++) {
        test_mask = masks[m];
        assert_int_equal(test_extract_made(name, opts, 8, w, h, test_ramp, test_ramp_error, score),
                         4);
        for (unsigned k = 0; k < 4; k++)
            assert_true(score[k] > 0.0 && score[k] < 2.0);
    }
    test_mask = 0;
}

static void refusals(void **state)
{
    (void)state;
    refused("vif", "", 15, 16, "16x16");
    refused("vif", "", 16, 15, "16x16");
    accepted("vif", "", 16, 16);
    refused("vif", "vif_enhn_gain_limit=0.5", 64, 64, "vif_enhn_gain_limit");
    refused("vif", "vif_kernelscale=1", 64, 64, "vif_kernelscale");
    refused("float_vif", "", 15, 16, "16x16");
    refused("float_vif", "vif_kernelscale=1.5", 24, 23, "24x24");
    accepted("float_vif", "vif_kernelscale=1.5", 24, 24);
    refused("float_vif", "vif_kernelscale=3.71134", 55, 56, "56x56");
    accepted("float_vif", "vif_kernelscale=3.71134", 56, 56);
    refused("float_vif", "vif_kernelscale=2", 31, 32, "32x32");
    refused("float_vif", "vif_kernelscale=2.4", 39, 40, "40x40");
    /* the side after resizing counts */
    accepted("float_vif", "vif_prescale=2", 8, 8);
    refused("float_vif", "vif_prescale=2", 7, 8, "8x8");
    refused("float_vif", "vif_prescale=0.5", 30, 31, "31x31");
    accepted("float_vif", "vif_prescale=4:vif_prescale_method=lanczos4", 6, 6);
    refused("float_vif", "vif_prescale=4:vif_prescale_method=lanczos4", 5, 5, "6x6");
    accepted("float_vif", "vif_prescale=4:vif_prescale_method=bicubic", 4, 4);
    refused("float_vif", "vif_kernelscale=1.2", 64, 64, "0.666667");
    refused("float_vif", "vif_kernelscale=1.00101", 64, 64, "1.00101");
    accepted("float_vif", "vif_kernelscale=1.0005", 32, 32);
    refused("float_vif", "vif_prescale_method=cubic", 64, 64, "lanczos4");
    accepted("float_vif", "vif_prescale_method=bilinear", 7680, 16);
    refused("float_vif", "vif_prescale_method=bilinear", 7681, 16, "7680");
    refused("float_vif", "vif_prescale_method=bilinear:vif_prescale=2", 3841, 16, "7680");
    accepted("float_vif", "", 7681, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vif_vectors),      cmocka_unit_test(float_vif_vectors),
        cmocka_unit_test(debug_outputs),    cmocka_unit_test(flat_pictures),
        cmocka_unit_test(inverted_picture), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
