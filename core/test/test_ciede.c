/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* ciede: scores through the public functions, the fast chain against the exact one. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "base/cpu.h"
#include "base/libm.h"
#include "feature/ciede/ciede_exact.h"
#include "feature/ciede/ciede_rows.h"
#include "feature/ciede/ciede_terms.h"

/*
 * The functions of the fast chain, each result off by -24..24 units in the last place more: with
 * their own error, less than the guards allow for.
 */
#define DISTURBANCE 24

static uint64_t state = 1;

static uint64_t bits64(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double disturbed(double x)
{
    return x == 0.0 ? x
                    : vmaf_f64_of_bits(vmaf_bits_of_f64(x) + bits64() % (2 * DISTURBANCE + 1) -
                                       DISTURBANCE);
}

static CiedeRoot disturbed_root(double x)
{
    CiedeRoot r = vmaf_ciede_root(x);
    r.root = disturbed(r.root);
    return r;
}

/* The weights of the cosines add up to less than 1. */
static double disturbed_tones(double h)
{
    return vmaf_ciede_tones(h) +
           (double)((int)(bits64() % (2 * DISTURBANCE + 1)) - DISTURBANCE) * 0x1p-53;
}

#define CHAIN(name) disturbed_##name
#define POW24(x) disturbed(vmaf_ciede_pow24(x))
#define ROOT disturbed_root
#define POW7(x) disturbed(vmaf_ciede_pow7(x))
#define SIN(x) disturbed(vmaf_ciede_sin(x))
#define EXP_MINUS(x) disturbed(vmaf_ciede_exp_minus(x))
#define ATAN2(b, a) disturbed(vmaf_ciede_atan2(b, a))
#define TONES disturbed_tones
#define UNSURE(v, error) vmaf_ciede_two_floats(v, error)
#define UNSURE_NORMAL(v, error) vmaf_ciede_near_half(v, error)
#define UNSURE_UNITS(v) vmaf_ciede_near_half_units(v)
#include "feature/ciede/ciede_chain.h"

typedef uint32_t (*Sample)(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc);

/* The pictures of the check vectors in docs/metrics/ciede.md. */
static uint32_t pattern(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    uint32_t v;
    if (c == 0)
        v = 5 * x + 3 * y + ((x ^ y) & 15) + k * (x * y % 11);
    else if (c == 1)
        v = 110 + x + 2 * y + k * ((x + y) % 5);
    else
        v = 140 - x + y + k * ((3 * x + y) % 7);
    return v << (bpc - 8) & ((1u << bpc) - 1);
}

static uint32_t same(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    (void)k;
    return pattern(x, y, c, 0, bpc);
}

/* Every luma sample has the chroma sample of 4:2:0, or of 4:2:2. */
static uint32_t spread420(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    return c ? pattern(x / 2, y / 2, c, k, bpc) : pattern(x, y, c, k, bpc);
}

static uint32_t spread422(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    return c ? pattern(x / 2, y, c, k, bpc) : pattern(x, y, c, k, bpc);
}

static VmafPicture make(enum VmafPixelFormat fmt, unsigned bpc, unsigned w, unsigned h, unsigned k,
                        Sample sample)
{
    VmafPicture pic;
    assert_int_equal(vmaf_picture_alloc(&pic, fmt, bpc, w, h), 0);
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned y = 0; y < pic.h[c]; y++) {
            uint8_t *row = (uint8_t *)pic.data[c] + (ptrdiff_t)y * pic.stride[c];
            for (unsigned x = 0; x < pic.w[c]; x++) {
                const uint32_t v = sample(x, y, c, k, bpc);
                if (bpc == 8)
                    row[x] = (uint8_t)v;
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)v;
            }
        }
    }
    return pic;
}

