/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* psnr_hvs through the public functions. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

/* A sample of plane c; k: 0 reference, 1 distorted. */
typedef uint32_t (*Sample)(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc);

static uint32_t peak(unsigned bpc)
{
    return (1u << bpc) - 1;
}

/* The pictures of the check vectors in docs/metrics/psnr_hvs.md. */
static uint32_t pattern(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    uint32_t v;
    if (c == 0)
        v = 5 * x + 3 * y + ((x ^ y) & 15) + k * (x * y % 11);
    else if (c == 1)
        v = 110 + x + 2 * y + k * ((x + y) % 5);
    else
        v = 140 - x + y + k * ((3 * x + y) % 7);
    return v << (bpc - 8) & peak(bpc);
}

static uint32_t same(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    (void)k;
    return pattern(x, y, c, 0, bpc);
}

static uint32_t other_luma(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    return pattern(x, y, c, c == 0 ? k : 0, bpc);
}

/* Flat against flat: only the means of blocks differ, by d in every plane. */
static uint32_t step(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    (void)x, (void)y, (void)c, (void)bpc;
    return 100 + 4 * k;
}

/* Only samples behind the last whole block of the luma plane differ; 22 is 8 + 2 * 7. */
static uint32_t late_error(unsigned x, unsigned y, unsigned c, unsigned k, unsigned bpc)
{
    return pattern(x, y, c, c == 0 && (x >= 22 || y >= 22) ? k : 0, bpc);
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

static const char *const names[] = {"psnr_hvs_y", "psnr_hvs_cb", "psnr_hvs_cr", "psnr_hvs"};

static int read_pair(VmafContext *vmaf, enum VmafPixelFormat fmt, unsigned bpc, unsigned w,
                     unsigned h, Sample sample)
{
    VmafPicture r = make(fmt, bpc, w, h, 0, sample), d = make(fmt, bpc, w, h, 1, sample);
    const int err = vmaf_read_pictures(vmaf, &r, &d, 0);
    if (err) {
        vmaf_picture_unref(&r);
        vmaf_picture_unref(&d);
    }
    return err;
}

static void score(enum VmafPixelFormat fmt, unsigned bpc, unsigned w, unsigned h, Sample sample,
                  double got[4])
{
    VmafContext *vmaf = test_open(0);
    assert_int_equal(vmaf_use_feature(vmaf, "psnr_hvs", NULL), 0);
    assert_int_equal(read_pair(vmaf, fmt, bpc, w, h, sample), 0);
    assert_int_equal(test_flush(vmaf), 0);
    for (unsigned i = 0; i < 4; i++) {
        const char *name;
        assert_int_equal(vmaf_score_name(vmaf, i, &name), 0);
        assert_string_equal(name, names[i]);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, name, &got[i], 0), 0);
    }
    vmaf_close(vmaf);
}

static void vectors(void **state)
{
    (void)state;
    static const struct {
        enum VmafPixelFormat fmt;
        unsigned bpc, w, h;
        double want[4];
    } row[] = {
        {VMAF_PIX_FMT_YUV420P,
         8,
         64,
         48,
         {21.189080717548133, 37.066815150942048, 31.58622361406978, 22.095073263479023}},
        {VMAF_PIX_FMT_YUV420P,
         10,
         64,
         48,
         {21.208420445456454, 36.495870710980263, 32.498189827766943, 22.12147791408427}},
        {VMAF_PIX_FMT_YUV444P,
         12,
         50,
         38,
         {21.169657028538026, 36.504580270460806, 32.552493343417993, 22.083731321022707}},
    };
    for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
        double got[4];
        score(row[i].fmt, row[i].bpc, row[i].w, row[i].h, pattern, got);
        for (unsigned k = 0; k < 4; k++) {
            if (got[k] != row[i].want[k])
                fail_msg("%s at %u bits: got %.17g, want %.17g", names[k], row[i].bpc, got[k],
                         row[i].want[k]);
        }
    }
}

