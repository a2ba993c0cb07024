/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_H
#define VMAF_MOTION_H

#include <stdbool.h>
#include <stdint.h>

#include "feature/feature.h"
#include "feature/motion/motion_options.h"

typedef struct MotionOptions {
    MotionBlend blend;
    bool five_frame_window, moving_average, debug;
} MotionOptions;

typedef struct MotionPlan {
    MotionOptions opt;
    unsigned w, h, bpc;
    /** Pictures between the two that are compared, and the first that has a predecessor. */
    unsigned distance;
} MotionPlan;

/** What both engines fill: exact, so in any order. */
typedef struct MotionResult {
    uint64_t sad; /**< 0 for the first pictures, which have no predecessor */
} MotionResult;
_Static_assert(sizeof(MotionResult) == 8, "a result has no padding");

extern const VmafCpuEngine vmaf_motion_cpu;
extern const VmafGpuEngine vmaf_motion_gpu;

#endif /* VMAF_MOTION_H */
