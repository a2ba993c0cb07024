/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The arithmetic of adm where implementations go wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "extract.h"
#include "feature/adm/adm_plan.h"
#include "feature/adm/adm_rows.h"

#include "adm_frames.h"

/* ---- the four invariants ---- */

static AdmPlan plan_of(unsigned bpc, unsigned w, unsigned h)
{
    AdmPlan plan;
    const VmafFrameInfo info = {VMAF_PIX_FMT_YUV400P, bpc, w, h};
    assert_int_equal(test_plan("adm", "", &info, &plan), 0);
    return plan;
}

enum { ROW_MARGIN = 16, ROW = 1024 };

/** Rows of one constant each for AdmRows.mask. */
typedef struct TestRows {
    int32_t signal[ROW], neighbour[3][ROW], centre[ROW], scratch[ROW];
    AdmMaskRows row[3];
} TestRows;

static void fill_rows(TestRows *t, int32_t signal, int32_t above, int32_t at, int32_t below)
{
    for (int j = 0; j < ROW; j++) {
        t->signal[j] = signal;
        t->neighbour[0][j] = above;
        t->neighbour[1][j] = at;
        t->neighbour[2][j] = below;
        t->centre[j] = 0;
    }
    for (int i = 0; i < 3; i++) {
        for (int p = 0; p < 2; p++) {
            for (int k = 0; k < VMAF_ADM_BANDS; k++)
                t->row[i].signal[p][k] = t->signal + ROW_MARGIN;
            t->row[i].neighbour[p] = t->neighbour[i] + ROW_MARGIN;
            t->row[i].centre[p] = t->centre + ROW_MARGIN;
        }
    }
}

static void mask_row(const AdmScale *s, TestRows *t, uint64_t sum[VMAF_ADM_BANDS])
{
    const AdmMaskRows *row[3] = {&t->row[0], &t->row[1], &t->row[2]};
    vmaf_adm_rows(vmaf_cpu_flags())->mask(s, row, VMAF_ADM_NUM, t->scratch + ROW_MARGIN, sum);
}

/* Row sums come out whole; the rounding is applied to the whole, and parts would differ. */
static void test_one_rounding_per_row(void **state)
{
    (void)state;
    assert_int_equal(vmaf_adm_round_row(31, 6), 0);
    assert_int_equal(vmaf_adm_round_row(32, 6), 1);
    assert_int_equal(vmaf_adm_round_row((uint64_t)-32, 6), 0);
    assert_int_equal(vmaf_adm_round_row((uint64_t)-33, 6), (uint64_t)-1);
    assert_int_equal(vmaf_adm_round_row((uint64_t)-97, 6), (uint64_t)-2);
    assert_int_equal(vmaf_adm_round_row_den(UINT64_MAX - 40, 6), ((UINT64_MAX - 40 + 32) >> 6));

    const AdmPlan plan = plan_of(8, 1500, 90);
    const AdmScale *s = &plan.scale[0];
    static TestRows t;
    const int32_t n = s->x1 - s->x0, signal = 30050;
    fill_rows(&t, signal, 0, 0, 0);
    uint64_t sum[VMAF_ADM_BANDS];
    mask_row(s, &t, sum);
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const uint64_t cube = (uint64_t)vmaf_adm_masked_cube(signal, 0, s->thr_shift[k],
                                                             s->square_shift[k], s->cube_shift[k]);
        assert_true(cube > 0);
        assert_int_equal(sum[k], cube * (uint64_t)n);
        uint64_t tiles = 0;
        for (int32_t j = 0; j < n; j += 32)
            tiles += vmaf_adm_round_row(cube * (uint64_t)(n - j < 32 ? n - j : 32), s->row_shift);
        assert_int_not_equal(vmaf_adm_round_row(sum[k], s->row_shift), tiles);
    }

    double got[TEST_MAX_SCORES];
    test_extract_made("adm", "", 8, 160, 90, ramp_ref, ramp_dis, got);
    assert_same_double(got[VMAF_ADM_OUT_AIM], 0.0071688227736631414);
    assert_same_double(got[VMAF_ADM_OUT_ADM2], 0.99822874786916738);
    assert_same_double(got[VMAF_ADM_OUT_SCALE0], 0.99953720354503262);
}

