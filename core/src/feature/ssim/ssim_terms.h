/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_TERMS_H
#define VMAF_SSIM_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of the fixed-point `ssim`, shared by the CPU code and the kernels.
 *
 * Every window is 9x9 around its pixel and truncated at the picture border: a tap that falls
 * outside adds nothing, not even weight. Moments are integers below 2^53, so they may be computed
 * in any exact type and order; only the term and the frame sum are order dependent.
 */
#define VMAF_SSIM_RADIUS 4

/** Taps by distance from the centre; a full window of one pass weighs 256. */
#define VMAF_SSIM_K0 68
#define VMAF_SSIM_K1 55
#define VMAF_SSIM_K2 28
#define VMAF_SSIM_K3 9
#define VMAF_SSIM_K4 2

/** Tap at distance d = 0..4. */
VMAF_HD static int32_t vmaf_ssim_tap(uint32_t d)
{
    return d == 0   ? VMAF_SSIM_K0
           : d == 1 ? VMAF_SSIM_K1
           : d == 2 ? VMAF_SSIM_K2
           : d == 3 ? VMAF_SSIM_K3
                    : VMAF_SSIM_K4;
}

/** Weight of the taps of one pass that fall inside 0..n-1 for the window centred at i. */
VMAF_HD static int32_t vmaf_ssim_weight(uint32_t i, uint32_t n)
{
    int32_t weight = VMAF_SSIM_K0;
    for (uint32_t d = 1; d <= VMAF_SSIM_RADIUS; d++)
        weight += vmaf_ssim_tap(d) * ((i >= d) + (n - i > d));
    return weight;
}

/**
 * One pass over nine values in ascending order, zero where the tap falls outside. Exact in
 * uint32_t for both passes at 8 bits and for means at any depth, in int64_t and double always.
 */
#define VMAF_SSIM_WINDOW(type, name)                                                        \
    VMAF_HD static type name(type v0, type v1, type v2, type v3, type v4, type v5, type v6, \
                             type v7, type v8)                                              \
    {                                                                                       \
        return (type)VMAF_SSIM_K0 * v4 + (type)VMAF_SSIM_K1 * (v3 + v5) +                   \
               (type)VMAF_SSIM_K2 * (v2 + v6) + (type)VMAF_SSIM_K3 * (v1 + v7) +            \
               (type)VMAF_SSIM_K4 * (v0 + v8);                                              \
    }
VMAF_SSIM_WINDOW(uint32_t, vmaf_ssim_window_u32)
VMAF_SSIM_WINDOW(int64_t, vmaf_ssim_window_i64)
VMAF_SSIM_WINDOW(double, vmaf_ssim_window_f64)
#undef VMAF_SSIM_WINDOW

/** The constants of the term: squared peak times squared 0.01 and 0.03. */
typedef struct VmafSsimConstants {
    double q1, q2;
} VmafSsimConstants;

VMAF_HD static VmafSsimConstants vmaf_ssim_constants(uint32_t bpc)
{
    const double peak = (double)((1u << bpc) - 1u);
    VmafSsimConstants q;
    q.q1 = peak * peak * (0.01 * 0.01);
    q.q2 = peak * peak * (0.03 * 0.03);
    return q;
}

/**
 * The term of one pixel, weighted by its window.
 *
 * @param w       weight of the window, 65536 away from the border
 * @param mx,my   weighted sums of the samples of the reference and the distorted picture
 * @param x2,xy,y2 weighted sums of their products
 */
VMAF_HD static double vmaf_ssim_term(double w, double mx, double my, double x2, double xy,
                                     double y2, VmafSsimConstants q)
{
    const double c1 = q.q1 * w * w;
    const double c2 = q.q2 * w * w;
    const double mx2 = mx * mx;
    const double mxy = mx * my;
    const double my2 = my * my;
    const double num = (w * (2.0 * mxy + c1)) * (c2 + 2.0 * (xy * w - mxy));
    const double den = ((mx2 + my2) + c1) * ((((x2 * w - mx2) + y2 * w) - my2) + c2);
    return num / den;
}

#endif /* VMAF_SSIM_TERMS_H */
