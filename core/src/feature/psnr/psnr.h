/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_H
#define VMAF_PSNR_H

#include "feature/feature.h"

/** What `psnr`, `float_psnr` and `float_moment` keep over a run, and what they measure. */

#define VMAF_PSNR_PLANES 3

typedef struct PsnrPlan {
    unsigned n_planes, bpc;
    bool mse, apsnr;
    uint64_t samples[VMAF_PSNR_PLANES]; /**< of a plane */
    double peak2;                       /**< the square of the peak */
    double cap[VMAF_PSNR_PLANES];       /**< bound of a score */
} PsnrPlan;

/** The result of `psnr`: the squared errors of each plane. */
typedef struct PsnrErrors {
    uint64_t sse[VMAF_PSNR_PLANES];
} PsnrErrors;
_Static_assert(sizeof(PsnrErrors) == VMAF_PSNR_PLANES * sizeof(uint64_t), "no padding");

/** Of `float_psnr` and `float_moment`. */
typedef struct PsnrFloatPlan {
    VmafFrameInfo info;
    double samples;
    double unit;  /**< what a sample of 1 is worth */
    unsigned isa; /**< enum VmafCpuFlag bits that may be used */
} PsnrFloatPlan;

/** The result of `float_psnr`: the sum of the squared errors. */
typedef struct PsnrFloatError {
    double sse;
} PsnrFloatError;

/** The result of `float_moment`: sums of [0] the reference, [1] the distorted picture. */
typedef struct PsnrFloatMoments {
    double first[2], second[2];
} PsnrFloatMoments;
_Static_assert(sizeof(PsnrFloatMoments) == 4 * sizeof(double), "no padding");

extern const VmafCpuEngine vmaf_psnr_cpu, vmaf_float_psnr_cpu, vmaf_float_moment_cpu;
extern const VmafGpuEngine vmaf_psnr_gpu, vmaf_float_psnr_gpu, vmaf_float_moment_gpu;

#endif /* VMAF_PSNR_H */
