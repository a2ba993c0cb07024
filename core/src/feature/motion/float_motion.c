/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `float_motion`: options, scores, and how the differences of a clip become them. */
#include "feature/motion/float_motion.h"

#include <errno.h>

#include "base/log.h"
#include "base/picture_priv.h"
#include "feature/motion/motion_terms.h"

static const VmafOption options[] = {
    MOTION_BLEND_OPTIONS(FloatMotionOptions),
    VMAF_OPTION_BOOL(FloatMotionOptions, add_scale1, "motion_add_scale1", "mdc",
                     "add the difference at half size", false, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(FloatMotionOptions, filter_size, "motion_filter_size", "mfs",
                    "taps of the blur: 1, 3, or 5 for all others", 5, 0, 9, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_BOOL(FloatMotionOptions, add_uv, "motion_add_uv", "mau",
                     "add the differences of the chroma planes", false, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_BOOL(FloatMotionOptions, debug, "debug", NULL, "also emit motion", true, 0),
    VMAF_OPTION_END,
};

/* Scores whose place in the list depends on motion_force_zero have two, one of which is used. */
enum { MOTION2, MOTION, MOTION3, ZERO_MOTION3, ZERO_MOTION, N_SCORES };

static const VmafScoreName scores[N_SCORES + 1] = {
    {.name = "VMAF_feature_motion2_score"},
    {.name = "VMAF_feature_motion_score"},
    {.name = "VMAF_feature_motion3_score", .late = true},
    {.name = "VMAF_feature_motion3_score"},
    {.name = "VMAF_feature_motion_score"},
    {.name = NULL},
};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const FloatMotionOptions *opt = opts;
    if (score == MOTION2)
        return true;
    if (opt->blend.force_zero)
        return score == ZERO_MOTION3 || (score == ZERO_MOTION && opt->debug);
    return score == MOTION3 || (score == MOTION && opt->debug);
}

static int check(const void *opts, VmafNeeds *needs)
{
    const FloatMotionOptions *opt = opts;
    if (opt->blend.force_zero) {
        *needs = (VmafNeeds){.every_picture = true, .min_w = 1, .min_h = 1};
        return 0;
    }
    needs->planes[0] = opt->add_uv ? 7 : 1;
    return 0;
}

static int check_chroma(const VmafFrameInfo *info, bool is_read)
{
    if (info->pix_fmt == VMAF_PIX_FMT_YUV400P) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "float_motion: motion_add_uv needs chroma planes, and 4:0:0 has none\n");
        return -EINVAL;
    }
    /* The least size whose chroma planes have 3x3 samples. */
    const unsigned least_w = info->pix_fmt == VMAF_PIX_FMT_YUV444P ? 3 : 5;
    const unsigned least_h = info->pix_fmt == VMAF_PIX_FMT_YUV420P ? 5 : 3;
    if (is_read && (info->w < least_w || info->h < least_h)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "float_motion: frame %ux%u is too small for motion_add_uv, minimum is %ux%u\n",
                 info->w, info->h, least_w, least_h);
        return -EINVAL;
    }
    return 0;
}

static int plan_float_motion(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                             VmafNeeds *needs)
{
    (void)isa, (void)needs;
    FloatMotionPlan *p = plan;
    p->opt = *(const FloatMotionOptions *)opts;
    p->taps = vmaf_float_motion_taps(p->opt.filter_size);
    p->n_planes = p->opt.add_uv ? 3 : 1;
    p->w = info->w;
    p->h = info->h;
    p->bpc = info->bpc;
    VmafPicture pic;
    size_t bytes;
    const int err = vmaf_picture_layout(&pic, info->pix_fmt, info->bpc, info->w, info->h, &bytes);
    if (err)
        return err;
    for (unsigned c = 0; c < p->n_planes; c++) {
        p->plane_w[c] = pic.w[c];
        p->plane_h[c] = pic.h[c];
    }
    return p->opt.add_uv ? check_chroma(info, !p->opt.blend.force_zero) : 0;
}

