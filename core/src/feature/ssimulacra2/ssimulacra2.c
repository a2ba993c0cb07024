/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `ssimulacra2`: options, scores, and how sums become them. */
#include "feature/ssimulacra2/ssimulacra2.h"

static const VmafOption options[] = {
    VMAF_OPTION_INT(Ssimulacra2Options, yuv_matrix, "yuv_matrix", NULL,
                    "0: BT.709 limited, 1: BT.601 limited, 2: BT.709 full, 3: BT.601 full range", 0,
                    0, 3, 0),
    VMAF_OPTION_BOOL(Ssimulacra2Options, debug, "debug", NULL,
                     "also report the 108 norms that the score is made of", false, 0),
    VMAF_OPTION_END,
};

#define NORM(ch, s, n)                             \
    {                                              \
        .name = "ssimulacra2_" ch "_scale" s "_" n \
    }
#define NORMS(ch, s)                                                              \
    NORM(ch, s, "ssim_l1"), NORM(ch, s, "artifact_l1"), NORM(ch, s, "detail_l1"), \
        NORM(ch, s, "ssim_l4"), NORM(ch, s, "artifact_l4"), NORM(ch, s, "detail_l4")
#define CHANNEL(ch) \
    NORMS(ch, "0"), NORMS(ch, "1"), NORMS(ch, "2"), NORMS(ch, "3"), NORMS(ch, "4"), NORMS(ch, "5")

/* The score, then the norms in the order of Ssimulacra2Sums. */
static const VmafScoreName scores[] = {
    {.name = "ssimulacra2"}, CHANNEL("x"), CHANNEL("y"), CHANNEL("b"), {.name = NULL}};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const Ssimulacra2Options *opt = opts;
    return opt->debug || !score;
}

static int plan_ssimulacra2(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                            VmafNeeds *needs)
{
    (void)isa, (void)needs;
    Ssimulacra2Plan *p = plan;
    const Ssimulacra2Options *opt = opts;
    p->debug = opt->debug;
    p->info = *info;
    vmaf_ssimulacra2_scales(info->w, info->h, &p->scales);
    vmaf_ssimulacra2_matrix(opt->yuv_matrix, info->bpc, &p->matrix);
    return 0;
}

static int finish_ssimulacra2(VmafSeries *s, const void *result, unsigned index)
{
    const Ssimulacra2Plan *p = s->plan;
    if (!result)
        return 0;
    Ssimulacra2Sums norms = *(const Ssimulacra2Sums *)result;
    const double *norm = &norms.v[0][0][0];
    vmaf_ssimulacra2_norms(&p->scales, &norms);
    vmaf_series_emit(s, 0, index, vmaf_ssimulacra2_score(&norms));
    for (unsigned i = 0; p->debug && i < sizeof(norms) / sizeof(*norm); i++)
        vmaf_series_emit(s, i + 1, index, norm[i]);
    return 0;
}

const VmafFeature vmaf_feature_ssimulacra2 = {
    .name = "ssimulacra2",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(Ssimulacra2Options),
    .plan_size = sizeof(Ssimulacra2Plan),
    .result_size = sizeof(Ssimulacra2Sums),
    .needs = {.planes = {7, 7}, .min_w = SSIMULACRA2_MIN_SIDE, .min_h = SSIMULACRA2_MIN_SIDE},
    .plan = plan_ssimulacra2,
    .cpu = &vmaf_ssimulacra2_cpu,
    .gpu = &vmaf_ssimulacra2_gpu,
    .finish = finish_ssimulacra2,
};
