/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "base/libm.h"
#include "extract.h"
#include "feature/float_ssim/float_ssim.h"
#include "feature/float_ssim/float_ssim_box.h"
#include "feature/float_ssim/float_ssim_terms.h"

static double float_ssim(const char *opts, unsigned bpc, unsigned w, unsigned h, TestSample ref,
                         TestSample dis)
{
    double score[TEST_MAX_SCORES];
    assert_int_equal(test_extract_made("float_ssim", opts, bpc, w, h, ref, dis, score), 1);
    return score[0];
}

static void vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned bpc, w, h;
        const char *opts;
        double score;
    } want[] = {
        {8, 11, 11, "", 0.99520570039749146},
        {8, 64, 48, "scale=1", 0.99444973468780518},
        {8, 64, 48, "scale=2", 0.99819082021713257},
        {8, 64, 48, "scale=3", 0.99832302331924438},
        {10, 64, 48, "scale=1", 0.98426473140716553},
        {8, 177, 191, "scale=1", 0.99512940645217896},
        {8, 177, 191, "scale=2", 0.99813592433929443},
        {8, 177, 191, "scale=3", 0.99822378158569336},
        {8, 400, 390, "", 0.99822545051574707},
        {8, 400, 390, "scale=2", 0.99822545051574707},
        {10, 400, 390, "", 0.99837303161621094},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
        assert_same_double(
            float_ssim(want[i].opts, want[i].bpc, want[i].w, want[i].h, test_ramp, test_ramp_error),
            want[i].score);
}

static void vectors_lcs(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h;
        double score[4];
    } want[] = {
        {11,
         11,
         {0.99520570039749146, 0.99999839067459106, 0.99988478422164917, 0.99532198905944824}},
        {400,
         390,
         {0.99822545051574707, 0.99999982118606567, 0.99993258714675903, 0.99829292297363281}},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        double score[TEST_MAX_SCORES];
        assert_int_equal(test_extract_made("float_ssim", "enable_lcs=true", 8, want[i].w, want[i].h,
                                           test_ramp, test_ramp_error, score),
                         4);
        for (unsigned k = 0; k < 4; k++)
            assert_same_double(score[k], want[i].score[k]);
    }
}

/* Published values are floats; a frame against itself scores 1 or a float step beside it. */
static void identical_frames(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{11, 11}, {12, 11}, {65, 33}, {101, 47}, {383, 390}};
    static const TestSample content[] = {test_zero, test_grey, test_white, test_noise,
                                         test_checker};
    for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++)
        for (size_t k = 0; k < sizeof(content) / sizeof(*content); k++)
            for (unsigned bpc = 8; bpc <= 16; bpc += bpc == 12 ? 4 : 2) {
                double score[TEST_MAX_SCORES];
                assert_int_equal(test_extract_made("float_ssim", "enable_lcs=true", bpc, size[i][0],
                                                   size[i][1], content[k], content[k], score),
                                 4);
                for (unsigned j = 0; j < 4; j++)
                    assert_true(fabs(score[j] - 1.0) <= 0x1p-23);
                assert_same_double(score[3], 1.0);
            }
}

static void known_contents(void **state)
{
    (void)state;
    double score[TEST_MAX_SCORES];
    /* Flat windows: contrast and structure are those of equal pictures. */
    assert_int_equal(
        test_extract_made("float_ssim", "enable_lcs=true", 8, 20, 20, test_zero, test_white, score),
        4);
    assert_true(score[0] < 0.0002 && score[1] < 0.0002);
    assert_same_double(score[2], 1.0);
    assert_true(score[3] > 0.9);
    /* An inverted picture has negative structure, and the score is a mean of products. */
    assert_int_equal(test_extract_made("float_ssim", "enable_lcs=true", 8, 64, 64, test_noise,
                                       test_noise_inverted, score),
                     4);
    assert_true(score[0] < -0.9 && score[3] < -0.9);
    /* A shifted checkerboard meets windows that are flat on one side only. */
    assert_int_equal(test_extract_made("float_ssim", "enable_lcs=true", 8, 64, 64, test_checker,
                                       test_checker_shifted, score),
                     4);
    assert_true(score[0] > 0.5 && score[0] < 1.0);
}

