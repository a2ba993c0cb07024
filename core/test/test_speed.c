/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* speed_chroma and speed_temporal through the public functions: check vectors, planes without a
 * score, order, refusals, messages. */
#include "test_util.h"

#include <errno.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "base/fma.h"
#include "feature/speed/speed.h"
#include "motion_clip.h"

static const unsigned thread_counts[] = {0, 3};
static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};

static uint32_t hash(uint32_t c, uint32_t x, uint32_t y, unsigned bpc)
{
    uint32_t v = x * 73856093u ^ y * 19349663u ^ (c + 1) * 83492791u;
    v = (v ^ v >> 13) * 1274126177u;
    return v >> 16 & ((1u << bpc) - 1);
}

static uint32_t sample_ref(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    return hash(c + 100 * t, x, y, bpc);
}

static uint32_t sample_dis(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    return (3 * hash(c + 100 * t, x, y, bpc) + hash(c + 100 * t + 10, x, y, bpc)) / 4;
}

static uint32_t sample_flat(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    (void)t, (void)c, (void)x, (void)y;
    return 1u << (bpc - 1);
}

/* Flat in one chroma plane alone. */
static uint32_t sample_flat_u(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    return c == 1 ? sample_flat(t, c, x, y, bpc) : sample_ref(t, c, x, y, bpc);
}

static uint32_t sample_flat_v(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    return c == 2 ? sample_flat(t, c, x, y, bpc) : sample_ref(t, c, x, y, bpc);
}

static uint32_t sample_still(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    (void)t;
    return sample_ref(0, c, x, y, bpc);
}

typedef struct Source {
    enum VmafPixelFormat fmt;
    unsigned bpc, w, h;
    ClipSample ref, dis;
} Source;

#define NOISE(fmt, bpc, w, h)                                       \
    {                                                               \
        VMAF_PIX_FMT_YUV##fmt##P, bpc, w, h, sample_ref, sample_dis \
    }

static int read_pair(VmafContext *v, const Source *s, unsigned t, unsigned index)
{
    const Clip clip[2] = {{s->fmt, s->bpc, s->w, s->h, s->ref},
                          {s->fmt, s->bpc, s->w, s->h, s->dis}};
    VmafPicture ref = clip_picture(&clip[0], t), dis = clip_picture(&clip[1], t);
    const int err = vmaf_read_pictures(v, &ref, &dis, index);
    if (err) {
        assert_int_equal(vmaf_picture_unref(&ref), 0);
        assert_int_equal(vmaf_picture_unref(&dis), 0);
    }
    return err;
}

static VmafContext *read_clip(VmafConfiguration cfg, const char *feature, const char *opts,
                              const Source *s, unsigned n)
{
    VmafContext *v = clip_open(cfg, feature, opts);
    for (unsigned t = 0; t < n; t++)
        assert_int_equal(read_pair(v, s, t, t), 0);
    assert_int_equal(test_flush(v), 0);
    return v;
}

static double score_of(VmafContext *v, unsigned column, unsigned index)
{
    const char *name;
    assert_int_equal(vmaf_score_name(v, column, &name), 0);
    return clip_score(v, name, index);
}

/* ---- check vectors ---- */

typedef struct Vector {
    const char *feature, *opts;
    Source source;
    double want[3]; /* u, v, uv of a picture; or of pictures 0, 1, 2 */
} Vector;

#define CHROMA "speed_chroma"
#define TEMPORAL "speed_temporal"

