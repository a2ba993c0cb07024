/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "feature/float_adm/float_adm_plan.h"
#include "feature/float_adm/float_adm_rows.h"
#include "feature/float_adm/float_adm_terms.h"

#define bits vmaf_float_adm_bits
#define from_bits vmaf_float_adm_from_bits

static void reciprocal_values(void **state)
{
    (void)state;
    static const struct {
        float d;
        uint32_t rcp12, rcp;
    } want[] = {
        {1.0f, 0x3f7ff000, 0x3f7fffff},   {1.5f, 0x3f2aa000, 0x3f2aaaaa},
        {2.0f, 0x3efff000, 0x3effffff},   {3.0f, 0x3eaaa000, 0x3eaaaaaa},
        {-7.25f, 0xbe0d3800, 0xbe0d3dcb}, {0.1f, 0x41200000, 0x41200000},
        {1e-30f, 0x7149e800, 0x7149f2c9}, {123.456f, 0x3c04b800, 0x3c04b615},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        assert_int_equal(bits(vmaf_float_adm_rcp12(want[i].d)), want[i].rcp12);
        assert_int_equal(bits(vmaf_float_adm_rcp(want[i].d)), want[i].rcp);
    }
    assert_int_equal(bits(vmaf_float_adm_rcp12(0.0f)), 0x7f800000);
}

/* The division gives the integer formula in every interval, at its first, middle and last value. */
static void reciprocal_is_the_closed_form(void **state)
{
    (void)state;
    static const uint32_t at[] = {0, 1, 0x7ff, 0x800, 0x801, 0xfff};
    for (uint32_t e = 1; e <= 252; e++) {
        for (uint32_t k = 0; k < 2048; k++) {
            const uint32_t q = (33554432u + 2048 + k) / (4097 + 2 * k);
            const uint32_t want = (253 - e) << 23 | (q - 4096) << 11;
            for (size_t i = 0; i < sizeof(at) / sizeof(*at); i++) {
                const uint32_t d = e << 23 | k << 12 | at[i];
                const uint32_t got = bits(vmaf_float_adm_rcp12(from_bits(d)));
                const uint32_t negative = bits(vmaf_float_adm_rcp12(from_bits(d | 0x80000000u)));
                if (got != want || negative != (want | 0x80000000u))
                    fail_msg("d = %08x: got %08x, want %08x", d, got, want);
            }
        }
    }
}

static void taps(void **state)
{
    (void)state;
    static const uint32_t low[4] = {0x3ef746ea, 0x3f5625ef, 0x3e6585f8, 0xbe0483ee};
    static const uint32_t high[4] = {0xbe0483ee, 0xbe6585f8, 0x3f5625ef, 0xbef746ea};
    for (int k = 0; k < 4; k++) {
        const float s[4] = {k == 0, k == 1, k == 2, k == 3};
        assert_int_equal(bits(vmaf_float_adm_low(s[0], s[1], s[2], s[3])), low[k]);
        assert_int_equal(bits(vmaf_float_adm_high(s[0], s[1], s[2], s[3])), high[k]);
    }
    assert_int_equal(vmaf_float_adm_tap(-1, 2), 1);
    for (int n = 3; n < 9; n++) {
        assert_int_equal(vmaf_float_adm_tap(-1, n), 1);
        assert_int_equal(vmaf_float_adm_tap(0, n), 0);
        assert_int_equal(vmaf_float_adm_tap(n - 1, n), n - 1);
        assert_int_equal(vmaf_float_adm_tap(n, n), n - 1);
        assert_int_equal(vmaf_float_adm_tap(n + 1, n), n - 2);
    }
}

/* Scale 0 of the 64x48 check pattern, at 8 bits. */
enum { W = 64, H = 48, BW = W / 2, BH = H / 2 };

static float pattern(int dis, int x, int y)
{
    int v = 16 + (7 * x + 13 * y + ((x * y) >> 3) + ((x * x + 3 * y * y) >> 4)) % 200;
    if (dis)
        v += (31 * x + 17 * y + 5) % 13 - 6;
    v = v < 0 ? 0 : v > 255 ? 255 : v;
    return vmaf_float_adm_sample((unsigned)v, 1.0f);
}

