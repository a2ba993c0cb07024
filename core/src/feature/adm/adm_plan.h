/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_PLAN_H
#define VMAF_ADM_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "feature/adm/adm_terms.h"
#include "feature/feature.h"

/** Smallest side of a frame: below it the fourth scale has no second sample to mirror. */
#define VMAF_ADM_MIN_SIZE 17

/** The outputs in emission order; the last eleven only with `debug`. */
enum {
    VMAF_ADM_OUT_ADM2,
    VMAF_ADM_OUT_AIM,
    VMAF_ADM_OUT_ADM3,
    VMAF_ADM_OUT_SCALE0, /**< then scales 1..3 */
    VMAF_ADM_OUT_ADM = VMAF_ADM_OUT_SCALE0 + VMAF_ADM_SCALES,
    VMAF_ADM_OUT_NUM,
    VMAF_ADM_OUT_DEN,
    VMAF_ADM_OUT_NUM_SCALE0, /**< then den of scale 0, num of scale 1, ... */
    VMAF_ADM_N_OUTPUTS = VMAF_ADM_OUT_NUM_SCALE0 + 2 * VMAF_ADM_SCALES
};

/** Options of `adm`. */
typedef struct AdmOptions {
    bool debug;
    double csf_scale, csf_diag_scale;
    double dlm_weight;
    double enhn_gain_limit;
    double norm_view_dist;
    int ref_display_height;
    int csf_mode;
    double noise_weight;
    bool skip_aim;
    bool skip_scale0;
    double min_val;
} AdmOptions;

/** Everything that is constant over a run; filled once, then only read. */
typedef struct AdmPlan {
    AdmOptions opt;
    AdmScale scale[VMAF_ADM_SCALES];
    unsigned bpc, w, h;                                /**< of the luma plane */
    float csf[VMAF_ADM_SCALES][VMAF_ADM_BANDS];        /**< sensitivity factors */
    double csf_cubed[VMAF_ADM_SCALES][VMAF_ADM_BANDS]; /**< their pow(x, 3) */
    int num_exponent[VMAF_ADM_SCALES][VMAF_ADM_BANDS]; /**< of the unit of num and aim */
    int den_exponent[VMAF_ADM_SCALES];                 /**< of the unit of den */
    float noise[VMAF_ADM_SCALES]; /**< cube root of the noise energy of the inner rectangle */
} AdmPlan;

/**
 * The result of a frame: over the rows of the inner rectangle, the sum of row sums that
 * were rounded by vmaf_adm_round_row() or, in pass DEN, vmaf_adm_round_row_den(). NUM and AIM hold
 * int64 values. Passes that are skipped (AIM with adm_skip_aim, scale 0 with adm_skip_scale0) are
 * not read.
 */
typedef struct AdmSums {
    uint64_t acc[VMAF_ADM_SCALES][VMAF_ADM_PASSES][VMAF_ADM_BANDS];
} AdmSums;

/**
 * Check the options against one another and work out sizes, shifts and factors.
 *
 * @param opt options within their ranges
 * @param bpc 8..16
 * @param w,h luma size, each at least VMAF_ADM_MIN_SIZE
 * @return 0; -EINVAL, logged, for a viewing distance that is too short, a display that the
 *         sensitivity table lacks, or a size that overflows
 */
int vmaf_adm_plan_init(AdmPlan *plan, const AdmOptions *opt, unsigned bpc, unsigned w, unsigned h);

/**
 * All the floating point of a frame: from the sums to the scores.
 *
 * @param score [VMAF_ADM_N_OUTPUTS], overwritten, in the order of the outputs
 */
void vmaf_adm_finish(const AdmPlan *plan, const AdmSums *sums, double *score);

/** The engines; both fill AdmSums. */
extern const VmafCpuEngine vmaf_adm_cpu;
extern const VmafGpuEngine vmaf_adm_gpu;

#endif /* VMAF_ADM_PLAN_H */
