/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MS_SSIM_H
#define VMAF_FLOAT_MS_SSIM_H

#include "feature/feature.h"
#include "feature/float_ssim/float_ms_ssim_terms.h"

/** Smallest side: four halvings leave one window. */
#define VMAF_MS_SSIM_MIN_SIDE 176

typedef struct FloatMsSsimLevel {
    unsigned w, h;
    bool with_l; /**< its sums are l, c, s; otherwise c, s */
} FloatMsSsimLevel;

/** Constant over a run. */
typedef struct FloatMsSsimPlan {
    bool enable_lcs, enable_db;
    double max_db; /**< bound of a score in decibels */
    unsigned bpc;
    FloatMsSsimLevel level[VMAF_MS_SSIM_LEVELS];
    unsigned isa; /**< for folds on the host */
} FloatMsSsimPlan;

/** The result of a frame: raster-order sums of l, c and s; those of l are 0 where it has none. */
typedef struct FloatMsSsimSums {
    double total[VMAF_MS_SSIM_LEVELS][3];
} FloatMsSsimSums;

/** Complete a result, on either engine. @param total sums of each level, two or three */
static inline void vmaf_float_ms_ssim_settle(const FloatMsSsimPlan *plan, void *result,
                                             const double *const total[VMAF_MS_SSIM_LEVELS])
{
    FloatMsSsimSums *sums = result;
    for (unsigned i = 0; i < VMAF_MS_SSIM_LEVELS; i++) {
        const unsigned first = !plan->level[i].with_l;
        for (unsigned k = first; k < 3; k++)
            sums->total[i][k] = vmaf_one_nan(total[i][k - first]);
    }
}

extern const VmafCpuEngine vmaf_float_ms_ssim_cpu;
extern const VmafGpuEngine vmaf_float_ms_ssim_gpu;

#endif /* VMAF_FLOAT_MS_SSIM_H */
