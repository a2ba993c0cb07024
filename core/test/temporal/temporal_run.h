/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TEST_TEMPORAL_RUN_H
#define TEST_TEMPORAL_RUN_H

/**
 * Score a clip with the temporal feature, however it is measured, and compare all that comes out
 * with what the samples give. test_util.h comes first.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "api/context.h"
#include "libvmaf/backend.h"
#include "temporal.h"

/** Most clips are short; a long one outlives every ring of the run. */
enum { W = 33, H = 19, N_PICTURES = 6, MAX_PICTURES = 64 };

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

static inline double naive_sad(unsigned side, unsigned i, unsigned j, unsigned bpc)
{
    double sum = 0.0;
    for (unsigned y = 0; y < H; y++) {
        for (unsigned x = 0; x < W; x++)
            sum += abs((int)temporal_sample(side, i, x, y, bpc) -
                       (int)temporal_sample(side, j, x, y, bpc));
    }
    return sum;
}

static inline void put(Scores *s, enum TemporalScore score, unsigned i, double value)
{
    s->value[score][i] = value;
    s->there[score][i] = 1;
}

/* Whether REF1 of a picture is there. */
static inline bool has_ref1(const Case *c, unsigned i)
{
    return i > 0 && i < c->n_pictures && (int)i != c->fail_at;
}

static inline void expect(const Case *c, Scores *s)
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

static inline void use_temporal(VmafContext *v, int fail_at)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", fail_at);
    VmafFeatureDictionary *opts = fail_at >= 0 ? test_option("fail_at", text) : NULL;
    assert_int_equal(vmaf_run_use_feature(v->run, &vmaf_test_temporal, VMAF_BACKEND_CPU, opts), 0);
}

static inline void set_slots(unsigned n)
{
    char text[16];
    snprintf(text, sizeof(text), "%u", n);
    assert_int_equal(setenv("VMAF_STREAMS", text, 1), 0);
}

static inline void open_run(Run *r, const Case *c)
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

static inline void close_run(Run *r)
{
    assert_int_equal(vmaf_close(r->v), 0);
    if (r->device)
        assert_int_equal(vmaf_gpu_state_free(r->device), 0);
    unsetenv("VMAF_STREAMS");
}

static inline void make_picture(Run *r, VmafPicture *pic, unsigned side, unsigned index)
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

static inline int read_pair(Run *r, unsigned index)
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
static inline unsigned read_clip(Run *r)
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

static inline void get_scores(VmafContext *v, Scores *s)
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

static inline void fail_case(const Case *c, const char *what)
{
    fail_msg("%s: place %d, %u threads, subsample %u, %u slots, %u pictures of %u bits, fail at %d",
             what, (int)c->place, c->n_threads, c->n_subsample, c->n_slots, c->n_pictures, c->bpc,
             c->fail_at);
}

static inline void check_scores(const Case *c, VmafContext *v)
{
    Scores got, want;
    expect(c, &want);
    get_scores(v, &got);
    if (memcmp(&got, &want, sizeof(want)))
        fail_case(c, "other scores than from the samples");
}

static const unsigned thread_counts[] = {0, 1, 2, 8};

#endif /* TEST_TEMPORAL_RUN_H */
