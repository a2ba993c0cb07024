/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `speed_temporal`: options, and the score of a picture and the one before it. */
#include "feature/speed/speed.h"

static const VmafOption options[] = {
    SPEED_OPTIONS,
    VMAF_OPTION_DOUBLE(SpeedOptions, max_val, "speed_max_val", "mxv",
                       "without effect on the score; it changes its name only", 1000.0, 0.0, 1000.0,
                       VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_BOOL(SpeedOptions, use_ref_diff, "speed_use_ref_diff", "urd",
                     "take the distorted difference to the reference of this picture", false,
                     VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_END,
};

static const VmafScoreName scores[] = {
    {.name = "Speed_temporal_feature_speed_temporal_score"},
    {.name = NULL},
};

static int check(const void *opts, VmafNeeds *needs)
{
    const SpeedOptions *opt = opts;
    const int err = vmaf_speed_check("speed_temporal", opt);
    if (err)
        return err;
    needs->min_w = needs->min_h = vmaf_speed_min_side(opt->prescale);
    return 0;
}

static int plan_temporal(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                         VmafNeeds *needs)
{
    (void)isa, (void)needs;
    return vmaf_speed_plan(plan, opts, info->bpc, info->w, info->h);
}

typedef struct SpeedTemporalSeries {
    bool begun; /* a picture was there */
    bool told;  /* of a singular plane */
} SpeedTemporalSeries;

static int finish(VmafSeries *s, const void *result, unsigned index)
{
    const SpeedScore *r = result;
    SpeedTemporalSeries *series = s->state;
    if (!series->begun) {
        series->begun = true;
        vmaf_series_emit(s, 0, index, 0.0);
        return 0;
    }
    if (!r)
        return 0;
    vmaf_series_emit(s, 0, index, (double)r->score);
    vmaf_speed_tell_singular("speed_temporal", index, r->n_singular, &series->told);
    return 0;
}

const VmafFeature vmaf_feature_speed_temporal = {
    .name = "speed_temporal",
    .scores = scores,
    .options = options,
    .options_size = sizeof(SpeedOptions),
    .plan_size = sizeof(SpeedPlan),
    .result_size = sizeof(SpeedScore),
    .series_size = sizeof(SpeedTemporalSeries),
    .needs = {.planes = {1, 1},
              .history = {1, 1},
              .every_picture = true,
              .min_w = VMAF_SPEED_MIN_SIDE,
              .min_h = VMAF_SPEED_MIN_SIDE,
              .reach_before = 1},
    .check = check,
    .plan = plan_temporal,
    .plan_close = vmaf_speed_plan_close,
    .cpu = &vmaf_speed_temporal_cpu,
    .finish = finish,
};
