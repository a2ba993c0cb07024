/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/libm.h"
#include "extract.h"
#include "feature/float_ssim/float_ms_ssim_terms.h"

#define LCS (1 + 3 * VMAF_MS_SSIM_LEVELS)

static double ms_ssim(const char *opts, unsigned bpc, unsigned w, unsigned h, TestSample ref,
                      TestSample dis)
{
    double score[TEST_MAX_SCORES];
    assert_int_equal(test_extract_made("float_ms_ssim", opts, bpc, w, h, ref, dis, score), 1);
    return score[0];
}

static void vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned bpc, w, h;
        double score;
    } want[] = {
        {8, 177, 191, 0.99915520004751557},
        {10, 177, 191, 0.99909936515924613},
        {8, 400, 390, 0.99917926921120737},
    };
    for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
        assert_same_double(
            ms_ssim("", want[i].bpc, want[i].w, want[i].h, test_ramp, test_ramp_error),
            want[i].score);
}

static void vectors_lcs(void **state)
{
    (void)state;
    static const double s[] = {0.9953269362449646, 0.99828839302062988, 0.9997972846031189,
                               0.99989902973175049, 0.99998098611831665};
    double score[TEST_MAX_SCORES];
    assert_int_equal(test_extract_made("float_ms_ssim", "enable_lcs=true", 8, 400, 390, test_ramp,
                                       test_ramp_error, score),
                     LCS);
    assert_same_double(score[0], 0.99917926921120737);
    for (unsigned i = 0; i < VMAF_MS_SSIM_LEVELS; i++)
        assert_same_double(score[1 + 2 * VMAF_MS_SSIM_LEVELS + i], s[i]);
}

/* The score is the product of powers of the means, whose magnitudes count. */
static double product(const double *score)
{
    static const float exponent[] = {0.0448f, 0.2856f, 0.3001f, 0.2363f, 0.1333f};
    double p = 1.0;
    for (unsigned i = 0; i < 5; i++) {
        const double l = i == 4 ? vmaf_pow(fabs(score[1 + i]), (double)exponent[i]) : 1.0;
        p = p * ((l * vmaf_pow(fabs(score[6 + i]), (double)exponent[i])) *
                 vmaf_pow(fabs(score[11 + i]), (double)exponent[i]));
    }
    return p;
}

static void sizes_depths_and_contents(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{176, 176}, {177, 191}, {333, 222}, {400, 390}};
    static const TestSample content[][2] = {{test_noise, test_ramp},
                                            {test_zero, test_white},
                                            {test_noise, test_noise_inverted},
                                            {test_checker, test_checker_shifted},
                                            {test_grey, test_noise}};
    for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++)
        for (size_t k = 0; k < sizeof(content) / sizeof(*content); k++)
            for (unsigned bpc = 8; bpc <= 16; bpc += bpc == 12 ? 4 : 2) {
                double score[TEST_MAX_SCORES];
                assert_int_equal(test_extract_made("float_ms_ssim", "enable_lcs=true", bpc,
                                                   size[i][0], size[i][1], content[k][0],
                                                   content[k][1], score),
                                 LCS);
                assert_true(isfinite(score[0]));
                assert_same_double(score[0], product(score));
                assert_same_double(
                    ms_ssim("", bpc, size[i][0], size[i][1], content[k][0], content[k][1]),
                    score[0]);
            }
}

static void negative_structure_keeps_its_sign(void **state)
{
    (void)state;
    double score[TEST_MAX_SCORES];
    assert_int_equal(test_extract_made("float_ms_ssim", "enable_lcs=true", 8, 176, 176, test_noise,
                                       test_noise_inverted, score),
                     LCS);
    assert_true(score[1 + 2 * VMAF_MS_SSIM_LEVELS] < -0.9);
    assert_true(score[0] > 0.0 && score[0] <= 1.0);
}

static void identical_frames(void **state)
{
    (void)state;
    static const TestSample content[] = {test_zero, test_grey, test_white, test_noise,
                                         test_checker};
    for (size_t k = 0; k < sizeof(content) / sizeof(*content); k++)
        for (unsigned bpc = 8; bpc <= 16; bpc += bpc == 12 ? 4 : 2)
            assert_true(fabs(ms_ssim("", bpc, 176, 177, content[k], content[k]) - 1.0) < 3e-7);
}

static void decibels(void **state)
{
    (void)state;
    const double score = ms_ssim("", 8, 176, 176, test_ramp, test_ramp_error);
    const double db = -10.0 * vmaf_log10(1.0 - score);
    assert_same_double(ms_ssim("enable_db=true", 8, 176, 176, test_ramp, test_ramp_error), db);
    assert_same_double(ms_ssim("clip_db=true", 8, 176, 176, test_ramp, test_ramp_error), score);
    assert_same_double(ms_ssim("enable_db=true", 8, 176, 176, test_zero, test_zero), INFINITY);
    /* ceil(10 log10(255^2 / (0.5 / 176^2))) */
    assert_same_double(ms_ssim("enable_db=true:clip_db=true", 8, 176, 176, test_zero, test_zero),
                       97.0);
}

static void refusals(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{175, 176}, {176, 175}, {16, 16}, {1920, 100}};
    char text[1024];
    for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++) {
        assert_int_equal(test_extract_log("float_ms_ssim", "", 8, size[i][0], size[i][1], test_zero,
                                          test_zero, text, sizeof(text)),
                         -EINVAL);
        assert_non_null(strstr(text, "176x176"));
        assert_non_null(strstr(text, "float_ms_ssim"));
    }
    assert_int_equal(test_extract_log("float_ms_ssim", "", 14, 176, 176, test_zero, test_zero, text,
                                      sizeof(text)),
                     -EINVAL);
    assert_int_equal(test_extract_log("float_ms_ssim", "scale=1", 8, 176, 176, test_zero, test_zero,
                                      text, sizeof(text)),
                     -EINVAL);
}

/* The table of the low-pass is symmetric, and its 81 taps sum to one but for their rounding. */
static void low_pass_taps(void **state)
{
    (void)state;
    double sum = 0.0;
    for (int v = -4; v <= 4; v++)
        for (int u = -4; u <= 4; u++) {
            const unsigned dv = (unsigned)(v < 0 ? -v : v), du = (unsigned)(u < 0 ? -u : u);
            assert_true(vmaf_ms_ssim_taps(dv).t[du] == vmaf_ms_ssim_taps(du).t[dv]);
            sum += (double)vmaf_ms_ssim_taps(dv).t[du];
        }
    assert_true(fabs(sum - 1.0) < 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(vectors_lcs),
        cmocka_unit_test(sizes_depths_and_contents),
        cmocka_unit_test(negative_structure_keeps_its_sign),
        cmocka_unit_test(identical_frames),
        cmocka_unit_test(decibels),
        cmocka_unit_test(refusals),
        cmocka_unit_test(low_pass_taps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
