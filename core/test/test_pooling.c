/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Pooling through the public interface: formulas, order, ranges, missing and odd values. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>

static VmafContext *open_subsampled(unsigned n_subsample)
{
    VmafConfiguration cfg = test_config(0);
    VmafContext *vmaf = NULL;
    cfg.n_subsample = n_subsample;
    assert_int_equal(vmaf_init(&vmaf, cfg), 0);
    return vmaf;
}

static void import(VmafContext *vmaf, const double *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(vmaf_import_feature_score(vmaf, "x", values[i], i), 0);
}

static void check(VmafContext *vmaf, enum VmafPoolingMethod method, unsigned low, unsigned high,
                  double want)
{
    double score = 42.0;
    assert_int_equal(vmaf_feature_score_pooled(vmaf, "x", method, &score, low, high), 0);
    if (isnan(want))
        assert_true(isnan(score));
    else
        assert_memory_equal(&score, &want, sizeof(score));
}

static void test_methods(void **state)
{
    (void)state;
    static const double values[] = {10, 11, 12, 13, 14, 15};
    VmafContext *vmaf = open_subsampled(0);
    import(vmaf, values, 6);
    check(vmaf, VMAF_POOL_METHOD_MIN, 1, 4, 11.0);
    check(vmaf, VMAF_POOL_METHOD_MAX, 1, 4, 14.0);
    check(vmaf, VMAF_POOL_METHOD_MEAN, 1, 4, 12.5);
    check(vmaf, VMAF_POOL_METHOD_HARMONIC_MEAN, 3, 3, 1.0 / (1.0 / 14.0) - 1.0);
    check(vmaf, VMAF_POOL_METHOD_MEAN, 5, 5, 15.0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** Only kept indexes count, also when the range begins between two of them. */
static void test_subsampled_range(void **state)
{
    (void)state;
    static const double values[] = {10, 11, 12, 13, 14, 15};
    VmafContext *vmaf = open_subsampled(2);
    import(vmaf, values, 6);
    check(vmaf, VMAF_POOL_METHOD_MIN, 1, 5, 12.0);
    check(vmaf, VMAF_POOL_METHOD_MAX, 1, 5, 14.0);
    check(vmaf, VMAF_POOL_METHOD_MEAN, 1, 5, 13.0);
    check(vmaf, VMAF_POOL_METHOD_HARMONIC_MEAN, 1, 5, 12.928571428571429);
    double score = 42.0;
    for (int m = VMAF_POOL_METHOD_MIN; m < VMAF_POOL_METHOD_NB; m++)
        assert_int_equal(
            vmaf_feature_score_pooled(vmaf, "x", (enum VmafPoolingMethod)m, &score, 3, 3), -EINVAL);
    assert_true(score == 42.0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    static const double values[] = {1, 2, 3};
    VmafContext *vmaf = open_subsampled(0);
    double score = 42.0;
    import(vmaf, values, 3);
    static const int methods[] = {-1, 0, VMAF_POOL_METHOD_NB, 99};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(
            vmaf_feature_score_pooled(vmaf, "x", (enum VmafPoolingMethod)methods[i], &score, 0, 2),
            -EINVAL);
    const enum VmafPoolingMethod mean = VMAF_POOL_METHOD_MEAN;
    assert_int_equal(vmaf_feature_score_pooled(vmaf, "x", mean, &score, 2, 1), -EINVAL);
    assert_int_equal(vmaf_feature_score_pooled(vmaf, "x", mean, &score, 0, 3), -EINVAL);
    assert_int_equal(vmaf_feature_score_pooled(vmaf, "x", mean, &score, 0, UINT32_MAX), -EINVAL);
    assert_int_equal(vmaf_feature_score_pooled(vmaf, "y", mean, &score, 0, 2), -EINVAL);
    assert_true(score == 42.0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_not_a_number(void **state)
{
    (void)state;
    static const double middle[] = {3.0, NAN, 1.0}, first[] = {NAN, 3.0, 1.0};
    VmafContext *vmaf = open_subsampled(0);
    import(vmaf, middle, 3);
    check(vmaf, VMAF_POOL_METHOD_MIN, 0, 2, 1.0);
    check(vmaf, VMAF_POOL_METHOD_MAX, 0, 2, 3.0);
    check(vmaf, VMAF_POOL_METHOD_MEAN, 0, 2, NAN);
    check(vmaf, VMAF_POOL_METHOD_HARMONIC_MEAN, 0, 2, NAN);
    assert_int_equal(vmaf_close(vmaf), 0);
    vmaf = open_subsampled(0);
    import(vmaf, first, 3);
    check(vmaf, VMAF_POOL_METHOD_MIN, 0, 2, NAN);
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** The harmonic mean needs scores above -1: it is no mean with one at or below. */
static void test_harmonic_mean_of_low_scores(void **state)
{
    (void)state;
    static const double low[] = {90.0, 92.0, -1.0, -3.0, -INFINITY, -0.5, NAN};
    VmafContext *vmaf = open_subsampled(0);
    const enum VmafPoolingMethod harmonic = VMAF_POOL_METHOD_HARMONIC_MEAN;
    import(vmaf, low, 7);
    check(vmaf, harmonic, 0, 1, 2.0 / (1.0 / 91.0 + 1.0 / 93.0) - 1.0);
    for (unsigned i = 2; i < 5; i++) {
        check(vmaf, harmonic, 0, i, NAN);
        check(vmaf, harmonic, i, i, NAN);
        check(vmaf, harmonic, i, 5, NAN);
        check(vmaf, VMAF_POOL_METHOD_MIN, 0, i, low[i]);
    }
    check(vmaf, VMAF_POOL_METHOD_MEAN, 2, 3, -2.0);
    check(vmaf, harmonic, 5, 5, -0.5);
    check(vmaf, harmonic, 5, 6, NAN);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_infinite_terms(void **state)
{
    (void)state;
    static const double infinite[] = {INFINITY, 1.0};
    VmafContext *vmaf = open_subsampled(0);
    import(vmaf, infinite, 2);
    check(vmaf, VMAF_POOL_METHOD_MEAN, 0, 1, INFINITY);
    check(vmaf, VMAF_POOL_METHOD_MAX, 0, 1, INFINITY);
    check(vmaf, VMAF_POOL_METHOD_HARMONIC_MEAN, 0, 1, 3.0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** The sum runs in ascending order: a large value first swallows what follows. */
static void test_order_of_the_sum(void **state)
{
    (void)state;
    static const double values[] = {9007199254740992.0, 1.0, 1.0, -9007199254740992.0};
    VmafContext *vmaf = open_subsampled(0);
    import(vmaf, values, 4);
    check(vmaf, VMAF_POOL_METHOD_MEAN, 0, 3, 0.0); /* 0.5 if the ones met first */
    check(vmaf, VMAF_POOL_METHOD_MEAN, 1, 2, 1.0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_subsampled_range),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_not_a_number),
        cmocka_unit_test(test_harmonic_mean_of_low_scores),
        cmocka_unit_test(test_infinite_terms),
        cmocka_unit_test(test_order_of_the_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
