/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PREDICT_H
#define VMAF_PREDICT_H

#include <stdbool.h>

#include "model/svm.h"

enum { VMAF_MODEL_MAX_KNOTS = 10 };

/** From the value of the SVM to a score: a polynomial, then a piecewise linear function. */
typedef struct VmafTransform {
    bool enabled;
    bool has_p[3];
    double p[3]; /**< constant, linear, quadratic; each only if given */
    unsigned n_knots;
    double knot[VMAF_MODEL_MAX_KNOTS][2]; /**< x, y; used from two on */
    bool out_lte_in, out_gte_in;          /**< the result is at most, at least, what went in */
} VmafTransform;

/** What a model does around its SVM. Element 0 of slope and intercept belongs to the score. */
typedef struct VmafPrediction {
    bool rescale;                    /**< use slopes and intercepts */
    const double *slope, *intercept; /**< [1 + n] */
    double *owned;                   /**< both of them if they are to be freed, else NULL */
    VmafTransform transform;
    bool clip;
    double clip_min, clip_max;
    bool has_chroma;
    double chroma;              /**< strength of the rule for pictures without chroma detail */
    int chroma_from, chroma_to; /**< features of the rule; negative: the rule is skipped */
} VmafPrediction;

/**
 * The value before transform and clip.
 *
 * @param feature [svm->n_features] scores of the picture
 * @param x       [svm->n_features] scratch
 */
double vmaf_predict_raw(const VmafPrediction *p, const VmafSvm *svm, const double *feature,
                        double *x);

/** Transform and clip a raw value, as far as the model does. */
double vmaf_predict_finish(const VmafPrediction *p, double raw);

/** What a bootstrap collection says of a picture. */
typedef struct VmafBootstrap {
    double bagging, stddev, lo, hi;
} VmafBootstrap;

/**
 * @param p   of the first member
 * @param raw [n] of all members, in order; sorted by the call
 */
VmafBootstrap vmaf_predict_bootstrap(const VmafPrediction *p, double *raw, unsigned n);

#endif /* VMAF_PREDICT_H */
