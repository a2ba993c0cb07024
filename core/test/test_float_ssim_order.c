/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * float_ssim and float_ms_ssim add their terms in raster order. The frames of order_frame.h give
 * another float for every grouping tried here, so the scores tell the order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "feature/float_ssim/float_ssim_terms.h"
#include "libvmaf/libvmaf.h"
#include "order_frame.h"

enum { MAX = ORDER_MAX_SIDE - 10 };

/* One frame and the terms of one of its sums, [n][n]. */
typedef struct Frame {
    unsigned side, n;
    uint8_t plane[2][ORDER_MAX_SIDE * ORDER_MAX_SIDE];
    double term[MAX * MAX];
} Frame;

static Frame product, contrast;

static float gauss(const float *p, size_t step)
{
    return vmaf_float_ssim_gauss(p[0], p[step], p[2 * step], p[3 * step], p[4 * step], p[5 * step],
                                 p[6 * step], p[7 * step], p[8 * step], p[9 * step], p[10 * step]);
}

static double product_of(VmafFloatSsimTerm t)
{
    return vmaf_float_ssim_product(t);
}

static double contrast_of(VmafFloatSsimTerm t)
{
    return t.c;
}

/* Terms window by window, from the shared arithmetic. */
static void make(Frame *f, const OrderFrame *from, double (*value)(VmafFloatSsimTerm))
{
    static float horiz[5][ORDER_MAX_SIDE][MAX];
    f->side = from->side;
    f->n = f->side - 10;
    order_frame_fill(from, f->plane[0], f->plane[1]);
    for (unsigned y = 0; y < f->side; y++) {
        float in[5][ORDER_MAX_SIDE];
        for (unsigned x = 0; x < f->side; x++) {
            const float r = f->plane[0][y * f->side + x], c = f->plane[1][y * f->side + x];
            in[0][x] = r, in[1][x] = c;
            in[2][x] = r * r, in[3][x] = c * c, in[4][x] = r * c;
        }
        for (unsigned k = 0; k < 5; k++) {
            for (unsigned x = 0; x < f->n; x++)
                horiz[k][y][x] = gauss(in[k] + x, 1);
        }
    }
    for (unsigned y = 0; y < f->n; y++) {
        for (unsigned x = 0; x < f->n; x++) {
            float m[5];
            for (unsigned k = 0; k < 5; k++)
                m[k] = gauss(&horiz[k][y][x], MAX);
            f->term[y * f->n + x] = value(vmaf_float_ssim_term(m[0], m[1], m[2], m[3], m[4]));
        }
    }
}

static int setup(void **state)
{
    (void)state;
    make(&product, &order_frame_product, product_of);
    make(&contrast, &order_frame_contrast, contrast_of);
    return 0;
}

static float mean(const Frame *f, double sum)
{
    return (float)(sum / (double)(f->n * f->n));
}

static float raster(const Frame *f)
{
    double sum = 0.0;
    for (unsigned i = 0; i < f->n * f->n; i++)
        sum += f->term[i];
    return mean(f, sum);
}

/* One partial sum per block of w x h windows. */
static float by_tiles(const Frame *f, unsigned w, unsigned h)
{
    double sum = 0.0;
    for (unsigned top = 0; top < f->n; top += h) {
        for (unsigned left = 0; left < f->n; left += w) {
            double part = 0.0;
            for (unsigned y = top; y < top + h && y < f->n; y++) {
                for (unsigned x = left; x < left + w && x < f->n; x++)
                    part += f->term[y * f->n + x];
            }
            sum += part;
        }
    }
    return mean(f, sum);
}

/* One partial sum per run of windows. */
static float by_runs(const Frame *f, unsigned length)
{
    double sum = 0.0;
    for (unsigned start = 0; start < f->n * f->n; start += length) {
        double part = 0.0;
        for (unsigned i = start; i < start + length && i < f->n * f->n; i++)
            part += f->term[i];
        sum += part;
    }
    return mean(f, sum);
}

static double pairwise(const double *t, unsigned n)
{
    return n == 1 ? t[0] : pairwise(t, n / 2) + pairwise(t + n / 2, n - n / 2);
}

static void frames_tell_groupings_apart(void **state)
{
    (void)state;
    const Frame *const all[] = {&product, &contrast};
    for (unsigned k = 0; k < 2; k++) {
        const Frame *f = all[k];
        const float want = raster(f);
        const unsigned tile[][2] = {{8, 8},   {16, 8},   {16, 16}, {32, 8},
                                    {32, 32}, {f->n, 1}, {1, f->n}};
        for (unsigned i = 0; i < sizeof(tile) / sizeof(tile[0]); i++)
            assert_true(by_tiles(f, tile[i][0], tile[i][1]) != want);
        assert_true(by_runs(f, 1) == want);
        for (unsigned length = 2; length <= 1024; length *= 2)
            assert_true(by_runs(f, length) != want);
        assert_true(mean(f, pairwise(f->term, f->n * f->n)) != want);
    }
}

static void fill(VmafPicture *pic, const uint8_t *from, unsigned side)
{
    assert_int_equal(vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV400P, 8, side, side), 0);
    for (unsigned y = 0; y < side; y++)
        memcpy((uint8_t *)pic->data[0] + y * pic->stride[0], from + y * side, side);
}

static double score(const Frame *f, const char *feature, const char *lcs, const char *output,
                    uint64_t cpumask)
{
    VmafContext *vmaf;
    VmafFeatureDictionary *opts = NULL;
    VmafPicture ref, dis;
    double value;
    assert_int_equal(vmaf_init(&vmaf, (VmafConfiguration){.cpumask = cpumask}), 0);
    assert_int_equal(vmaf_feature_dictionary_set(&opts, "enable_lcs", lcs), 0);
    assert_int_equal(vmaf_use_feature(vmaf, feature, opts), 0);
    fill(&ref, f->plane[0], f->side);
    fill(&dis, f->plane[1], f->side);
    assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, 0), 0);
    assert_int_equal(vmaf_read_pictures(vmaf, NULL, NULL, 0), 0);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, output, &value, 0), 0);
    assert_int_equal(vmaf_close(vmaf), 0);
    return value;
}

static void scores_are_raster_sums(void **state)
{
    (void)state;
    static const struct {
        const Frame *frame;
        const char *feature, *lcs, *output;
    } sum[] = {
        {&product, "float_ssim", "false", "float_ssim"},
        {&product, "float_ssim", "true", "float_ssim"},
        {&contrast, "float_ssim", "true", "float_ssim_c"},
        {&contrast, "float_ms_ssim", "true", "float_ms_ssim_c_scale0"},
    };
    for (unsigned i = 0; i < sizeof(sum) / sizeof(sum[0]); i++) {
        const double want = (double)raster(sum[i].frame);
        assert_true(score(sum[i].frame, sum[i].feature, sum[i].lcs, sum[i].output, UINT64_MAX) ==
                    want);
        assert_true(score(sum[i].frame, sum[i].feature, sum[i].lcs, sum[i].output, 0) == want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_tell_groupings_apart),
        cmocka_unit_test(scores_are_raster_sums),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
