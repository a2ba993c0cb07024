/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The run, with a temporal feature: neither threads nor devices nor slots change a score. */
#include "test_util.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "api/context.h"
#include "base/log.h"
#include "capture.h"
#include "libvmaf/backend.h"
#include "temporal/temporal.h"

enum { W = 33, H = 19, MAX_PICTURES = 6 };

/** Where pictures are, and what measures them. */
enum Place { ON_CPU, FROM_HOST, FROM_PINNED, FROM_DEVICE, N_PLACES };

typedef struct Case {
    enum Place place;
    unsigned n_threads, n_subsample, n_slots, n_pictures, bpc;
    int fail_at; /* -1: none */
    bool with_ssim;
} Case;

/* All that a run gives: compared as bytes, so zeroed first. */
typedef struct Scores {
    double value[TEMPORAL_N][MAX_PICTURES];
    uint8_t there[TEMPORAL_N][MAX_PICTURES];
    uint8_t has_total;
    double total;
} Scores;

/* ---- what is expected, from the samples alone ---- */

static double naive_sad(unsigned side, unsigned i, unsigned j, unsigned bpc)
{
    double sum = 0.0;
    for (unsigned y = 0; y < H; y++) {
        for (unsigned x = 0; x < W; x++)
            sum += abs((int)temporal_sample(side, i, x, y, bpc) -
                       (int)temporal_sample(side, j, x, y, bpc));
    }
    return sum;
}

static void put(Scores *s, enum TemporalScore score, unsigned i, double value)
{
    s->value[score][i] = value;
    s->there[score][i] = 1;
}

/* Whether REF1 of a picture is there. */
static bool has_ref1(const Case *c, unsigned i)
{
    return i > 0 && i < c->n_pictures && (int)i != c->fail_at;
}

static void expect(const Case *c, Scores *s)
{
    memset(s, 0, sizeof(*s));
    for (unsigned i = 1; i < c->n_pictures; i++) {
        if ((int)i == c->fail_at)
            continue;
        const double now = naive_sad(0, i, i - 1, c->bpc);
        put(s, TEMPORAL_REF1, i, now);
        put(s, TEMPORAL_DIS1, i, naive_sad(1, i, i - 1, c->bpc));
        if (i > 1)
            put(s, TEMPORAL_REF2, i, naive_sad(0, i, i - 2, c->bpc));
        if (i > 2 && has_ref1(c, i - 1) && has_ref1(c, i - 2))
            put(s, TEMPORAL_MEAN, i,
                (now + naive_sad(0, i - 1, i - 2, c->bpc) + naive_sad(0, i - 2, i - 3, c->bpc)) /
                    3.0);
        const double next = has_ref1(c, i + 1) ? naive_sad(0, i + 1, i, c->bpc) : now;
        if (has_ref1(c, i + 1) || i + 1 == c->n_pictures)
            put(s, TEMPORAL_LEAST, i, next < now ? next : now);
        s->total += now;
    }
    s->has_total = c->fail_at < 0;
    if (!s->has_total)
        s->total = 0.0;
}

/* ---- what is scored ---- */

typedef struct Run {
    VmafContext *v;
    VmafGpuState *device;
    VmafGpuOps ops;
    Case c;
} Run;

static void use_temporal(VmafContext *v, int fail_at)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", fail_at);
    VmafFeatureDictionary *opts = fail_at >= 0 ? test_option("fail_at", text) : NULL;
    assert_int_equal(vmaf_run_use_feature(v->run, &vmaf_test_temporal, VMAF_BACKEND_CPU, opts), 0);
}

static void set_slots(unsigned n)
{
    char text[16];
    snprintf(text, sizeof(text), "%u", n);
    assert_int_equal(setenv("VMAF_STREAMS", text, 1), 0);
}

