/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/libm.h"
#include "extract.h"
#include "feature/ssim/ssim_terms.h"
#include "feature/ssim_db.h"

static double ssim(const char *opts, unsigned bpc, unsigned w, unsigned h, TestSample ref,
                   TestSample dis)
{
    double score[TEST_MAX_SCORES];
    assert_int_equal(test_extract_made("ssim", opts, bpc, w, h, ref, dis, score), 1);
    return score[0];
}

static void vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned bpc, w, h;
        double score;
    } want[] = {
        {8, 1, 1, 0.99999999999999978},     {10, 1, 1, 1.0},
        {12, 1, 1, 1.0000000000000002},     {16, 1, 1, 1.0},
        {8, 7, 3, 0.99566992077016214},     {16, 7, 3, 0.98777225785136513},
        {8, 64, 48, 0.99439036943585046},   {10, 64, 48, 0.98049867321178208},
        {12, 64, 48, 0.99603967523698278},  {16, 64, 48, 0.9957899477327713},
        {8, 400, 390, 0.99515511932754952}, {10, 400, 390, 0.99440551212987183},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
        assert_same_double(ssim("", want[i].bpc, want[i].w, want[i].h, test_ramp, test_ramp_error),
                           want[i].score);
}

/* The score of a frame against itself misses 1 by the roundings of its terms at most. */
static void identical_frames(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{1, 1}, {2, 3}, {3, 2},  {4, 4},   {5, 1},
                                       {8, 8}, {9, 9}, {16, 7}, {65, 64}, {322, 182}};
    static const TestSample content[] = {test_zero, test_grey, test_white, test_noise,
                                         test_checker};
    static const unsigned depth[] = {8, 10, 12, 16};
    for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++)
        for (size_t k = 0; k < sizeof(content) / sizeof(*content); k++)
            for (size_t b = 0; b < sizeof(depth) / sizeof(*depth); b++) {
                const double score =
                    ssim("", depth[b], size[i][0], size[i][1], content[k], content[k]);
                assert_true(fabs(score - 1.0) <= 4 * 0x1p-52);
            }
    /* The smallest picture shows all three cases. */
    assert_same_double(ssim("", 8, 1, 1, test_zero, test_zero), 0.99999999999999978);
    assert_same_double(ssim("", 10, 1, 1, test_zero, test_zero), 1.0);
    assert_same_double(ssim("", 12, 1, 1, test_zero, test_zero), 1.0000000000000002);
}

/* Black against white: both variances vanish, so each term is c1 / (peak^2 + c1), whatever W. */
static void black_against_white(void **state)
{
    (void)state;
    const double want = 0.0001 / 1.0001;
    for (unsigned bpc = 8; bpc <= 16; bpc += bpc == 12 ? 4 : 2)
        assert_true(fabs(ssim("", bpc, 16, 7, test_zero, test_white) - want) < 1e-15);
}

static void decibels(void **state)
{
    (void)state;
    const double score = ssim("", 8, 64, 48, test_ramp, test_ramp_error);
    const double db = -10.0 * vmaf_log10(1.0 - score);
    assert_same_double(ssim("enable_db=true", 8, 64, 48, test_ramp, test_ramp_error), db);
    assert_same_double(ssim("enable_db=true:clip_db=true", 8, 64, 48, test_ramp, test_ramp_error),
                       db);
    assert_same_double(ssim("clip_db=true", 8, 64, 48, test_ramp, test_ramp_error), score);

    /* A score of one or more is the bound, which is infinite without clip_db. */
    assert_same_double(ssim("enable_db=true", 10, 1, 1, test_zero, test_zero), INFINITY);
    assert_same_double(ssim("enable_db=true", 12, 1, 1, test_zero, test_zero), INFINITY);
    assert_same_double(ssim("enable_db=true:clip_db=true", 8, 64, 64, test_grey, test_grey), 88.0);
    const double below_one = ssim("enable_db=true", 8, 1, 1, test_zero, test_zero);
    assert_true(below_one > 156 && below_one < 157);
}

static void decibel_rule(void **state)
{
    (void)state;
    const VmafFrameInfo small = {VMAF_PIX_FMT_YUV400P, 8, 64, 64};
    assert_same_double(vmaf_ssim_max_db(true, &small), 88.0);
    assert_same_double(vmaf_ssim_max_db(false, &small), INFINITY);
    /* 65535^2 needs all 32 bits. */
    const VmafFrameInfo deep = {VMAF_PIX_FMT_YUV400P, 16, 1, 1};
    assert_same_double(vmaf_ssim_max_db(true, &deep), 100.0);

    assert_same_double(vmaf_ssim_db(0.9, 60.0), -10.0 * vmaf_log10(1.0 - 0.9));
    assert_same_double(vmaf_ssim_db(0.9999999999, 60.0), 60.0);
    assert_same_double(vmaf_ssim_db(1.0, 60.0), 60.0);
    assert_same_double(vmaf_ssim_db(1.0000000000000002, 60.0), 60.0);
    assert_same_double(vmaf_ssim_db(NAN, 60.0), 60.0);
    assert_same_double(vmaf_ssim_db(-3.0, 60.0), -10.0 * vmaf_log10(4.0));
}

/* Weights of a pass: 256 inside, and in total 256 n - 292 from four samples on. */
static void weights(void **state)
{
    (void)state;
    for (unsigned n = 1; n < 40; n++) {
        int total = 0;
        for (unsigned i = 0; i < n; i++)
            total += vmaf_ssim_weight(i, n);
        if (n >= 4)
            assert_int_equal(total, 256 * (int)n - 292);
        if (n >= 9)
            assert_int_equal(vmaf_ssim_weight(n / 2, n), 256);
    }
    assert_int_equal(vmaf_ssim_weight(0, 1), 68);
}

/* Samples are not masked: a value above the peak counts as it is. */
static void samples_above_the_peak(void **state)
{
    (void)state;
    VmafPicture ref, dis;
    test_picture(&ref, 10, 24, 16, test_ramp);
    test_picture(&dis, 10, 24, 16, test_ramp_error);
    uint16_t *row = ref.data[0];
    row[3] = 65535;
    double clean, dirty[TEST_MAX_SCORES];
    clean = ssim("", 10, 24, 16, test_ramp, test_ramp_error);
    assert_int_equal(test_extract("ssim", "", &ref, &dis, dirty), 1);
    assert_true(dirty[0] < clean && dirty[0] > 0.0);
    vmaf_picture_unref(&ref);
    vmaf_picture_unref(&dis);
}

static void refusals(void **state)
{
    (void)state;
    char text[1024];
    assert_int_equal(
        test_extract_log("ssim", "scale=2", 8, 16, 16, test_zero, test_zero, text, sizeof(text)),
        -EINVAL);
    assert_non_null(strstr(text, "scale"));
    assert_non_null(strstr(text, "enable_db"));
    assert_int_equal(
        test_extract_log("ssim", "", 9, 16, 16, test_zero, test_zero, text, sizeof(text)), -EINVAL);
    assert_non_null(strstr(text, "8, 10, 12"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(identical_frames),
        cmocka_unit_test(black_against_white),
        cmocka_unit_test(decibels),
        cmocka_unit_test(decibel_rule),
        cmocka_unit_test(weights),
        cmocka_unit_test(samples_above_the_peak),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
