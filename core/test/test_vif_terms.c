/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The table of logarithms and the statistic of a pixel; values from the specification. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "feature/vif/vif_log.h"

static const uint8_t *table;

static uint32_t entry(uint32_t i)
{
    return (uint32_t)vmaf_vif_log(table, i << 1) - 2048u;
}

static void test_log_table(void **state)
{
    (void)state;
    uint32_t hash = 2166136261u, sum = 0;
    for (uint32_t i = 32768; i < 65536; i++) {
        const uint32_t v = entry(i);
        sum += v;
        hash = (hash ^ (v & 255)) * 16777619u;
        hash = (hash ^ v >> 8) * 16777619u;
    }
    assert_int_equal(entry(32768), 30720);
    assert_int_equal(entry(33108), 30751);
    assert_int_equal(entry(46341), 31744);
    assert_int_equal(entry(49152), 31918);
    assert_int_equal(entry(65535), 32768);
    assert_int_equal(sum, 1044032097);
    assert_int_equal(hash, 0x927bfc09);
}

/* The argument is cut to 16 bits, not rounded. */
static void test_log_cuts(void **state)
{
    (void)state;
    assert_int_equal(vmaf_vif_log(table, 65536), 30720 + 2048);
    assert_int_equal(vmaf_vif_log(table, 131072), 30720 + 2 * 2048);
    assert_int_equal(vmaf_vif_log(table, 262143), 32768 + 2 * 2048);
    assert_int_equal(vmaf_vif_log(table, 0x7fffffff), 32768 + 15 * 2048);
}

static void test_taps_add_up(void **state)
{
    (void)state;
    for (uint32_t f = 0; f < VMAF_VIF_SCALES; f++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 2 * vmaf_vif_half(f) + 1; i++)
            sum += vmaf_vif_tap(f, i);
        assert_int_equal(sum, 65536);
    }
}

static VifSums pixel(int32_t s1, int32_t s2, int32_t s12, double limit)
{
    VifSums sums = {0, 0, 0, 0};
    const VifMoments m = {s1, s2, s12};
    vmaf_vif_add(&sums, table, m, limit);
    return sums;
}

/*
 * A covariance for which a fused s2 - g * s12 is one less: with sv = 604041708 the numerator's
 * second argument is 604172780.
 */
static void test_no_contraction(void **state)
{
    (void)state;
    const int32_t s1 = 359589623, s2 = 833984077, s12 = 287549804;
    const volatile double g = (double)s12 / ((double)s1 + 65536.0 * 1.0e-10);
    const volatile double product = g * (double)s12;
    assert_int_equal((int32_t)((double)s2 - product), 604041708);
    assert_int_equal(vmaf_vif_noise((double)s2, g, (double)s12), 604041708);
    const VifSums sums = pixel(s1, s2, s12, 100.0);
    const volatile double square = g * g;
    const uint32_t gain = (uint32_t)(square * (double)s1);
    assert_int_equal(sums.num_log, vmaf_vif_log(table, gain + 604041708u + 131072u) -
                                       vmaf_vif_log(table, 604041708u + 131072u));
}

static void test_branches(void **state)
{
    (void)state;
    VifSums sums = pixel(131071, 77, 5, 100.0); /* flat */
    assert_int_equal(sums.n_flat, 1);
    assert_int_equal(sums.flat_energy, 77);
    assert_int_equal(sums.den_log, 0);
    assert_int_equal(sums.num_log, 0);

    sums = pixel(131072, 77, -5, 100.0); /* twice 131072: one power of two */
    assert_int_equal(sums.n_flat, 0);
    assert_int_equal(sums.flat_energy, 0);
    assert_int_equal(sums.den_log, 2048);
    assert_int_equal(sums.num_log, 0);

    assert_int_equal(pixel(131072, 0, 5, 100.0).num_log, 0);
    assert_int_equal(pixel(131072, 5, 0, 100.0).num_log, 0);

    /* s12 = 4 s1, s2 = 16 s1: noise 0, as eps leaves g a little under 4 and so does gain */
    sums = pixel(1 << 18, 1 << 22, 1 << 20, 100.0);
    assert_true(sums.num_log <= 5 * 2048 + 91); /* 2048 log2(33) = 10331 */
    assert_true(sums.num_log >= 5 * 2048 + 90);
    /* g limited to 1: gain is s1 */
    sums = pixel(1 << 18, 1 << 22, 1 << 20, 1.0);
    assert_int_equal(sums.num_log, vmaf_vif_log(table, 3 << 17) - 17 * 2048);
}

int main(void)
{
    table = vmaf_vif_log_table();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_table),   cmocka_unit_test(test_log_cuts),
        cmocka_unit_test(test_taps_add_up), cmocka_unit_test(test_no_contraction),
        cmocka_unit_test(test_branches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