static void bands(void **state)
{
    (void)state;
    static const struct {
        int dis, x, y;
        uint32_t a, h, v, d;
    } want[] = {
        {0, 0, 0, 0xc3534dc3, 0xc096444c, 0xc01ffaa0, 0x3e6ed940},
        {0, 31, 0, 0xc28fd1d7, 0xc10a40a3, 0x4124a7b3, 0x3e2ed9d0},
        {0, 0, 23, 0x41fc4506, 0xc2545527, 0xc22bead6, 0x41228065},
        {0, 31, 23, 0xc29e7965, 0xc101ded8, 0xc1a1d332, 0x411436c9},
        {0, 10, 7, 0xc2a86df4, 0xc20c335e, 0xc208bc8b, 0x41106900},
        {1, 0, 0, 0xc3511f38, 0xc03df81c, 0xbf91aec0, 0xc04f014f},
        {1, 31, 23, 0xc2a68690, 0xc0d43fb0, 0xc1907cde, 0x40fb650c},
        {1, 10, 7, 0xc2ae2560, 0xc1fb6274, 0xc1f474d8, 0x4099b869},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        float lo[4], hi[4];
        for (int k = 0; k < 4; k++) {
            const int x = vmaf_float_adm_tap(2 * want[i].x - 1 + k, W);
            float s[4];
            for (int r = 0; r < 4; r++)
                s[r] = pattern(want[i].dis, x, vmaf_float_adm_tap(2 * want[i].y - 1 + r, H));
            lo[k] = vmaf_float_adm_low(s[0], s[1], s[2], s[3]);
            hi[k] = vmaf_float_adm_high(s[0], s[1], s[2], s[3]);
        }
        assert_int_equal(bits(vmaf_float_adm_low(lo[0], lo[1], lo[2], lo[3])), want[i].a);
        assert_int_equal(bits(vmaf_float_adm_low(hi[0], hi[1], hi[2], hi[3])), want[i].h);
        assert_int_equal(bits(vmaf_float_adm_high(lo[0], lo[1], lo[2], lo[3])), want[i].v);
        assert_int_equal(bits(vmaf_float_adm_high(hi[0], hi[1], hi[2], hi[3])), want[i].d);
    }
}

static void samples(void **state)
{
    (void)state;
    assert_true(vmaf_float_adm_sample(0, 1.0f) == -128.0f);
    assert_true(vmaf_float_adm_sample(255, 1.0f) == 127.0f);
    assert_true(vmaf_float_adm_sample(1023, 0.25f) == 127.75f);
    assert_true(vmaf_float_adm_sample(4095, 0.0625f) == 127.9375f);
    assert_true(vmaf_float_adm_sample(65535, 0.00390625f) == 127.99609375f);
}

/*
 * Vectors within a float step of one degree: another order of the product, a wider type or a fused
 * operation decides otherwise. The last ones are equal on both sides, or zero.
 */
static void angle_at_its_boundary(void **state)
{
    (void)state;
    static const struct {
        uint32_t ref_h, ref_v, dis_h, dis_v;
        bool same;
    } want[] = {
        {0x41f2dcaa, 0x415a3b02, 0x41f3b9ab, 0x41655026, true},
        {0x41d25401, 0xc08692db, 0x4166b460, 0xc0032317, true},
        {0x4193b7d7, 0x42376147, 0x401df452, 0x40ce6957, false},
        {0xc1f5d97c, 0xc15e2a71, 0xc1c1e203, 0xc1376b9c, false},
        {0x421fe338, 0xc1e23b3b, 0x421f3962, 0xc1e9bcd3, true},
        {0x420fe37b, 0xc1729133, 0x423773f1, 0xc1a23ae8, true},
        {0, 0, 0x420fe37b, 0xc1729133, true},
        {0x420fe37b, 0xc1729133, 0, 0, true},
        {0x3f800000, 0, 0xbf800000, 0, false},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        const VmafFloatAdmDetail x = {.ref = {from_bits(want[i].ref_h), from_bits(want[i].ref_v)},
                                      .dis = {from_bits(want[i].dis_h), from_bits(want[i].dis_v)}};
        assert_int_equal(vmaf_float_adm_same_angle(&x), want[i].same);
    }
}

