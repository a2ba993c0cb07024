/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_PLAN_H
#define VMAF_VIF_PLAN_H

#include "feature/feature.h"
#include "feature/vif/vif_rows.h"

/** What is constant over a run. */
typedef struct VifPlan {
    double gain_limit;
    bool skip_scale0, debug;
    unsigned bpc;
    VifScale scale[VMAF_VIF_SCALES];
    const uint8_t *log; /**< table of logarithms */
} VifPlan;

/** Everything of a plan but the options. */
void vmaf_vif_plan(VifPlan *plan, unsigned bpc, unsigned w, unsigned h);

extern const VmafGpuEngine vmaf_vif_gpu;

#endif /* VMAF_VIF_PLAN_H */
