/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `cambi`: options, the sizes at which pictures are measured, and the scores. */
#include "feature/cambi/cambi.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "feature/cambi/cambi_heatmap.h"
#include "feature/cambi/cambi_tables.h"

typedef struct CambiOptions {
    double max_val;
    int enc_width, enc_height, enc_bitdepth, src_width, src_height, window_size;
    double topk, cambi_topk, tvi_threshold, vis_lum_threshold;
    int max_log_contrast;
    const char *heatmaps_path;
    bool full_ref;
    const char *eotf, *cambi_eotf;
    int high_res_speedup;
} CambiOptions;

#define TOPK 0.6
#define EOTF "bt1886"

static const VmafOption options[] = {
    VMAF_OPTION_DOUBLE(CambiOptions, max_val, "cambi_max_val", "cmxv", "bound of the scores",
                       1000.0, 0.0, 1000.0, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, enc_width, "enc_width", "encw",
                    "width that the distorted picture was encoded at; left out: its own", 0, 180,
                    7680, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, enc_height, "enc_height", "ench", "height, likewise", 0, 150,
                    7680, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, enc_bitdepth, "enc_bitdepth", "encbd",
                    "depth that it was encoded at; left out: its own", 0, 6, 16,
                    VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, src_width, "src_width", "srcw",
                    "width of the source; left out: that of the reference picture", 0, 320, 7680,
                    VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, src_height, "src_height", "srch", "height, likewise", 0, 200,
                    4320, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, window_size, "window_size", "ws",
                    "side of the window at 3840x2160; smaller pictures have smaller windows", 65,
                    15, 127, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_DOUBLE(CambiOptions, topk, "topk", NULL, "share of the samples that is averaged",
                       TOPK, 0.0001, 1.0, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_DOUBLE(CambiOptions, cambi_topk, "cambi_topk", "ctpk",
                       "the same; topk wins where it is not the default", TOPK, 0.0001, 1.0,
                       VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_DOUBLE(CambiOptions, tvi_threshold, "tvi_threshold", "tvit",
                       "rise of luminance, as a fraction of it, that is visible", 0.019, 0.0001,
                       1.0, VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_DOUBLE(CambiOptions, vis_lum_threshold, "cambi_vis_lum_threshold", "vlt",
                       "luminance below which nothing is visible, in cd/m^2", 0.0, 0.0, 300.0,
                       VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, max_log_contrast, "max_log_contrast", "mlc",
                    "steps of up to 2 to this power codes are bands", 2, 0, 5,
                    VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_STRING(CambiOptions, heatmaps_path, "heatmaps_path", NULL,
                       "folder for files with the values of every sample", NULL, 0),
    VMAF_OPTION_BOOL(CambiOptions, full_ref, "full_ref", NULL,
                     "measure the reference, too, and how much was added to it", false, 0),
    VMAF_OPTION_STRING(CambiOptions, eotf, "eotf", NULL, "luminance of codes: bt1886 or pq", EOTF,
                       VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_STRING(CambiOptions, cambi_eotf, "cambi_eotf", "ceot",
                       "the same; it wins where it is not the default", EOTF,
                       VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_INT(CambiOptions, high_res_speedup, "cambi_high_res_speedup", "hrs",
                    "1080, 1440 or 2160: halve pictures from that size on", 0, 0, 2160,
                    VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_END,
};

enum { CAMBI, SOURCE, FULL_REFERENCE };

static const VmafScoreName scores[] = {
    {.name = "Cambi_feature_cambi_score"},
    {.name = "cambi_source", .plain = true},
    {.name = "cambi_full_reference", .plain = true},
    {.name = NULL},
};

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const CambiOptions *opt = opts;
    return opt->full_ref || score == CAMBI;
}

static bool is_eotf(const char *option, const char *name)
{
    if (!strcmp(name, EOTF) || !strcmp(name, "pq"))
        return true;
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "cambi: %s must be bt1886 or pq, not \"%s\"\n", option, name);
    return false;
}

static int check(const void *opts, VmafNeeds *needs)
{
    const CambiOptions *opt = opts;
    needs->planes[VMAF_CAMBI_REF] = opt->full_ref;
    return is_eotf("eotf", opt->eotf) && is_eotf("cambi_eotf", opt->cambi_eotf) ? 0 : -EINVAL;
}

enum { LEAST_SIDE = 216 };

static int refuse(const CambiPlan *p, const char *why)
{
    const CambiRole *enc = &p->role[VMAF_CAMBI_DIS], *src = &p->role[VMAF_CAMBI_REF];
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "cambi: %s: the pictures have %ux%u, the encoded size is %ux%u, that of the source "
             "%ux%u\n",
             why, p->info.w, p->info.h, enc->w, enc->h, src->w, src->h);
    return -EINVAL;
}

static int set_sizes(CambiPlan *p, const CambiOptions *opt)
{
    CambiRole *enc = &p->role[VMAF_CAMBI_DIS], *src = &p->role[VMAF_CAMBI_REF];
    const VmafFrameInfo *info = &p->info;
    enc->w = src->w = info->w;
    enc->h = src->h = info->h;
    if (opt->enc_width && opt->enc_height && (unsigned)opt->enc_width <= info->w &&
        (unsigned)opt->enc_height <= info->h) {
        enc->w = (unsigned)opt->enc_width;
        enc->h = (unsigned)opt->enc_height;
    }
    if (opt->src_width && opt->src_height) {
        src->w = (unsigned)opt->src_width;
        src->h = (unsigned)opt->src_height;
    }
    if (enc->w < LEAST_SIDE && enc->h < LEAST_SIDE)
        return refuse(p, "one encoded side must be at least 216");
    if (src->w < LEAST_SIDE && src->h < LEAST_SIDE)
        return refuse(p, "one side of the source must be at least 216");
    if ((src->w > enc->w && src->h < enc->h) || (src->w < enc->w && src->h > enc->h))
        return refuse(p, "the source may not be wider and lower, or narrower and higher, than what "
                         "was encoded");
    return 0;
}

static bool is_halved(const CambiRole *enc, int from)
{
    const uint64_t samples = (uint64_t)enc->w * enc->h;
    return (from == 1080 && samples >= 1920 * 1080) || (from == 1440 && samples >= 2560 * 1440) ||
           (from == 2160 && samples >= 3840 * 2160);
}

/* Scaled to the size, with 1 for 3840 + 2160. */
static void set_window(CambiRole *role, unsigned size, bool halve)
{
    unsigned n = ((size * (role->w + role->h)) / 375) >> 4;
    if (halve)
        n = (n + 1) >> 1;
    role->window = n | 1;
    role->pad = role->window >> 1;
}

static int mask_limit(unsigned w, unsigned h)
{
    const unsigned n = (w >> 6) * (h >> 6);
    int log = 0;
    while (log < 31 && 1u << log < n)
        log++;
    return (49 + 3 * (log - 11) - 1) >> 1;
}

static int set_windows(CambiPlan *p, const CambiOptions *opt)
{
    for (unsigned i = 0; i < VMAF_CAMBI_ROLES; i++) {
        CambiRole *role = &p->role[i];
        set_window(role, (unsigned)opt->window_size, p->halve);
        role->mask_limit = mask_limit(role->w, role->h);
    }
    const unsigned enc = p->role[VMAF_CAMBI_DIS].window, src = p->role[VMAF_CAMBI_REF].window;
    if (enc <= VMAF_CAMBI_MAX_WINDOW && src <= VMAF_CAMBI_MAX_WINDOW)
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "cambi: window_size %d gives windows of %u and %u samples, at most %u are possible; "
             "a smaller window_size or cambi_high_res_speedup helps\n",
             opt->window_size, enc, src, VMAF_CAMBI_MAX_WINDOW);
    return refuse(p, "too large");
}

static int set_visibility(CambiPlan *p, const CambiOptions *opt)
{
    const char *name = strcmp(opt->cambi_eotf, EOTF) ? opt->cambi_eotf : opt->eotf;
    const CambiEotf eotf = strcmp(name, EOTF) ? CAMBI_PQ : CAMBI_BT1886;
    int last_visible[VMAF_CAMBI_MAX_STEPS + 1] = {0};
    const int dark = vmaf_cambi_first_bright(eotf, opt->vis_lum_threshold);
    if (dark < 0) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "cambi: no code is as bright as cambi_vis_lum_threshold, %g cd/m^2\n",
                 opt->vis_lum_threshold);
        return -EINVAL;
    }
    for (unsigned k = 1; k <= p->steps; k++)
        last_visible[k] = vmaf_cambi_last_visible(eotf, opt->tvi_threshold, k);
    vmaf_cambi_visibility(p, last_visible, dark);
    return 0;
}

static int set_samples(const VmafFrameInfo *info, CambiRole *role)
{
    if (role->w == info->w && role->h == info->h)
        return 0;
    role->column = vmaf_aligned_alloc(role->w, sizeof(*role->column));
    role->row = vmaf_aligned_alloc(role->h, sizeof(*role->row));
    if (!role->column || !role->row)
        return -ENOMEM;
    vmaf_cambi_nearest(role->column, info->w, role->w);
    vmaf_cambi_nearest(role->row, info->h, role->h);
    return 0;
}

static void set_n_largest(const CambiPlan *p, CambiRole *role, double share)
{
    for (unsigned i = 0; i < VMAF_CAMBI_SCALES; i++) {
        const uint64_t n = (uint64_t)vmaf_cambi_halved(role->w, i + p->halve) *
                           vmaf_cambi_halved(role->h, i + p->halve);
        const uint64_t k = (uint64_t)(share * (double)n);
        role->n_largest[i] = k < 1 ? 1 : k > n ? n : k;
    }
}

static int plan(void *to, const void *opts, const VmafFrameInfo *info, unsigned isa,
                VmafNeeds *needs)
{
    (void)isa, (void)needs;
    const CambiOptions *opt = opts;
    CambiPlan *p = to;
    p->info = *info;
    p->role[VMAF_CAMBI_DIS].measured = true;
    p->role[VMAF_CAMBI_REF].measured = opt->full_ref;
    p->box = (opt->enc_bitdepth ? (unsigned)opt->enc_bitdepth : info->bpc) < 10;
    p->max_val = opt->max_val;
    p->steps = 1u << opt->max_log_contrast;
    vmaf_cambi_reciprocals(p->reciprocal);

    int err = set_sizes(p, opt);
    if (err)
        return err;
    p->halve = is_halved(&p->role[VMAF_CAMBI_DIS], opt->high_res_speedup);
    err = set_windows(p, opt);
    if (!err)
        err = set_visibility(p, opt);
    for (unsigned i = 0; i < VMAF_CAMBI_ROLES && !err; i++) {
        set_n_largest(p, &p->role[i], opt->topk == TOPK ? opt->cambi_topk : opt->topk);
        err = set_samples(info, &p->role[i]);
    }
    if (!err && opt->heatmaps_path)
        err = vmaf_cambi_heatmaps_open(p, opt->heatmaps_path);
    return err;
}

static void plan_close(void *plan)
{
    CambiPlan *p = plan;
    for (unsigned i = 0; i < VMAF_CAMBI_ROLES; i++) {
        vmaf_aligned_free(p->role[i].column);
        vmaf_aligned_free(p->role[i].row);
    }
    vmaf_cambi_heatmaps_close(p);
}

static double score_of(const CambiPlan *p, const CambiResult *r, unsigned which)
{
    const CambiRole *role = &p->role[which];
    double score = 0.0;
    for (unsigned i = 0; i < VMAF_CAMBI_SCALES; i++)
        score += r->sum[which][i] / (double)role->n_largest[i] *
                 (double)(1u << (VMAF_CAMBI_SCALES - 1 - i));
    return score / (double)(role->window * role->window);
}

static double bounded(const CambiPlan *p, double score)
{
    return score < p->max_val ? score : p->max_val;
}

static bool keeps_depth(const CambiPlan *p, const CambiResult *r, unsigned index)
{
    for (unsigned i = 0; i < VMAF_CAMBI_ROLES; i++) {
        if (!r->excess[i])
            continue;
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "cambi: the %s picture %u has a luma sample of %u; %u bits end at %u\n",
                 i == VMAF_CAMBI_DIS ? "distorted" : "reference", index, r->excess[i], p->info.bpc,
                 (1u << p->info.bpc) - 1);
        return false;
    }
    return true;
}

static int finish(VmafSeries *s, const void *result, unsigned index)
{
    const CambiPlan *p = s->plan;
    const CambiResult *r = result;
    if (!r)
        return 0;
    if (!keeps_depth(p, r, index))
        return -EINVAL;
    const double score = score_of(p, r, VMAF_CAMBI_DIS);
    vmaf_series_emit(s, CAMBI, index, bounded(p, score));
    if (p->role[VMAF_CAMBI_REF].measured) {
        const double source = score_of(p, r, VMAF_CAMBI_REF), added = score - source;
        vmaf_series_emit(s, SOURCE, index, bounded(p, source));
        vmaf_series_emit(s, FULL_REFERENCE, index, bounded(p, added < 0.0 ? 0.0 : added));
    }
    return 0;
}

const VmafFeature vmaf_feature_cambi = {
    .name = "cambi",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(CambiOptions),
    .plan_size = sizeof(CambiPlan),
    .result_size = sizeof(CambiResult),
    .needs = {.planes = {0, 1}, .min_w = 1, .min_h = 1},
    .check = check,
    .plan = plan,
    .plan_close = plan_close,
    .cpu = &vmaf_cambi_cpu,
    .finish = finish,
};
