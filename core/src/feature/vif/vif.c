/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `vif`: options, scores, and how sums become them. */
#include "feature/vif/vif_cpu.h"

typedef struct VifOptions {
    bool debug;
    double enhn_gain_limit;
    bool skip_scale0;
} VifOptions;

static const VmafOption options[] = {
    VMAF_OPTION_BOOL(VifOptions, debug, "debug", NULL,
                     "also emit the frame's num and den and those of each scale", false, 0),
    VMAF_OPTION_DOUBLE(VifOptions, enhn_gain_limit, "vif_enhn_gain_limit", "egl",
                       "largest gain credited to enhanced detail", 100.0, 1.0, 100.0,
                       VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_BOOL(VifOptions, skip_scale0, "vif_skip_scale0", "ssclz",
                     "do not measure the finest scale: its score is 0", false,
                     VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_END,
};

/* In the order of emission; those from OUT_VIF on with debug only. */
enum { OUT_SCALE0, OUT_VIF = OUT_SCALE0 + VMAF_VIF_SCALES, OUT_NUM, OUT_DEN, OUT_SCALE_SUMS };

static const VmafScoreName scores[] = {
    {.name = "VMAF_integer_feature_vif_scale0_score"},
    {.name = "VMAF_integer_feature_vif_scale1_score"},
    {.name = "VMAF_integer_feature_vif_scale2_score"},
    {.name = "VMAF_integer_feature_vif_scale3_score"},
    {.name = "integer_vif"},
    {.name = "integer_vif_num"},
    {.name = "integer_vif_den"},
    {.name = "integer_vif_num_scale0"},
    {.name = "integer_vif_den_scale0"},
    {.name = "integer_vif_num_scale1"},
    {.name = "integer_vif_den_scale1"},
    {.name = "integer_vif_num_scale2"},
    {.name = "integer_vif_den_scale2"},
    {.name = "integer_vif_num_scale3"},
    {.name = "integer_vif_den_scale3"},
    {.name = NULL},
};

_Static_assert(sizeof(VifSums) == 4 * sizeof(int64_t), "a result without padding");

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const VifOptions *opt = opts;
    return opt->debug || score < OUT_VIF;
}

static int plan_vif(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                    VmafNeeds *needs)
{
    (void)isa, (void)needs;
    const VifOptions *opt = opts;
    VifPlan *p = plan;
    p->gain_limit = opt->enhn_gain_limit;
    p->skip_scale0 = opt->skip_scale0;
    p->debug = opt->debug;
    vmaf_vif_plan(p, info->bpc, info->w, info->h);
    return 0;
}

static int open_vif(void *scratch, const void *plan, unsigned isa)
{
    return vmaf_vif_open(scratch, plan, isa);
}

static int measure_vif(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    vmaf_vif_measure(scratch, plan, window->ref[0], window->dis[0], result);
    return 0;
}

static void close_vif(void *scratch)
{
    vmaf_vif_close(scratch);
}

static const VmafCpuEngine cpu = {
    .scratch_size = sizeof(VifScratch),
    .open = open_vif,
    .measure = measure_vif,
    .close = close_vif,
};

/* Every flat pixel counts 1 in both, less the energy that the distorted picture has there. */
static float numerator(const VifSums *s)
{
    const double energy = (double)s->flat_energy / 16384.0 / 65025.0;
    return (float)((double)s->num_log / 2048.0 + ((double)s->n_flat - energy));
}

static float denominator(const VifSums *s)
{
    return (float)((double)s->den_log / 2048.0 + (double)s->n_flat);
}

static int finish_vif(VmafSeries *s, const void *result, unsigned index)
{
    const VifPlan *plan = s->plan;
    const VifSums *sums = result;
    double num_sum = 0.0, den_sum = 0.0, num[VMAF_VIF_SCALES], den[VMAF_VIF_SCALES];
    if (!sums)
        return 0;
    for (unsigned k = 0; k < VMAF_VIF_SCALES; k++) {
        if (!k && plan->skip_scale0) {
            num[k] = 0.0;
            den[k] = -1.0;
            vmaf_series_emit(s, OUT_SCALE0, index, 0.0);
            continue;
        }
        const float n = numerator(&sums[k]), d = denominator(&sums[k]);
        num[k] = (double)n;
        den[k] = (double)d;
        num_sum += num[k];
        den_sum += den[k];
        vmaf_series_emit(s, OUT_SCALE0 + k, index, (double)(n / d));
    }
    if (!plan->debug)
        return 0;
    vmaf_series_emit(s, OUT_VIF, index, num_sum / den_sum);
    vmaf_series_emit(s, OUT_NUM, index, num_sum);
    vmaf_series_emit(s, OUT_DEN, index, den_sum);
    for (unsigned k = 0; k < VMAF_VIF_SCALES; k++) {
        vmaf_series_emit(s, OUT_SCALE_SUMS + 2 * k, index, num[k]);
        vmaf_series_emit(s, OUT_SCALE_SUMS + 2 * k + 1, index, den[k]);
    }
    return 0;
}

const VmafFeature vmaf_feature_vif = {
    .name = "vif",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(VifOptions),
    .plan_size = sizeof(VifPlan),
    .result_size = VMAF_VIF_SCALES * sizeof(VifSums),
    .needs = {.planes = {1, 1}, .min_w = VMAF_VIF_MIN_SIDE, .min_h = VMAF_VIF_MIN_SIDE},
    .plan = plan_vif,
    .cpu = &cpu,
    .gpu = &vmaf_vif_gpu,
    .finish = finish_vif,
};