/* Values of Netflix/vmaf's plain C. */
static const Vector vectors[] = {
    {CHROMA,
     "",
     NOISE(444, 8, 208, 192),
     {19.9637451171875, 21.887134552001953, 20.925439834594727}},
    {CHROMA,
     "speed_kernelscale=0.5",
     NOISE(444, 8, 208, 192),
     {28.865489959716797, 16.899280548095703, 22.88238525390625}},
    {CHROMA,
     "speed_kernelscale=2.4",
     NOISE(444, 8, 208, 192),
     {24.309715270996094, 17.037639617919922, 20.673677444458008}},
    {CHROMA,
     "speed_weight_var_mode=1",
     NOISE(444, 8, 208, 192),
     {20.425251007080078, 15.410327911376953, 17.917789459228516}},
    {CHROMA,
     "speed_weight_var_mode=2",
     NOISE(444, 8, 208, 192),
     {20.099483489990234, 14.43719482421875, 17.268339157104492}},
    {CHROMA,
     "speed_weight_var_mode=3",
     NOISE(444, 8, 208, 192),
     {20.277626037597656, 14.941947937011719, 17.609786987304688}},
    {CHROMA,
     "speed_weight_var_mode=4",
     NOISE(444, 8, 208, 192),
     {20.071456909179688, 17.439434051513672, 18.75544548034668}},
    {CHROMA,
     "speed_weight_var_mode=5",
     NOISE(444, 8, 208, 192),
     {20.218437194824219, 16.387691497802734, 18.303064346313477}},
    {CHROMA,
     "speed_weight_var_mode=6",
     NOISE(444, 8, 208, 192),
     {19.985942840576172, 18.685419082641602, 19.335681915283203}},
    {CHROMA,
     "speed_sigma_nn=2",
     NOISE(444, 8, 208, 192),
     {17.689422607421875, 21.046913146972656, 19.368167877197266}},
    {CHROMA,
     "speed_prescale=1.5",
     NOISE(444, 8, 208, 192),
     {26.684276580810547, 20.940391540527344, 23.812334060668945}},
    {CHROMA,
     "speed_prescale=1.5:speed_prescale_method=bilinear",
     NOISE(444, 8, 208, 192),
     {22.994138717651367, 24.847389221191406, 23.920764923095703}},
    {CHROMA,
     "speed_prescale=1.5:speed_prescale_method=bicubic",
     NOISE(444, 8, 208, 192),
     {24.108131408691406, 25.032634735107422, 24.570383071899414}},
    {CHROMA,
     "speed_prescale=1.5:speed_prescale_method=lanczos4",
     NOISE(444, 8, 208, 192),
     {24.107038497924805, 24.672927856445312, 24.389984130859375}},
    {CHROMA,
     "speed_prescale=0.9:speed_prescale_method=lanczos4",
     NOISE(444, 8, 208, 192),
     {21.341106414794922, 29.552799224853516, 25.446952819824219}},
    {CHROMA,
     "",
     NOISE(420, 10, 640, 576),
     {23.818822860717773, 21.447683334350586, 22.63325309753418}},
    {CHROMA,
     "speed_nn_floor=0.1:speed_sigma_nn=0.19:speed_weight_var_mode=5:speed_prescale=0.6:"
     "speed_prescale_method=bilinear:speed_max_val=45",
     NOISE(420, 10, 640, 576),
     {22.530555725097656, 16.153152465820312, 19.341854095458984}},
    {CHROMA,
     "",
     NOISE(420, 16, 401, 387),
     {15.972934722900391, 25.479465484619141, 20.726200103759766}},
    {CHROMA,
     "speed_kernelscale=0.711111",
     NOISE(420, 16, 401, 387),
     {11.825019836425781, 16.856037139892578, 14.34052848815918}},
    {TEMPORAL, "", NOISE(400, 12, 240, 208), {0, 25.537324905395508, 45.199901580810547}},
    {TEMPORAL,
     "speed_use_ref_diff=true",
     NOISE(400, 12, 240, 208),
     {0, 21.65931510925293, 30.305000305175781}},
    {TEMPORAL,
     "speed_prescale=1.25:speed_prescale_method=bicubic:speed_max_val=1",
     NOISE(400, 12, 240, 208),
     {0, 17.914722442626953, 18.015817642211914}},
};

