/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MS_SSIM_TERMS_H
#define VMAF_FLOAT_MS_SSIM_TERMS_H

#include <stdint.h>

#include "feature/float_ssim/float_ssim_terms.h"

/**
 * The step from one level of `float_ms_ssim` to the next: a 9x9 low-pass around (2x, 2y), borders
 * mirrored by vmaf_float_ssim_mirror(). The windows of a level are those of float_ssim_terms.h.
 */
#define VMAF_MS_SSIM_LEVELS 5
#define VMAF_MS_SSIM_RADIUS 4

/** Side of the next level. */
VMAF_HD static uint32_t vmaf_ms_ssim_half(uint32_t n)
{
    return n / 2u + (n & 1u);
}

/** Taps of one row of the low-pass by horizontal distance from the centre. */
typedef struct VmafMsSsimTaps {
    float t[VMAF_MS_SSIM_RADIUS + 1];
} VmafMsSsimTaps;

/** @param v vertical distance of the row from the centre, 0..4 */
VMAF_HD static VmafMsSsimTaps vmaf_ms_ssim_taps(uint32_t v)
{
    const VmafMsSsimTaps table[VMAF_MS_SSIM_RADIUS + 1] = {
        {{0.363505f, 0.160885f, -0.047149f, -0.010146f, 0.016114f}},
        {{0.160885f, 0.071207f, -0.020867f, -0.004490f, 0.007132f}},
        {{-0.047149f, -0.020867f, 0.006115f, 0.001316f, -0.002090f}},
        {{-0.010146f, -0.004490f, 0.001316f, 0.000283f, -0.000450f}},
        {{0.016114f, 0.007132f, -0.002090f, -0.000450f, 0.000714f}},
    };
    return table[v];
}

/**
 * Add one row of nine values, in ascending order, to the sum of the rows above it. The sum starts
 * at 0.0 with the topmost row and is rounded to float after the ninth.
 */
VMAF_HD static double vmaf_ms_ssim_row(double sum, VmafMsSsimTaps k, float p0, float p1, float p2,
                                       float p3, float p4, float p5, float p6, float p7, float p8)
{
    sum = vmaf_float_ssim_add(sum, p0, k.t[4]);
    sum = vmaf_float_ssim_add(sum, p1, k.t[3]);
    sum = vmaf_float_ssim_add(sum, p2, k.t[2]);
    sum = vmaf_float_ssim_add(sum, p3, k.t[1]);
    sum = vmaf_float_ssim_add(sum, p4, k.t[0]);
    sum = vmaf_float_ssim_add(sum, p5, k.t[1]);
    sum = vmaf_float_ssim_add(sum, p6, k.t[2]);
    sum = vmaf_float_ssim_add(sum, p7, k.t[3]);
    sum = vmaf_float_ssim_add(sum, p8, k.t[4]);
    return sum;
}

#endif /* VMAF_FLOAT_MS_SSIM_TERMS_H */