static void decibels(void **state)
{
    (void)state;
    const double score = float_ssim("", 8, 64, 48, test_ramp, test_ramp_error);
    const double db = -10.0 * vmaf_log10(1.0 - score);
    double lcs[TEST_MAX_SCORES], plain[TEST_MAX_SCORES];
    assert_same_double(float_ssim("enable_db=true", 8, 64, 48, test_ramp, test_ramp_error), db);
    assert_same_double(float_ssim("clip_db=true", 8, 64, 48, test_ramp, test_ramp_error), score);
    assert_int_equal(test_extract_made("float_ssim", "enable_db=true:enable_lcs=true", 8, 64, 48,
                                       test_ramp, test_ramp_error, lcs),
                     4);
    assert_int_equal(test_extract_made("float_ssim", "enable_lcs=true", 8, 64, 48, test_ramp,
                                       test_ramp_error, plain),
                     4);
    assert_same_double(lcs[0], db);
    for (unsigned k = 1; k < 4; k++)
        assert_same_double(lcs[k], plain[k]);

    /* Black scores exactly 1. The bound is that of the full size, also when the picture is
     * decimated. */
    assert_same_double(float_ssim("enable_db=true", 8, 64, 64, test_zero, test_zero), INFINITY);
    assert_same_double(float_ssim("enable_db=true:clip_db=true", 8, 64, 64, test_zero, test_zero),
                       88.0);
    assert_same_double(
        float_ssim("enable_db=true:clip_db=true:scale=4", 8, 64, 64, test_zero, test_zero), 88.0);
}

static void automatic_scale(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h, scale, dw, dh;
    } want[] = {
        {11, 11, 1, 11, 11},     {383, 400, 1, 383, 400},   {384, 400, 2, 192, 200},
        {385, 400, 2, 193, 200}, {639, 641, 2, 320, 321},   {640, 641, 3, 213, 214},
        {1000, 9, 0, 0, 0},      {1920, 1080, 4, 480, 270}, {3840, 2160, 8, 480, 270},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        const VmafFrameInfo info = {VMAF_PIX_FMT_YUV400P, 8, want[i].w, want[i].h};
        FloatSsimPlan plan;
        const int err = test_plan("float_ssim", "", &info, &plan);
        assert_int_equal(err, want[i].scale ? 0 : -EINVAL);
        assert_int_equal(plan.scale, want[i].scale);
        assert_int_equal(plan.w, want[i].dw);
        assert_int_equal(plan.h, want[i].dh);
    }
}

/* An automatic scale is the same as asking for it. */
static void sizes_around_a_scale(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h;
        const char *same;
    } want[] = {{383, 390, "scale=1"},
                {384, 390, "scale=2"},
                {385, 390, "scale=2"},
                {641, 639, "scale=2"},
                {641, 640, "scale=3"}};
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
        assert_same_double(
            float_ssim("", 10, want[i].w, want[i].h, test_noise, test_ramp),
            float_ssim(want[i].same, 10, want[i].w, want[i].h, test_noise, test_ramp));
}

/* Every refusal names what was asked for and what would do; one sample more is accepted. */
static void too_small(void **state)
{
    (void)state;
    static const struct {
        unsigned w, h;
        const char *opts;
        const char *text;
    } refused[] = {
        {5, 5, "", "11"},
        {5, 20, "", "11"},
        {10, 20, "", "11"},
        {10, 10, "", "11"},
        {20, 64, "scale=2", "20x64"},
        {20, 64, "scale=2", "scale 2"},
        {32, 64, "scale=3", "31 if odd, 34 if even"},
        {64, 100, "scale=10", "101 if odd, 110 if even"},
    };
    char text[1024];
    for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
        assert_int_equal(test_extract_log("float_ssim", refused[i].opts, 8, refused[i].w,
                                          refused[i].h, test_zero, test_zero, text, sizeof(text)),
                         -EINVAL);
        if (!strstr(text, refused[i].text))
            fail_msg("\"%s\" lacks \"%s\"", text, refused[i].text);
    }
    for (int f = 1; f <= 10; f++) {
        char opts[16], want[64];
        snprintf(opts, sizeof(opts), "scale=%d", f);
        unsigned least[2] = {0, 0};
        for (unsigned n = 110 + 12; n > 0; n--) {
            const VmafFrameInfo info = {VMAF_PIX_FMT_YUV400P, 8, n, 200};
            if (vmaf_float_ssim_decimated(n, (uint32_t)f) >= 11) {
                FloatSsimPlan plan;
                assert_int_equal(test_plan("float_ssim", opts, &info, &plan), 0);
                least[n & 1] = n;
            }
        }
        snprintf(want, sizeof(want), "%u if odd, %u if even", least[1], least[0]);
        const unsigned refused_side = least[0] - 2;
        if (refused_side < 11)
            continue;
        assert_int_equal(test_extract_log("float_ssim", opts, 8, refused_side, 200, test_zero,
                                          test_zero, text, sizeof(text)),
                         -EINVAL);
        if (!strstr(text, want))
            fail_msg("\"%s\" lacks \"%s\"", text, want);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const char *const opts[] = {"scale=-1", "scale=11", "scale=x", "enable_chroma=true"};
    char text[1024];
    for (size_t i = 0; i < sizeof(opts) / sizeof(*opts); i++)
        assert_int_equal(test_extract_log("float_ssim", opts[i], 8, 64, 64, test_zero, test_zero,
                                          text, sizeof(text)),
                         -EINVAL);
    for (unsigned bpc = 9; bpc < 16; bpc++) {
        if (bpc == 10 || bpc == 12)
            continue;
        assert_int_equal(test_extract_log("float_ssim", "", bpc, 64, 64, test_zero, test_zero, text,
                                          sizeof(text)),
                         -EINVAL);
        assert_non_null(strstr(text, "8, 10, 12"));
    }
}