/* @return the error of reading */
static int try_score(enum VmafPixelFormat fmt, unsigned bpc, unsigned w, unsigned h, Sample sample,
                     double *score)
{
    VmafContext *vmaf = test_open(0);
    assert_int_equal(vmaf_use_feature(vmaf, "ciede", NULL), 0);
    VmafPicture r = make(fmt, bpc, w, h, 0, sample), d = make(fmt, bpc, w, h, 1, sample);
    const int err = vmaf_read_pictures(vmaf, &r, &d, 0);
    if (err) {
        vmaf_picture_unref(&r);
        vmaf_picture_unref(&d);
    } else {
        assert_int_equal(test_flush(vmaf), 0);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "ciede2000", score, 0), 0);
    }
    vmaf_close(vmaf);
    return err;
}

static double score(enum VmafPixelFormat fmt, unsigned bpc, unsigned w, unsigned h, Sample sample)
{
    double got = NAN;
    assert_int_equal(try_score(fmt, bpc, w, h, sample, &got), 0);
    return got;
}

static void vectors(void **unused)
{
    (void)unused;
    static const unsigned depths[] = {8, 10, 16};
    for (unsigned i = 0; i < 3; i++)
        assert_true(score(VMAF_PIX_FMT_YUV420P, depths[i], 64, 48, pattern) == 31.08818977353927);
    assert_true(score(VMAF_PIX_FMT_YUV444P, 12, 50, 38, pattern) == 32.302210438669526);
}

static void equal_pictures(void **unused)
{
    (void)unused;
    assert_true(score(VMAF_PIX_FMT_YUV420P, 8, 64, 48, same) == INFINITY);
    assert_true(score(VMAF_PIX_FMT_YUV444P, 16, 1, 1, same) == INFINITY);
}

/* Chroma stands at (x / 2, y / 2) in 4:2:0 and (x / 2, y) in 4:2:2, in odd sizes, too. */
static void chroma_positions(void **unused)
{
    (void)unused;
    static const unsigned sizes[][2] = {{1, 1}, {1, 2}, {2, 1}, {33, 17}, {64, 48}, {513, 3}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        const unsigned w = sizes[i][0], h = sizes[i][1];
        for (unsigned bpc = 8; bpc <= 10; bpc += 2) {
            assert_true(score(VMAF_PIX_FMT_YUV420P, bpc, w, h, pattern) ==
                        score(VMAF_PIX_FMT_YUV444P, bpc, w, h, spread420));
            assert_true(score(VMAF_PIX_FMT_YUV422P, bpc, w, h, pattern) ==
                        score(VMAF_PIX_FMT_YUV444P, bpc, w, h, spread422));
        }
    }
}

static void refusals(void **unused)
{
    (void)unused;
    double got;
    assert_int_equal(try_score(VMAF_PIX_FMT_YUV400P, 8, 16, 16, pattern, &got), -EINVAL);
    assert_int_equal(try_score(VMAF_PIX_FMT_YUV420P, 9, 16, 16, pattern, &got), -EINVAL);
    VmafContext *vmaf = test_open(0);
    VmafFeatureDictionary *dict = test_option("enable_chroma", "true");
    assert_int_equal(vmaf_use_feature(vmaf, "ciede", dict), -EINVAL);
    vmaf_feature_dictionary_free(&dict);
    vmaf_close(vmaf);
}

/* Random pairs: any colours, near ones, nearly grey ones, dark ones, samples past the range. */
typedef struct Pairs {
    float sample[2][3][VMAF_CIEDE_CHUNK];
    CiedeSamples ref, dis;
    CiedeRange range;
} Pairs;

