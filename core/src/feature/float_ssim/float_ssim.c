/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `float_ssim`: options, geometry, and how sums become scores. */
#include "feature/float_ssim/float_ssim.h"

#include <errno.h>

#include "base/log.h"
#include "feature/float_ssim/float_ssim_box.h"
#include "feature/float_ssim/float_ssim_plane.h"
#include "feature/ssim_db.h"

typedef struct FloatSsimOptions {
    bool enable_lcs, enable_db, clip_db;
    int scale; /* 0: by the picture size */
} FloatSsimOptions;

static const VmafOption options[] = {
    VMAF_OPTION_BOOL(FloatSsimOptions, enable_lcs, "enable_lcs", NULL,
                     "also report the means of luminance, contrast and structure", false, 0),
    VMAF_OPTION_BOOL(FloatSsimOptions, enable_db, "enable_db", NULL,
                     "report the score as -10 log10(1 - score)", false, 0),
    VMAF_OPTION_BOOL(FloatSsimOptions, clip_db, "clip_db", NULL,
                     "with enable_db, bound the score by that of half a unit of squared error",
                     false, 0),
    VMAF_OPTION_INT(FloatSsimOptions, scale, "scale", NULL,
                    "decimate by this factor first; 0 chooses by the picture size", 0, 0, 10, 0),
    VMAF_OPTION_END,
};

static const VmafScoreName scores[] = {{.name = "float_ssim"},
                                       {.name = "float_ssim_l"},
                                       {.name = "float_ssim_c"},
                                       {.name = "float_ssim_s"},
                                       {.name = NULL}};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const FloatSsimOptions *opt = opts;
    return opt->enable_lcs || !score;
}

/* The shorter side in units of 256, rounded half up. */
static unsigned automatic_scale(const VmafFrameInfo *info)
{
    const unsigned side = info->w < info->h ? info->w : info->h;
    const unsigned scale = side / 256 + (side % 256 >= 128);
    return scale > 1 ? scale : 1;
}

static int plan_float_ssim(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                           VmafNeeds *needs)
{
    const FloatSsimOptions *opt = opts;
    const unsigned f = opt->scale > 0 ? (unsigned)opt->scale : automatic_scale(info);
    const unsigned w = vmaf_float_ssim_decimated(info->w, f);
    const unsigned h = vmaf_float_ssim_decimated(info->h, f);
    if (w < VMAF_FLOAT_SSIM_TAPS || h < VMAF_FLOAT_SSIM_TAPS) {
        /* An odd side rounds up, so it may be shorter. */
        const unsigned even = f > 1 ? (11 * f + 1) / 2 * 2 : 12;
        const unsigned odd = f > 1 ? 10 * f / 2 * 2 + 1 : 11;
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "float_ssim: %ux%u is too small at scale %u: it leaves %ux%u and the window "
                 "needs 11x11; the smallest side is %u if odd, %u if even\n",
                 info->w, info->h, f, w, h, odd, even);
        return -EINVAL;
    }
    needs->scale = f;
    FloatSsimPlan *p = plan;
    *p = (FloatSsimPlan){.enable_lcs = opt->enable_lcs,
                         .enable_db = opt->enable_db,
                         .max_db = vmaf_ssim_max_db(opt->clip_db, info),
                         .info = *info,
                         .scale = f,
                         .w = w,
                         .h = h,
                         .n_sums = opt->enable_lcs ? VMAF_FLOAT_SSIM_SUMS : 1,
                         .isa = isa};
    return 0;
}

static int finish_float_ssim(VmafSeries *s, const void *result, unsigned index)
{
    const FloatSsimPlan *p = s->plan;
    const FloatSsimSums *sums = result;
    for (unsigned k = 0; sums && k < p->n_sums; k++) {
        double value = (double)vmaf_float_ssim_mean(sums->total[k], p->w, p->h);
        if (k == 0 && p->enable_db)
            value = vmaf_ssim_db(value, p->max_db);
        vmaf_series_emit(s, k, index, value);
    }
    return 0;
}

const VmafFeature vmaf_feature_float_ssim = {
    .name = "float_ssim",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(FloatSsimOptions),
    .plan_size = sizeof(FloatSsimPlan),
    .result_size = sizeof(FloatSsimSums),
    .needs = {.planes = {1, 1}, .min_w = VMAF_FLOAT_SSIM_TAPS, .min_h = VMAF_FLOAT_SSIM_TAPS},
    .plan = plan_float_ssim,
    .cpu = &vmaf_float_ssim_cpu,
    .gpu = &vmaf_float_ssim_gpu,
    .finish = finish_float_ssim,
};
