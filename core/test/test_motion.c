/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* motion and float_motion through the public functions: check vectors, order, refusals. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "motion_clip.h"
#include "run/run_priv.h"

#define SAD "VMAF_integer_feature_motion_sad_score"
#define MOTION "integer_motion"
#define MOTION2 "integer_motion2"
#define MOTION3 "integer_motion3"

enum { MAX_N = 8 };

static const unsigned thread_counts[] = {0, 3};
static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};

typedef struct Vector {
    const char *feature, *opts;
    Clip clip;
    unsigned n;
    const char *score;
    double want[MAX_N];
} Vector;

#define RAMP(fmt, bpc, w, h)                           \
    {                                                  \
        VMAF_PIX_FMT_YUV##fmt##P, bpc, w, h, clip_ramp \
    }
#define WINDOWS "motion_five_frame_window=true"
#define BLEND                                                               \
    "motion_blend_factor=0.5:motion_blend_offset=20:motion_fps_weight=0.7:" \
    "motion_max_val=25:motion_moving_average=true"
#define BLEND_SUFFIX "_mbf_0.5_mbo_20_mfw_0.7_mmxv_25_mma"

/* Values of another program, but for the last line, which comes from the formula alone. */
static const Vector vectors[] = {
    {"motion",
     "",
     RAMP(420, 8, 3, 3),
     5,
     SAD,
     {0, 19.308159722222221, 75.506944444444443, 64, 10.554253472222221}},
    {"motion",
     "",
     RAMP(420, 8, 3, 3),
     5,
     MOTION2,
     {0, 19.308159722222221, 64, 10.554253472222221, 10.554253472222221}},
    {"motion",
     "",
     RAMP(420, 8, 3, 3),
     5,
     MOTION3,
     {19.308159722222221, 19.308159722222221, 64, 10.554253472222221, 10.554253472222221}},
    {"motion",
     "debug=true",
     RAMP(420, 8, 33, 17),
     5,
     MOTION,
     {0, 22.618990920231727, 19.78824086452763, 19.092984068627452, 20.897427863190732}},
    {"motion",
     "",
     RAMP(420, 10, 33, 17),
     5,
     SAD,
     {0, 63.756141377005349, 59.369561887254903, 47.548302417557935, 34.99087845365419}},
    {"motion",
     "",
     RAMP(420, 12, 33, 17),
     5,
     SAD,
     {0, 17.226994206773618, 16.29867145721925, 12.698132520053475, 9.5781667780748663}},
    {"motion",
     "",
     RAMP(420, 16, 33, 17),
     5,
     SAD,
     {0, 47.300377395276293, 45.049179757130126, 44.53988413547237, 45.381252785204993}},
    {"motion",
     WINDOWS,
     RAMP(400, 8, 33, 17),
     6,
     SAD "_mffw",
     {0, 0, 22.74072526737968, 20.223853888146166, 20.034209280303031, 19.542230670677363}},
    {"motion",
     WINDOWS,
     RAMP(400, 8, 33, 17),
     6,
     MOTION2 "_mffw",
     {0, 0, 20.223853888146166, 20.034209280303031, 19.542230670677363, 19.542230670677363}},
    {"motion",
     WINDOWS,
     RAMP(400, 8, 33, 17),
     6,
     MOTION3 "_mffw",
     {22.74072526737968, 22.74072526737968, 20.223853888146166, 20.034209280303031,
      19.542230670677363, 19.542230670677363}},
    {"motion",
     WINDOWS ":motion_moving_average=true",
     RAMP(400, 8, 33, 17),
     6,
     MOTION3 "_mffw_mma",
     {22.74072526737968, 22.74072526737968, 21.482289577762923, 20.129031584224599,
      19.788219975490197, 19.542230670677363}},
    {"motion",
     BLEND,
     RAMP(444, 8, 33, 17),
     5,
     MOTION2 BLEND_SUFFIX,
     {0, 13.85176860516934, 13.365088848039216, 13.365088848039216, 14.62819950423351}},
    {"motion",
     BLEND,
     RAMP(444, 8, 33, 17),
     5,
     MOTION3 BLEND_SUFFIX,
     {15.833293644162207, 14.842531124665774, 13.608428726604277, 13.365088848039216,
      13.996644176136364}},
    {"float_motion",
     "",
     RAMP(420, 8, 33, 17),
     4,
     "motion",
     {0, 22.619085311889648, 19.788339614868164, 19.093141555786133}},
    {"float_motion",
     "",
     RAMP(420, 8, 33, 17),
     4,
     "motion3",
     {22.619085311889648, 19.788339614868164, 19.093141555786133, 19.093141555786133}},
    {"float_motion",
     "",
     RAMP(420, 16, 33, 17),
     4,
     "motion",
     {0, 47.300590515136719, 45.049381256103516, 44.540042877197266}},
    {"float_motion",
     "motion_add_uv=true",
     RAMP(420, 8, 34, 18),
     4,
     "motion_mau",
     {0, 86.531347274780273, 89.295953750610352, 89.049680709838867}},
    {"float_motion",
     "motion_add_scale1=true:motion_filter_size=3",
     RAMP(420, 8, 33, 17),
     4,
     "motion_mdc_mfs_3",
     {0, 81.298294067382812, 74.062812805175781, 71.2635498046875}},
    {"float_motion",
     "motion_add_scale1=true:motion_add_uv=true",
     RAMP(420, 8, 34, 18),
     4,
     "motion_mdc_mau",
     {0, 167.34095764160156, 173.69667053222656, 172.40886688232422}},
};