static void make_pairs(Pairs *p, unsigned bpc, unsigned kind)
{
    const uint32_t s = 1u << (bpc - 8), peak = (1u << bpc) - 1;
    p->ref = (CiedeSamples){p->sample[0][0], p->sample[0][1], p->sample[0][2]};
    p->dis = (CiedeSamples){p->sample[1][0], p->sample[1][1], p->sample[1][2]};
    p->range = (CiedeRange){16.0 * s, 128.0 * s, 1.0 / (219.0 * s), 1.0 / (224.0 * s)};
    for (unsigned i = 0; i < VMAF_CIEDE_CHUNK; i++) {
        for (unsigned c = 0; c < 3; c++) {
            uint32_t a = (uint32_t)(bits64() >> 32) & peak, b = (uint32_t)(bits64() >> 32) & peak;
            if (kind == 1)
                b = (a + b % 5 + peak - 1) & peak;
            if (kind == 2 && c)
                a = 128 * s + a % 4 - 2, b = 128 * s + b % 4 - 2;
            if (kind == 3)
                a = c ? 128 * s + a % 16 : 16 * s + a % (24 * s), b = c ? 128 * s : b % (40 * s);
            if (kind == 4)
                a = a & 1 ? peak : 0, b = b & 1 ? peak : 0;
            p->sample[0][c][i] = (float)a;
            p->sample[1][c][i] = (float)b;
        }
    }
}

static unsigned same_float(float a, float b)
{
    return vmaf_bits_of_f32(a) == vmaf_bits_of_f32(b);
}

/* Where the fast chain is sure, also with disturbed functions, every sample has the exact term. */
static void fast_equals_exact(void **unused)
{
    (void)unused;
    static Pairs p;
    static const unsigned depths[] = {8, 10, 12, 16};
    unsigned n = 0, n_unsure = 0, n_disturbed = 0;
    for (unsigned round = 0; round < 40; round++) {
        make_pairs(&p, depths[round % 4], round % 5);
        float term[VMAF_CIEDE_CHUNK];
        int32_t unsure[VMAF_CIEDE_CHUNK];
        vmaf_ciede_terms(vmaf_cpu_flags())(term, unsure, &p.ref, &p.dis, p.range, VMAF_CIEDE_CHUNK);
        for (unsigned i = 0; i < VMAF_CIEDE_CHUNK; i++, n++) {
            const float exact = vmaf_ciede_exact_term(&p.ref, &p.dis, p.range, i);
            assert_true(exact >= 0.0f);
            n_unsure += unsure[i] != 0;
            if (!unsure[i] && !same_float(term[i], exact))
                fail_msg("pair %u of round %u: got %a, want %a", i, round, term[i], exact);
            for (unsigned k = 0; k < 4; k++) {
                const CiedeTerm t = disturbed_difference(
                    disturbed_lab(p.ref.y[i], p.ref.u[i], p.ref.v[i], p.range),
                    disturbed_lab(p.dis.y[i], p.dis.u[i], p.dis.v[i], p.range));
                n_disturbed += t.unsure != 0;
                if (!t.unsure && !same_float(t.term, exact))
                    fail_msg("pair %u of round %u, disturbed: got %a, want %a", i, round, t.term,
                             exact);
            }
        }
    }
    printf("%u pairs, %u unsure, %u of %u disturbed\n", n, n_unsure, n_disturbed, 4 * n);
    assert_true(n_unsure < n / 200);
}

/* One pair of the last search, as a picture of a sample. */
static uint16_t found[2][3];

static uint32_t found_sample(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    (void)x, (void)y, (void)bpc;
    return found[k][c];
}

/* A pair that the fast chain leaves open gets the exact term, which scores of flat pictures show.
 */
static void unsure_pairs(void **unused)
{
    (void)unused;
    static Pairs p;
    const CiedeTerms terms = vmaf_ciede_terms(vmaf_cpu_flags());
    unsigned n_unsure = 0;
    for (unsigned round = 0; round < 2500; round++) {
        make_pairs(&p, 8, round % 2);
        float term[VMAF_CIEDE_CHUNK];
        int32_t unsure[VMAF_CIEDE_CHUNK];
        terms(term, unsure, &p.ref, &p.dis, p.range, VMAF_CIEDE_CHUNK);
        for (unsigned i = 0; i < VMAF_CIEDE_CHUNK; i++) {
            if (!unsure[i])
                continue;
            for (unsigned c = 0; c < 3; c++) {
                found[0][c] = (uint16_t)p.sample[0][c][i];
                found[1][c] = (uint16_t)p.sample[1][c][i];
            }
            const double exact = vmaf_ciede_exact_term(&p.ref, &p.dis, p.range, i);
            assert_true(score(VMAF_PIX_FMT_YUV444P, 8, 8, 8, found_sample) ==
                        45.0 - 20.0 * vmaf_log10(exact));
            n_unsure++;
        }
    }
    printf("%u of %u pairs unsure\n", n_unsure, 2500 * VMAF_CIEDE_CHUNK);
    assert_true(n_unsure > 0 && n_unsure < 200);
}

