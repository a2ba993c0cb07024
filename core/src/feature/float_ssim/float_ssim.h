/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_H
#define VMAF_FLOAT_SSIM_H

#include "feature/feature.h"

/** Sums of a frame: the product, and with enable_lcs those of l, c and s. */
#define VMAF_FLOAT_SSIM_SUMS 4

/** Constant over a run. */
typedef struct FloatSsimPlan {
    bool enable_lcs, enable_db;
    double max_db; /**< bound of a score in decibels */
    VmafFrameInfo info;
    unsigned scale; /**< decimation factor, at least 1 */
    unsigned w, h;  /**< the plane on which the windows lie: decimated size, at least 11 */
    unsigned n_sums;
    unsigned isa; /**< for folds on the host */
} FloatSsimPlan;

/** The result of a frame: raster-order sums over the windows. */
typedef struct FloatSsimSums {
    double total[VMAF_FLOAT_SSIM_SUMS];
} FloatSsimSums;

/** Complete a result, on either engine. @param total [plan->n_sums] */
static inline void vmaf_float_ssim_settle(const FloatSsimPlan *plan, void *result,
                                          const double *total)
{
    FloatSsimSums *sums = result;
    for (unsigned k = 0; k < plan->n_sums; k++)
        sums->total[k] = vmaf_one_nan(total[k]);
}

extern const VmafCpuEngine vmaf_float_ssim_cpu;
extern const VmafGpuEngine vmaf_float_ssim_gpu;

#endif /* VMAF_FLOAT_SSIM_H */
