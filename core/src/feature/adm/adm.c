/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `adm`: options, scores, and how sums become them. */
#include "feature/adm/adm_plan.h"

#define FLAG(field, name, alias, help, flags) \
    VMAF_OPTION_BOOL(AdmOptions, field, name, alias, help, false, flags)
#define INTEGER(field, name, alias, help, default_, min, max)                 \
    VMAF_OPTION_INT(AdmOptions, field, name, alias, help, default_, min, max, \
                    VMAF_OPT_FEATURE_PARAM)
#define NUMBER(field, name, alias, help, default_, min, max)                     \
    VMAF_OPTION_DOUBLE(AdmOptions, field, name, alias, help, default_, min, max, \
                       VMAF_OPT_FEATURE_PARAM)

static const VmafOption options[] = {
    FLAG(debug, "debug", NULL, "also emit the frame's num and den and those of each scale", 0),
    NUMBER(csf_scale, "adm_csf_scale", "scf", "gain of the h and v sensitivity in csf mode 1", 1.0,
           0.0, 50.0),
    NUMBER(csf_diag_scale, "adm_csf_diag_scale", "scfd", "gain of the d sensitivity in csf mode 1",
           1.0, 0.0, 50.0),
    NUMBER(dlm_weight, "adm_dlm_weight", "dlmw", "weight of adm2 in adm3; 1 - aim has the rest",
           0.5, 0.0, 1.0),
    NUMBER(enhn_gain_limit, "adm_enhn_gain_limit", "egl",
           "largest gain credited to enhanced detail", 100.0, 1.0, 100.0),
    NUMBER(norm_view_dist, "adm_norm_view_dist", "nvd", "viewing distance in display heights", 3.0,
           0.75, 24.0),
    INTEGER(ref_display_height, "adm_ref_display_height", "rdh", "lines of the display", 1080, 1,
            4320),
    INTEGER(csf_mode, "adm_csf_mode", "csf",
            "contrast sensitivity: 0 Watson, 1 Barten, 2 and 3 tables", 0, 0, 3),
    NUMBER(noise_weight, "adm_noise_weight", "nw", "noise energy per sample added to num and den",
           0.03125, 0.0, 1500.0),
    FLAG(skip_aim, "adm_skip_aim", NULL, "do not measure additive impairment: aim is 0", 0),
    FLAG(skip_scale0, "adm_skip_scale0", "ssz", "leave the finest scale out of the scores",
         VMAF_OPT_FEATURE_PARAM),
    NUMBER(min_val, "adm_min_val", "min", "lower limit of adm3", 0.0, 0.0, 1.0),
    VMAF_OPTION_END,
};

static const VmafScoreName scores[VMAF_ADM_N_OUTPUTS + 1] = {
    {.name = "VMAF_integer_feature_adm2_score"},
    {.name = "VMAF_integer_feature_aim_score"},
    {.name = "VMAF_integer_feature_adm3_score"},
    {.name = "integer_adm_scale0"},
    {.name = "integer_adm_scale1"},
    {.name = "integer_adm_scale2"},
    {.name = "integer_adm_scale3"},
    {.name = "integer_adm"},
    {.name = "integer_adm_num"},
    {.name = "integer_adm_den"},
    {.name = "integer_adm_num_scale0"},
    {.name = "integer_adm_den_scale0"},
    {.name = "integer_adm_num_scale1"},
    {.name = "integer_adm_den_scale1"},
    {.name = "integer_adm_num_scale2"},
    {.name = "integer_adm_den_scale2"},
    {.name = "integer_adm_num_scale3"},
    {.name = "integer_adm_den_scale3"},
    {.name = NULL},
};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const AdmOptions *opt = opts;
    return opt->debug || score < VMAF_ADM_OUT_ADM;
}

static int plan_adm(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                    VmafNeeds *needs)
{
    (void)isa, (void)needs;
    return vmaf_adm_plan_init(plan, opts, info->bpc, info->w, info->h);
}

static int finish_adm(VmafSeries *s, const void *result, unsigned index)
{
    const AdmPlan *plan = s->plan;
    double score[VMAF_ADM_N_OUTPUTS];
    if (!result)
        return 0;
    vmaf_adm_finish(plan, result, score);
    for (unsigned k = 0; k < VMAF_ADM_N_OUTPUTS; k++) {
        if (has_score(&plan->opt, NULL, k))
            vmaf_series_emit(s, k, index, score[k]);
    }
    return 0;
}

const VmafFeature vmaf_feature_adm = {
    .name = "adm",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(AdmOptions),
    .plan_size = sizeof(AdmPlan),
    .result_size = sizeof(AdmSums),
    .needs = {.planes = {1, 1}, .min_w = VMAF_ADM_MIN_SIZE, .min_h = VMAF_ADM_MIN_SIZE},
    .plan = plan_adm,
    .cpu = &vmaf_adm_cpu,
    .gpu = &vmaf_adm_gpu,
    .finish = finish_adm,
};