static void test_no_constant_at_shift_0(void **state)
{
    (void)state;
    assert_int_equal(vmaf_adm_half(0), 0);
    assert_int_equal(vmaf_adm_half(1), 1);
    assert_int_equal(vmaf_adm_half(31), 1 << 30);
    assert_int_equal(vmaf_adm_round_row(7, 0), 7);
    assert_int_equal(vmaf_adm_round_row((uint64_t)-7, 0), (uint64_t)-7);
    assert_int_equal(vmaf_adm_low32(1, 1, 1, 1, 0), 46342);

    for (unsigned w = 17; w <= 33; w++) {
        const AdmPlan plan = plan_of(8, w, 64);
        assert_int_equal(plan.scale[0].cube_shift[0], w > 32);
        assert_int_equal(plan.scale[0].cube_shift[2], 1 + (w > 32));
    }
    /* 2^20 squared in units of 2^29 is 2048, times 2^20: exact, nothing is added */
    assert_int_equal(vmaf_adm_masked_cube(1 << 20, 0, 10, 29, 0), INT64_C(1) << 31);
}

/* Rows above the first mirror, rows below the last repeat; columns alike. */
static void test_near_mirrors_far_clamps(void **state)
{
    (void)state;
    for (int n = 2; n <= 14; n++) {
        assert_int_equal(vmaf_adm_neighbour(-1, n), 1);
        assert_int_equal(vmaf_adm_neighbour(n, n), n - 1);
        for (int p = 0; p < n; p++)
            assert_int_equal(vmaf_adm_neighbour(p, n), p);
    }
    for (int n = 3; n <= 40; n++) {
        assert_int_equal(vmaf_adm_dwt_index(-1, n), 1);
        assert_int_equal(vmaf_adm_dwt_index(n, n), n - 1);
        assert_int_equal(vmaf_adm_dwt_index(n + 1, n), n - 2);
    }
    /* Heights whose scale 3 has 9 to 14 rows; values of py/ref_adm.py: scale3, adm2, aim. */
    static const struct {
        unsigned h;
        double scale3, adm2, aim;
    } want[] = {
        {144, 0.63551127624656567, 0.63076089396988277, 0.45406232676043667},
        {159, 0.64470720802298409, 0.63222817376154905, 0.45363827477285867},
        {174, 0.63153518993712632, 0.6274252531824358, 0.45113876464703662},
        {192, 0.62667464527184868, 0.62784149410604428, 0.44815407575939131},
        {207, 0.62565430627796059, 0.62910988572447701, 0.44814761964070937},
        {222, 0.65545910217867154, 0.63840275841055216, 0.44716165533052549},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
        const AdmPlan plan = plan_of(8, 256, want[i].h);
        assert_int_equal(plan.scale[3].h, 9 + (int)i);
        assert_int_equal(plan.scale[3].y0, 0);
        double got[TEST_MAX_SCORES];
        test_extract_made("adm", "", 8, 256, want[i].h, tiles_ref, tiles_dis, got);
        assert_same_double(got[VMAF_ADM_OUT_SCALE0 + 3], want[i].scale3);
        assert_same_double(got[VMAF_ADM_OUT_ADM2], want[i].adm2);
        assert_same_double(got[VMAF_ADM_OUT_AIM], want[i].aim);
    }
}

__extension__ typedef unsigned __int128 Wide;

/** a * b rounded to 53 bits, ties to even. */
static Wide multiply_53(Wide a, Wide b)
{
    const Wide p = a * b;
    unsigned bits = 0;
    while (bits < 127 && p >> bits)
        bits++;
    if (bits <= 53)
        return p;
    const unsigned drop = bits - 53;
    const Wide kept = p >> drop, rest = p - (kept << drop);
    const Wide half = (Wide)1 << (drop - 1);
    return (kept + (rest > half || (rest == half && (kept & 1)))) << drop;
}

/** The flag in integers only, for scale 0. */
static bool integer_flag(int32_t oh, int32_t ov, int32_t th, int32_t tv)
{
    const int64_t p = (int64_t)(float)(oh * th + ov * tv);
    const uint64_t o = (uint64_t)(float)(oh * oh + ov * ov);
    const uint64_t t = (uint64_t)(float)(th * th + tv * tv);
    const Wide left = (Wide)((uint64_t)p * (uint64_t)p) << 24;
    return p >= 0 && left >= multiply_53((Wide)16772106 * o, t);
}