static void open_run(Run *r, const Case *c)
{
    static const int method[] = {
        [FROM_PINNED] = VMAF_GPU_PICTURES_PINNED, [FROM_DEVICE] = VMAF_GPU_PICTURES_DEVICE};
    VmafConfiguration cfg = test_config(c->n_threads);
    cfg.n_subsample = c->n_subsample;
    *r = (Run){.c = *c};
    set_slots(c->n_slots ? c->n_slots : 1);
    assert_int_equal(vmaf_init(&r->v, cfg), 0);
    if (c->place != ON_CPU) {
        r->device = temporal_open_device(&r->ops);
        assert_int_equal(vmaf_gpu_state_import(r->v, r->device), 0);
    }
    if (c->place >= FROM_PINNED)
        assert_int_equal(vmaf_gpu_preallocate(r->v, VMAF_BACKEND_SIMT, W, H, c->bpc,
                                              VMAF_PIX_FMT_YUV420P, method[c->place]),
                         0);
    use_temporal(r->v, c->fail_at);
    if (c->with_ssim)
        assert_int_equal(vmaf_use_feature(r->v, "ssim", NULL), 0);
}

static void close_run(Run *r)
{
    assert_int_equal(vmaf_close(r->v), 0);
    if (r->device)
        assert_int_equal(vmaf_gpu_state_free(r->device), 0);
    unsetenv("VMAF_STREAMS");
}

static void make_picture(Run *r, VmafPicture *pic, unsigned side, unsigned index)
{
    VmafPicture host;
    assert_int_equal(vmaf_picture_alloc(&host, VMAF_PIX_FMT_YUV420P, r->c.bpc, W, H), 0);
    temporal_fill(&host, side, index);
    if (r->c.place < FROM_PINNED) {
        *pic = host;
        return;
    }
    assert_int_equal(vmaf_gpu_fetch(r->v, pic), 0);
    const size_t row = (size_t)W << (r->c.bpc > 8);
    assert_int_equal(r->ops.upload(vmaf_run_device(r->v->run), pic->data[0], (size_t)pic->stride[0],
                                   host.data[0], (size_t)host.stride[0], row, H, NULL),
                     0);
    assert_int_equal(vmaf_picture_unref(&host), 0);
}

static int read_pair(Run *r, unsigned index)
{
    VmafPicture pic[2];
    for (unsigned side = 0; side < 2; side++)
        make_picture(r, &pic[side], side, index);
    const int err = vmaf_read_pictures(r->v, &pic[0], &pic[1], index);
    for (unsigned side = 0; side < 2 && err; side++)
        assert_int_equal(vmaf_picture_unref(&pic[side]), 0);
    return err;
}

/* Read the clip and flush. @return how often the error of a picture was told */
static unsigned read_clip(Run *r)
{
    unsigned n_told = 0;
    for (unsigned i = 0; i < r->c.n_pictures;) {
        const int err = read_pair(r, i);
        assert_true(err == 0 || err == TEMPORAL_ERROR);
        n_told += err != 0;
        i += !err; /* a pair is refused while it is told: the same index is expected again */
        assert_true(n_told < 2);
    }
    int err = test_flush(r->v);
    if (err) {
        assert_int_equal(err, TEMPORAL_ERROR);
        n_told++;
        err = test_flush(r->v);
    }
    assert_int_equal(err, 0);
    assert_int_equal(test_flush(r->v), -EINVAL); /* once */
    return n_told;
}

static void get_scores(VmafContext *v, Scores *s)
{
    memset(s, 0, sizeof(*s));
    for (unsigned k = 0; k < TEMPORAL_N; k++) {
        for (unsigned i = 0; i < MAX_PICTURES; i++)
            s->there[k][i] = !vmaf_feature_score_at_index(v, temporal_name(k), &s->value[k][i], i);
    }
    const char *name;
    s->has_total = vmaf_collector_clip_value(v->scores, 0, &name, &s->total);
    if (s->has_total)
        assert_string_equal(name, temporal_name(TEMPORAL_TOTAL));
}

