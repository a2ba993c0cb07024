/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MOTION_TERMS_H
#define VMAF_FLOAT_MOTION_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of `float_motion`, shared by every engine. Planes of two pictures are blurred, down
 * and then across, and the magnitudes of their difference are added: a float sum per row, x
 * ascending, and a float sum of those, y ascending.
 *
 * The border is that of vmaf_motion_reflect(). Zeros of either sign give the same magnitudes, so it
 * does not matter how a sum begins, nor that narrow filters are five taps with zeros outside.
 */

/** Five taps by distance from the centre. */
typedef struct VmafFloatMotionTaps {
    float t0, t1, t2;
} VmafFloatMotionTaps;

/** @param filter_size 1: no blur; 3; any other: 5 */
VMAF_HD static VmafFloatMotionTaps vmaf_float_motion_taps(int32_t filter_size)
{
    VmafFloatMotionTaps f = {0.402619947f, 0.244201342f, 0.054488685f};
    if (filter_size == 1) {
        f.t0 = 1.0f;
        f.t1 = f.t2 = 0.0f;
    } else if (filter_size == 3) {
        f.t0 = 0.667243004f;
        f.t1 = 0.166378498f;
        f.t2 = 0.0f;
    }
    return f;
}

/** What a sample is multiplied with; the product is exact. */
VMAF_HD static float vmaf_float_motion_scale(uint32_t bpc)
{
    return 1.0f / (float)(1u << (bpc - 8));
}

VMAF_HD static float vmaf_float_motion_sample(float sample, float scale)
{
    return sample * scale - 128.0f;
}

/** Five values in order, weighted and added in order. */
VMAF_HD static float vmaf_float_motion_filter(VmafFloatMotionTaps f, float a, float b, float c,
                                              float d, float e)
{
    return (((f.t2 * a + f.t1 * b) + f.t0 * c) + f.t1 * d) + f.t2 * e;
}

/** Where an output of the plane of half size lies between two samples of the whole one. */
typedef struct VmafFloatMotionPlace {
    uint32_t first, second;
    float weight; /**< of the second; 0 when they are the same */
} VmafFloatMotionPlace;

VMAF_HD static uint32_t vmaf_float_motion_half(uint32_t n)
{
    return (n + 1) / 2;
}

/** @param n samples of the whole line, at least 3: then every place lies inside */
VMAF_HD static VmafFloatMotionPlace vmaf_float_motion_place(uint32_t i, uint32_t n)
{
    const float ratio = (float)n / (float)vmaf_float_motion_half(n);
    const float p = (float)(((double)i + 0.5) * (double)ratio - 0.5);
    VmafFloatMotionPlace place;
    place.first = (uint32_t)p;
    place.weight = p - (float)place.first;
    place.second = place.first + (place.weight > 0.0f);
    return place;
}

/** Between a, b of one row and c, d of the next. */
VMAF_HD static float vmaf_float_motion_between(float dx, float dy, float a, float b, float c,
                                               float d)
{
    return ((((1.0f - dy) * (1.0f - dx)) * a + ((1.0f - dy) * dx) * b) + (dy * (1.0f - dx)) * c) +
           (dy * dx) * d;
}

/** @return the mean of w * h terms */
VMAF_HD static float vmaf_float_motion_mean(float total, uint32_t w, uint32_t h)
{
    return total / (float)((double)w * (double)h);
}

/** @return a mean, plus that of the plane of half size; w, h: of the whole plane */
VMAF_HD static float vmaf_float_motion_add_half(float mean, float half_total, uint32_t w,
                                                uint32_t h)
{
    return mean +
           vmaf_float_motion_mean(half_total, vmaf_float_motion_half(w), vmaf_float_motion_half(h));
}

#endif /* VMAF_FLOAT_MOTION_TERMS_H */
