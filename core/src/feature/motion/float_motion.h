/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MOTION_H
#define VMAF_FLOAT_MOTION_H

#include <stdbool.h>

#include "feature/feature.h"
#include "feature/motion/float_motion_terms.h"
#include "feature/motion/motion_options.h"

typedef struct FloatMotionOptions {
    MotionBlend blend;
    bool add_scale1, add_uv, debug;
    int filter_size;
} FloatMotionOptions;

typedef struct FloatMotionPlan {
    FloatMotionOptions opt;
    VmafFloatMotionTaps taps;
    unsigned w, h, bpc;
    unsigned n_planes; /**< that are analysed */
    unsigned plane_w[3], plane_h[3];
} FloatMotionPlan;

/** What both engines fill. */
typedef struct FloatMotionResult {
    float plane[3]; /**< mean difference; 0 where none is analysed and for the first picture */
} FloatMotionResult;
_Static_assert(sizeof(FloatMotionResult) == 3 * sizeof(float), "a result has no padding");

extern const VmafCpuEngine vmaf_float_motion_cpu;
extern const VmafGpuEngine vmaf_float_motion_gpu;

#endif /* VMAF_FLOAT_MOTION_H */