static void gain(void **state)
{
    (void)state;
    /* Up to the limit, but never past the distorted sample; 0 stays. */
    assert_true(vmaf_float_adm_gain(1.0f, 50.0f, 100.0, false) == 50.0f);
    assert_true(vmaf_float_adm_gain(1.0f, 500.0f, 100.0, false) == 100.0f);
    assert_true(vmaf_float_adm_gain(-1.0f, -500.0f, 100.0, false) == -100.0f);
    assert_true(vmaf_float_adm_gain(-1.0f, -50.0f, 100.0, false) == -50.0f);
    assert_true(vmaf_float_adm_gain(0.0f, 50.0f, 100.0, false) == 0.0f);
    assert_true(vmaf_float_adm_gain(0.0f, -50.0f, 100.0, true) == 0.0f);
    unsigned differ = 0;
    for (uint32_t m = 0; m < 1u << 23; m += 7) {
        const float r = from_bits(0x3f800000u | m);
        /* A float limit has the same product in both types; 1.2 is none and needs the double. */
        assert_int_equal(bits(vmaf_float_adm_gain(r, 1e9f, 100.0, false)),
                         bits(vmaf_float_adm_gain(r, 1e9f, 100.0, true)));
        const float g = vmaf_float_adm_gain(r, 1e9f, 1.2, true);
        assert_true(g == (float)((double)r * 1.2));
        differ += bits(g) != bits(vmaf_float_adm_gain(r, 1e9f, 1.2, false));
    }
    assert_true(differ > 1000);
}

__extension__ typedef unsigned __int128 U128;

/* x * c, rounded to 53 bits and then to 24, in integers; x has 24 bits, c 53. */
static double twice_rounded(uint32_t x, uint64_t c, int exponent)
{
    U128 v = (U128)x * c;
    const int keep[] = {53, 24};
    for (int k = 0; k < 2; k++) {
        const uint64_t top = (uint64_t)(v >> 64);
        const int n = top ? 128 - __builtin_clzll(top) : 64 - __builtin_clzll((uint64_t)v);
        const int drop = n - keep[k];
        if (drop <= 0)
            continue;
        const U128 half = (U128)1 << (drop - 1);
        const U128 rest = v & (2 * half - 1);
        v >>= drop;
        v += rest > half || (rest == half && (v & 1));
        exponent += drop;
    }
    return ldexp((double)v, exponent);
}

static void spread_is_a_double_product(void **state)
{
    (void)state;
    int exponent;
    const uint64_t c = (uint64_t)ldexp(frexp(0x1.11111203e01fcp-5, &exponent), 53);
    unsigned float_differs = 0;
    for (uint32_t x = 1u << 23; x < 1u << 24; x++) {
        const float got = vmaf_float_adm_spread((float)x);
        if ((double)got != twice_rounded(x, c, exponent - 53))
            fail_msg("x = %u: got %a", x, (double)got);
        float_differs += got != 0.0333333351f * (float)x;
    }
    assert_int_equal(float_differs, 76509);
}

/* The centre tap alone: F(D(s) + c * D(x)); a float product or a float constant gives other bits.
 */
static void centre_tap_is_a_double_sum(void **state)
{
    (void)state;
    static const uint32_t want[][3] = {
        {0x40b766e7, 0x42138fa7, 0x41030cf5},
        {0x3f0d6b1f, 0x41932503, 0x3fe3a9d7},
        {0x403efc62, 0x4200ded5, 0x40a4394d},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
        const float above[3] = {0}, below[3] = {0}, here[3] = {from_bits(want[i][0]), 99.0f, 0};
        assert_int_equal(
            bits(vmaf_float_adm_mask(above, here, below, from_bits(want[i][1]), 1, 0, 2)),
            want[i][2]);
    }
}

