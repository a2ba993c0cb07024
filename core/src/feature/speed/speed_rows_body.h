/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the loops of `speed_chroma` and `speed_temporal`, compiled once per instruction set. No
 * include guard.
 */
#include "feature/speed/speed_rows.h"

#define SIDE VMAF_SPEED_SIDE
#define N VMAF_SPEED_N
#define PITCH VMAF_SPEED_PITCH

static inline void one_plane(float *restrict out, const void *a, uint32_t w, float unit, bool bytes)
{
    const uint8_t *a8 = a;
    const uint16_t *a16 = a;
    for (uint32_t j = 0; j < w; j++)
        out[j] = vmaf_speed_sample(bytes ? (float)a8[j] : (float)a16[j], unit);
}

static inline void two_planes(float *restrict out, const void *a, const void *b, uint32_t w,
                              float unit, bool bytes)
{
    const uint8_t *a8 = a, *b8 = b;
    const uint16_t *a16 = a, *b16 = b;
    for (uint32_t j = 0; j < w; j++)
        out[j] = vmaf_speed_sample(bytes ? (float)a8[j] : (float)a16[j], unit) -
                 vmaf_speed_sample(bytes ? (float)b8[j] : (float)b16[j], unit);
}

static void samples(float *out, const void *a, const void *b, uint32_t w, uint32_t bpc)
{
    const float unit = vmaf_speed_unit(bpc);
    if (bpc == 8 && b)
        two_planes(out, a, b, w, 1.0f, true);
    else if (bpc == 8)
        one_plane(out, a, w, 1.0f, true);
    else if (b)
        two_planes(out, a, b, w, unit, false);
    else
        one_plane(out, a, w, unit, false);
}

static void add(float *restrict sum, const float *restrict row, float tap, uint32_t w)
{
    for (uint32_t j = 0; j < w; j++)
        sum[j] = sum[j] + tap * row[j];
}