static void fail_case(const Case *c, const char *what)
{
    fail_msg("%s: place %d, %u threads, subsample %u, %u slots, %u pictures of %u bits, fail at %d",
             what, (int)c->place, c->n_threads, c->n_subsample, c->n_slots, c->n_pictures, c->bpc,
             c->fail_at);
}

static void check_scores(const Case *c, VmafContext *v)
{
    Scores got, want;
    expect(c, &want);
    get_scores(v, &got);
    if (memcmp(&got, &want, sizeof(want)))
        fail_case(c, "other scores than from the samples");
}

static void check_case(const Case *c)
{
    Run r;
    const unsigned n_flushes = temporal_n_flushes();
    open_run(&r, c);
    if (read_clip(&r) != (c->fail_at >= 0))
        fail_case(c, "the error was not told once");
    check_scores(c, r.v);
    close_run(&r);
    assert_int_equal(temporal_n_flushes(), n_flushes + 1);
}

static const unsigned thread_counts[] = {0, 1, 2, 8};

/* Every kind of run but for the clip. */
static void check_runs(Case c)
{
    for (unsigned t = 0; t < 4; t++) {
        c.n_threads = thread_counts[t];
        for (c.place = ON_CPU; c.place < N_PLACES; c.place++) {
            for (c.n_slots = 1; c.n_slots <= (c.place == ON_CPU ? 1 : 4); c.n_slots += 3)
                check_case(&c);
        }
    }
}

static void test_same_scores(void **state)
{
    (void)state;
    for (unsigned subsample = 1; subsample <= 3; subsample++) {
        for (unsigned n = 1; n <= MAX_PICTURES; n++)
            check_runs((Case){.n_subsample = subsample, .n_pictures = n, .bpc = 8, .fail_at = -1});
    }
    check_runs((Case){.n_subsample = 1, .n_pictures = 5, .bpc = 10, .fail_at = -1});
}

/* ---- a picture that cannot be measured ---- */

static void score_ssim(double value[MAX_PICTURES])
{
    Run r;
    const Case c = {
        .n_subsample = 1, .n_pictures = MAX_PICTURES, .bpc = 8, .fail_at = -1, .with_ssim = true};
    open_run(&r, &c);
    read_clip(&r);
    for (unsigned i = 0; i < MAX_PICTURES; i++)
        assert_int_equal(vmaf_feature_score_at_index(r.v, "ssim", &value[i], i), 0);
    close_run(&r);
}

/* The hole is the same everywhere, and one feature's alone; its error is told once. */
static void test_hole(void **state)
{
    (void)state;
    double want[MAX_PICTURES], got[MAX_PICTURES];
    score_ssim(want);
    for (int fail_at = 0; fail_at < MAX_PICTURES; fail_at++) {
        for (unsigned t = 0; t < 4; t++) {
            for (unsigned place = ON_CPU; place < N_PLACES; place++) {
                const Case c = {.place = place,
                                .n_threads = thread_counts[t],
                                .n_subsample = 1,
                                .n_slots = place == FROM_HOST ? 4 : 1,
                                .bpc = 8,
                                .n_pictures = MAX_PICTURES,
                                .fail_at = fail_at,
                                .with_ssim = true};
                Run r;
                const unsigned n_flushes = temporal_n_flushes();
                open_run(&r, &c);
                if (read_clip(&r) != 1)
                    fail_case(&c, "the error was not told once");
                assert_int_equal(temporal_n_flushes(), n_flushes + 1);
                check_scores(&c, r.v);
                for (unsigned i = 0; i < MAX_PICTURES; i++)
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "ssim", &got[i], i), 0);
                /* Columns stand as registered, though the other feature had a score first. */
                const char *name;
                assert_int_equal(vmaf_score_name(r.v, 0, &name), 0);
                assert_string_equal(name, temporal_name(TEMPORAL_REF1));
                assert_memory_equal(got, want, sizeof(want));
                close_run(&r);
            }
        }
    }
}

/* ---- which pictures a feature gets ---- */

static unsigned n_finished, n_measured;