/* The whole pattern of the check vectors down the exact path. */
static void all_exact(void **unused)
{
    (void)unused;
    Pairs p;
    double sum = 0.0;
    make_pairs(&p, 8, 0);
    for (unsigned y = 0; y < 48; y++) {
        for (unsigned x = 0; x < 64; x++) {
            for (unsigned k = 0; k < 2; k++) {
                for (unsigned c = 0; c < 3; c++)
                    p.sample[k][c][x] = (float)spread420(x, y, c, k, 8);
            }
            sum += (double)vmaf_ciede_exact_term(&p.ref, &p.dis, p.range, x);
        }
    }
    assert_true(45.0 - 20.0 * vmaf_log10(sum / (64.0 * 48.0)) == 31.08818977353927);
}

/*
 * Pairs of 8 bits that are so close to a boundary between two floats that the disturbance changes
 * the term, found by a search: that the chain is unsure there is what keeps its bits.
 */
static void close_pairs(void **unused)
{
    (void)unused;
    static const uint16_t close[][2][3] = {
        {{183, 192, 127}, {246, 196, 90}},  {{181, 192, 113}, {182, 194, 114}},
        {{182, 194, 114}, {49, 139, 147}},  {{184, 193, 112}, {182, 194, 114}},
        {{182, 194, 114}, {242, 79, 44}},   {{32, 253, 64}, {30, 252, 66}},
        {{183, 192, 127}, {83, 181, 44}},   {{74, 65, 38}, {76, 66, 38}},
        {{182, 194, 114}, {181, 192, 115}}, {{184, 194, 112}, {182, 194, 114}},
        {{220, 210, 42}, {182, 194, 114}},  {{165, 194, 35}, {229, 6, 15}}};
    for (size_t i = 0; i < sizeof(close) / sizeof(*close); i++) {
        Pairs p;
        make_pairs(&p, 8, 0);
        for (unsigned c = 0; c < 3; c++) {
            p.sample[0][c][0] = close[i][0][c];
            p.sample[1][c][0] = close[i][1][c];
        }
        const float exact = vmaf_ciede_exact_term(&p.ref, &p.dis, p.range, 0);
        for (unsigned k = 0; k < 400; k++) {
            const CiedeTerm t =
                disturbed_difference(disturbed_lab(p.ref.y[0], p.ref.u[0], p.ref.v[0], p.range),
                                     disturbed_lab(p.dis.y[0], p.dis.u[0], p.dis.v[0], p.range));
            assert_true(t.unsure || same_float(t.term, exact));
        }
    }
}

static double units(double got, double want)
{
    return fabs(got - want) / (nextafter(fabs(want), INFINITY) - fabs(want));
}

static double uniform(double low, double high)
{
    return low + (high - low) * (double)(bits64() >> 11) * 0x1p-53;
}

static void within(const char *what, double x, double got, double want, double most)
{
    if (!(units(got, want) <= most))
        fail_msg("%s of %a: got %a, want %a, %g units", what, x, got, want, units(got, want));
}

/*
 * The exact functions against the library's own, which are at most a unit off, and for the sine
 * correctly rounded; the fast functions against the exact ones.
 */
