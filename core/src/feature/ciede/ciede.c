/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `ciede`: refusals, and how sums become scores. */
#include "feature/ciede/ciede.h"

#include <errno.h>

#include "base/libm.h"
#include "base/log.h"

enum { CIEDE2000 };

static const VmafScoreName scores[] = {
    {.name = "ciede2000"},
    {.name = NULL},
};

static int plan_ciede(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                      VmafNeeds *needs)
{
    (void)opts, (void)isa, (void)needs;
    CiedePlan *p = plan;
    if (info->pix_fmt == VMAF_PIX_FMT_YUV400P) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "ciede: needs chroma planes, got 4:0:0\n");
        return -EINVAL;
    }
    const double s = (double)(1u << (info->bpc - 8));
    p->info = *info;
    p->shift_x = info->pix_fmt != VMAF_PIX_FMT_YUV444P;
    p->shift_y = info->pix_fmt == VMAF_PIX_FMT_YUV420P;
    p->range = (CiedeRange){
        .black = 16.0 * s,
        .grey = 128.0 * s,
        .luma = 1.0 / (219.0 * s),
        .chroma = 1.0 / (224.0 * s),
    };
    return 0;
}

static int finish_ciede(VmafSeries *s, const void *result, unsigned index)
{
    const VmafFrameInfo *info = &((const CiedePlan *)s->plan)->info;
    const CiedeSum *r = result;
    if (!r)
        return 0;
    const double n = (double)(info->w * info->h);
    vmaf_series_emit(s, CIEDE2000, index, 45.0 - 20.0 * vmaf_log10(r->sum / n));
    return 0;
}

const VmafFeature vmaf_feature_ciede = {
    .name = "ciede",
    .scores = scores,
    .plan_size = sizeof(CiedePlan),
    .result_size = sizeof(CiedeSum),
    .needs = {.planes = {7, 7}, .min_w = 1, .min_h = 1},
    .plan = plan_ciede,
    .cpu = &vmaf_ciede_cpu,
    .finish = finish_ciede,
};