static int count_finish(VmafSeries *s, const void *result, unsigned index)
{
    const TemporalResult *r = result;
    (void)s, (void)index;
    n_finished++;
    assert_int_equal(r->n_before, 0);
    return 0;
}

static int count_measure(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    n_measured++;
    return vmaf_test_temporal.cpu->measure(scratch, plan, w, result);
}

static int plan_nothing(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                        VmafNeeds *needs)
{
    needs->planes[0] = needs->planes[1] = 0;
    return vmaf_test_temporal.plan(plan, opts, info, isa, needs);
}

/* Without history: every third picture, or all if it asks for them; finish alone without planes. */
static void test_subsampled_features(void **state)
{
    (void)state;
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        for (unsigned kind = 0; kind < 3; kind++) {
            const Case c = {.place = place,
                            .n_subsample = 3,
                            .bpc = 8,
                            .fail_at = -1,
                            .n_pictures = MAX_PICTURES};
            VmafCpuEngine cpu = *vmaf_test_temporal.cpu;
            VmafFeature f = vmaf_test_temporal;
            static const VmafScoreName scores[] = {{.name = "counted"}, {.name = NULL}};
            Run r;
            cpu.measure = count_measure;
            f.cpu = &cpu;
            f.name = "counting";
            f.scores = scores;
            f.needs.history[0] = f.needs.history[1] = 0;
            f.needs.every_picture = kind > 0;
            f.plan = kind == 2 ? plan_nothing : f.plan;
            f.finish = count_finish;
            f.flush = NULL;
            n_finished = n_measured = 0;
            open_run(&r, &c);
            assert_int_equal(vmaf_run_use_feature(r.v->run, &f, VMAF_BACKEND_CPU, NULL), 0);
            assert_int_equal(read_clip(&r), 0);
            assert_int_equal(n_finished, kind ? MAX_PICTURES : MAX_PICTURES / 3);
            assert_int_equal(n_measured, place != ON_CPU || kind == 2 ? 0 : n_finished);
            check_scores(&c, r.v);
            close_run(&r);
        }
    }
}

/* ---- the index rule ---- */

static void check_refused(Run *r, unsigned index, const char *message)
{
    TestCapture log;
    vmaf_log_set_level(VMAF_LOG_LEVEL_ERROR);
    test_capture(&log);
    assert_int_equal(read_pair(r, index), -EINVAL);
    test_captured(&log);
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    if (!strstr(log.text, message))
        fail_msg("no \"%s\" in \"%s\"", message, log.text);
}

static void test_gap_is_refused(void **state)
{
    (void)state;
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        for (unsigned t = 0; t < 4; t++) {
            const Case c = {.place = place,
                            .n_threads = thread_counts[t],
                            .n_subsample = 1,
                            .n_pictures = 4,
                            .bpc = 8,
                            .fail_at = -1,
                            .with_ssim = true};
            Run r;
            double value;
            open_run(&r, &c);
            check_refused(&r, 1, "index 1, expected 0");
            assert_int_equal(read_pair(&r, 0), 0);
            assert_int_equal(read_pair(&r, 1), 0);
            check_refused(&r, 3, "index 3, expected 2");
            check_refused(&r, 1, "index 1, expected 2");
            assert_int_equal(vmaf_feature_score_at_index(r.v, "ssim", &value, 3), -EINVAL);
            assert_int_equal(vmaf_run_n_pictures(r.v->run), 2);
            assert_int_equal(read_pair(&r, 2), 0);
            assert_int_equal(read_pair(&r, 3), 0);
            assert_int_equal(test_flush(r.v), 0);
            check_scores(&c, r.v);
            close_run(&r);
        }
    }
}

