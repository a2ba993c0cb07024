/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_TERMS_H
#define VMAF_FLOAT_SSIM_TERMS_H

#include <math.h>
#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of `float_ssim` and of the levels of `float_ms_ssim`, shared by the CPU code and the
 * kernels. Every operation rounds once, in the type written here; sums run in ascending order.
 */
#define VMAF_FLOAT_SSIM_TAPS 11

#define VMAF_FLOAT_SSIM_C1 6.5024995803833008f
#define VMAF_FLOAT_SSIM_C2 58.522495269775391f
#define VMAF_FLOAT_SSIM_C3 29.261247634887695f

/** Factor that brings a sample of 8, 10, 12 or 16 bits into [0, 256): a power of two, exact. */
VMAF_HD static float vmaf_float_ssim_unit(uint32_t bpc)
{
    return 1.0f / (float)(1u << (bpc - 8u));
}

/** Index i mirrored into 0..n-1, the edge sample repeated; periodic, so any i is fine. */
VMAF_HD static uint32_t vmaf_float_ssim_mirror(int64_t i, uint32_t n)
{
    if (i >= 0 && i < (int64_t)n)
        return (uint32_t)i;
    const int64_t period = 2 * (int64_t)n;
    int64_t r = i % period;
    if (r < 0)
        r += period;
    return (uint32_t)(r < (int64_t)n ? r : period - 1 - r);
}

/** Side of a plane of n samples after decimation by f > 1. An odd n rounds up. */
VMAF_HD static uint32_t vmaf_float_ssim_decimated(uint32_t n, uint32_t f)
{
    return f > 1u ? n / f + (n & 1u) : n;
}

/**
 * First tap of the decimation box around the centre x * f; the box has f taps a side. An output is
 * the sum over its rows, then columns, rounded to float. Up to f = VMAF_FLOAT_SSIM_EXACT_BOX that
 * sum is exact: every product is a multiple of 2^-45 and the total stays below 2^8.
 */
#define VMAF_FLOAT_SSIM_EXACT_BOX 128
VMAF_HD static int32_t vmaf_float_ssim_box_first(uint32_t f)
{
    return -(int32_t)(f / 2u);
}

/** Weight of one tap of the decimation box. */
VMAF_HD static float vmaf_float_ssim_box_tap(uint32_t f)
{
    return 1.0f / (float)(f * f);
}

/** Add one tap of any filter here: the product is rounded to float before it joins the sum. */
VMAF_HD static double vmaf_float_ssim_add(double sum, float p, float tap)
{
    return sum + (double)(p * tap);
}

/** One pass of the Gaussian window over eleven values in ascending order. */
VMAF_HD static float vmaf_float_ssim_gauss(float p0, float p1, float p2, float p3, float p4,
                                           float p5, float p6, float p7, float p8, float p9,
                                           float p10)
{
    const float g0 = 0.001028f, g1 = 0.007599f, g2 = 0.036001f;
    const float g3 = 0.109361f, g4 = 0.213006f, g5 = 0.266012f;
    double sum = 0.0;
    sum = vmaf_float_ssim_add(sum, p0, g0);
    sum = vmaf_float_ssim_add(sum, p1, g1);
    sum = vmaf_float_ssim_add(sum, p2, g2);
    sum = vmaf_float_ssim_add(sum, p3, g3);
    sum = vmaf_float_ssim_add(sum, p4, g4);
    sum = vmaf_float_ssim_add(sum, p5, g5);
    sum = vmaf_float_ssim_add(sum, p6, g4);
    sum = vmaf_float_ssim_add(sum, p7, g3);
    sum = vmaf_float_ssim_add(sum, p8, g2);
    sum = vmaf_float_ssim_add(sum, p9, g1);
    sum = vmaf_float_ssim_add(sum, p10, g0);
    return (float)sum;
}

/** Luminance, contrast and structure of one window. */
typedef struct VmafFloatSsimTerm {
    double l, c;
    float s;
} VmafFloatSsimTerm;

/**
 * @param mr,mc    windowed means of the reference and the distorted plane
 * @param rr,cc,rc windowed means of their products
 */
VMAF_HD static VmafFloatSsimTerm vmaf_float_ssim_term(float mr, float mc, float rr, float cc,
                                                      float rc)
{
    const float mr2 = mr * mr;
    const float mc2 = mc * mc;
    float vr = rr - mr2;
    float vc = cc - mc2;
    float cov = rc - mr * mc;
    vr = vr < 0.0f ? 0.0f : vr;
    vc = vc < 0.0f ? 0.0f : vc;
    const float sg = sqrtf(vr * vc);
    cov = ((cov < 0.0f) & (sg <= 0.0f)) ? 0.0f : cov;

    VmafFloatSsimTerm t;
    t.l = (2.0 * (double)mr * (double)mc + (double)VMAF_FLOAT_SSIM_C1) /
          (double)(mr2 + mc2 + VMAF_FLOAT_SSIM_C1);
    t.c = (2.0 * (double)sg + (double)VMAF_FLOAT_SSIM_C2) / (double)(vr + vc + VMAF_FLOAT_SSIM_C2);
    t.s = (cov + VMAF_FLOAT_SSIM_C3) / (sg + VMAF_FLOAT_SSIM_C3);
    return t;
}

/** The window's share of the score. */
VMAF_HD static double vmaf_float_ssim_product(VmafFloatSsimTerm t)
{
    return t.l * t.c * (double)t.s;
}

#endif /* VMAF_FLOAT_SSIM_TERMS_H */