static void test_vectors(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof(vectors) / sizeof(*vectors); i++) {
        const Vector *v = &vectors[i];
        for (unsigned run = 0; run < 6; run++) {
            VmafConfiguration cfg = test_config(thread_counts[run % 2]);
            cfg.cpumask = masks[run / 2];
            VmafContext *vmaf = clip_open(cfg, v->feature, v->opts);
            for (unsigned t = 0; t < v->n; t++)
                assert_int_equal(clip_read(vmaf, &v->clip, t, t), 0);
            assert_int_equal(test_flush(vmaf), 0);
            for (unsigned t = 0; t < v->n; t++) {
                const double got = clip_score(vmaf, v->score, t);
                if (got != v->want[t])
                    fail_msg("%s \"%s\" %u bit, %s at %u: got %.17g, want %.17g", v->feature,
                             v->opts, v->clip.bpc, v->score, t, got, v->want[t]);
            }
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

/* ---- contents whose scores are known ---- */

static uint32_t sample_flat(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    (void)c, (void)x, (void)y;
    return t % 2 ? (1u << bpc) - 1u : 0;
}

static uint32_t sample_still(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    (void)t;
    return clip_ramp(0, c, x, y, bpc);
}

static uint32_t sample_alternating(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    return clip_ramp(t % 2, c, x, y, bpc);
}

static VmafContext *read_clip(const char *feature, const char *opts, const Clip *clip, unsigned n)
{
    VmafContext *vmaf = clip_open(test_config(0), feature, opts);
    for (unsigned t = 0; t < n; t++)
        assert_int_equal(clip_read(vmaf, clip, t, t), 0);
    assert_int_equal(test_flush(vmaf), 0);
    return vmaf;
}

/** From black to white and back: the largest difference, in both directions. */
static void test_largest(void **state)
{
    (void)state;
    static const struct {
        unsigned bpc;
        double largest; /* magnitude of one filtered difference */
    } cases[] = {{8, 65280}, {10, 65472}, {12, 65520}, {16, 65535}};
    static const unsigned sizes[][2] = {{3, 3}, {35, 5}, {5, 35}, {70, 33}};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < 4; k++) {
            const Clip clip = {VMAF_PIX_FMT_YUV420P, cases[i].bpc, sizes[k][0], sizes[k][1],
                               sample_flat};
            VmafContext *vmaf = read_clip("motion", "", &clip, 3);
            for (unsigned t = 1; t < 3; t++)
                assert_true(clip_score(vmaf, SAD, t) == cases[i].largest / 256.0);
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

static void test_still(void **state)
{
    (void)state;
    static const char *const features[][3] = {
        {"motion", "", MOTION3},
        {"motion", WINDOWS, MOTION3 "_mffw"},
        {"float_motion", "", "motion3"},
        {"float_motion", "motion_add_scale1=true", "motion3_mdc"}};
    const Clip clip = {VMAF_PIX_FMT_YUV420P, 10, 45, 37, sample_still};
    for (unsigned i = 0; i < 4; i++) {
        VmafContext *vmaf = read_clip(features[i][0], features[i][1], &clip, 4);
        for (unsigned t = 0; t < 4; t++)
            assert_true(clip_score(vmaf, features[i][2], t) == 0.0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** A B A B: pictures two apart are equal. */
static void test_alternating(void **state)
{
    (void)state;
    const Clip clip = {VMAF_PIX_FMT_YUV420P, 8, 33, 17, sample_alternating};
    VmafContext *three = read_clip("motion", "", &clip, 6);
    VmafContext *five = read_clip("motion", WINDOWS, &clip, 6);
    for (unsigned t = 0; t < 6; t++) {
        assert_true(clip_score(three, MOTION3, t) > 22.0);
        assert_true(clip_score(five, MOTION3 "_mffw", t) == 0.0);
    }
    assert_int_equal(vmaf_close(three), 0);
    assert_int_equal(vmaf_close(five), 0);
}

/* ---- when scores exist ---- */

typedef struct Arrival {
    const char *feature, *opts, *motion, *motion2, *motion3;
    unsigned first; /* picture with a difference */
} Arrival;

/** Whether a score that waits for the next picture, and for the first difference, can be there. */
static bool arrived(const Arrival *a, unsigned i, unsigned last, bool is_motion2)
{
    if (i < a->first)
        return is_motion2 || last >= a->first;
    return i < last;
}

/** Every score as soon as its pictures were read, for indexes that subsampling skips, too. */
static void test_arrival(void **state)
{
    (void)state;
    static const Arrival cases[] = {
        {"motion", "", SAD, MOTION2, MOTION3, 1},
        {"motion", WINDOWS, SAD "_mffw", MOTION2 "_mffw", MOTION3 "_mffw", 2},
        {"motion", "motion_moving_average=true", SAD "_mma", MOTION2 "_mma", MOTION3 "_mma", 1},
        {"float_motion", "", "motion", "motion2", "motion3", 1},
    };
    const Clip clip = RAMP(420, 8, 33, 17);
    for (unsigned k = 0; k < sizeof(cases) / sizeof(*cases); k++) {
        for (unsigned run = 0; run < 4; run++) {
            const Arrival *a = &cases[k];
            VmafConfiguration cfg = test_config(thread_counts[run % 2]);
            cfg.n_subsample = run / 2 ? 3 : 1;
            VmafContext *vmaf = clip_open(cfg, a->feature, a->opts);
            for (unsigned t = 0; t < 6; t++) {
                assert_int_equal(clip_read(vmaf, &clip, t, t), 0);
                for (unsigned i = 0; i <= t; i++) {
                    assert_true(clip_has_score(vmaf, a->motion, i));
                    assert_int_equal(clip_has_score(vmaf, a->motion2, i), arrived(a, i, t, true));
                    assert_int_equal(clip_has_score(vmaf, a->motion3, i), arrived(a, i, t, false));
                }
            }
            assert_int_equal(test_flush(vmaf), 0);
            for (unsigned i = 0; i < 6; i++) {
                assert_true(clip_has_score(vmaf, a->motion2, i));
                assert_true(clip_has_score(vmaf, a->motion3, i));
            }
            assert_int_equal(test_flush(vmaf), -EINVAL);
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

/* ---- reach ---- */

/** The scores of picture i of a clip of n in a run over the pictures from..to alone. */
static void part_scores(const char *feature, const char *opts, const char *const name[3],
                        unsigned i, unsigned from, unsigned to, double score[3])
{
    const Clip clip = RAMP(420, 8, 33, 17);
    VmafContext *vmaf = clip_open(test_config(0), feature, opts);
    for (unsigned t = from; t <= to; t++)
        assert_int_equal(clip_read(vmaf, &clip, t, t - from), 0);
    assert_int_equal(test_flush(vmaf), 0);
    for (unsigned k = 0; k < 3; k++)
        score[k] = clip_score(vmaf, name[k], i - from);
    assert_int_equal(vmaf_close(vmaf), 0);
}

extern const VmafFeature vmaf_feature_motion, vmaf_feature_float_motion;

static VmafNeeds needs_of(const VmafFeature *f, const char *opts)
{
    static unsigned char options[256];
    VmafFeatureDictionary *dict;
    VmafNeeds needs = f->needs;
    assert_true(f->options_size <= sizeof(options));
    assert_int_equal(test_options(opts, &dict), 0);
    assert_int_equal(vmaf_options_parse(f->name, f->options, dict, options), 0);
    vmaf_feature_dictionary_free(&dict);
    assert_int_equal(f->check(options, &needs), 0);
    return needs;
}

/** A picture's scores depend on the pictures that the needs tell, and on no others. */
static void test_reach(void **state)
{
    (void)state;
    enum { N = 9 };
    static const struct {
        const VmafFeature *feature;
        const char *opts, *name[3];
        unsigned before, after;
    } cases[] = {
        {&vmaf_feature_motion, "", {SAD, MOTION2, MOTION3}, 1, 1},
        {&vmaf_feature_motion, WINDOWS, {SAD "_mffw", MOTION2 "_mffw", MOTION3 "_mffw"}, 3, 2},
        {&vmaf_feature_motion,
         "motion_moving_average=true",
         {SAD "_mma", MOTION2 "_mma", MOTION3 "_mma"},
         2,
         1},
        {&vmaf_feature_motion,
         WINDOWS ":motion_moving_average=true",
         {SAD "_mffw_mma", MOTION2 "_mffw_mma", MOTION3 "_mffw_mma"},
         4,
         2},
        {&vmaf_feature_float_motion, "", {"motion", "motion2", "motion3"}, 1, 1},
    };
    for (unsigned k = 0; k < sizeof(cases) / sizeof(*cases); k++) {
        const char *feature = cases[k].feature->name;
        const VmafNeeds needs = needs_of(cases[k].feature, cases[k].opts);
        assert_int_equal(needs.reach_before, cases[k].before);
        assert_int_equal(needs.reach_after, cases[k].after);
        for (unsigned i = 0; i < N; i++) {
            const unsigned from = i < needs.reach_before ? 0 : i - needs.reach_before;
            const unsigned to = i + needs.reach_after < N ? i + needs.reach_after : N - 1;
            double whole[3], part[3];
            part_scores(feature, cases[k].opts, cases[k].name, i, 0, N - 1, whole);
            part_scores(feature, cases[k].opts, cases[k].name, i, from, to, part);
            assert_memory_equal(whole, part, sizeof(whole));
        }
    }
}

/* ---- order ---- */

#define END UINT_MAX

static void test_order(void **state)
{
    (void)state;
    static const char *const features[][3] = {
        {"motion", "", SAD}, {"motion", WINDOWS, SAD "_mffw"}, {"float_motion", "", "motion"}};
    static const unsigned orders[][5] = {
        {0, 4, 2, 3, END}, {5, 6, 7, END, END}, {0, 1, 1, END, END}};
    const Clip clip = RAMP(420, 8, 16, 16);
    for (unsigned run = 0; run < 18; run++) {
        const char *const *f = features[run % 3];
        const unsigned *order = orders[run / 3 % 3];
        VmafConfiguration cfg = test_config(thread_counts[run / 9]);
        cfg.log_level = VMAF_LOG_LEVEL_ERROR;
        VmafContext *vmaf = clip_open(cfg, f[0], f[1]);
        unsigned expected = 0;
        for (unsigned k = 0; order[k] != END; k++) {
            ClipLog log;
            clip_log_begin(&log);
            const int err = clip_read(vmaf, &clip, k, order[k]);
            clip_log_end(&log);
            if (order[k] == expected) {
                assert_int_equal(err, 0);
                expected++;
                continue;
            }
            char said[64];
            snprintf(said, sizeof(said), "index %u, expected %u", order[k], expected);
            assert_int_equal(err, -EINVAL);
            assert_non_null(strstr(log.text, said));
            assert_non_null(strstr(log.text, f[0]));
        }
        /* The clip goes on where it was, and nothing is there of what was refused. */
        for (; expected < 3; expected++)
            assert_int_equal(clip_read(vmaf, &clip, expected, expected), 0);
        assert_int_equal(test_flush(vmaf), 0);
        assert_true(clip_has_score(vmaf, f[2], 2));
        for (unsigned i = 3; i < 9; i++)
            assert_false(clip_has_score(vmaf, f[2], i));
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** Zeros need no order, no picture and no size. */
static void test_force_zero(void **state)
{
    (void)state;
    static const char *const names[][4] = {
        {"motion", SAD "_force_0", MOTION2 "_force_0", MOTION3 "_force_0"},
        {"float_motion", "motion_force_0", "motion2_force_0", "motion3_force_0"}};
    static const unsigned order[] = {5, 0, 9};
    const Clip clip = RAMP(420, 8, 1, 1);
    for (unsigned run = 0; run < 4; run++) {
        const char *const *name = names[run % 2];
        VmafContext *vmaf =
            clip_open(test_config(thread_counts[run / 2]), name[0], "motion_force_zero=1");
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(clip_read(vmaf, &clip, k, order[k]), 0);
            for (unsigned s = 1; s < 4; s++)
                assert_true(clip_score(vmaf, name[s], order[k]) == 0.0);
        }
        assert_int_equal(test_flush(vmaf), 0);
        assert_false(clip_has_score(vmaf, name[1], 1));
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/* ---- refusals ---- */

typedef struct Refusal {
    const char *feature, *opts;
    Clip clip;
    const char *said; /* NULL: accepted */
} Refusal;

static const Refusal refusals[] = {
    {"motion", "", RAMP(420, 8, 2, 3), "frame 2x3 is too small, minimum is 3x3"},
    {"motion", "", RAMP(420, 8, 3, 2), "frame 3x2 is too small, minimum is 3x3"},
    {"motion", "", RAMP(420, 8, 3, 3), NULL},
    {"motion", "", RAMP(420, 9, 8, 8), "8, 10, 12 or 16"},
    {"float_motion", "motion_filter_size=1", RAMP(420, 8, 2, 9), "minimum is 3x3"},
    {"float_motion", "", RAMP(400, 8, 3, 3), NULL},
    {"float_motion", "motion_add_uv=true", RAMP(420, 8, 4, 5), "minimum is 5x5"},
    {"float_motion", "motion_add_uv=true", RAMP(420, 8, 5, 4), "minimum is 5x5"},
    {"float_motion", "motion_add_uv=true", RAMP(420, 8, 5, 5), NULL},
    {"float_motion", "motion_add_uv=true", RAMP(422, 8, 4, 3), "minimum is 5x3"},
    {"float_motion", "motion_add_uv=true", RAMP(422, 8, 5, 3), NULL},
    {"float_motion", "motion_add_uv=true", RAMP(444, 8, 3, 3), NULL},
    {"float_motion", "motion_add_uv=true", RAMP(444, 8, 3, 2), "minimum is 3x3"},
    {"float_motion", "motion_add_uv=true", RAMP(400, 8, 64, 64), "4:0:0"},
    {"float_motion", "motion_add_uv=true:motion_force_zero=true", RAMP(400, 8, 64, 64), "4:0:0"},
    {"float_motion", "motion_add_uv=true:motion_force_zero=true", RAMP(420, 8, 1, 1), NULL},
};

static void test_refusals(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
        const Refusal *r = &refusals[i];
        for (unsigned k = 0; k < 2; k++) {
            VmafConfiguration cfg = test_config(thread_counts[k]);
            cfg.log_level = VMAF_LOG_LEVEL_ERROR;
            VmafContext *vmaf = clip_open(cfg, r->feature, r->opts);
            ClipLog log;
            clip_log_begin(&log);
            const int err = clip_read(vmaf, &r->clip, 0, 0);
            clip_log_end(&log);
            assert_int_equal(err, r->said ? -EINVAL : 0);
            if (r->said && (!strstr(log.text, r->said) || !strstr(log.text, r->feature)))
                fail_msg("\"%s\" does not say \"%s\"", log.text, r->said);
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

static void test_option_ranges(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"motion", "motion_blend_factor=1.01", "bad"},
        {"motion", "motion_blend_factor=-0.01", "bad"},
        {"motion", "motion_blend_offset=1001", "bad"},
        {"motion", "motion_fps_weight=5.1", "bad"},
        {"motion", "motion_max_val=10001", "bad"},
        {"motion", "motion_max_val=nan", "bad"},
        {"motion", "motion_force_zero=maybe", "bad"},
        {"motion", "motion_add_uv=true", "bad"},
        {"motion", "motion_filter_size=3", "bad"},
        {"float_motion", "motion_filter_size=10", "bad"},
        {"float_motion", "motion_filter_size=-1", "bad"},
        {"float_motion", "motion_five_frame_window=true", "bad"},
        {"float_motion", "motion_moving_average=true", "bad"},
        {"motion", "motion_blend_factor=0:motion_blend_offset=0:motion_fps_weight=0", ""},
        {"motion", "motion_blend_offset=1000:motion_fps_weight=5:motion_max_val=0", ""},
        {"float_motion", "motion_filter_size=0", ""},
        {"float_motion", "motion_filter_size=9:motion_max_val=0", ""},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        VmafContext *vmaf = test_open(0);
        VmafFeatureDictionary *dict;
        assert_int_equal(test_options(cases[i][1], &dict), 0);
        const int err = vmaf_use_feature(vmaf, cases[i][0], dict);
        if (err != (*cases[i][2] ? -EINVAL : 0))
            fail_msg("%s=%s: %d", cases[i][0], cases[i][1], err);
        if (err)
            vmaf_feature_dictionary_free(&dict);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/* ---- pictures that could not be measured ---- */

/** The scores that exist after a hole at picture `hole` of n, as bits by picture. */
static void series_with_hole(const VmafFeature *f, const char *opts, unsigned hole, unsigned n,
                             unsigned *exists, unsigned n_scores)
{
    static VmafSeriesOut out;
    static unsigned char options[256], plan[512], series[256], result[64];
    const VmafFrameInfo info = {VMAF_PIX_FMT_YUV420P, 8, 16, 16};
    VmafFeatureDictionary *dict;
    VmafNeeds needs = f->needs;
    assert_true(f->options_size <= sizeof(options) && f->plan_size <= sizeof(plan) &&
                f->series_size <= sizeof(series) && f->result_size <= sizeof(result));
    assert_int_equal(test_options(opts, &dict), 0);
    assert_int_equal(vmaf_options_parse(f->name, f->options, dict, options), 0);
    vmaf_feature_dictionary_free(&dict);
    assert_int_equal(f->check(options, &needs), 0);
    memset(plan, 0, sizeof(plan));
    memset(series, 0, sizeof(series));
    memset(result, 0, sizeof(result));
    out.n = 0;
    assert_int_equal(f->plan(plan, options, &info, 0, &needs), 0);
    VmafSeries s = {.plan = plan, .state = series, .out = &out};
    for (unsigned t = 0; t < n; t++)
        assert_int_equal(f->finish(&s, t == hole ? NULL : result, t), 0);
    assert_int_equal(f->flush(&s), 0);
    memset(exists, 0, n_scores * sizeof(*exists));
    for (unsigned k = 0; k < out.n; k++) {
        assert_true(out.value[k].column < n_scores && out.value[k].index < n);
        assert_false(exists[out.value[k].column] >> out.value[k].index & 1);
        exists[out.value[k].column] |= 1u << out.value[k].index;
    }
}

/** Exactly the scores that need the picture's difference are missing. */
static void test_holes(void **state)
{
    (void)state;
    enum { N = 7, ALL = (1 << N) - 1 };
    unsigned got[5];
    for (unsigned hole = 1; hole < N; hole++) {
        const unsigned here = 1u << hole;
        /* motion2 of the picture and of the one before, and motion3 with the average after it */
        const unsigned pair = hole == 1 ? here : here | here >> 1;
        series_with_hole(&vmaf_feature_motion, "", hole, N, got, 4);
        assert_int_equal(got[0], ALL & ~here);
        assert_int_equal(got[1], 0);
        assert_int_equal(got[2], ALL & ~pair);
        assert_int_equal(got[3], ALL & ~(hole == 1 ? 3u : pair));

        series_with_hole(&vmaf_feature_motion, "motion_moving_average=true", hole, N, got, 4);
        assert_int_equal(got[2], ALL & ~pair);
        assert_int_equal(got[3], ALL & ~((hole == 1 ? 3u : pair) | pair << 1));

        series_with_hole(&vmaf_feature_float_motion, "", hole, N, got, 5);
        assert_int_equal(got[1], ALL & ~here);
        assert_int_equal(got[0], ALL & ~pair);
        assert_int_equal(got[2], ALL & ~(hole == 1 ? 3u : pair));
    }
    for (unsigned hole = 2; hole < N; hole++) {
        /* motion2 takes the differences before and after its picture, but its own at the end */
        const unsigned before = hole > 2 ? 1u << (hole - 1) : 0;
        const unsigned after = hole + 1 < N - 1 ? 1u << (hole + 1) : 0;
        const unsigned own = hole == N - 1 ? 1u << hole : 0, missing = before | after | own;
        series_with_hole(&vmaf_feature_motion, WINDOWS, hole, N, got, 4);
        assert_int_equal(got[0], ALL & ~(1u << hole));
        assert_int_equal(got[2], ALL & ~missing);
        assert_int_equal(got[3], ALL & ~(hole == 2 ? missing | 3u : missing));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),  cmocka_unit_test(test_largest),
        cmocka_unit_test(test_still),    cmocka_unit_test(test_alternating),
        cmocka_unit_test(test_arrival),  cmocka_unit_test(test_reach),
        cmocka_unit_test(test_order),    cmocka_unit_test(test_force_zero),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_option_ranges),
        cmocka_unit_test(test_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