static void functions(void **unused)
{
    (void)unused;
    const double most = VMAF_CIEDE_UNITS;
    for (unsigned i = 0; i < 20000; i++) {
        const double x = uniform(0.05, 5.0), p = vmaf_ciede_exact_pow(x, 2.4);
        within("x^2.4", x, p, vmaf_pow(x, 2.4), 1.0);
        within("fast x^2.4", x, vmaf_ciede_pow24(x), p, most);
        const double r = uniform(0.008, 6.0), q = vmaf_ciede_exact_pow(r, 1.0 / 3.0);
        within("x^(1/3)", r, q, vmaf_pow(r, 1.0 / 3.0), 1.0);
        within("fast x^(1/3)", r, vmaf_ciede_root(r).root, q, most);
        within("slope", r, vmaf_ciede_root(r).slope, q / r, 1e6);
        const double c = (double)(float)uniform(0.0, 300.0), s = vmaf_ciede_exact_pow7(c);
        within("x^7", c, s, vmaf_pow(c, 7.0), 1.0);
        within("fast x^7", c, vmaf_ciede_pow7(c), s, most);
        const double a = uniform(-1.6, 1.6) * (i % 2 ? 1.0 : 1e-6);
        assert_true(vmaf_ciede_exact_sin(a) == vmaf_sin(a));
        within("fast sine", a, vmaf_ciede_sin(a), vmaf_sin(a), most);
        const double h = uniform(-8.0, 26.0);
        assert_true(vmaf_ciede_exact_sin(h) == vmaf_sin(h));
        assert_true(fabs(vmaf_ciede_exact_cos(h) - vmaf_sin(h + VMAF_CIEDE_PI / 2.0)) < 0x1p-48);
        const double e = uniform(0.0, i % 2 ? 1.0 : 125.0), m = vmaf_ciede_exact_exp_minus(e);
        within("exp", e, m, vmaf_exp(-e), 1.0);
        within("fast exp", e, vmaf_ciede_exp_minus(e), m, most);
        const double y = (double)(float)uniform(-100.0, 100.0) * (i % 5 ? 1.0 : 1e-4);
        const double z = (double)(float)uniform(-100.0, 100.0) * (i % 3 ? 1.0 : 1e-4);
        const double t = vmaf_ciede_exact_atan2(y, z);
        within("atan2", y, t, atan2(y, z), 1.0);
        within("fast atan2", y, vmaf_ciede_atan2(y, z), t, most);
        const double hue = (double)(float)uniform(0.0, 8.0), pi = VMAF_CIEDE_PI;
        const double tones = 1.0 - 0.17 * vmaf_ciede_exact_cos(hue - pi / 6.0) +
                             0.24 * vmaf_ciede_exact_cos(2.0 * hue) +
                             0.32 * vmaf_ciede_exact_cos(3.0 * hue + pi / 30.0) -
                             0.2 * vmaf_ciede_exact_cos(4.0 * hue - 7.0 * pi / 20.0);
        assert_true(fabs(vmaf_ciede_tones(hue) - tones) < 0x1p-48);
    }
    assert_true(vmaf_ciede_exact_atan2(0.0, -1.0) == VMAF_CIEDE_PI);
    assert_true(vmaf_ciede_exact_atan2(0.0, 2.0) == 0.0 && vmaf_ciede_atan2(0.0, 2.0) == 0.0);
    assert_true(vmaf_ciede_exact_atan2(-3.0, 0.0) == -VMAF_CIEDE_PI / 2.0);
    assert_true(vmaf_ciede_exact_pow(1.0, 2.4) == 1.0 && vmaf_ciede_exact_exp_minus(0.0) == 1.0);
}

/* x^7 has the bits of the float power of the library, which are the reference's. */
static void float_power(void **unused)
{
    (void)unused;
    for (uint32_t bits = 0x33000000u; bits < 0x44800000u; bits += 1009) {
        const float x = vmaf_f32_of_bits(bits);
        assert_true(same_float(vmaf_ciede_powf7(x), vmaf_powf(x, 7.0f)));
    }
    assert_true(vmaf_ciede_powf7(0.0f) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),     cmocka_unit_test(equal_pictures),
        cmocka_unit_test(functions),   cmocka_unit_test(chroma_positions),
        cmocka_unit_test(float_power), cmocka_unit_test(fast_equals_exact),
        cmocka_unit_test(refusals),    cmocka_unit_test(unsure_pairs),
        cmocka_unit_test(all_exact),   cmocka_unit_test(close_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
