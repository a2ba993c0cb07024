/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Loops of VmafFloatMotionRows where intrinsics beat the compiler, for any vector width. The file
 * of an instruction set defines
 *
 *     VEC, V(op)          its vector of floats; the intrinsic op on it
 *     LANES               its 32-bit lanes
 *     FROM_U8(p)          LANES bytes at p as floats
 *     FROM_U16(p)         LANES 16-bit words at p as floats
 *     QUARTERS(p, step)   four floats each at p, p + step, ... in its 128-bit lanes
 *
 * Every loop does whole vectors and leaves the rest of the columns to the C loop.
 */
#include "feature/motion/float_motion_rows_body.h"

static inline VEC samples_at(const void *row, int32_t j, bool bytes, VEC scale)
{
    const VEC mid = V(set1_ps)(128.0f);
    if (bytes)
        return V(sub_ps)(FROM_U8((const uint8_t *)row + j), mid);
    return V(sub_ps)(V(mul_ps)(FROM_U16((const uint16_t *)row + j), scale), mid);
}

/* A sample row is converted once and takes part in five rows of the block. */
static inline void down_vectors(float *out, ptrdiff_t stride,
                                const void *const in[VMAF_FLOAT_MOTION_BLOCK_IN],
                                VmafFloatMotionTaps f, int32_t w, float scale, bool bytes)
{
    const VEC t0 = V(set1_ps)(f.t0), t1 = V(set1_ps)(f.t1), t2 = V(set1_ps)(f.t2);
    const VEC unit = V(set1_ps)(scale);
    int32_t j = 0;
    for (; j + LANES <= w; j += LANES) {
        VEC a = samples_at(in[0], j, bytes, unit), b = samples_at(in[1], j, bytes, unit);
        VEC c = samples_at(in[2], j, bytes, unit), d = samples_at(in[3], j, bytes, unit);
#pragma GCC unroll 16
        for (int32_t i = 0; i < VMAF_FLOAT_MOTION_BLOCK; i++) {
            const VEC e = samples_at(in[i + 4], j, bytes, unit);
            VEC x = V(add_ps)(V(mul_ps)(t2, a), V(mul_ps)(t1, b));
            x = V(add_ps)(x, V(mul_ps)(t0, c));
            x = V(add_ps)(x, V(mul_ps)(t1, d));
            x = V(add_ps)(x, V(mul_ps)(t2, e));
            V(storeu_ps)(out + i * stride + j, x);
            a = b;
            b = c;
            c = d;
            d = e;
        }
    }
    down_columns(out, stride, in, f, j, w, scale, bytes);
}

static void down(float *out, ptrdiff_t stride, const void *const in[VMAF_FLOAT_MOTION_BLOCK_IN],
                 VmafFloatMotionTaps f, int32_t w, uint32_t bpc)
{
    const float scale = vmaf_float_motion_scale(bpc);
    if (bpc == 8)
        down_vectors(out, stride, in, f, w, scale, true);
    else
        down_vectors(out, stride, in, f, w, scale, false);
}

/*
 * Add four columns to the sums of LANES rows. Vector i of four holds row i + 4 g in its 128-bit
 * lane g. Transposing four by four within the lanes gives vectors of one column each, whose lane
 * number is the row.
 */
static inline VEC add_four(VEC sum, const float *p, ptrdiff_t stride)
{
    const VEC r0 = QUARTERS(p, 4 * stride), r1 = QUARTERS(p + stride, 4 * stride);
    const VEC r2 = QUARTERS(p + 2 * stride, 4 * stride), r3 = QUARTERS(p + 3 * stride, 4 * stride);
    const VEC a0 = V(unpacklo_ps)(r0, r1), a1 = V(unpackhi_ps)(r0, r1);
    const VEC b0 = V(unpacklo_ps)(r2, r3), b1 = V(unpackhi_ps)(r2, r3);
    sum = V(add_ps)(sum, V(shuffle_ps)(a0, b0, 0x44));
    sum = V(add_ps)(sum, V(shuffle_ps)(a0, b0, 0xee));
    sum = V(add_ps)(sum, V(shuffle_ps)(a1, b1, 0x44));
    return V(add_ps)(sum, V(shuffle_ps)(a1, b1, 0xee));
}

static void sums(float *sum, const float *term, ptrdiff_t stride, int32_t w)
{
    enum { N = VMAF_FLOAT_MOTION_BLOCK / LANES };
    const int32_t fours = w & ~3;
    VEC acc[N];
    for (int i = 0; i < N; i++)
        acc[i] = V(loadu_ps)(sum + i * LANES);
    for (int32_t j = 0; j < fours; j += 4) {
        for (int i = 0; i < N; i++)
            acc[i] = add_four(acc[i], term + i * LANES * stride + j, stride);
    }
    for (int i = 0; i < N; i++)
        V(storeu_ps)(sum + i * LANES, acc[i]);
    add_columns(sum, term, stride, fours, w);
}
