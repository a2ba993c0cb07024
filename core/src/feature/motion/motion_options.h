/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_OPTIONS_H
#define VMAF_MOTION_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/opt.h"

/** What `motion` and `float_motion` share: options, and how they enter scores. */
typedef struct MotionBlend {
    bool force_zero;
    double factor, offset; /**< of the blend */
    double fps_weight, max_val;
} MotionBlend;

/** Their lines of the option table of Options, which has them in its member `blend`. */
#define MOTION_BLEND_OPTIONS(Options)                                                             \
    VMAF_OPTION_BOOL(Options, blend.force_zero, "motion_force_zero", "force_0",                   \
                     "every score is 0; no picture is looked at", false, VMAF_OPT_FEATURE_PARAM), \
        VMAF_OPTION_DOUBLE(Options, blend.factor, "motion_blend_factor", "mbf",                   \
                           "weight in motion3 of what exceeds the blend offset", 1.0, 0.0, 1.0,   \
                           VMAF_OPT_FEATURE_PARAM),                                               \
        VMAF_OPTION_DOUBLE(Options, blend.offset, "motion_blend_offset", "mbo",                   \
                           "motion from which on the blend factor counts", 40.0, 0.0, 1000.0,     \
                           VMAF_OPT_FEATURE_PARAM),                                               \
        VMAF_OPTION_DOUBLE(Options, blend.fps_weight, "motion_fps_weight", "mfw",                 \
                           "factor of all scores, for other frame rates", 1.0, 0.0, 5.0,          \
                           VMAF_OPT_FEATURE_PARAM),                                               \
        VMAF_OPTION_DOUBLE(Options, blend.max_val, "motion_max_val", "mmxv", "largest score",     \
                           10000.0, 0.0, 10000.0, VMAF_OPT_FEATURE_PARAM)

static inline double vmaf_motion_min(double a, double b)
{
    return a < b ? a : b;
}

/** The motion itself with a factor of 1. */
static inline double vmaf_motion_blend(const MotionBlend *b, double motion)
{
    return motion * b->factor + (1.0 - b->factor) * vmaf_motion_min(b->offset, motion);
}

#endif /* VMAF_MOTION_OPTIONS_H */