static void test_angle_at_its_boundary(void **state)
{
    (void)state;
    /* Each case is decided differently by unrounded integers, by single precision, or by both. */
    static const struct {
        int32_t v[4]; /* ref h, v, dis h, v */
        bool flag;
    } cases16[] = {
        {{240, 15448, -28, 14561}, false},
        {{-18539, 19754, -11988, 13229}, false},
        {{14515, -8539, 9626, -5439}, false},
        {{4942, 18612, 5187, 18245}, false},
        {{14449, 21461, 11111, 15897}, true},
        {{-12842, -15662, -9623, -11327}, true},
        {{-21203, -20634, -16798, -16928}, true},
        {{11339, -15015, 4722, -6031}, true},
        {{-18239, -2919, -13299, -1891}, true},
        {{0, 0, 0, 0}, true},
        {{0, 0, 5, 5}, true},
        {{5, 5, -5, -5}, false},
        {{-20143, 3546, -16909, 2673}, false},
        {{-13195, 15303, -8361, 10045}, true},
    };
    static const struct {
        int32_t v[4];
        bool flag;
    } cases32[] = {
        {{36371670, 737841815, 21851784, 686898785}, false},
        {{3552266, 410298, 2303158, 306842}, false},
        {{-845260616, -840924833, -662793194, -636766498}, true},
        {{452754879, 94533419, 137193347, 26155382}, true},
        {{371025, -574984, 212546, -317099}, true},
        {{-208982420, -636623664, -173564972, -561624483}, false},
    };
    for (size_t i = 0; i < sizeof(cases16) / sizeof(cases16[0]); i++) {
        const int32_t *v = cases16[i].v;
        assert_int_equal(vmaf_adm_angle16(v[0], v[1], v[2], v[3]), cases16[i].flag ? -1 : 0);
        assert_int_equal(vmaf_adm_angle32(v[0], v[1], v[2], v[3]), cases16[i].flag ? -1 : 0);
        assert_int_equal(integer_flag(v[0], v[1], v[2], v[3]), cases16[i].flag);
    }
    for (size_t i = 0; i < sizeof(cases32) / sizeof(cases32[0]); i++) {
        const int32_t *v = cases32[i].v;
        assert_int_equal(vmaf_adm_angle32(v[0], v[1], v[2], v[3]), cases32[i].flag ? -1 : 0);
    }

    /* Vectors turned by one degree, give or take the rounding to samples. */
    uint32_t seed = 1;
    const double degree = atan(1.0) / 45.0;
    unsigned set = 0;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1664525u + 1013904223u;
        const int32_t oh = (int32_t)(seed >> 17) - 16384;
        seed = seed * 1664525u + 1013904223u;
        const int32_t ov = (int32_t)(seed >> 17) - 16384;
        const double scale = 0.3 + (double)(i % 71) / 100.0, turn = i & 1 ? degree : -degree;
        const int32_t th = (int32_t)(scale * (oh * cos(turn) - ov * sin(turn)));
        const int32_t tv = (int32_t)(scale * (oh * sin(turn) + ov * cos(turn)));
        const int32_t flag = vmaf_adm_angle16(oh, ov, th, tv);
        assert_int_equal(flag ? 1 : 0, integer_flag(oh, ov, th, tv));
        set += flag != 0;
    }
    assert_true(set > 50000 && set < 150000);
}

/* ---- arithmetic ---- */

static void test_reciprocal(void **state)
{
    (void)state;
    for (int32_t m = 1; m <= 32768; m++)
        assert_int_equal(vmaf_adm_reciprocal(m), (1 << 30) / m);
}

static void test_normal_shift(void **state)
{
    (void)state;
    assert_int_equal(vmaf_adm_normal_shift(0), 0);
    for (unsigned bit = 0; bit < 31; bit++) {
        const int32_t power = (int32_t)(1u << bit);
        const unsigned want = bit < 15 ? 0 : bit - 14;
        assert_int_equal(vmaf_adm_normal_shift(power), want);
        assert_int_equal(vmaf_adm_normal_shift(power + (power - 1)), want);
    }
}

