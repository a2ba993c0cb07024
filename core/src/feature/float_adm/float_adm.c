/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `float_adm`: options, scores, and how sums become them. */
#include "feature/float_adm/float_adm_plan.h"

#define FLAG(field, name, alias, help, flags) \
    VMAF_OPTION_BOOL(FloatAdmOptions, field, name, alias, help, false, flags)
#define INTEGER(field, name, alias, help, default_, min, max)                      \
    VMAF_OPTION_INT(FloatAdmOptions, field, name, alias, help, default_, min, max, \
                    VMAF_OPT_FEATURE_PARAM)
#define NUMBER(field, name, alias, help, default_, min, max)                          \
    VMAF_OPTION_DOUBLE(FloatAdmOptions, field, name, alias, help, default_, min, max, \
                       VMAF_OPT_FEATURE_PARAM)
#define FACTORS(s)                                                                                \
    NUMBER(f1[s], "adm_f1s" #s, "f1s" #s, "factor of h and v at scale " #s " instead of the CSF", \
           -1.0, -1.0, 10.0),                                                                     \
        NUMBER(f2[s], "adm_f2s" #s, "f2s" #s, "factor of d at scale " #s " instead of the CSF",   \
               -1.0, -1.0, 10.0)

static const VmafOption options[] = {
    FLAG(debug, "debug", NULL, "also write numerators and denominators", 0),
    NUMBER(gain_limit, "adm_enhn_gain_limit", "egl", "largest gain of enhanced detail", 100.0, 1.0,
           100.0),
    NUMBER(view_dist, "adm_norm_view_dist", "nvd", "viewing distance in picture heights", 3.0, 0.75,
           24.0),
    NUMBER(noise_weight, "adm_noise_weight", "nw", "noise constant of numerator and denominator",
           0.03125, 0.0, 1500.0),
    NUMBER(csf_scale, "adm_csf_scale", "scf", "gain of the h, v factors in CSF mode 1", 1.0, 0.0,
           50.0),
    NUMBER(csf_diag_scale, "adm_csf_diag_scale", "scfd", "gain of the d factor in CSF mode 1", 1.0,
           0.0, 50.0),
    INTEGER(display_height, "adm_ref_display_height", "rdf", "display height in pixels", 1080, 1,
            4320),
    INTEGER(csf_mode, "adm_csf_mode", "csf", "contrast sensitivity: 1, 2, or Watson for others", 0,
            0, 9),
    INTEGER(bypass_cm, "adm_bypass_cm", "bcm", "1: no contrast masking", 0, 0, 1),
    FLAG(adm3_apply_hm, "adm_adm3_apply_hm", "aah", "adm3 is a harmonic mean",
         VMAF_OPT_FEATURE_PARAM),
    NUMBER(p_norm, "adm_p_norm", "apn", "exponent of the spatial pooling", 3.0, 1.0, 20.0),
    NUMBER(dlm_weight, "adm_dlm_weight", "dlmw", "weight of adm2 in adm3", 0.5, 0.0, 1.0),
    NUMBER(min_val, "adm_min_val", "min", "least value of adm3", 0.0, 0.0, 1.0),
    FACTORS(0),
    FACTORS(1),
    FACTORS(2),
    FACTORS(3),
    INTEGER(skip_aim_scale, "adm_skip_aim_scale", "sasc", "scale that aim leaves out", -1, 0, 3),
    FLAG(skip_scale0, "adm_skip_scale0", "ssz", "leave scale 0 out of every score",
         VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_END,
};

enum {
    OUT_ADM2,
    OUT_AIM,
    OUT_ADM3,
    OUT_SCALE,
    OUT_ADM = OUT_SCALE + 4,
    OUT_NUM,
    OUT_DEN,
    OUT_SCALE_NUM_DEN
};

static const VmafScoreName scores[] = {
    {.name = "VMAF_feature_adm2_score"},
    {.name = "VMAF_feature_aim_score"},
    {.name = "VMAF_feature_adm3_score"},
    {.name = "VMAF_feature_adm_scale0_score"},
    {.name = "VMAF_feature_adm_scale1_score"},
    {.name = "VMAF_feature_adm_scale2_score"},
    {.name = "VMAF_feature_adm_scale3_score"},
    {.name = "adm", .plain = true},
    {.name = "adm_num"},
    {.name = "adm_den"},
    {.name = "adm_num_scale0"},
    {.name = "adm_den_scale0"},
    {.name = "adm_num_scale1"},
    {.name = "adm_den_scale1"},
    {.name = "adm_num_scale2"},
    {.name = "adm_den_scale2"},
    {.name = "adm_num_scale3"},
    {.name = "adm_den_scale3"},
    {.name = NULL},
};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const FloatAdmOptions *opt = opts;
    return opt->debug || score < OUT_ADM;
}

static int plan_float_adm(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                          VmafNeeds *needs)
{
    (void)isa, (void)needs;
    vmaf_float_adm_plan(plan, opts, (int)info->w, (int)info->h, info->bpc);
    return 0;
}

static int finish_float_adm(VmafSeries *s, const void *result, unsigned index)
{
    const FloatAdmPlan *plan = s->plan;
    FloatAdmScores v;
    if (!result)
        return 0;
    vmaf_float_adm_finish(plan, result, &v);
    vmaf_series_emit(s, OUT_ADM2, index, v.adm2);
    vmaf_series_emit(s, OUT_AIM, index, v.aim);
    vmaf_series_emit(s, OUT_ADM3, index, v.adm3);
    for (unsigned k = 0; k < VMAF_FLOAT_ADM_SCALES; k++)
        vmaf_series_emit(s, OUT_SCALE + k, index, (double)v.scale_num[k] / (double)v.scale_den[k]);
    if (!plan->opt.debug)
        return 0;
    vmaf_series_emit(s, OUT_ADM, index, v.adm2);
    vmaf_series_emit(s, OUT_NUM, index, v.num);
    vmaf_series_emit(s, OUT_DEN, index, v.den);
    for (unsigned k = 0; k < VMAF_FLOAT_ADM_SCALES; k++) {
        vmaf_series_emit(s, OUT_SCALE_NUM_DEN + 2 * k, index, (double)v.scale_num[k]);
        vmaf_series_emit(s, OUT_SCALE_NUM_DEN + 2 * k + 1, index, (double)v.scale_den[k]);
    }
    return 0;
}

const VmafFeature vmaf_feature_float_adm = {
    .name = "float_adm",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(FloatAdmOptions),
    .plan_size = sizeof(FloatAdmPlan),
    .result_size = sizeof(FloatAdmSums),
    .needs = {.planes = {1, 1}, .min_w = VMAF_FLOAT_ADM_MIN_SIDE, .min_h = VMAF_FLOAT_ADM_MIN_SIDE},
    .plan = plan_float_adm,
    .cpu = &vmaf_float_adm_cpu,
    .gpu = &vmaf_float_adm_gpu,
    .finish = finish_float_adm,
};
