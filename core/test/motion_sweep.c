/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * motion and float_motion over all small sizes, depths, contents and options.
 *
 * A case is a clip, scored with every instruction set of this CPU; the bits must agree.
 *
 * The line of a dumped case is "feature w h bpc format n options" ("-": none), for n pictures; its
 * scores are a line of three times n, in hexadecimal, in the order of the names below.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "score_pair.h"
#include "sweep.h"

enum { MAX_N = 6, N_SCORES = 3, MAX_SCORES = N_SCORES * MAX_N };

static const unsigned depths[] = {8, 10, 12, 16};

/* ---- contents: samples of 16 bits, cut to the depth ---- */

typedef struct At {
    unsigned t, c, x, y, w, h;
} At;

static uint32_t noise(At a)
{
    return adm_hash(a.x, a.y, 8 * a.t + a.c) & 65535;
}

static uint32_t still(At a)
{
    a.t = 0;
    return noise(a);
}

/* Black and white pictures in turn: the largest sums, of either sign. */
static uint32_t flash(At a)
{
    return a.t & 1 ? 65535 : 0;
}

/* One bright sample, in a corner or beside an edge. */
static uint32_t dot(At a)
{
    const unsigned x[MAX_N] = {0, a.w - 1, 0, a.w - 2, 1, a.w - 1};
    const unsigned y[MAX_N] = {0, 0, a.h - 1, a.h - 2, 1, a.h - 1};
    return a.x == x[a.t] && a.y == y[a.t] ? 65535 : 3000;
}

static uint32_t moving_ramp(At a)
{
    return ((a.x + 2 * a.t) * 1200 + (a.y + a.t) * 700 + a.c * 9000) & 65535;
}

/* Pictures two apart are equal. */
static uint32_t alternating(At a)
{
    a.t &= 1;
    return noise(a);
}

/* Steps of the coarsest depth around grey. */
static uint32_t quiet(At a)
{
    return 32768 + (adm_hash(a.x, a.y, 8 * a.t + a.c) % 7) * 256 - 768;
}

static uint32_t checker(At a)
{
    return (((a.x / 3 + a.y / 2) ^ a.t) & 1) * 65535;
}

/* Moves in the last two rows and columns only. */
static uint32_t border(At a)
{
    const bool inside = a.x + 2 < a.w && a.y + 2 < a.h;
    a.t = inside ? 0 : a.t;
    return noise(a);
}

/* Moves in two rows only. */
static uint32_t few_rows(At a)
{
    a.t = a.y / 2 == a.h / 4 ? a.t : 0;
    return noise(a);
}

static const struct {
    const char *name;
    uint32_t (*sample)(At a);
} contents[] = {
    {"noise", noise},
    {"still", still},
    {"flash", flash},
    {"dot", dot},
    {"moving_ramp", moving_ramp},
    {"alternating", alternating},
    {"quiet", quiet},
    {"checker", checker},
    {"border", border},
    {"few_rows", few_rows},
};
#define N_CONTENTS (sizeof(contents) / sizeof(*contents))

/* ---- features and options ---- */

static const struct {
    const char *name;
    const char *score[N_SCORES];
} features[] = {
    {"motion", {"VMAF_integer_feature_motion_sad_score", "integer_motion2", "integer_motion3"}},
    {"float_motion", {"motion", "motion2", "motion3"}},
};
enum { MOTION, FLOAT_MOTION };

