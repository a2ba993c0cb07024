/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `ssim`: options, and how a sum becomes a score. */
#include "feature/ssim/ssim.h"

#include "feature/ssim/ssim_terms.h"
#include "feature/ssim_db.h"

typedef struct SsimOptions {
    bool enable_db, clip_db;
} SsimOptions;

static const VmafOption options[] = {
    VMAF_OPTION_BOOL(SsimOptions, enable_db, "enable_db", NULL, "report -10 log10(1 - score)",
                     false, 0),
    VMAF_OPTION_BOOL(SsimOptions, clip_db, "clip_db", NULL,
                     "with enable_db, bound the score by that of half a unit of squared error",
                     false, 0),
    VMAF_OPTION_END,
};

static const VmafScoreName scores[] = {{.name = "ssim"}, {.name = NULL}};

/* The sum of the weights of one pass over n windows. */
static uint64_t weights(unsigned n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (uint64_t)vmaf_ssim_weight(i, n);
    return sum;
}

static int plan_ssim(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                     VmafNeeds *needs)
{
    (void)needs;
    SsimPlan *p = plan;
    const SsimOptions *opt = opts;
    *p = (SsimPlan){.enable_db = opt->enable_db,
                    .max_db = vmaf_ssim_max_db(opt->clip_db, info),
                    .info = *info,
                    .isa = isa};
    return 0;
}

static int finish_ssim(VmafSeries *s, const void *result, unsigned index)
{
    const SsimPlan *p = s->plan;
    const SsimSums *sums = result;
    if (!sums)
        return 0;
    const double score = sums->total / (double)(weights(p->info.w) * weights(p->info.h));
    vmaf_series_emit(s, 0, index, p->enable_db ? vmaf_ssim_db(score, p->max_db) : score);
    return 0;
}

const VmafFeature vmaf_feature_ssim = {
    .name = "ssim",
    .scores = scores,
    .options = options,
    .options_size = sizeof(SsimOptions),
    .plan_size = sizeof(SsimPlan),
    .result_size = sizeof(SsimSums),
    .needs = {.planes = {1, 1}, .min_w = 1, .min_h = 1},
    .plan = plan_ssim,
    .cpu = &vmaf_ssim_cpu,
    .gpu = &vmaf_ssim_gpu,
    .finish = finish_ssim,
};
