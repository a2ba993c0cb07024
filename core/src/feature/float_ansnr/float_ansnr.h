/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ANSNR_H
#define VMAF_FLOAT_ANSNR_H

#include "feature/feature.h"

/** Constant over a run. */
typedef struct FloatAnsnrPlan {
    VmafFrameInfo info;
} FloatAnsnrPlan;

/**
 * The result of a frame: sums of the squares of the filtered reference, and of its difference to
 * the filtered distorted picture. The terms of a row are added from left to right, starting at 0,
 * and the rows from top to bottom.
 */
typedef struct FloatAnsnrSums {
    float sig, noise;
} FloatAnsnrSums;
_Static_assert(sizeof(FloatAnsnrSums) == 2 * sizeof(float), "no padding");

extern const VmafCpuEngine vmaf_float_ansnr_cpu;
extern const VmafGpuEngine vmaf_float_ansnr_gpu;

#endif /* VMAF_FLOAT_ANSNR_H */