/* Nine terms in raster order: the running sum is rounded after each, so that no pair may swap. */
static void mask_order(void **state)
{
    (void)state;
    unsigned seed = 1, differ = 0;
    for (int n = 0; n < 1000; n++) {
        float f[9], swapped = 0.0f, s = 0.0f;
        for (int k = 0; k < 9; k++) {
            seed = seed * 1664525u + 1013904223u;
            f[k] = ldexpf((float)(seed >> 8), -20 - (int)(seed & 7));
        }
        for (int k = 0; k < 9; k++)
            s = k == 4 ? (float)((double)s + 0x1.111111fd00e7dp-4 * (double)f[4]) : s + f[k];
        for (int k = 0; k < 9; k++)
            swapped += k == 4 ? 0.0f : f[k];
        swapped = (float)((double)swapped + 0x1.111111fd00e7dp-4 * (double)f[4]);
        assert_int_equal(bits(vmaf_float_adm_mask(f, f + 3, f + 6, f[4], 1, 0, 2)), bits(s));
        differ += s != swapped;
    }
    assert_true(differ > 100);
}

/* Row tables of this CPU, plain C first. */
static int tables(const FloatAdmRows *table[3])
{
    const unsigned flags = vmaf_cpu_flags();
    int n = 0;
    table[n++] = vmaf_float_adm_rows(0);
    if (flags & VMAF_CPU_AVX2)
        table[n++] = vmaf_float_adm_rows(VMAF_CPU_AVX2);
    if (flags & VMAF_CPU_AVX512)
        table[n++] = vmaf_float_adm_rows(VMAF_CPU_AVX2 | VMAF_CPU_AVX512);
    return n;
}

/* Terms from 1e-6 to 1e6: any other order of the columns or rows gives another total. */
static void sums_run_along_rows_then_down(void **state)
{
    (void)state;
    enum { ROWS = 27, MAX = 333 };
    static float x[ROWS][MAX];
    const FloatAdmRows *table[3];
    const int n_tables = tables(table);
    unsigned seed = 7, reversed_differs = 0, flat_differs = 0;
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < MAX; j++) {
            seed = seed * 1664525u + 1013904223u;
            x[i][j] = (float)pow(10.0, (double)(seed >> 8) / (1 << 24) * 4.0 - 2.0);
        }
    }
    for (int n = 1; n <= MAX; n += n < 40 ? 1 : 29) {
        float want[ROWS], flat = 0.0f;
        for (int i = 0; i < ROWS; i++) {
            float s = 0.0f, reversed = 0.0f;
            for (int j = 0; j < n; j++) {
                const float term = (x[i][j] * x[i][j]) * x[i][j];
                s = s + term;
                flat = flat + term;
            }
            for (int j = n - 1; j >= 0; j--)
                reversed = reversed + (x[i][j] * x[i][j]) * x[i][j];
            want[i] = s;
            reversed_differs += s != reversed;
        }
        for (int t = 0; t < n_tables; t++) {
            for (int rows = 1; rows <= ROWS; rows++) {
                float got[ROWS];
                table[t]->sum_cubes(got, x[0], MAX, rows, n);
                assert_memory_equal(got, want, (size_t)rows * sizeof(float));
            }
        }
        float total = 0.0f, expected = 0.0f;
        vmaf_float_adm_add_rows(&total, want, 9);
        vmaf_float_adm_add_rows(&total, want + 9, ROWS - 9);
        for (int i = 0; i < ROWS; i++)
            expected = expected + want[i];
        assert_int_equal(bits(total), bits(expected));
        flat_differs += total != flat;
    }
    assert_true(reversed_differs > 100 && flat_differs > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reciprocal_values),
        cmocka_unit_test(reciprocal_is_the_closed_form),
        cmocka_unit_test(taps),
        cmocka_unit_test(bands),
        cmocka_unit_test(samples),
        cmocka_unit_test(angle_at_its_boundary),
        cmocka_unit_test(gain),
        cmocka_unit_test(spread_is_a_double_product),
        cmocka_unit_test(centre_tap_is_a_double_sum),
        cmocka_unit_test(mask_order),
        cmocka_unit_test(sums_run_along_rows_then_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