static const struct {
    unsigned feature;
    const char *opts, *suffix;
} option_sets[] = {
    {MOTION, "motion_force_zero=true", "_force_0"},
    {MOTION, "motion_blend_factor=0:motion_blend_offset=3", "_mbf_0_mbo_3"},
    {MOTION, "motion_blend_factor=0.5", "_mbf_0.5"},
    {MOTION, "motion_blend_factor=0.3:motion_blend_offset=1000", "_mbf_0.3_mbo_1000"},
    {MOTION, "motion_fps_weight=0", "_mfw_0"},
    {MOTION, "motion_fps_weight=0.7", "_mfw_0.7"},
    {MOTION, "motion_fps_weight=5", "_mfw_5"},
    {MOTION, "motion_max_val=0", "_mmxv_0"},
    {MOTION, "motion_max_val=18", "_mmxv_18"},
    {MOTION, "motion_five_frame_window=true", "_mffw"},
    {MOTION, "motion_moving_average=true", "_mma"},
    {MOTION, "motion_five_frame_window=true:motion_max_val=18:motion_moving_average=true",
     "_mffw_mmxv_18_mma"},
    {FLOAT_MOTION, "motion_force_zero=true", "_force_0"},
    {FLOAT_MOTION, "motion_blend_factor=0:motion_blend_offset=3", "_mbf_0_mbo_3"},
    {FLOAT_MOTION, "motion_blend_factor=0.5:motion_max_val=30", "_mbf_0.5_mmxv_30"},
    {FLOAT_MOTION, "motion_fps_weight=0.7", "_mfw_0.7"},
    {FLOAT_MOTION, "motion_fps_weight=5:motion_max_val=18", "_mfw_5_mmxv_18"},
    {FLOAT_MOTION, "motion_filter_size=0", "_mfs_0"},
    {FLOAT_MOTION, "motion_filter_size=1", "_mfs_1"},
    {FLOAT_MOTION, "motion_filter_size=2", "_mfs_2"},
    {FLOAT_MOTION, "motion_filter_size=3", "_mfs_3"},
    {FLOAT_MOTION, "motion_filter_size=9", "_mfs_9"},
    {FLOAT_MOTION, "motion_add_scale1=true", "_mdc"},
    {FLOAT_MOTION, "motion_add_scale1=true:motion_filter_size=1", "_mdc_mfs_1"},
    {FLOAT_MOTION, "motion_add_uv=true", "_mau"},
    {FLOAT_MOTION, "motion_add_uv=true:motion_add_scale1=true:motion_filter_size=3",
     "_mdc_mau_mfs_3"},
};
#define N_OPTION_SETS (sizeof(option_sets) / sizeof(*option_sets))

static const struct {
    unsigned w, h;
} option_sizes[] = {{5, 5}, {6, 17}, {33, 20}, {64, 48}, {70, 69}, {281, 19}};

static const struct {
    enum VmafPixelFormat fmt;
    const char *name;
} formats[] = {
    {VMAF_PIX_FMT_YUV420P, "420"}, {VMAF_PIX_FMT_YUV422P, "422"}, {VMAF_PIX_FMT_YUV444P, "444"}};
#define N_FORMATS (sizeof(formats) / sizeof(*formats))

typedef struct Case {
    unsigned feature, w, h, bpc, format, n, content;
    const char *opts, *suffix;
} Case;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%s %ux%u %u bit %s \"%s\": %s\n", features[c->feature].name, c->w, c->h,
            c->bpc, contents[c->content].name, c->opts, what);
    exit(2);
}

static VmafPicture picture(const Case *c, unsigned t)
{
    VmafPicture pic;
    if (vmaf_picture_alloc(&pic, formats[c->format].fmt, c->bpc, c->w, c->h))
        die("no picture", c);
    for (unsigned plane = 0; plane < 3; plane++) {
        for (unsigned y = 0; y < pic.h[plane]; y++) {
            for (unsigned x = 0; x < pic.w[plane]; x++) {
                const At at = {t, plane, x, y, pic.w[plane], pic.h[plane]};
                sweep_set(&pic, plane, x, y, contents[c->content].sample(at) >> (16 - c->bpc));
            }
        }
    }
    return pic;
}

static void read_pair(const Case *c, VmafContext *v, const VmafPicture *pic, unsigned t)
{
    VmafPicture ref, dis;
    vmaf_picture_ref(&ref, pic);
    vmaf_picture_ref(&dis, pic);
    if (vmaf_read_pictures(v, &ref, &dis, t))
        die("a picture is refused", c);
}