static void equal_planes(void **state)
{
    (void)state;
    double got[4];
    score(VMAF_PIX_FMT_YUV420P, 8, 64, 48, same, got);
    for (unsigned k = 0; k < 4; k++)
        assert_true(got[k] == INFINITY);
    score(VMAF_PIX_FMT_YUV420P, 8, 64, 48, other_luma, got);
    assert_true(got[0] == 21.189080717548133);
    assert_true(got[1] == INFINITY && got[2] == INFINITY);
    assert_true(isfinite(got[3]) && got[3] > got[0]);
}

/*
 * A difference of means is never masked: 4 in each sample is 32 in the first coefficient, and the
 * term of each block its weighted square. With one block there is one term in a mean of 64.
 */
static void means(void **state)
{
    (void)state;
    static const float weight[3] = {1.6193873005f, 1.91113096927f, 2.03871978502f};
    double got[4];
    score(VMAF_PIX_FMT_YUV444P, 8, 8, 8, step, got);
    for (unsigned c = 0; c < 3; c++) {
        const float g = 32.0f * weight[c], error = g * g / 64.0f / (255.0f * 255.0f);
        assert_true(got[c] == -10.0 * log10((double)error));
    }
}

/* Samples right of and below the last whole block do not count. */
static void whole_blocks(void **state)
{
    (void)state;
    double got[4];
    for (unsigned side = 22; side < 29; side++) {
        score(VMAF_PIX_FMT_YUV444P, 8, side, side, late_error, got);
        assert_true(got[0] == INFINITY);
    }
    score(VMAF_PIX_FMT_YUV444P, 8, 29, 29, late_error, got);
    assert_true(isfinite(got[0]));
}

static void sizes(void **state)
{
    (void)state;
    static const struct {
        enum VmafPixelFormat fmt;
        unsigned bpc, w, h;
        int want;
    } row[] = {
        {VMAF_PIX_FMT_YUV420P, 8, 15, 15, 0},        {VMAF_PIX_FMT_YUV420P, 8, 14, 15, -EINVAL},
        {VMAF_PIX_FMT_YUV420P, 8, 15, 14, -EINVAL},  {VMAF_PIX_FMT_YUV422P, 8, 15, 8, 0},
        {VMAF_PIX_FMT_YUV422P, 8, 14, 8, -EINVAL},   {VMAF_PIX_FMT_YUV422P, 8, 15, 7, -EINVAL},
        {VMAF_PIX_FMT_YUV444P, 8, 8, 8, 0},          {VMAF_PIX_FMT_YUV444P, 8, 7, 8, -EINVAL},
        {VMAF_PIX_FMT_YUV444P, 8, 8, 7, -EINVAL},    {VMAF_PIX_FMT_YUV400P, 8, 64, 64, -EINVAL},
        {VMAF_PIX_FMT_YUV420P, 16, 64, 64, -EINVAL}, {VMAF_PIX_FMT_YUV420P, 9, 64, 64, -EINVAL},
        {VMAF_PIX_FMT_YUV420P, 12, 64, 64, 0},
    };
    for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
        VmafContext *vmaf = test_open(0);
        assert_int_equal(vmaf_use_feature(vmaf, "psnr_hvs", NULL), 0);
        assert_int_equal(read_pair(vmaf, row[i].fmt, row[i].bpc, row[i].w, row[i].h, pattern),
                         row[i].want);
        vmaf_close(vmaf);
    }
}

static void no_options(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    VmafFeatureDictionary *dict = test_option("enable_chroma", "true");
    assert_int_equal(vmaf_use_feature(vmaf, "psnr_hvs", dict), -EINVAL);
    vmaf_feature_dictionary_free(&dict);
    vmaf_close(vmaf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors), cmocka_unit_test(equal_planes),
        cmocka_unit_test(means),   cmocka_unit_test(whole_blocks),
        cmocka_unit_test(sizes),   cmocka_unit_test(no_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
