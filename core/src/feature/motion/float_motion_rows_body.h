/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `float_motion`, compiled once per instruction set. No include guard.
 *
 * The loops run across columns, which are independent of one another, but for the sums.
 */
#include "feature/motion/float_motion_rows.h"

#include <math.h>
#include <stdbool.h>

static inline float sample_at(const void *row, int32_t j, bool bytes, float scale)
{
    return vmaf_float_motion_sample(
        bytes ? (float)((const uint8_t *)row)[j] : (float)((const uint16_t *)row)[j], scale);
}

/* The columns from..w. */
static inline void down_columns(float *out, ptrdiff_t stride,
                                const void *const in[VMAF_FLOAT_MOTION_BLOCK_IN],
                                VmafFloatMotionTaps f, int32_t from, int32_t w, float scale,
                                bool bytes)
{
    for (int32_t i = 0; i < VMAF_FLOAT_MOTION_BLOCK; i++) {
        for (int32_t j = from; j < w; j++)
            out[i * stride + j] = vmaf_float_motion_filter(
                f, sample_at(in[i], j, bytes, scale), sample_at(in[i + 1], j, bytes, scale),
                sample_at(in[i + 2], j, bytes, scale), sample_at(in[i + 3], j, bytes, scale),
                sample_at(in[i + 4], j, bytes, scale));
    }
}

/* The pointers of a row five times, each starting a sample later. Functions that take them are out
 * of line, since a compiler that knows of this may carry loads from one pass of its loop to the
 * next and then find no vectors. */
#define FIVE(p)                               \
    {                                         \
        (p) - 2, (p)-1, (p), (p) + 1, (p) + 2 \
    }

static __attribute__((noinline)) void across_five(float *restrict out, const float *const in[5],
                                                  VmafFloatMotionTaps f, int32_t w)
{
    const float *a = in[0], *b = in[1], *c = in[2], *d = in[3], *e = in[4];
    for (int32_t j = 0; j < w; j++)
        out[j] = vmaf_float_motion_filter(f, a[j], b[j], c[j], d[j], e[j]);
}

static void across(float *out, const float *in, VmafFloatMotionTaps f, int32_t w)
{
    const float *const five[5] = FIVE(in);
    across_five(out, five, f, w);
}

static __attribute__((noinline)) void terms_five(float *restrict out, const float *const in[2][5],
                                                 VmafFloatMotionTaps f, int32_t w)
{
    const float *a = in[0][0], *b = in[0][1], *c = in[0][2], *d = in[0][3], *e = in[0][4];
    const float *p = in[1][0], *q = in[1][1], *r = in[1][2], *s = in[1][3], *t = in[1][4];
    for (int32_t j = 0; j < w; j++)
        out[j] = fabsf(vmaf_float_motion_filter(f, a[j], b[j], c[j], d[j], e[j]) -
                       vmaf_float_motion_filter(f, p[j], q[j], r[j], s[j], t[j]));
}

static void terms(float *out, const float *a, const float *b, VmafFloatMotionTaps f, int32_t w)
{
    const float *const five[2][5] = {FIVE(a), FIVE(b)};
    terms_five(out, five, f, w);
}

/* The columns from..w. */
static inline void add_columns(float *sum, const float *term, ptrdiff_t stride, int32_t from,
                               int32_t w)
{
    for (int32_t i = 0; i < VMAF_FLOAT_MOTION_BLOCK; i++) {
        for (int32_t j = from; j < w; j++)
            sum[i] = sum[i] + term[i * stride + j];
    }
}

/* The table of an instruction set. */
#define FLOAT_MOTION_ROWS                                             \
    {                                                                 \
        .down = down, .across = across, .terms = terms, .sums = sums, \
    }