static void score(const Case *c, unsigned mask, const VmafPicture *clip, double *out)
{
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_ERROR, .cpumask = mask};
    VmafFeatureDictionary *dict;
    VmafContext *v;
    if (test_options(c->opts, &dict) || vmaf_init(&v, cfg) ||
        vmaf_use_feature(v, features[c->feature].name, dict))
        die("bad options", c);
    for (unsigned t = 0; t < c->n; t++)
        read_pair(c, v, &clip[t], t);
    if (vmaf_read_pictures(v, NULL, NULL, 0))
        die("the flush fails", c);
    for (unsigned k = 0; k < N_SCORES; k++) {
        char name[128];
        snprintf(name, sizeof(name), "%s%s", features[c->feature].score[k], c->suffix);
        for (unsigned t = 0; t < c->n; t++) {
            if (vmaf_feature_score_at_index(v, name, &out[k * c->n + t], t))
                die("a score is missing", c);
        }
    }
    vmaf_close(v);
}

static void run(const Case *c)
{
    static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};
    unsigned number;
    if (!sweep_next(&number))
        return;

    VmafPicture clip[MAX_N];
    double first[MAX_SCORES], scores[MAX_SCORES];
    const size_t bytes = N_SCORES * c->n * sizeof(*first);
    for (unsigned t = 0; t < c->n; t++)
        clip[t] = picture(c, t);
    for (size_t k = 0; k < sizeof(masks) / sizeof(*masks); k++) {
        score(c, masks[k], clip, k ? scores : first);
        if (k && memcmp(first, scores, bytes))
            die("instruction sets differ", c);
    }
    if (sweep_dumps()) {
        printf("%s %u %u %u %s %u %s\n", features[c->feature].name, c->w, c->h, c->bpc,
               formats[c->format].name, c->n, *c->opts ? c->opts : "-");
        for (unsigned t = 0; t < c->n; t++)
            sweep_dump_picture(&clip[t]);
        sweep_dump_scores(first, N_SCORES * c->n);
    }
    for (unsigned t = 0; t < c->n; t++)
        vmaf_picture_unref(&clip[t]);
    sweep_add(first, bytes);
}

static void run_size(unsigned feature, unsigned bpc, unsigned content, unsigned w, unsigned h)
{
    run(&(Case){feature, w, h, bpc, (w + h) % N_FORMATS, 3, content, "", ""});
}

/* All sizes up to 12, every width and every height up to 70, and widths around 256, where a second
 * strip of columns begins. */
static void sweep_sizes(unsigned feature, unsigned bpc, unsigned content)
{
    for (unsigned w = 3; w <= 12; w++) {
        for (unsigned h = 3; h <= 12; h++)
            run_size(feature, bpc, content, w, h);
    }
    for (unsigned side = 13; side <= 70; side++) {
        run_size(feature, bpc, content, side, 3 + (7 * side + content) % 68);
        run_size(feature, bpc, content, 3 + (11 * side + content) % 68, side);
    }
    for (unsigned w = 254; w <= 274; w++)
        run_size(feature, bpc, content, w, 3 + w % 5);
    sweep_end_group("%s:sizes:%u:%s", features[feature].name, bpc, contents[content].name);
}

static void sweep_options(unsigned set)
{
    for (unsigned s = 0; s < sizeof(option_sizes) / sizeof(*option_sizes); s++) {
        for (unsigned content = 0; content < N_CONTENTS; content++)
            run(&(Case){option_sets[set].feature, option_sizes[s].w, option_sizes[s].h,
                        depths[(s + content) % 4], (s + content / 4) % (unsigned)N_FORMATS, MAX_N,
                        content, option_sets[set].opts, option_sets[set].suffix});
    }
    sweep_end_group("%s:options:%s", features[option_sets[set].feature].name,
                    option_sets[set].opts);
}

int main(int argc, char *argv[])
{
    sweep_begin(argc, argv, SWEEP_CRC32);
    for (unsigned feature = 0; feature < 2; feature++) {
        for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
            for (unsigned content = 0; content < N_CONTENTS; content++)
                sweep_sizes(feature, depths[d], content);
        }
    }
    for (unsigned set = 0; set < N_OPTION_SETS; set++)
        sweep_options(set);
    return sweep_end();
}
