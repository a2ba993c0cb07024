/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "feature/fold.h"

static void order_matters(void **state)
{
    (void)state;
    double sum;
    /* 2^53 + 1 rounds back to 2^53, 1 + 1 first does not. */
    const double big_first[] = {0x1p53, 1.0, 1.0}, big_last[] = {1.0, 1.0, 0x1p53};
    assert_int_equal(vmaf_fold_f64(big_first, 3, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == 0x1p53);
    assert_int_equal(vmaf_fold_f64(big_last, 3, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == 0x1p53 + 2.0);
    const double cancel[] = {1e16, 1.0, -1e16, 1.0};
    assert_int_equal(vmaf_fold_f64(cancel, 4, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == 1.0);
}

static void accumulators_are_independent(void **state)
{
    (void)state;
    for (unsigned per_site = 1; per_site <= 4; per_site++) {
        double term[4 * 7], sum[4] = {-1, -1, -1, -1};
        for (unsigned i = 0; i < 7; i++)
            for (unsigned k = 0; k < per_site; k++)
                term[i * per_site + k] = ldexp(1.0, (int)(i + 8 * k));
        assert_int_equal(vmaf_fold_f64(term, 7, per_site, vmaf_cpu_flags(), sum), 0);
        for (unsigned k = 0; k < 4; k++)
            assert_true(sum[k] == (k < per_site ? ldexp(127.0, (int)(8 * k)) : -1.0));
    }
}

static void in_parts(void **state)
{
    (void)state;
    double term[100], whole, parts = 0.0;
    for (unsigned i = 0; i < 100; i++)
        term[i] = 1.0 / (i + 3);
    assert_int_equal(vmaf_fold_f64(term, 100, 1, vmaf_cpu_flags(), &whole), 0);
    for (unsigned at = 0, n = 0; at < 100; at += n) {
        n = at % 7 + 1 < 100 - at ? at % 7 + 1 : 100 - at;
        assert_int_equal(vmaf_fold_f64_more(term + at, n, 1, vmaf_cpu_flags(), &parts), 0);
    }
    assert_true(parts == whole);
}

static void special_values(void **state)
{
    (void)state;
    double sum = 5.0;
    assert_int_equal(vmaf_fold_f64(NULL, 0, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == 0.0 && !signbit(sum));
    const double zeros[] = {-0.0, -0.0};
    assert_int_equal(vmaf_fold_f64(zeros, 2, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == 0.0 && !signbit(sum));
    sum = -0.0;
    assert_int_equal(vmaf_fold_f64_more(zeros, 2, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == 0.0 && signbit(sum));
    const double infinite[] = {1.0, INFINITY, 2.0};
    assert_int_equal(vmaf_fold_f64(infinite, 3, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(sum == INFINITY);
    const double opposite[] = {INFINITY, -INFINITY, 2.0};
    assert_int_equal(vmaf_fold_f64(opposite, 3, 1, vmaf_cpu_flags(), &sum), 0);
    assert_true(isnan(sum));
}

static void bad_arguments(void **state)
{
    (void)state;
    const double term[5] = {1, 1, 1, 1, 1};
    double sum[5] = {7, 7, 7, 7, 7};
    static const unsigned bad[] = {0, 5, 1000};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(vmaf_fold_f64(term, 1, bad[i], vmaf_cpu_flags(), sum), -EINVAL);
        assert_int_equal(vmaf_fold_f64_more(term, 1, bad[i], vmaf_cpu_flags(), sum), -EINVAL);
    }
    assert_true(sum[0] == 7.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_matters), cmocka_unit_test(accumulators_are_independent),
        cmocka_unit_test(in_parts),      cmocka_unit_test(special_values),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