static void test_vectors(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof(vectors) / sizeof(*vectors); i++) {
        const Vector *v = &vectors[i];
        const bool temporal = !strcmp(v->feature, TEMPORAL);
        for (unsigned run = 0; run < 6; run++) {
            VmafConfiguration cfg = test_config(thread_counts[run % 2]);
            cfg.cpumask = masks[run / 2];
            VmafContext *vmaf = read_clip(cfg, v->feature, v->opts, &v->source, temporal ? 3 : 1);
            for (unsigned k = 0; k < 3; k++) {
                const double got = score_of(vmaf, temporal ? 0 : k, temporal ? k : 0);
                if (got != v->want[k])
                    fail_msg("%s \"%s\" %u bit, score %u: got %.17g, want %.17g", v->feature,
                             v->opts, v->source.bpc, k, got, v->want[k]);
            }
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

/** The filters of the defaults; and how long others are. */
static void test_taps(void **state)
{
    (void)state;
    static const uint32_t first[] = {0x3d9aedc6, 0x3dcaf6b8, 0x3df6259e, 0x3e0a2cd8, 0x3e0f9c33};
    static const uint32_t second[] = {0x3e2a5f21, 0x3f2ad06f};
    SpeedOptions opt = {.kernelscale = 1.0, .prescale = 1.0, .prescale_method = "nearest"};
    SpeedPlan p = {.bpc = 0};
    assert_int_equal(vmaf_speed_plan(&p, &opt, 8, 160, 160), 0);
    assert_int_equal(p.first.n, 9);
    assert_int_equal(p.second.n, 3);
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(vmaf_bits_of_f32(p.first.tap[i]), first[i < 5 ? i : 8 - i]);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(vmaf_bits_of_f32(p.second.tap[i]), second[i < 2 ? i : 2 - i]);
    opt.kernelscale = 360.0 / 97.0;
    assert_int_equal(vmaf_speed_plan(&p, &opt, 8, 160, 160), 0);
    assert_true(p.first.n == 35 && p.second.n == 9);
    opt.kernelscale = 2.0 / 3.0;
    assert_int_equal(vmaf_speed_plan(&p, &opt, 8, 160, 160), 0);
    assert_true(p.first.n == 7 && p.second.n == 3);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const cases[][4] = {
        {CHROMA, "", "Speed_chroma_feature_speed_chroma_u_score",
         "Speed_chroma_feature_speed_chroma_uv_score"},
        {CHROMA,
         "speed_nn_floor=0.1:speed_sigma_nn=0.19:speed_weight_var_mode=5:speed_max_val=45:"
         "speed_kernelscale=0.5:speed_prescale=2:speed_prescale_method=bicubic",
         "speed_chroma_u_ks_0.5_mxv_45_nnf_0.1_ps_2_psm_bicubic_snn_0.19_wvm_5",
         "speed_chroma_uv_ks_0.5_mxv_45_nnf_0.1_ps_2_psm_bicubic_snn_0.19_wvm_5"},
        {TEMPORAL, "speed_use_ref_diff=true:speed_max_val=7", "speed_temporal_mxv_7_urd", NULL},
    };
    const Source small = NOISE(420, 8, 159, 159);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        VmafContext *v = read_clip(test_config(0), cases[i][0], cases[i][1], &small, 1);
        assert_true(clip_has_score(v, cases[i][2], 0));
        if (cases[i][3])
            assert_true(clip_has_score(v, cases[i][3], 0));
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* ---- planes whose covariance is singular ---- */

static void chroma_scores(const char *opts, const Source *s, double score[3])
{
    VmafContext *v = read_clip(test_config(0), CHROMA, opts, s, 1);
    for (unsigned k = 0; k < 3; k++)
        score[k] = score_of(v, k, 0);
    assert_int_equal(vmaf_close(v), 0);
}

/** A flat plane scores 0 and has no part in the mean, whichever picture it is in. */
static void test_flat(void **state)
{
    (void)state;
    static const struct {
        ClipSample ref, dis;
        bool scores[2]; /* u, v */
    } cases[] = {
        {sample_flat_u, sample_dis, {false, true}},     {sample_dis, sample_flat_u, {false, true}},
        {sample_flat_v, sample_dis, {true, false}},     {sample_dis, sample_flat_v, {true, false}},
        {sample_flat_u, sample_flat_v, {false, false}}, {sample_flat, sample_flat, {false, false}},
        {sample_ref, sample_ref, {false, false}}};
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const Source s = {VMAF_PIX_FMT_YUV444P, 10, 192, 176, cases[i].ref, cases[i].dis};
        double score[3], most = 0.0;
        chroma_scores("", &s, score);
        for (unsigned k = 0; k < 2; k++) {
            assert_true(cases[i].scores[k] ? score[k] > 1.0 : score[k] == 0.0);
            most = score[k] > most ? score[k] : most;
        }
        assert_true(score[2] == most);
    }
}

/** A plane of one block has one window, which is its own mean. */
static void test_single_block(void **state)
{
    (void)state;
    const Source s = NOISE(420, 8, 159, 159);
    double score[3];
    chroma_scores("", &s, score);
    assert_true(score[0] == 0.0 && score[1] == 0.0 && score[2] == 0.0);
}

static void test_still(void **state)
{
    (void)state;
    const Source still = {VMAF_PIX_FMT_YUV420P, 8, 240, 208, sample_still, sample_still};
    VmafContext *v = read_clip(test_config(0), TEMPORAL, "", &still, 3);
    for (unsigned t = 0; t < 3; t++)
        assert_true(score_of(v, 0, t) == 0.0);
    assert_int_equal(vmaf_close(v), 0);
}

/** Told once loudly, then at debug. */
static void test_singular_log(void **state)
{
    (void)state;
    const Source still = {VMAF_PIX_FMT_YUV420P, 8, 240, 208, sample_still, sample_still};
    for (unsigned run = 0; run < 4; run++) {
        const bool chroma = run % 2, debug = run / 2;
        const Source flat = {VMAF_PIX_FMT_YUV420P, 8, 240, 208, sample_flat, sample_flat};
        VmafConfiguration cfg = test_config(0);
        cfg.log_level = debug ? VMAF_LOG_LEVEL_DEBUG : VMAF_LOG_LEVEL_WARNING;
        ClipLog log;
        clip_log_begin(&log);
        VmafContext *v = read_clip(cfg, chroma ? CHROMA : TEMPORAL, "", chroma ? &flat : &still, 4);
        clip_log_end(&log);
        unsigned n = 0;
        for (const char *at = log.text; (at = strstr(at, "singular")); at++)
            n++;
        assert_int_equal(n, debug ? (chroma ? 4 : 3) : 1);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* ---- options ---- */

static void test_max_val(void **state)
{
    (void)state;
    const Source s = NOISE(444, 8, 208, 192);
    double score[3];
    chroma_scores("speed_max_val=0", &s, score);
    assert_true(score[0] == 0.0 && score[1] == 0.0 && score[2] == 0.0);
    chroma_scores("speed_max_val=20.5", &s, score);
    assert_true(score[0] == 19.9637451171875 && score[1] == 20.5 && score[2] == 20.5);
}

/** A higher floor leaves out terms, which are not negative. */
static void test_nn_floor(void **state)
{
    (void)state;
    const Source s = NOISE(444, 8, 208, 192);
    double all[3], some[3];
    chroma_scores("speed_sigma_nn=2", &s, all);
    chroma_scores("speed_sigma_nn=2:speed_nn_floor=1", &s, some);
    for (unsigned k = 0; k < 3; k++)
        assert_true(some[k] <= all[k]);
}

/** A factor next to 1 that gives the same sizes changes nothing; one that cuts is that of the part.
 */
static void test_prescale_near_one(void **state)
{
    (void)state;
    const Source s = NOISE(444, 8, 208, 192);
    static const char *const same[] = {"speed_prescale=1.0009", "speed_prescale=0.9995",
                                       "speed_prescale=1.002:speed_prescale_method=lanczos4"};
    double want[3], got[3];
    chroma_scores("", &s, want);
    for (unsigned i = 0; i < sizeof(same) / sizeof(*same); i++) {
        chroma_scores(same[i], &s, got);
        assert_memory_equal(got, want, sizeof(want));
    }
    const Source wide = NOISE(444, 8, 640, 176), part = NOISE(444, 8, 639, 176);
    chroma_scores("", &part, want);
    chroma_scores("speed_prescale=0.9991", &wide, got);
    assert_memory_equal(got, want, sizeof(want));
    /* 640 columns would keep one more than there is. */
    chroma_scores("", &part, want);
    chroma_scores("speed_prescale=1.0009", &part, got);
    assert_memory_equal(got, want, sizeof(want));
}

typedef struct Refusal {
    const char *feature, *opts;
    Source source;
    const char *said; /* NULL: accepted */
} Refusal;

static const Refusal refusals[] = {
    {CHROMA, "", NOISE(400, 8, 320, 320), "4:0:0"},
    {CHROMA, "", NOISE(420, 8, 158, 159), "frame 158x159 is too small, minimum is 159x159"},
    {CHROMA, "", NOISE(420, 8, 159, 158), "frame 159x158 is too small, minimum is 159x159"},
    {CHROMA, "", NOISE(420, 8, 159, 159), NULL},
    {CHROMA, "", NOISE(422, 8, 158, 80), "minimum is 159x80"},
    {CHROMA, "", NOISE(422, 8, 159, 79), "is too small"},
    {CHROMA, "", NOISE(422, 8, 159, 80), NULL},
    {CHROMA, "", NOISE(444, 8, 79, 80), "minimum is 80x80"},
    {CHROMA, "", NOISE(444, 8, 80, 80), NULL},
    {CHROMA, "", NOISE(444, 9, 80, 80), "8, 10, 12 or 16"},
    {CHROMA, "speed_prescale=0.5", NOISE(420, 8, 316, 320), "minimum is 317x317"},
    {CHROMA, "speed_prescale=0.5", NOISE(420, 8, 317, 317), NULL},
    {CHROMA, "speed_prescale=4", NOISE(444, 8, 20, 20), NULL},
    {TEMPORAL, "", NOISE(420, 8, 79, 80), "frame 79x80 is too small, minimum is 80x80"},
    {TEMPORAL, "", NOISE(400, 8, 80, 80), NULL},
    {TEMPORAL, "speed_prescale=4:speed_prescale_method=lanczos4", NOISE(400, 16, 20, 20), NULL},
    {TEMPORAL, "speed_prescale=4", NOISE(400, 8, 19, 20), "minimum is 20x20"},
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
            const int err = read_pair(vmaf, &r->source, 0, 0);
            clip_log_end(&log);
            if (err != (r->said ? -EINVAL : 0))
                fail_msg("%s \"%s\" %ux%u: %d", r->feature, r->opts, r->source.w, r->source.h, err);
            if (r->said && (!strstr(log.text, r->said) || !strstr(log.text, r->feature)))
                fail_msg("\"%s\" does not say \"%s\"", log.text, r->said);
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

static void test_option_values(void **state)
{
    (void)state;
    static const struct {
        const char *feature, *opts, *said; /* NULL: accepted */
    } cases[] = {
        {CHROMA, "speed_kernelscale=1.1", "speed_kernelscale 1.1 is none of"},
        {CHROMA, "speed_kernelscale=0.1", "speed_kernelscale 0.1 is none of"},
        {CHROMA, "speed_kernelscale=4.1", "speed_kernelscale"},
        {CHROMA, "speed_prescale_method=area", "\"area\" is none of nearest, bilinear"},
        {CHROMA, "speed_prescale=0.05", "speed_prescale"},
        {CHROMA, "speed_sigma_nn=0.05", "speed_sigma_nn"},
        {CHROMA, "speed_nn_floor=1.1", "speed_nn_floor"},
        {CHROMA, "speed_max_val=1001", "speed_max_val"},
        {CHROMA, "speed_weight_var_mode=7", "speed_weight_var_mode"},
        {CHROMA, "speed_use_ref_diff=true", "speed_use_ref_diff"},
        {TEMPORAL, "speed_weight_var_mode=1", "speed_weight_var_mode"},
        {TEMPORAL, "speed_kernelscale=3.9", "speed_temporal"},
        {TEMPORAL, "speed_kernelscale=1.0009", NULL},
        {CHROMA, "speed_kernelscale=3.7113", NULL},
        {CHROMA, "speed_kernelscale=0.6666:speed_prescale_method=nearest", NULL},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        VmafConfiguration cfg = test_config(0);
        cfg.log_level = VMAF_LOG_LEVEL_ERROR;
        VmafContext *vmaf = NULL;
        VmafFeatureDictionary *dict;
        assert_int_equal(vmaf_init(&vmaf, cfg), 0);
        assert_int_equal(test_options(cases[i].opts, &dict), 0);
        ClipLog log;
        clip_log_begin(&log);
        const int err = vmaf_use_feature(vmaf, cases[i].feature, dict);
        clip_log_end(&log);
        if (err != (cases[i].said ? -EINVAL : 0))
            fail_msg("%s=%s: %d", cases[i].feature, cases[i].opts, err);
        if (err && !strstr(log.text, cases[i].said))
            fail_msg("\"%s\" does not say \"%s\"", log.text, cases[i].said);
        if (err)
            vmaf_feature_dictionary_free(&dict);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/* ---- order ---- */

static void test_order(void **state)
{
    (void)state;
    const Source s = NOISE(400, 12, 240, 208);
    for (unsigned k = 0; k < 2; k++) {
        VmafConfiguration cfg = test_config(thread_counts[k]);
        VmafContext *v = clip_open(cfg, TEMPORAL, "");
        assert_int_equal(read_pair(v, &s, 0, 1), -EINVAL);
        assert_int_equal(read_pair(v, &s, 0, 0), 0);
        assert_int_equal(read_pair(v, &s, 2, 2), -EINVAL);
        assert_int_equal(read_pair(v, &s, 1, 1), 0);
        assert_int_equal(test_flush(v), 0);
        assert_true(score_of(v, 0, 0) == 0.0);
        assert_true(score_of(v, 0, 1) == 25.537324905395508);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/** The picture before is the one read before, also where that has no score. */
static void test_subsample(void **state)
{
    (void)state;
    const Source s = NOISE(400, 12, 240, 208);
    VmafConfiguration cfg = test_config(3);
    cfg.n_subsample = 2;
    VmafContext *v = read_clip(cfg, TEMPORAL, "", &s, 3);
    assert_true(score_of(v, 0, 2) == 45.199901580810547);
    assert_int_equal(vmaf_close(v), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),      cmocka_unit_test(test_taps),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_single_block), cmocka_unit_test(test_still),
        cmocka_unit_test(test_singular_log), cmocka_unit_test(test_max_val),
        cmocka_unit_test(test_nn_floor),     cmocka_unit_test(test_prescale_near_one),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_option_values),
        cmocka_unit_test(test_order),        cmocka_unit_test(test_subsample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
