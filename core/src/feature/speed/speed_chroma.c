/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `speed_chroma`: options, sizes, and how the two chroma planes become scores. */
#include <errno.h>

#include "base/log.h"
#include "feature/speed/speed.h"

static const VmafOption options[] = {
    SPEED_OPTIONS,
    VMAF_OPTION_DOUBLE(SpeedOptions, max_val, "speed_max_val", "mxv", "largest score", 1000.0, 0.0,
                       1000.0, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(SpeedOptions, weight_var_mode, "speed_weight_var_mode", "wvm",
                    "which variances weight the entropies: 0, of each picture its own; 1 to 6, "
                    "see the documentation",
                    0, 0, 6, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_END,
};

enum { U, V, UV };

static const VmafScoreName scores[] = {
    {.name = "Speed_chroma_feature_speed_chroma_u_score"},
    {.name = "Speed_chroma_feature_speed_chroma_v_score"},
    {.name = "Speed_chroma_feature_speed_chroma_uv_score"},
    {.name = NULL},
};

static int check(const void *opts, VmafNeeds *needs)
{
    const SpeedOptions *opt = opts;
    const int err = vmaf_speed_check("speed_chroma", opt);
    if (err)
        return err;
    /* Of 4:4:4; other formats need more. */
    needs->min_w = needs->min_h = vmaf_speed_min_side(opt->prescale);
    return 0;
}

static int plan_chroma(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                       VmafNeeds *needs)
{
    (void)isa, (void)needs;
    const SpeedOptions *opt = opts;
    if (info->pix_fmt == VMAF_PIX_FMT_YUV400P) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "speed_chroma: chroma planes are measured, and 4:0:0 has none\n");
        return -EINVAL;
    }
    const bool half_w = info->pix_fmt != VMAF_PIX_FMT_YUV444P;
    const bool half_h = info->pix_fmt == VMAF_PIX_FMT_YUV420P;
    const uint32_t side = vmaf_speed_min_side(opt->prescale);
    const uint32_t min_w = half_w ? 2 * side - 1 : side, min_h = half_h ? 2 * side - 1 : side;
    if (info->w < min_w || info->h < min_h) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "speed_chroma: frame %ux%u is too small, minimum is %ux%u: chroma planes of "
                 "%ux%u\n",
                 info->w, info->h, min_w, min_h, side, side);
        return -EINVAL;
    }
    return vmaf_speed_plan(plan, opt, info->bpc, half_w ? (info->w + 1) / 2 : info->w,
                           half_h ? (info->h + 1) / 2 : info->h);
}

typedef struct SpeedChromaSeries {
    bool told; /* of a singular plane */
} SpeedChromaSeries;

/* A plane that is singular in a picture has no part in the mean. */
static float mean_of(const SpeedScore *u, const SpeedScore *v)
{
    if (u->n_singular && !v->n_singular)
        return v->score;
    if (v->n_singular && !u->n_singular)
        return u->score;
    return (float)((double)(u->score + v->score) / 2.0);
}

static double bounded(float score, double max_val)
{
    return (double)score < max_val ? (double)score : max_val;
}

static int finish(VmafSeries *s, const void *result, unsigned index)
{
    const SpeedPlan *p = s->plan;
    const SpeedChromaResult *r = result;
    SpeedChromaSeries *series = s->state;
    if (!r)
        return 0;
    const SpeedScore *u = &r->plane[0], *v = &r->plane[1];
    vmaf_series_emit(s, U, index, bounded(u->score, p->max_val));
    vmaf_series_emit(s, V, index, bounded(v->score, p->max_val));
    vmaf_series_emit(s, UV, index, bounded(mean_of(u, v), p->max_val));
    vmaf_speed_tell_singular("speed_chroma", index, u->n_singular + v->n_singular, &series->told);
    return 0;
}

const VmafFeature vmaf_feature_speed_chroma = {
    .name = "speed_chroma",
    .scores = scores,
    .options = options,
    .options_size = sizeof(SpeedOptions),
    .plan_size = sizeof(SpeedPlan),
    .result_size = sizeof(SpeedChromaResult),
    .series_size = sizeof(SpeedChromaSeries),
    .needs = {.planes = {6, 6}, .min_w = VMAF_SPEED_MIN_SIDE, .min_h = VMAF_SPEED_MIN_SIDE},
    .check = check,
    .plan = plan_chroma,
    .plan_close = vmaf_speed_plan_close,
    .cpu = &vmaf_speed_chroma_cpu,
    .finish = finish,
};
