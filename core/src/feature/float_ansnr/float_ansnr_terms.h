/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ANSNR_TERMS_H
#define VMAF_FLOAT_ANSNR_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of `float_ansnr`, shared by the CPU code and the kernels. Both filters are defined
 * over rows of the filter: the products of a row are added from left to right, then the rows from
 * top to bottom.
 *
 * The 3x3 filter has weights of 2^-4 to 2^-2 and its input 17 significant bits, so that nothing
 * is ever rounded: it may be split into two passes. The 5x5 filter is rounded everywhere, but its
 * rows 0 and 4 are equal, and 1 and 3: a row of the picture has three row sums.
 */
#define VMAF_FLOAT_ANSNR_RADIUS 2
#define VMAF_FLOAT_ANSNR_TAPS 5

/** Row sums of a picture row: of the 3x3 filter, and of rows 0, 1 and 2 of the 5x5 filter. */
enum { FANSNR_REF, FANSNR_DIS0, FANSNR_DIS1, FANSNR_DIS2, FANSNR_SUMS };

/** Place of the sample that stands in for i of -2..n+1, n >= 3: the far edge is repeated. */
VMAF_HD static int32_t vmaf_float_ansnr_fold(int32_t i, int32_t n)
{
    return i < 0 ? -i : i >= n ? 2 * n - 1 - i : i;
}

/** What the sample 1 of that depth is worth. */
VMAF_HD static float vmaf_float_ansnr_unit(uint32_t bpc)
{
    return 1.0f / (float)(1u << (bpc - 8));
}

/** A sample as the filters see it, exact. */
VMAF_HD static float vmaf_float_ansnr_sample(uint32_t x, float unit)
{
    return (float)x * unit - 128.0f;
}

/** Five products from left to right. No sum is -0, so the first needs no 0 to be added to. */
VMAF_HD static float vmaf_float_ansnr_taps(float k0, float k1, float k2, float p0, float p1,
                                           float p2, float p3, float p4)
{
    return (((k0 * p0 + k1 * p1) + k2 * p2) + k1 * p3) + k0 * p4;
}

/** Rows 0 and 4, 1 and 3, and 2 of the 5x5 filter. */
VMAF_HD static float vmaf_float_ansnr_dis0(float p0, float p1, float p2, float p3, float p4)
{
    return vmaf_float_ansnr_taps((float)(2 / 571.0), (float)(7 / 571.0), (float)(12 / 571.0), p0,
                                 p1, p2, p3, p4);
}
VMAF_HD static float vmaf_float_ansnr_dis1(float p0, float p1, float p2, float p3, float p4)
{
    return vmaf_float_ansnr_taps((float)(7 / 571.0), (float)(31 / 571.0), (float)(52 / 571.0), p0,
                                 p1, p2, p3, p4);
}
VMAF_HD static float vmaf_float_ansnr_dis2(float p0, float p1, float p2, float p3, float p4)
{
    return vmaf_float_ansnr_taps((float)(12 / 571.0), (float)(52 / 571.0), (float)(127 / 571.0), p0,
                                 p1, p2, p3, p4);
}

/** One pass of the 3x3 filter, times 4. */
VMAF_HD static float vmaf_float_ansnr_ref(float p0, float p1, float p2)
{
    return p0 + 2.0f * p1 + p2;
}

/** Both squares of a sample; the frame adds them in the order of float_ansnr.h. */
typedef struct VmafFloatAnsnrTerm {
    float sig, noise;
} VmafFloatAnsnrTerm;

/**
 * @param r0..r2 FANSNR_REF of the rows y - 1 to y + 1
 * @param d0..d4 FANSNR_DIS0, 1, 2, 1, 0 of the rows y - 2 to y + 2
 */
VMAF_HD static VmafFloatAnsnrTerm vmaf_float_ansnr_term(float r0, float r1, float r2, float d0,
                                                        float d1, float d2, float d3, float d4)
{
    const float a = vmaf_float_ansnr_ref(r0, r1, r2) * 0.0625f;
    const float e = a - ((((d0 + d1) + d2) + d3) + d4);
    VmafFloatAnsnrTerm t;
    t.sig = a * a;
    t.noise = e * e;
    return t;
}

#endif /* VMAF_FLOAT_ANSNR_TERMS_H */
