/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `motion`: options, scores, and how the differences of a clip become them. */
#include "feature/motion/motion.h"

#include "feature/motion/motion_terms.h"

static const VmafOption options[] = {
    MOTION_BLEND_OPTIONS(MotionOptions),
    VMAF_OPTION_BOOL(MotionOptions, five_frame_window, "motion_five_frame_window", "mffw",
                     "compare pictures two apart", false, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_BOOL(MotionOptions, moving_average, "motion_moving_average", "mma",
                     "average motion3 with that of the picture before", false,
                     VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_BOOL(MotionOptions, debug, "debug", NULL, "also emit motion", false, 0),
    VMAF_OPTION_END,
};

enum { SAD, MOTION, MOTION2, MOTION3, N_SCORES };

static const VmafScoreName scores[N_SCORES + 1] = {
    {.name = "VMAF_integer_feature_motion_sad_score"},
    {.name = "VMAF_integer_feature_motion_score"},
    {.name = "VMAF_integer_feature_motion2_score", .late = true},
    {.name = "VMAF_integer_feature_motion3_score", .late = true},
    {.name = NULL},
};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const MotionOptions *opt = opts;
    return opt->debug || score != MOTION;
}

static unsigned distance(const MotionOptions *opt)
{
    return opt->five_frame_window ? 2 : 1;
}

static int check(const void *opts, VmafNeeds *needs)
{
    const MotionOptions *opt = opts;
    if (opt->blend.force_zero) {
        *needs = (VmafNeeds){.every_picture = true, .min_w = 1, .min_h = 1};
        return 0;
    }
    needs->history[0] = distance(opt);
    /* motion2 takes the differences that end at the next picture and, with five frames, at the one
     * before; the average takes motion2 of the picture before. The first pictures wait for the
     * first difference. */
    needs->reach_before = (opt->five_frame_window ? 3 : 1) + opt->moving_average;
    needs->reach_after = distance(opt);
    return 0;
}

static int plan_motion(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                       VmafNeeds *needs)
{
    (void)isa, (void)needs;
    MotionPlan *p = plan;
    p->opt = *(const MotionOptions *)opts;
    p->distance = distance(&p->opt);
    p->w = info->w;
    p->h = info->h;
    p->bpc = info->bpc;
    return 0;
}

/* A value that a picture without a measure leaves unknown. */
typedef struct Value {
    bool known;
    double v;
} Value;

static const Value unknown;

static Value known(double v)
{
    return (Value){true, v};
}

static Value least(Value a, Value b)
{
    return a.known && b.known ? known(vmaf_motion_min(a.v, b.v)) : unknown;
}

/* The clip so far. "First" is the first picture that has a difference, number `distance`. */
typedef struct MotionSeries {
    unsigned n;        /* pictures */
    unsigned index[2]; /* of the last picture and of the one before */
    Value motion[2];   /* theirs */
    Value motion3; /* of the picture before the last, or of those before the first; no average */
} MotionSeries;

static Value motion_of(const MotionPlan *p, const MotionResult *r)
{
    if (!r)
        return unknown;
    const double mean = (double)r->sad / 256.0 / ((double)p->w * (double)p->h);
    return known(vmaf_motion_min(mean * p->opt.blend.fps_weight, p->opt.blend.max_val));
}

static Value motion3_of(const MotionPlan *p, Value motion)
{
    const MotionBlend *b = &p->opt.blend;
    return motion.known ? known(vmaf_motion_min(vmaf_motion_blend(b, motion.v), b->max_val))
                        : unknown;
}

static void emit(VmafSeries *s, unsigned score, unsigned index, Value value)
{
    if (value.known)
        vmaf_series_emit(s, score, index, value.v);
}

/* motion2 and motion3 of a picture that is not before the first. */
static void emit_pair(VmafSeries *s, unsigned index, Value motion2)
{
    const MotionPlan *p = s->plan;
    MotionSeries *state = s->state;
    const Value before = state->motion3, here = motion3_of(p, motion2);
    state->motion3 = here;
    emit(s, MOTION2, index, motion2);
    if (!p->opt.moving_average)
        emit(s, MOTION3, index, here);
    else if (here.known && before.known)
        emit(s, MOTION3, index, known((here.v + before.v) / 2.0));
}

static void emit_zeros(VmafSeries *s, const MotionOptions *opt, unsigned index)
{
    for (unsigned k = 0; k < N_SCORES; k++) {
        if (has_score(opt, NULL, k))
            vmaf_series_emit(s, k, index, 0.0);
    }
}

static int finish(VmafSeries *s, const void *result, unsigned index)
{
    const MotionPlan *p = s->plan;
    MotionSeries *state = s->state;
    const unsigned n = state->n++, first = p->distance;
    if (p->opt.blend.force_zero) {
        emit_zeros(s, &p->opt, index);
        return 0;
    }

    const Value motion = n < first ? known(0.0) : motion_of(p, result);
    emit(s, SAD, index, motion);
    if (p->opt.debug)
        emit(s, MOTION, index, motion);
    if (n < first) {
        vmaf_series_emit(s, MOTION2, index, 0.0);
    } else if (n == first) {
        state->motion3 = motion3_of(p, motion);
        for (unsigned k = 0; k < first; k++)
            emit(s, MOTION3, state->index[first - 1 - k], state->motion3);
    } else {
        /* Of the picture before. With five frames the motion of that one itself plays no part, and
         * the one before is missing where that is the first. */
        const Value other = first == 1       ? state->motion[0]
                            : n == first + 1 ? motion
                                             : state->motion[1];
        emit_pair(s, state->index[0], least(other, motion));
    }
    state->index[1] = state->index[0];
    state->index[0] = index;
    state->motion[1] = state->motion[0];
    state->motion[0] = motion;
    return 0;
}

static int flush(VmafSeries *s)
{
    const MotionPlan *p = s->plan;
    const MotionSeries *state = s->state;
    if (p->opt.blend.force_zero || !state->n)
        return 0;
    if (state->n > p->distance) {
        emit_pair(s, state->index[0], state->motion[0]);
        return 0;
    }
    for (unsigned k = state->n; k-- > 0;)
        vmaf_series_emit(s, MOTION3, state->index[k], 0.0);
    return 0;
}

const VmafFeature vmaf_feature_motion = {
    .name = "motion",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(MotionOptions),
    .plan_size = sizeof(MotionPlan),
    .result_size = sizeof(MotionResult),
    .series_size = sizeof(MotionSeries),
    .needs = {.planes = {1, 0},
              .history = {1, 0},
              .every_picture = true,
              .min_w = VMAF_MOTION_MIN_SIDE,
              .min_h = VMAF_MOTION_MIN_SIDE,
              .reach_before = 1,
              .reach_after = 1},
    .check = check,
    .plan = plan_motion,
    .cpu = &vmaf_motion_cpu,
    .gpu = &vmaf_motion_gpu,
    .finish = finish,
    .flush = flush,
};
