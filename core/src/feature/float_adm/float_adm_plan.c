/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_adm/float_adm_plan.h"

#include <stdint.h>

#include "base/libm.h"

#define NUMBER(field, opt_name, opt_alias, opt_help, default_, min_, max_)                 \
    {                                                                                      \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),                      \
        .type = VMAF_OPTION_TYPE_DOUBLE, .offset = offsetof(FloatAdmOptions, field),       \
        .def.d = (default_), .min = (min_), .max = (max_), .flags = VMAF_OPT_FEATURE_PARAM \
    }
#define INTEGER(field, opt_name, opt_alias, opt_help, default_, min_, max_)                \
    {                                                                                      \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),                      \
        .type = VMAF_OPTION_TYPE_INT, .offset = offsetof(FloatAdmOptions, field),          \
        .def.i = (default_), .min = (min_), .max = (max_), .flags = VMAF_OPT_FEATURE_PARAM \
    }
#define FLAG(field, opt_name, opt_alias, opt_help, opt_flags)                      \
    {                                                                              \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),              \
        .type = VMAF_OPTION_TYPE_BOOL, .offset = offsetof(FloatAdmOptions, field), \
        .flags = (opt_flags)                                                       \
    }
#define FACTORS(s)                                                                                \
    NUMBER(f1[s], "adm_f1s" #s, "f1s" #s, "factor of h and v at scale " #s " instead of the CSF", \
           -1.0, -1.0, 10.0),                                                                     \
        NUMBER(f2[s], "adm_f2s" #s, "f2s" #s, "factor of d at scale " #s " instead of the CSF",   \
               -1.0, -1.0, 10.0)

