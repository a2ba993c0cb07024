/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `float_ms_ssim`: options, levels, and how sums become scores. */
#include "feature/float_ssim/float_ms_ssim.h"

#include <math.h>

#include "base/libm.h"
#include "feature/float_ssim/float_ssim_plane.h"
#include "feature/ssim_db.h"

#define LEVELS VMAF_MS_SSIM_LEVELS

typedef struct FloatMsSsimOptions {
    bool enable_lcs, enable_db, clip_db;
} FloatMsSsimOptions;

static const VmafOption options[] = {
    VMAF_OPTION_BOOL(FloatMsSsimOptions, enable_lcs, "enable_lcs", NULL,
                     "also report the means of luminance, contrast and structure of every level",
                     false, 0),
    VMAF_OPTION_BOOL(FloatMsSsimOptions, enable_db, "enable_db", NULL,
                     "report the score as -10 log10(1 - score)", false, 0),
    VMAF_OPTION_BOOL(FloatMsSsimOptions, clip_db, "clip_db", NULL,
                     "with enable_db, bound the score by that of half a unit of squared error",
                     false, 0),
    VMAF_OPTION_END,
};

static const VmafScoreName scores[] = {
    {.name = "float_ms_ssim"},
    {.name = "float_ms_ssim_l_scale0"},
    {.name = "float_ms_ssim_l_scale1"},
    {.name = "float_ms_ssim_l_scale2"},
    {.name = "float_ms_ssim_l_scale3"},
    {.name = "float_ms_ssim_l_scale4"},
    {.name = "float_ms_ssim_c_scale0"},
    {.name = "float_ms_ssim_c_scale1"},
    {.name = "float_ms_ssim_c_scale2"},
    {.name = "float_ms_ssim_c_scale3"},
    {.name = "float_ms_ssim_c_scale4"},
    {.name = "float_ms_ssim_s_scale0"},
    {.name = "float_ms_ssim_s_scale1"},
    {.name = "float_ms_ssim_s_scale2"},
    {.name = "float_ms_ssim_s_scale3"},
    {.name = "float_ms_ssim_s_scale4"},
    {.name = NULL},
};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const FloatMsSsimOptions *opt = opts;
    return opt->enable_lcs || !score;
}

static int plan_ms_ssim(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                        VmafNeeds *needs)
{
    (void)needs;
    FloatMsSsimPlan *p = plan;
    const FloatMsSsimOptions *opt = opts;
    *p = (FloatMsSsimPlan){.enable_lcs = opt->enable_lcs,
                           .enable_db = opt->enable_db,
                           .max_db = vmaf_ssim_max_db(opt->clip_db, info),
                           .bpc = info->bpc,
                           .isa = isa};
    unsigned w = info->w, h = info->h;
    for (unsigned i = 0; i < LEVELS; i++) {
        p->level[i] = (FloatMsSsimLevel){w, h, i == LEVELS - 1 || opt->enable_lcs};
        w = vmaf_ms_ssim_half(w);
        h = vmaf_ms_ssim_half(h);
    }
    return 0;
}

/* A negative mean has no real power, so its magnitude is taken; the score is finite. */
static double score(float lcs[LEVELS][3])
{
    /* contrast and structure share an exponent; luminance counts at the last level only */
    static const float exponent[LEVELS] = {0.0448f, 0.2856f, 0.3001f, 0.2363f, 0.1333f};
    double product = 1.0;
    for (unsigned i = 0; i < LEVELS; i++) {
        const double e = (double)exponent[i];
        const double l = i == LEVELS - 1 ? vmaf_pow(fabs((double)lcs[i][0]), e) : 1.0;
        const double c = vmaf_pow(fabs((double)lcs[i][1]), e);
        const double s = vmaf_pow(fabs((double)lcs[i][2]), e);
        product *= l * c * s;
    }
    return product;
}

static int finish_ms_ssim(VmafSeries *s, const void *result, unsigned index)
{
    const FloatMsSsimPlan *p = s->plan;
    const FloatMsSsimSums *sums = result;
    float lcs[LEVELS][3] = {{0.0f}};
    if (!sums)
        return 0;
    for (unsigned i = 0; i < LEVELS; i++) {
        const FloatMsSsimLevel *l = &p->level[i];
        for (unsigned k = !l->with_l; k < 3; k++)
            lcs[i][k] = vmaf_float_ssim_mean(sums->total[i][k], l->w, l->h);
    }
    const double value = score(lcs);
    vmaf_series_emit(s, 0, index, p->enable_db ? vmaf_ssim_db(value, p->max_db) : value);
    for (unsigned k = 0; k < 3 && p->enable_lcs; k++) {
        for (unsigned i = 0; i < LEVELS; i++)
            vmaf_series_emit(s, 1 + k * LEVELS + i, index, (double)lcs[i][k]);
    }
    return 0;
}

const VmafFeature vmaf_feature_float_ms_ssim = {
    .name = "float_ms_ssim",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(FloatMsSsimOptions),
    .plan_size = sizeof(FloatMsSsimPlan),
    .result_size = sizeof(FloatMsSsimSums),
    .needs = {.planes = {1, 1}, .min_w = VMAF_MS_SSIM_MIN_SIDE, .min_h = VMAF_MS_SSIM_MIN_SIDE},
    .plan = plan_ms_ssim,
    .cpu = &vmaf_float_ms_ssim_cpu,
    .gpu = &vmaf_float_ms_ssim_gpu,
    .finish = finish_ms_ssim,
};