/* Registered between pictures, the series starts at its own first one. */
static void test_late_registration(void **state)
{
    (void)state;
    enum { LATE = 2 };
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        for (unsigned t = 0; t < 4; t++) {
            for (unsigned early = 0; early < 2; early++) {
                const Case c = {.place = place,
                                .n_threads = thread_counts[t],
                                .n_subsample = 1,
                                .n_slots = 4,
                                .n_pictures = MAX_PICTURES,
                                .bpc = 8,
                                .fail_at = -1};
                Run r;
                Scores got, want;
                const double *before;
                open_run(&r, &c);
                /* A second feature of the same kind gets its pictures from its own start. */
                VmafFeature second = vmaf_test_temporal;
                static const VmafScoreName scores[] = {
                    {.name = "late_ref1"},  {.name = "late_ref2"},
                    {.name = "late_dis1"},  {.name = "late_mean"},
                    {.name = "late_least"}, {.name = "late_total", .clip = true},
                    {.name = NULL}};
                second.name = "late";
                second.scores = scores;
                for (unsigned i = 0; i < MAX_PICTURES; i++) {
                    if (i == LATE)
                        assert_int_equal(
                            vmaf_run_use_feature(r.v->run, &second, VMAF_BACKEND_CPU, NULL), 0);
                    if (early) /* nothing in flight */
                        vmaf_run_wait(r.v->run);
                    assert_int_equal(read_pair(&r, i), 0);
                }
                assert_int_equal(test_flush(r.v), 0);
                /* Two values of the clip, so not check_scores(). */
                expect(&c, &want);
                get_scores(r.v, &got);
                assert_memory_equal(got.value, want.value, sizeof(want.value));
                assert_memory_equal(got.there, want.there, sizeof(want.there));
                for (unsigned i = 0; i < MAX_PICTURES; i++) {
                    double v;
                    before = &want.value[0][i];
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "late_ref1", &v, i),
                                     i > LATE ? 0 : -EINVAL);
                    if (i > LATE)
                        assert_true(v == *before);
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "late_ref2", &v, i),
                                     i > LATE + 1 ? 0 : -EINVAL);
                    if (i > LATE + 1)
                        assert_true(v == want.value[TEMPORAL_REF2][i]);
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "late_mean", &v, i),
                                     i > LATE + 2 ? 0 : -EINVAL);
                    if (i > LATE + 2)
                        assert_true(v == want.value[TEMPORAL_MEAN][i]);
                }
                close_run(&r);
            }
        }
    }
}