const VmafOption vmaf_float_adm_options[] = {
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
    {.name = NULL},
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

const char *const vmaf_float_adm_outputs[] = {
    "VMAF_feature_adm2_score",
    "VMAF_feature_aim_score",
    "VMAF_feature_adm3_score",
    "VMAF_feature_adm_scale0_score",
    "VMAF_feature_adm_scale1_score",
    "VMAF_feature_adm_scale2_score",
    "VMAF_feature_adm_scale3_score",
    "adm",
    "adm_num",
    "adm_den",
    "adm_num_scale0",
    "adm_den_scale0",
    "adm_num_scale1",
    "adm_den_scale1",
    "adm_num_scale2",
    "adm_den_scale2",
    "adm_num_scale3",
    "adm_den_scale3",
    NULL,
};

#define SUM(sum_name)                                                                      \
    {                                                                                      \
        .name = (sum_name), .term = VMAF_TERM_F32, .order = VMAF_ORDER_ROWS, .per_site = 3 \
    }
static const VmafTwinSum sums[] = {SUM("den"), SUM("num"), SUM("aim")};

const VmafTwinContract vmaf_float_adm_contract = {
    .feature = "float_adm",
    .revision = 1,
    .sums = sums,
    .n_sums = sizeof(sums) / sizeof(sums[0]),
};

int vmaf_float_adm_crop(int n)
{
    return (int)(n * 0.1 - 0.5);
}

void vmaf_float_adm_plan(FloatAdmPlan *p, const FloatAdmOptions *opt, int w, int h, unsigned bpc)
{
    *p = (FloatAdmPlan){
        .opt = *opt,
        .w = w,
        .h = h,
        .unit = 1.0f / (float)(1 << (bpc - 8)),
        .wide_gain = (double)(float)opt->gain_limit != opt->gain_limit,
        .cube = opt->p_norm == 3.0,
        .p_norm = (float)opt->p_norm,
        .bypass = opt->bypass_cm != 0,
        .first_sum = opt->skip_scale0,
    };
    for (int s = 0; s < VMAF_FLOAT_ADM_SCALES; s++) {
        FloatAdmScale *sc = &p->scale[s];
        float f[2];
        vmaf_float_adm_factors(opt, s, f);
        *sc = (FloatAdmScale){
            .in_w = w, .in_h = h, .w = (w + 1) / 2, .h = (h + 1) / 2, .factor = {f[0], f[0], f[1]}};
        sc->left = vmaf_float_adm_crop(sc->w);
        sc->right = sc->w - sc->left;
        sc->top = vmaf_float_adm_crop(sc->h);
        sc->bottom = sc->h - sc->top;
        w = sc->w;
        h = sc->h;
    }
}

void vmaf_float_adm_add_rows(float *acc, const float *row_total, int n)
{
    for (int i = 0; i < n; i++)
        *acc = *acc + row_total[i];
}

/* Pool the sums of the three bands over n positions. */
static float pool(const FloatAdmPlan *p, const float acc[3], double n, double noise_weight)
{
    const float q = (float)(1.0 / p->opt.p_norm);
    const float noise = vmaf_powf((float)(n * noise_weight), q);
    float v[3];
    for (int b = 0; b < 3; b++)
        v[b] = vmaf_powf(acc[b], q) + noise;
    return (v[0] + v[1]) + v[2];
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

void vmaf_float_adm_finish(const FloatAdmPlan *p,
                           float sum[VMAF_FLOAT_ADM_SCALES][VMAF_FLOAT_ADM_SUMS],
                           FloatAdmScores *scores)
{
    const FloatAdmOptions *o = &p->opt;
    const double limit = (1e-10 * ((double)p->w * p->h)) / (1920.0 * 1080.0);
    double num = 0.0, den = 0.0, aim_num = 0.0, aim_den = 0.0;

    for (int s = 0; s < VMAF_FLOAT_ADM_SCALES; s++) {
        const FloatAdmScale *sc = &p->scale[s];
        const double n = (double)(sc->right - sc->left) * (sc->bottom - sc->top);
        float num_s = 0.0f, den_s = (float)1e-10, aim_s = 0.0f;
        if (s >= p->first_sum) {
            den_s = pool(p, sum[s] + VMAF_FLOAT_ADM_DEN, n, o->noise_weight);
            num_s = pool(p, sum[s] + VMAF_FLOAT_ADM_NUM, n, o->noise_weight);
            aim_s = pool(p, sum[s] + VMAF_FLOAT_ADM_AIM, n, 0.0);
        }
        num += (double)num_s;
        den += (double)den_s;
        if (o->skip_aim_scale != s) {
            aim_den += (double)den_s;
            aim_num += (double)aim_s;
        }
        scores->scale_num[s] = num_s;
        scores->scale_den[s] = den_s;
    }
    num = num < limit ? 0.0 : num;
    den = den < limit ? 0.0 : den;

    double adm2 = 1.0, aim = 0.0;
    if (den != 0.0) {
        const double q = aim_num / aim_den;
        aim = q < 1.0 ? q : 1.0;
        adm2 = num / den;
    }
    const double mean = o->adm3_apply_hm ? ((2 * adm2) * aim) / (adm2 + aim)
                                         : adm2 * o->dlm_weight + (1 - aim) * (1 - o->dlm_weight);
    scores->adm2 = adm2;
    scores->aim = aim;
    scores->adm3 = larger(mean, o->min_val);
    scores->num = num;
    scores->den = den;
}

int vmaf_float_adm_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index,
                        const FloatAdmScores *s, bool debug)
{
    int err = vmaf_extractor_emit(c, out, OUT_ADM2, index, s->adm2);
    err = err ? err : vmaf_extractor_emit(c, out, OUT_AIM, index, s->aim);
    err = err ? err : vmaf_extractor_emit(c, out, OUT_ADM3, index, s->adm3);
    for (unsigned k = 0; k < VMAF_FLOAT_ADM_SCALES && !err; k++)
        err = vmaf_extractor_emit(c, out, OUT_SCALE + k, index,
                                  (double)s->scale_num[k] / (double)s->scale_den[k]);
    if (!debug || err)
        return err;

    err = vmaf_extractor_emit(c, out, OUT_ADM, index, s->adm2);
    err = err ? err : vmaf_extractor_emit(c, out, OUT_NUM, index, s->num);
    err = err ? err : vmaf_extractor_emit(c, out, OUT_DEN, index, s->den);
    for (unsigned k = 0; k < VMAF_FLOAT_ADM_SCALES && !err; k++) {
        err =
            vmaf_extractor_emit(c, out, OUT_SCALE_NUM_DEN + 2 * k, index, (double)s->scale_num[k]);
        err = err ? err
                  : vmaf_extractor_emit(c, out, OUT_SCALE_NUM_DEN + 2 * k + 1, index,
                                        (double)s->scale_den[k]);
    }
    return err;
}
