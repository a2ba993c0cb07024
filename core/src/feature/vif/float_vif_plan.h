/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_PLAN_H
#define VMAF_FLOAT_VIF_PLAN_H

#include <stdbool.h>

#include "feature/feature.h"
#include "feature/resample.h"
#include "feature/vif/float_vif_rows.h"

typedef struct FloatVifOptions {
    bool debug;
    double enhn_gain_limit;
    double kernelscale;
    double prescale;
    const char *prescale_method;
    double min_val[VMAF_FLOAT_VIF_SCALES]; /**< of scale 0: unused */
    double sigma_nsq;
    bool skip_scale0;
} FloatVifOptions;

/** What is constant over a run. */
typedef struct FloatVifPlan {
    FloatVifModel model;
    bool skip_scale0, debug;
    double min_val[VMAF_FLOAT_VIF_SCALES];
    unsigned bpc;
    float unit; /**< vmaf_float_vif_sample() */
    uint32_t source_w, source_h;
    uint32_t w[VMAF_FLOAT_VIF_SCALES], h[VMAF_FLOAT_VIF_SCALES];
    FloatVifFilter filter[VMAF_FLOAT_VIF_SCALES];
    bool normalise;               /**< a resized sample is divided by the sum of its weights */
    VmafResampleAxis column, row; /**< without taps: none is resized */
} FloatVifPlan;

/** The sums of a frame, of each scale; zero where one is skipped. */
typedef struct FloatVifSums {
    float num[VMAF_FLOAT_VIF_SCALES], den[VMAF_FLOAT_VIF_SCALES];
} FloatVifSums;

/** The filter of a scale. */
void vmaf_float_vif_filter(FloatVifFilter *f, double kernelscale, unsigned scale);

/** Smallest side of a picture, after resizing, whose every scale one reflection suffices for. */
uint32_t vmaf_float_vif_min_side(double kernelscale);

/**
 * Plan options that were checked for pictures that are large enough.
 *
 * @param plan zeroed; vmaf_float_vif_plan_close() in any case
 * @return 0 or -ENOMEM
 */
int vmaf_float_vif_plan(FloatVifPlan *plan, const FloatVifOptions *opt, unsigned bpc, uint32_t w,
                        uint32_t h);
void vmaf_float_vif_plan_close(FloatVifPlan *plan);

extern const VmafGpuEngine vmaf_float_vif_gpu;

#endif /* VMAF_FLOAT_VIF_PLAN_H */