static void test_late_after_a_gap(void **state)
{
    (void)state;
    static const unsigned first[] = {1, 0};
    static const unsigned second[] = {2, 2};
    for (unsigned k = 0; k < 2; k++) {
        VmafContext *v = test_open(0);
        assert_int_equal(vmaf_use_feature(v, "ssim", NULL), 0);
        assert_int_equal(test_read(v, first[k]), 0);
        assert_int_equal(test_read(v, second[k]), 0);
        assert_int_equal(vmaf_run_use_feature(v->run, &vmaf_test_temporal, VMAF_BACKEND_CPU, NULL),
                         -EINVAL);
        assert_int_equal(vmaf_use_feature(v, "float_ssim", NULL), 0); /* one without history may */
        assert_int_equal(test_read(v, 3), 0);
        assert_int_equal(test_flush(v), 0);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* ---- pools ---- */

static const VmafPictureConfiguration two_pictures = {
    .pic_params = {.w = W, .h = H, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P}, .pic_cnt = 2};

static int read_from_pool(VmafContext *v, unsigned index)
{
    VmafPicture pic[2];
    for (unsigned side = 0; side < 2; side++) {
        assert_int_equal(vmaf_fetch_preallocated_picture(v, &pic[side]), 0);
        temporal_fill(&pic[side], side, index);
    }
    return vmaf_read_pictures(v, &pic[0], &pic[1], index);
}

/* A starved pool waits for ever: a signal ends the program then. */
static void test_small_pool(void **state)
{
    (void)state;
    alarm(60);
    for (unsigned t = 0; t < 4; t++) {
        for (unsigned place = ON_CPU; place <= FROM_HOST; place++) {
            const Case c = {.place = place,
                            .n_threads = thread_counts[t],
                            .n_subsample = 1,
                            .n_slots = 1,
                            .n_pictures = MAX_PICTURES,
                            .bpc = 8,
                            .fail_at = -1};
            Run r;
            open_run(&r, &c);
            assert_int_equal(vmaf_preallocate_pictures(r.v, two_pictures), 0);
            for (unsigned i = 0; i < MAX_PICTURES; i++)
                assert_int_equal(read_from_pool(r.v, i), 0);
            assert_int_equal(test_flush(r.v), 0);
            check_scores(&c, r.v);
            close_run(&r);
        }
    }
    alarm(0);
}

/* What only the window holds is not in use; what is in flight or with the client is. */
static void test_pool_with_history_is_replaced(void **state)
{
    (void)state;
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        if (place == FROM_PINNED)
            continue; /* gives its pictures back at once, as the pool of FROM_HOST */
        const Case c = {.place = place,
                        .n_subsample = 1,
                        .n_slots = 4,
                        .bpc = 8,
                        .fail_at = -1,
                        .n_pictures = MAX_PICTURES};
        Run r;
        VmafPicture mine;
        open_run(&r, &c);
        const bool device = place == FROM_DEVICE;
        if (!device)
            assert_int_equal(vmaf_preallocate_pictures(r.v, two_pictures), 0);
        for (unsigned i = 0; i < MAX_PICTURES; i++) {
            assert_int_equal(device ? read_pair(&r, i) : read_from_pool(r.v, i), 0);
            vmaf_run_wait(r.v->run);
            if (i % 2)
                continue;
            const int replaced =
                device ? vmaf_gpu_preallocate(r.v, VMAF_BACKEND_SIMT, W, H, 8, VMAF_PIX_FMT_YUV420P,
                                              VMAF_GPU_PICTURES_DEVICE)
                       : vmaf_preallocate_pictures(r.v, two_pictures);
            assert_int_equal(replaced, 0);
        }
        assert_int_equal(
            device ? vmaf_gpu_fetch(r.v, &mine) : vmaf_fetch_preallocated_picture(r.v, &mine), 0);
        VmafPool *pool = device ? r.v->gpu_pictures : r.v->pool;
        assert_true(vmaf_run_uses_pool(r.v->run, pool));
        assert_int_equal(vmaf_picture_unref(&mine), 0);
        assert_false(vmaf_run_uses_pool(r.v->run, pool));
        assert_int_equal(test_flush(r.v), 0);
        assert_false(vmaf_pool_is_used(pool, NULL, 0)); /* the flush lets go of history */
        check_scores(&c, r.v);
        close_run(&r);
    }
}

/* While a frame is in flight its pictures are in use. */
static void test_pool_in_flight_stays(void **state)
{
    (void)state;
    for (unsigned place = FROM_PINNED; place < N_PLACES; place++) {
        const Case c = {.place = place,
                        .n_subsample = 1,
                        .n_slots = 4,
                        .bpc = 8,
                        .fail_at = -1,
                        .n_pictures = 1};
        Run r;
        open_run(&r, &c);
        assert_int_equal(read_pair(&r, 0), 0);
        assert_true(vmaf_run_uses_pool(r.v->run, r.v->gpu_pictures));
        vmaf_run_wait(r.v->run);
        assert_false(vmaf_run_uses_pool(r.v->run, r.v->gpu_pictures));
        /* The window needs page-locked pictures no more than ordinary ones: they are uploaded. */
        assert_int_equal(vmaf_pool_is_used(r.v->gpu_pictures, NULL, 0), place == FROM_DEVICE);
        assert_int_equal(test_flush(r.v), 0);
        close_run(&r);
    }
}

/* ---- a getter waits for what was read before it came, and for no more ---- */

static sem_t gate[2];
static int ref1_of(const VmafWindow *w)
{
    return ((const uint8_t *)w->ref[0]->data[0])[0];
}

static int measure_at_a_gate(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    while (sem_wait(&gate[ref1_of(w)]) && errno == EINTR)
        ;
    return vmaf_test_temporal.cpu->measure(scratch, plan, w, result);
}

typedef struct Getter {
    VmafContext *v;
    sem_t comes, has_returned;
} Getter;

static void *get_first(void *arg)
{
    Getter *g = arg;
    double value;
    sem_post(&g->comes);
    vmaf_feature_score_at_index(g->v, temporal_name(TEMPORAL_REF1), &value, 0);
    sem_post(&g->has_returned);
    return NULL;
}

static bool wait_for(sem_t *s, unsigned seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    int err;
    while ((err = sem_timedwait(s, &until)) && errno == EINTR)
        ;
    return !err;
}

/* @param pause_ms for the getter to come before the second pair, which nobody can see */
static bool getter_returns(unsigned pause_ms)
{
    VmafCpuEngine cpu = *vmaf_test_temporal.cpu;
    VmafFeature gated = vmaf_test_temporal;
    cpu.measure = measure_at_a_gate;
    gated.cpu = &cpu;
    Run r = {.c = {.bpc = 8}};
    Getter g;
    pthread_t thread;
    for (unsigned k = 0; k < 2; k++)
        assert_int_equal(sem_init(&gate[k], 0, 0), 0);
    sem_init(&g.comes, 0, 0);
    sem_init(&g.has_returned, 0, 0);
    g.v = r.v = test_open(2);
    assert_int_equal(vmaf_run_use_feature(r.v->run, &gated, VMAF_BACKEND_CPU, NULL), 0);
    assert_int_equal(read_pair(&r, 0), 0);
    assert_int_equal(pthread_create(&thread, NULL, get_first, &g), 0);
    sem_wait(&g.comes);
    nanosleep(&(struct timespec){pause_ms / 1000, (long)(pause_ms % 1000) * 1000000}, NULL);
    assert_int_equal(read_pair(&r, 1), 0);
    sem_post(&gate[0]);
    const bool returned = wait_for(&g.has_returned, 5); /* with the second pair not measured */
    sem_post(&gate[1]);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(test_flush(r.v), 0);
    assert_int_equal(vmaf_close(r.v), 0);
    return returned;
}

static void test_getter_beside_reading(void **state)
{
    (void)state;
    assert_true(getter_returns(100) || getter_returns(1000) || getter_returns(5000));
}

/* A getter for a score that is there waits for nothing. */
static void test_getter_does_not_wait(void **state)
{
    (void)state;
    VmafCpuEngine cpu = *vmaf_test_temporal.cpu;
    VmafFeature gated = vmaf_test_temporal;
    cpu.measure = measure_at_a_gate;
    gated.cpu = &cpu;
    Run r = {.c = {.bpc = 8}};
    double value;
    for (unsigned k = 0; k < 2; k++)
        assert_int_equal(sem_init(&gate[k], 0, 0), 0);
    r.v = test_open(1);
    assert_int_equal(vmaf_import_feature_score(r.v, "mine", 4.5, 7), 0);
    assert_int_equal(vmaf_run_use_feature(r.v->run, &gated, VMAF_BACKEND_CPU, NULL), 0);
    assert_int_equal(read_pair(&r, 0), 0); /* hangs in its worker */
    assert_int_equal(vmaf_feature_score_at_index(r.v, "mine", &value, 7), 0);
    assert_true(value == 4.5);
    sem_post(&gate[0]);
    assert_int_equal(test_flush(r.v), 0);
    assert_int_equal(vmaf_close(r.v), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_scores),
        cmocka_unit_test(test_hole),
        cmocka_unit_test(test_subsampled_features),
        cmocka_unit_test(test_gap_is_refused),
        cmocka_unit_test(test_late_registration),
        cmocka_unit_test(test_late_after_a_gap),
        cmocka_unit_test(test_small_pool),
        cmocka_unit_test(test_pool_with_history_is_replaced),
        cmocka_unit_test(test_pool_in_flight_stays),
        cmocka_unit_test(test_getter_beside_reading),
        cmocka_unit_test(test_getter_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
