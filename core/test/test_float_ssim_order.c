/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * float_ssim adds its terms in raster order. The frame of order_frame.h gives another float for
 * every grouping tried here, so the score tells the order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "float_ssim_terms.h"
#include "libvmaf/libvmaf.h"
#include "order_frame.h"

enum { N = ORDER_WINDOWS };

static uint8_t plane[2][ORDER_SIDE * ORDER_SIDE];
static double term[N * N];

static float gauss(const float *p, size_t step)
{
    return vmaf_float_ssim_gauss(p[0], p[step], p[2 * step], p[3 * step], p[4 * step], p[5 * step],
                                 p[6 * step], p[7 * step], p[8 * step], p[9 * step], p[10 * step]);
}

/* Terms of the frame, window by window, from the shared arithmetic. */
static int setup(void **state)
{
    (void)state;
    static float horiz[5][ORDER_SIDE][N];
    order_frame(plane[0], plane[1]);
    for (unsigned y = 0; y < ORDER_SIDE; y++) {
        float in[5][ORDER_SIDE];
        for (unsigned x = 0; x < ORDER_SIDE; x++) {
            const float r = plane[0][y * ORDER_SIDE + x], c = plane[1][y * ORDER_SIDE + x];
            in[0][x] = r, in[1][x] = c;
            in[2][x] = r * r, in[3][x] = c * c, in[4][x] = r * c;
        }
        for (unsigned k = 0; k < 5; k++) {
            for (unsigned x = 0; x < N; x++)
                horiz[k][y][x] = gauss(in[k] + x, 1);
        }
    }
    for (unsigned y = 0; y < N; y++) {
        for (unsigned x = 0; x < N; x++) {
            float m[5];
            for (unsigned k = 0; k < 5; k++)
                m[k] = gauss(&horiz[k][y][x], N);
            term[y * N + x] =
                vmaf_float_ssim_product(vmaf_float_ssim_term(m[0], m[1], m[2], m[3], m[4]));
        }
    }
    return 0;
}

/* One partial sum per block of w x h windows; 1 x 1 is the raster order. */
static float mean_by_tiles(unsigned w, unsigned h)
{
    double sum = 0.0;
    for (unsigned top = 0; top < N; top += h) {
        for (unsigned left = 0; left < N; left += w) {
            double part = 0.0;
            for (unsigned y = top; y < top + h && y < N; y++) {
                for (unsigned x = left; x < left + w && x < N; x++)
                    part += term[y * N + x];
            }
            sum += part;
        }
    }
    return (float)(sum / (double)(N * N));
}

/* One partial sum per run of n windows. */
static float mean_by_runs(unsigned n)
{
    double sum = 0.0;
    for (unsigned start = 0; start < N * N; start += n) {
        double part = 0.0;
        for (unsigned i = start; i < start + n && i < N * N; i++)
            part += term[i];
        sum += part;
    }
    return (float)(sum / (double)(N * N));
}

static double pairwise(const double *t, unsigned n)
{
    return n == 1 ? t[0] : pairwise(t, n / 2) + pairwise(t + n / 2, n - n / 2);
}

static float raster_mean(void)
{
    double sum = 0.0;
    for (unsigned i = 0; i < N * N; i++)
        sum += term[i];
    return (float)(sum / (double)(N * N));
}

static void frame_tells_groupings_apart(void **state)
{
    (void)state;
    const float raster = raster_mean();
    assert_true(mean_by_tiles(1, 1) == raster && mean_by_runs(1) == raster);
    static const unsigned tile[][2] = {{8, 8}, {16, 8}, {16, 16}, {32, 8}, {N, 1}, {1, N}};
    for (unsigned i = 0; i < sizeof(tile) / sizeof(tile[0]); i++)
        assert_true(mean_by_tiles(tile[i][0], tile[i][1]) != raster);
    static const unsigned run[] = {2, 4, 8, 32, 64, 128, 256, 512, 1024};
    for (unsigned i = 0; i < sizeof(run) / sizeof(run[0]); i++)
        assert_true(mean_by_runs(run[i]) != raster);
    assert_true((float)(pairwise(term, N * N) / (double)(N * N)) != raster);
}

static void fill(VmafPicture *pic, const uint8_t *from)
{
    assert_int_equal(
        vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV400P, 8, ORDER_SIDE, ORDER_SIDE), 0);
    for (unsigned y = 0; y < ORDER_SIDE; y++)
        memcpy((uint8_t *)pic->data[0] + y * pic->stride[0], from + y * ORDER_SIDE, ORDER_SIDE);
}

static double score(uint64_t cpumask)
{
    VmafContext *vmaf;
    VmafPicture ref, dis;
    double value;
    assert_int_equal(vmaf_init(&vmaf, (VmafConfiguration){.cpumask = cpumask}), 0);
    assert_int_equal(vmaf_use_feature(vmaf, "float_ssim", NULL), 0);
    fill(&ref, plane[0]);
    fill(&dis, plane[1]);
    assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, 0), 0);
    assert_int_equal(vmaf_read_pictures(vmaf, NULL, NULL, 0), 0);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, "float_ssim", &value, 0), 0);
    assert_int_equal(vmaf_close(vmaf), 0);
    return value;
}

static void score_is_the_raster_sum(void **state)
{
    (void)state;
    assert_true(score(UINT64_MAX) == (double)raster_mean());
    assert_true(score(0) == (double)raster_mean());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_tells_groupings_apart),
        cmocka_unit_test(score_is_the_raster_sum),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
