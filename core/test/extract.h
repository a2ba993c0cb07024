/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_EXTRACT_H
#define VMAF_TEST_EXTRACT_H

/** Drive one feature on pictures made in memory; cmocka.h and its friends come first. */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "feature/feature.h"
#include "score_pair.h"

#define TEST_MAX_SCORES 32

typedef uint32_t (*TestSample)(unsigned x, unsigned y, unsigned bpc);

/** Allocate a 4:0:0 picture and fill its luma plane. */
static inline void test_picture(VmafPicture *pic, unsigned bpc, unsigned w, unsigned h,
                                TestSample sample)
{
    assert_int_equal(vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV400P, bpc, w, h), 0);
    for (unsigned y = 0; y < h; y++) {
        uint8_t *row = (uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
        for (unsigned x = 0; x < w; x++) {
            const uint32_t v = sample(x, y, bpc);
            if (bpc == 8)
                row[x] = (uint8_t)v;
            else
                ((uint16_t *)(void *)row)[x] = (uint16_t)v;
        }
    }
}

/** Forbidden instruction sets of the runs below. */
static unsigned test_mask;

/**
 * Score one pair as frame 0.
 *
 * @param opts "key=value:key=value", or ""
 * @param score [TEST_MAX_SCORES] by the order of the feature's scores
 * @return number of scores; or the error of registering or reading
 */
static inline int test_extract(const char *name, const char *opts, const VmafPicture *ref,
                               const VmafPicture *dis, double *score)
{
    return test_score_pair(name, opts, test_mask, ref, dis, score, TEST_MAX_SCORES);
}

/** The same on generated pictures. */
static inline int test_extract_made(const char *name, const char *opts, unsigned bpc, unsigned w,
                                    unsigned h, TestSample ref, TestSample dis, double *score)
{
    VmafPicture r, d;
    test_picture(&r, bpc, w, h, ref);
    test_picture(&d, bpc, w, h, dis);
    const int n = test_extract(name, opts, &r, &d, score);
    vmaf_picture_unref(&r);
    vmaf_picture_unref(&d);
    return n;
}

/**
 * Plan a feature.
 *
 * @param plan [plan_size of the feature]
 * @return the error of vmaf_feature_plan()
 */
static inline int test_plan(const char *name, const char *opts, const VmafFrameInfo *info,
                            void *plan)
{
    enum VmafBackend backend;
    const VmafFeature *f = vmaf_feature_find(name, &backend);
    assert_non_null(f);
    VmafNeeds needs = f->needs;
    VmafFeatureDictionary *dict;
    char options[1024];
    assert_true(f->options_size <= sizeof(options));
    memset(plan, 0, f->plan_size);
    assert_int_equal(test_options(opts, &dict), 0);
    assert_int_equal(vmaf_options_parse(name, f->options, dict, options), 0);
    const int err = vmaf_feature_plan(f, plan, options, info, 0, &needs);
    vmaf_feature_dictionary_free(&dict);
    return err;
}

/** As test_extract_made(), with what is written to stderr meanwhile in text [size]. */
static inline int test_extract_log(const char *name, const char *opts, unsigned bpc, unsigned w,
                                   unsigned h, TestSample ref, TestSample dis, char *text,
                                   size_t size)
{
    double score[TEST_MAX_SCORES];
    FILE *log = tmpfile();
    assert_non_null(log);
    fflush(stderr);
    const int saved = dup(STDERR_FILENO);
    assert_true(dup2(fileno(log), STDERR_FILENO) >= 0);
    const int n = test_extract_made(name, opts, bpc, w, h, ref, dis, score);
    fflush(stderr);
    assert_true(dup2(saved, STDERR_FILENO) >= 0);
    close(saved);
    rewind(log);
    text[fread(text, 1, size - 1, log)] = '\0';
    fclose(log);
    return n;
}

/** Equal, and of the same sign when zero; a NaN equals a NaN. */
#define assert_same_double(got, want)                                                  \
    do {                                                                               \
        const double test_got = (got), test_want = (want);                             \
        if (test_got != test_want && (test_got == test_got || test_want == test_want)) \
            fail_msg("got %.17g, want %.17g", test_got, test_want);                    \
    } while (0)

static inline uint32_t test_peak(unsigned bpc)
{
    return (1u << bpc) - 1u;
}

/** A ramp that wraps often: the reference picture of the check vectors in docs/metrics/ssim.md. */
static inline uint32_t test_ramp(unsigned x, unsigned y, unsigned bpc)
{
    return ((7919u * x + 104729u * y + 31u * x * y) >> 3) & test_peak(bpc);
}

/** That ramp with a small error of period 23. */
static inline uint32_t test_ramp_error(unsigned x, unsigned y, unsigned bpc)
{
    const int64_t v = (int64_t)test_ramp(x, y, bpc) +
                      ((int64_t)((13u * x + 17u * y) % 23u) << (bpc - 8)) -
                      ((int64_t)11 << (bpc - 8));
    return v < 0 ? 0 : v > (int64_t)test_peak(bpc) ? test_peak(bpc) : (uint32_t)v;
}

static inline uint32_t test_zero(unsigned x, unsigned y, unsigned bpc)
{
    (void)x, (void)y, (void)bpc;
    return 0;
}

static inline uint32_t test_white(unsigned x, unsigned y, unsigned bpc)
{
    (void)x, (void)y;
    return test_peak(bpc);
}

static inline uint32_t test_grey(unsigned x, unsigned y, unsigned bpc)
{
    (void)x, (void)y;
    return 1u << (bpc - 1);
}

/** Uniform noise, a function of the place. */
static inline uint32_t test_noise(unsigned x, unsigned y, unsigned bpc)
{
    uint64_t z = ((uint64_t)y << 32 | x) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(z >> 40) & test_peak(bpc);
}

static inline uint32_t test_noise_inverted(unsigned x, unsigned y, unsigned bpc)
{
    return test_peak(bpc) - test_noise(x, y, bpc);
}

/** Squares of 10 samples. */
static inline uint32_t test_checker(unsigned x, unsigned y, unsigned bpc)
{
    return (x / 10 + y / 10) & 1 ? test_peak(bpc) : 0;
}

static inline uint32_t test_checker_shifted(unsigned x, unsigned y, unsigned bpc)
{
    return test_checker(x + 1, y, bpc);
}

#endif /* VMAF_TEST_EXTRACT_H */
