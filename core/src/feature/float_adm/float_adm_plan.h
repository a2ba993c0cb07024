/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_PLAN_H
#define VMAF_FLOAT_ADM_PLAN_H

#include <stdbool.h>

#include "feature/feature.h"
#include "feature/float_adm/float_adm_terms.h"

/** Options of `float_adm`. */
typedef struct FloatAdmOptions {
    bool debug;
    double gain_limit, view_dist, noise_weight, csf_scale, csf_diag_scale;
    int display_height, csf_mode, bypass_cm;
    bool adm3_apply_hm;
    double p_norm, dlm_weight, min_val;
    double f1[VMAF_FLOAT_ADM_SCALES], f2[VMAF_FLOAT_ADM_SCALES]; /**< negative: not overridden */
    int skip_aim_scale;                                          /**< -1: none */
    bool skip_scale0;
} FloatAdmOptions;

/** One scale; the sums run over rows top..bottom-1 and columns left..right-1 of its bands. */
typedef struct FloatAdmScale {
    int in_w, in_h; /**< input plane */
    int w, h;       /**< each band: half of the input, rounded up */
    int left, right, top, bottom;
    float factor[3]; /**< contrast sensitivity of h, v, d */
} FloatAdmScale;

typedef struct FloatAdmPlan {
    FloatAdmOptions opt;
    int w, h;
    unsigned bpc;
    float unit;     /**< vmaf_float_adm_sample() */
    bool wide_gain; /**< vmaf_float_adm_gain() */
    bool cube;      /**< vmaf_float_adm_is_cube() */
    float p_norm;   /**< vmaf_float_adm_power() */
    bool bypass;    /**< every threshold is 0 */
    int first_sum;  /**< the first scale that has sums: 1 with adm_skip_scale0 */
    FloatAdmScale scale[VMAF_FLOAT_ADM_SCALES];
} FloatAdmPlan;

/** The scores of a frame. */
typedef struct FloatAdmScores {
    double adm2, aim, adm3;
    double num, den; /**< totals, 0 when below the threshold */
    float scale_num[VMAF_FLOAT_ADM_SCALES], scale_den[VMAF_FLOAT_ADM_SCALES];
} FloatAdmScores;

/**
 * The result of a frame: [scale][enum VmafFloatAdmSum + band], the row totals added from the top
 * down; 0 for scales before plan->first_sum.
 */
typedef struct FloatAdmSums {
    float v[VMAF_FLOAT_ADM_SCALES][VMAF_FLOAT_ADM_SUMS];
} FloatAdmSums;

/**
 * Contrast sensitivity factors of a scale: f[0] for h and v, f[1] for d. They depend on the options
 * alone.
 */
void vmaf_float_adm_factors(const FloatAdmOptions *opt, int scale, float f[2]);

/** @return samples left out at either end of a band side of n samples */
int vmaf_float_adm_crop(int n);

/** @param w,h both at least VMAF_FLOAT_ADM_MIN_SIDE @param bpc 8, 10, 12 or 16 */
void vmaf_float_adm_plan(FloatAdmPlan *p, const FloatAdmOptions *opt, int w, int h, unsigned bpc);

/**
 * Add row totals in order of rows: *acc = *acc + row_total[i] for i ascending.
 *
 * @param row_total n values
 * @param acc       0.0f before the first row of a frame
 */
void vmaf_float_adm_add_rows(float *acc, const float *row_total, int n);

/** Complete a result, on either engine. */
void vmaf_float_adm_settle(FloatAdmSums *sums);

/** The scores from the result of a frame. */
void vmaf_float_adm_finish(const FloatAdmPlan *p, const FloatAdmSums *sums, FloatAdmScores *scores);

extern const VmafCpuEngine vmaf_float_adm_cpu;
extern const VmafGpuEngine vmaf_float_adm_gpu;

#endif /* VMAF_FLOAT_ADM_PLAN_H */