/* For samples that fit both, the two forms of the restoration agree. */
static void test_restore_forms_agree(void **state)
{
    (void)state;
    for (int32_t o = -22930; o <= 22930; o += 37) {
        for (int32_t t = -22930; t <= 22930; t += 41)
            assert_int_equal(vmaf_adm_restore16(o, t), vmaf_adm_restore32(o, t));
    }
    for (int32_t t = -300; t <= 300; t++) {
        assert_int_equal(vmaf_adm_restore16(0, t), 0);
        assert_int_equal(vmaf_adm_restore16(t, t), t);
        assert_int_equal(vmaf_adm_restore32(t, t), t);
    }
}

static void test_rounding_oddities(void **state)
{
    (void)state;
    /* shares of small values at scales 1..3: minus one up to 14, then 0 */
    const uint32_t unit = 1u << 28;
    assert_int_equal(vmaf_adm_weigh32(0, unit).neighbour, -1);
    assert_int_equal(vmaf_adm_weigh32(14, unit).neighbour, -1);
    assert_int_equal(vmaf_adm_weigh32(15, unit).neighbour, 0);
    assert_int_equal(vmaf_adm_weigh32(0, unit).centre, -1);
    /* factors of 2^31 and more stay unsigned: 0.9375 * 2^32 over 2^28 is 15 */
    assert_int_equal(vmaf_adm_weigh32(-1000, 15u << 28).signal, 15000);
    /* the diagonal constant at scale 0 is one short of half a unit: 65536 stays below it */
    assert_int_equal(vmaf_adm_weigh16(2, 32768, 1).centre, 0);
    /* the centre share wraps to 16 bits at 15360 */
    assert_int_equal(vmaf_adm_weigh16(15359, 32768, 0).centre, 32765);
    assert_int_equal(vmaf_adm_weigh16(15360, 32768, 0).centre, -32768);
    /* the denominator adds a full unit before its shift */
    assert_int_equal(vmaf_adm_den_cube32(1, 30, 0), 1);
}

/** Sum of cube roots of a scale whose h band has this sum and whose other bands have none. */
static double pooled(const AdmPlan *plan, int scale, uint64_t sum)
{
    AdmSums sums = {0};
    double score[VMAF_ADM_N_OUTPUTS];
    sums.acc[scale][VMAF_ADM_NUM][0] = sum;
    vmaf_adm_finish(plan, &sums, score);
    return score[VMAF_ADM_OUT_NUM_SCALE0 + 2 * scale];
}

/* 64-bit sums go to float through double at scale 0, directly at scales 1..3. */
static void test_conversion_to_float(void **state)
{
    (void)state;
    AdmPlan plan = plan_of(8, 160, 90);
    for (int s = 0; s < VMAF_ADM_SCALES; s++) {
        plan.noise[s] = 0.0f;
        /* neighbouring floats whose roots differ */
        uint64_t low = UINT64_C(1) << 60;
        const uint64_t step = UINT64_C(1) << 37;
        while (pooled(&plan, s, low) == pooled(&plan, s, low + step))
            low += 2 * step;
        /* a little above half way: lost in the double, which then ties to even */
        const double got = pooled(&plan, s, low + step / 2 + 1);
        assert_same_double(got, pooled(&plan, s, s ? low + step : low));
    }
}

static void test_plan_of_a_large_frame(void **state)
{
    (void)state;
    /* 3840x2160: the only scale-0 denominator here with a shift; 2560x1440 has none */
    assert_int_equal(plan_of(8, 3840, 2160).scale[0].den_row_shift, 1);
    assert_int_equal(plan_of(8, 2560, 1440).scale[0].den_row_shift, 0);
    for (int n = 1; n < 70000; n++)
        assert_int_equal(vmaf_adm_crop(n), (int)(n * 0.1 - 0.5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_rounding_per_row),
        cmocka_unit_test(test_no_constant_at_shift_0),
        cmocka_unit_test(test_near_mirrors_far_clamps),
        cmocka_unit_test(test_angle_at_its_boundary),
        cmocka_unit_test(test_reciprocal),
        cmocka_unit_test(test_normal_shift),
        cmocka_unit_test(test_restore_forms_agree),
        cmocka_unit_test(test_rounding_oddities),
        cmocka_unit_test(test_conversion_to_float),
        cmocka_unit_test(test_plan_of_a_large_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