/* The clip so far. */
typedef struct FloatMotionSeries {
    unsigned n;     /* pictures */
    unsigned index; /* of the last one */
    bool known;     /* whether the last one was measured */
    double motion;  /* its, unweighted */
} FloatMotionSeries;

static double motion_of(const FloatMotionPlan *p, const FloatMotionResult *r)
{
    const double luma = (double)r->plane[0];
    return p->opt.add_uv ? (luma + (double)r->plane[1]) + (double)r->plane[2] : luma;
}

static void emit_motion2(VmafSeries *s, unsigned index, double least)
{
    const MotionBlend *b = &((const FloatMotionPlan *)s->plan)->opt.blend;
    vmaf_series_emit(s, MOTION2, index, vmaf_motion_min(least * b->fps_weight, b->max_val));
}

static void emit_motion3(VmafSeries *s, unsigned index, double least)
{
    const MotionBlend *b = &((const FloatMotionPlan *)s->plan)->opt.blend;
    const double motion = vmaf_motion_blend(b, least * b->fps_weight);
    vmaf_series_emit(s, MOTION3, index, vmaf_motion_min(motion, b->max_val));
}

static void emit_motion(VmafSeries *s, unsigned index, double motion)
{
    const FloatMotionPlan *p = s->plan;
    const MotionBlend *b = &p->opt.blend;
    if (p->opt.debug)
        vmaf_series_emit(s, MOTION, index, vmaf_motion_min(motion * b->fps_weight, b->max_val));
}

static void emit_zeros(VmafSeries *s, const FloatMotionOptions *opt, unsigned index)
{
    for (unsigned k = 0; k < N_SCORES; k++) {
        if (has_score(opt, NULL, k))
            vmaf_series_emit(s, k, index, 0.0);
    }
}

static int finish(VmafSeries *s, const void *result, unsigned index)
{
    const FloatMotionPlan *p = s->plan;
    FloatMotionSeries *state = s->state;
    const FloatMotionSeries before = *state;
    if (p->opt.blend.force_zero) {
        emit_zeros(s, &p->opt, index);
        return 0;
    }

    const unsigned n = before.n;
    const bool known = !n || result;
    const double motion = n && result ? motion_of(p, result) : 0.0;
    if (!n)
        vmaf_series_emit(s, MOTION2, index, 0.0);
    if (known)
        emit_motion(s, index, motion);
    if (n == 1 && known)
        emit_motion3(s, before.index, motion);
    if (n > 1 && known && before.known) {
        const double least = vmaf_motion_min(before.motion, motion);
        emit_motion2(s, before.index, least);
        emit_motion3(s, before.index, least);
    }
    *state = (FloatMotionSeries){.n = n + 1, .index = index, .known = known, .motion = motion};
    return 0;
}

static int flush(VmafSeries *s)
{
    const FloatMotionPlan *p = s->plan;
    const FloatMotionSeries *last = s->state;
    if (p->opt.blend.force_zero || !last->n || !last->known)
        return 0;
    if (last->n > 1)
        emit_motion2(s, last->index, last->motion);
    emit_motion3(s, last->index, last->motion);
    return 0;
}

const VmafFeature vmaf_feature_float_motion = {
    .name = "float_motion",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(FloatMotionOptions),
    .plan_size = sizeof(FloatMotionPlan),
    .result_size = sizeof(FloatMotionResult),
    .series_size = sizeof(FloatMotionSeries),
    .needs = {.planes = {1, 0},
              .history = {1, 0},
              .every_picture = true,
              .min_w = VMAF_MOTION_MIN_SIDE,
              .min_h = VMAF_MOTION_MIN_SIDE,
              .reach_before = 1,
              .reach_after = 1},
    .check = check,
    .plan = plan_float_motion,
    .cpu = &vmaf_float_motion_cpu,
    .gpu = &vmaf_float_motion_gpu,
    .finish = finish,
    .flush = flush,
};