static void mirror(void **state)
{
    (void)state;
    static const unsigned three[] = {0, 1, 2, 2, 1, 0};
    for (int i = -30; i < 30; i++) {
        assert_int_equal(vmaf_float_ssim_mirror(i, 1), 0);
        assert_int_equal(vmaf_float_ssim_mirror(i, 3), three[(i + 30) % 6]);
    }
    assert_int_equal(vmaf_float_ssim_mirror(-1, 100), 0);
    assert_int_equal(vmaf_float_ssim_mirror(100, 100), 99);
}

/* One output as it is defined: rows, then columns, in one double sum. */
static float defined_box(const VmafPicture *pic, unsigned f, unsigned x, unsigned y)
{
    const float unit = vmaf_float_ssim_unit(pic->bpc), tap = vmaf_float_ssim_box_tap(f);
    const int64_t first = vmaf_float_ssim_box_first(f);
    double sum = 0.0;
    for (unsigned v = 0; v < f; v++)
        for (unsigned u = 0; u < f; u++) {
            const uint32_t i = vmaf_float_ssim_mirror((int64_t)y * f + first + v, pic->h[0]);
            const uint32_t j = vmaf_float_ssim_mirror((int64_t)x * f + first + u, pic->w[0]);
            const uint8_t *row = (const uint8_t *)pic->data[0] + (ptrdiff_t)i * pic->stride[0];
            const float p = pic->bpc == 8 ? (float)row[j]
                                          : (float)((const uint16_t *)(const void *)row)[j] * unit;
            sum = vmaf_float_ssim_add(sum, p, tap);
        }
    return (float)sum;
}

/* Small and odd sides, whose boxes lie past the border, and factors on both sides of 128. */
static void decimation(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{9, 9}, {65, 33}, {101, 47}, {300, 260}, {1, 7}};
    static const unsigned factor[] = {2, 3, 4, 5, 10, 127, 128, 129, 200};
    for (unsigned bpc = 8; bpc <= 16; bpc += 8)
        for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++)
            for (size_t k = 0; k < sizeof(factor) / sizeof(*factor); k++) {
                const unsigned w = size[i][0], h = size[i][1], f = factor[k];
                VmafPicture pic;
                VmafFloatSsimBox box;
                float out[151];
                test_picture(&pic, bpc, w, h, test_noise);
                assert_int_equal(
                    vmaf_float_ssim_box_init(&box, vmaf_float_ssim_rows(vmaf_cpu_flags()), w, h, f),
                    0);
                for (unsigned y = 0; y < vmaf_float_ssim_decimated(h, f); y++) {
                    vmaf_float_ssim_box_row(&box, out, &pic, y);
                    for (unsigned x = 0; x < vmaf_float_ssim_decimated(w, f); x++)
                        assert_true(out[x] == defined_box(&pic, f, x, y));
                }
                vmaf_float_ssim_box_free(&box);
                vmaf_picture_unref(&pic);
            }
}

/* The factor of a box is a float, see the bits in docs/metrics/float_ssim.md. */
static void box_taps(void **state)
{
    (void)state;
    static const float want[] = {0.25f,          0x1.c71c72p-4f, 0.0625f,
                                 0x1.47ae14p-5f, 0x1.c71c72p-6f, 0x1.4e5e0ap-6f,
                                 0.015625f,      0x1.948b1p-7f,  0x1.47ae14p-7f};
    for (uint32_t f = 2; f <= 10; f++)
        assert_true(vmaf_float_ssim_box_tap(f) == want[f - 2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(vectors_lcs),
        cmocka_unit_test(identical_frames),
        cmocka_unit_test(known_contents),
        cmocka_unit_test(decibels),
        cmocka_unit_test(automatic_scale),
        cmocka_unit_test(sizes_around_a_scale),
        cmocka_unit_test(too_small),
        cmocka_unit_test(refusals),
        cmocka_unit_test(mirror),
        cmocka_unit_test(box_taps),
        cmocka_unit_test(decimation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
