/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_PLAN_H
#define VMAF_FLOAT_VIF_PLAN_H

#include <stdbool.h>

#include "feature/vif/float_vif_rows.h"

/** How a picture is resized before it is measured; in the order of the option's words. */
enum FloatVifMethod {
    FLOAT_VIF_NEAREST,
    FLOAT_VIF_BILINEAR,
    FLOAT_VIF_BICUBIC,
    FLOAT_VIF_LANCZOS4,
    FLOAT_VIF_METHODS
};

extern const char *const vmaf_float_vif_methods[FLOAT_VIF_METHODS + 1]; /**< ends with NULL */

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

/** Samples and weights along one direction that a resized row or column is made of. */
typedef struct FloatVifAxis {
    uint32_t *index; /**< [n][taps] */
    float *weight;   /**< [n][taps] */
} FloatVifAxis;

/** What is constant over a run. */
typedef struct FloatVifPlan {
    FloatVifModel model;
    bool skip_scale0, debug;
    double min_val[VMAF_FLOAT_VIF_SCALES];
    unsigned bpc;
    uint32_t source_w, source_h;
    uint32_t w[VMAF_FLOAT_VIF_SCALES], h[VMAF_FLOAT_VIF_SCALES];
    FloatVifFilter filter[VMAF_FLOAT_VIF_SCALES];
    uint32_t taps;  /**< of a resized sample in either direction; 0: none is resized */
    bool normalise; /**< a resized sample is divided by the sum of its weights */
    FloatVifAxis column, row;
} FloatVifPlan;

/** @return the method of that name, or FLOAT_VIF_METHODS */
enum FloatVifMethod vmaf_float_vif_method(const char *name);

/** The filter of a scale. */
void vmaf_float_vif_filter(FloatVifFilter *f, double kernelscale, unsigned scale);

/** Smallest side of a picture, after resizing, whose every scale one reflection suffices for. */
uint32_t vmaf_float_vif_min_side(double kernelscale);

/** A side after resizing. */
double vmaf_float_vif_scaled(uint32_t n, double prescale);

/**
 * Plan options that were checked for pictures that are large enough.
 *
 * @param plan zeroed; vmaf_float_vif_plan_close() in any case
 * @return 0 or -ENOMEM
 */
int vmaf_float_vif_plan(FloatVifPlan *plan, const FloatVifOptions *opt, unsigned bpc, uint32_t w,
                        uint32_t h);
void vmaf_float_vif_plan_close(FloatVifPlan *plan);

#endif /* VMAF_FLOAT_VIF_PLAN_H */
