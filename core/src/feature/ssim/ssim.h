/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_H
#define VMAF_SSIM_H

#include "feature/feature.h"

/** Constant over a run. */
typedef struct SsimPlan {
    bool enable_db;
    double max_db; /**< bound of a score in decibels */
    VmafFrameInfo info;
    unsigned isa; /**< for folds on the host */
} SsimPlan;

/** The result of a frame: the raster-order sum of its terms, see ssim_terms.h. */
typedef struct SsimSums {
    double total;
} SsimSums;

/** Complete a result, on either engine. */
static inline void vmaf_ssim_settle(void *result, double total)
{
    SsimSums *sums = result;
    sums->total = vmaf_one_nan(total);
}

extern const VmafCpuEngine vmaf_ssim_cpu;
extern const VmafGpuEngine vmaf_ssim_gpu;

#endif /* VMAF_SSIM_H */
