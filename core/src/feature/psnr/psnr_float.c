/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The features `float_psnr` and `float_moment`: how sums become scores. */
#include "feature/psnr/psnr.h"
#include "feature/psnr/psnr_score.h"
#include "feature/psnr/psnr_terms.h"

static const VmafScoreName error_scores[] = {{.name = "float_psnr"}, {.name = NULL}};

static const VmafScoreName moment_scores[] = {
    {.name = "float_moment_ref1st"},
    {.name = "float_moment_dis1st"},
    {.name = "float_moment_ref2nd"},
    {.name = "float_moment_dis2nd"},
    {.name = NULL},
};

static int plan_float(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                      VmafNeeds *needs)
{
    (void)opts, (void)needs;
    PsnrFloatPlan *p = plan;
    *p = (PsnrFloatPlan){.info = *info,
                         .samples = (double)((uint64_t)info->w * info->h),
                         .unit = vmaf_psnr_unit(info->bpc),
                         .isa = isa};
    return 0;
}

static int finish_error(VmafSeries *s, const void *result, unsigned index)
{
    const PsnrFloatPlan *p = s->plan;
    const PsnrFloatError *r = result;
    if (r)
        vmaf_series_emit(s, 0, index,
                         vmaf_psnr_capped(vmaf_psnr_float_peak2(p->info.bpc), r->sse / p->samples,
                                          1e-10, vmaf_psnr_cap(p->info.bpc)));
    return 0;
}

static int finish_moments(VmafSeries *s, const void *result, unsigned index)
{
    const PsnrFloatPlan *p = s->plan;
    const PsnrFloatMoments *r = result;
    for (unsigned k = 0; r && k < 2; k++) {
        vmaf_series_emit(s, k, index, r->first[k] / p->samples);
        vmaf_series_emit(s, 2 + k, index, r->second[k] / p->samples);
    }
    return 0;
}

const VmafFeature vmaf_feature_float_psnr = {
    .name = "float_psnr",
    .scores = error_scores,
    .plan_size = sizeof(PsnrFloatPlan),
    .result_size = sizeof(PsnrFloatError),
    .needs = {.planes = {1, 1}, .min_w = 1, .min_h = 1},
    .plan = plan_float,
    .cpu = &vmaf_float_psnr_cpu,
    .gpu = &vmaf_float_psnr_gpu,
    .finish = finish_error,
};

const VmafFeature vmaf_feature_float_moment = {
    .name = "float_moment",
    .scores = moment_scores,
    .plan_size = sizeof(PsnrFloatPlan),
    .result_size = sizeof(PsnrFloatMoments),
    .needs = {.planes = {1, 1}, .min_w = 1, .min_h = 1},
    .plan = plan_float,
    .cpu = &vmaf_float_moment_cpu,
    .gpu = &vmaf_float_moment_gpu,
    .finish = finish_moments,
};
