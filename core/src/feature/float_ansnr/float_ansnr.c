/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `float_ansnr`: how sums become scores. */
#include "feature/float_ansnr/float_ansnr.h"

#include "feature/psnr/psnr_score.h"

enum { ANSNR, ANPSNR };

static const VmafScoreName scores[] = {
    {.name = "float_ansnr"},
    {.name = "float_anpsnr"},
    {.name = NULL},
};

static int plan_ansnr(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                      VmafNeeds *needs)
{
    (void)opts, (void)isa, (void)needs;
    FloatAnsnrPlan *p = plan;
    p->info = *info;
    return 0;
}

static int finish_ansnr(VmafSeries *s, const void *result, unsigned index)
{
    const VmafFrameInfo *info = &((const FloatAnsnrPlan *)s->plan)->info;
    const FloatAnsnrSums *r = result;
    if (!r)
        return 0;
    const double cap = vmaf_psnr_cap(info->bpc);
    const double signal = vmaf_psnr_float_peak2(info->bpc) * (double)info->w * (double)info->h;
    vmaf_series_emit(s, ANSNR, index,
                     r->noise == 0.0f ? cap : vmaf_psnr_db((double)(r->sig / r->noise)));
    vmaf_series_emit(s, ANPSNR, index, vmaf_psnr_capped(signal, (double)r->noise, 1e-10, cap));
    return 0;
}

const VmafFeature vmaf_feature_float_ansnr = {
    .name = "float_ansnr",
    .scores = scores,
    .plan_size = sizeof(FloatAnsnrPlan),
    .result_size = sizeof(FloatAnsnrSums),
    .needs = {.planes = {1, 1}, .min_w = 3, .min_h = 3},
    .plan = plan_ansnr,
    .cpu = &vmaf_float_ansnr_cpu,
    .gpu = &vmaf_float_ansnr_gpu,
    .finish = finish_ansnr,
};
