/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The calls of programs that link libvmaf, in their order; each gets the scores of a plain run. */
#include "test_util.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "config.h"

#define N_PICTURES 12
#define W 96
#define H 80

static void make_pair(enum VmafPixelFormat fmt, unsigned i, VmafPicture *ref, VmafPicture *dis)
{
    *ref = test_picture(fmt, 8, W, H, i / 2);
    *dis = test_picture(fmt, 8, W, H, i / 2);
    for (unsigned k = i % 7; k < H; k += 3)
        memset((char *)dis->data[0] + (ptrdiff_t)k * dis->stride[0], (int)(10 * i), W / 2);
}

static VmafModel *load(const char *name)
{
    VmafModel *m;
    VmafModelConfig cfg = {.name = name};
    assert_int_equal(vmaf_model_load(&m, &cfg, "vmaf_v0.6.1"), 0);
    return m;
}

/** Scores of a run that asks for them at the end. */
static void plain_run(double *score)
{
    VmafContext *v = test_open(0);
    VmafModel *m = load(NULL);
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        VmafPicture ref, dis;
        make_pair(VMAF_PIX_FMT_YUV420P, i, &ref, &dis);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, i), 0);
    }
    assert_int_equal(vmaf_read_pictures(v, NULL, NULL, 0), 0);
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(vmaf_score_at_index(v, m, &score[i], i), 0);
    for (unsigned i = 1; i < N_PICTURES; i++)
        assert_true(score[i] != score[0]);
    vmaf_model_destroy(m);
    vmaf_close(v);
}

/** The score of a picture is there once the next one was read. */
static void run_behind(enum VmafPixelFormat fmt, unsigned n_threads, const double *want)
{
    VmafContext *v = test_open(n_threads);
    VmafModel *m = load("self");
    double s;
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        VmafPicture ref, dis;
        make_pair(fmt, i, &ref, &dis);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, i), 0);
        if (!i)
            continue;
        assert_int_equal(vmaf_score_at_index(v, m, &s, i - 1), 0);
        assert_true(s == want[i - 1]);
    }
    assert_int_equal(vmaf_score_at_index(v, m, &s, N_PICTURES - 1), -EINVAL);
    assert_int_equal(vmaf_read_pictures(v, NULL, NULL, 0), 0);
    assert_int_equal(vmaf_score_at_index(v, m, &s, N_PICTURES - 1), 0);
    assert_true(s == want[N_PICTURES - 1]);
    assert_int_equal(vmaf_close(v), 0);
    vmaf_model_destroy(m); /* after the context, as GStreamer does */
}

static void test_one_behind(void **state)
{
    (void)state;
    double want[N_PICTURES];
    plain_run(want);
    run_behind(VMAF_PIX_FMT_YUV420P, 0, want);
    run_behind(VMAF_PIX_FMT_YUV420P, 4, want);
    run_behind(VMAF_PIX_FMT_YUV400P, 0, want); /* GStreamer's format */
#if HAVE_SIMT
    assert_int_equal(setenv("VMAF_BACKEND", "simt", 1), 0);
    run_behind(VMAF_PIX_FMT_YUV420P, 0, want);
    run_behind(VMAF_PIX_FMT_YUV400P, 4, want);
    assert_int_equal(unsetenv("VMAF_BACKEND"), 0);
#endif
}

/** libaom: a context a frame, one model for all, a mask that was never set, luma only. */
static void test_context_per_frame(void **state)
{
    (void)state;
    VmafModelConfig model_cfg = {.name = "vmaf", .flags = VMAF_MODEL_FLAG_DISABLE_CLIP};
    VmafModel *m;
    double first = 0.0;
    assert_int_equal(vmaf_model_load(&m, &model_cfg, "vmaf_v0.6.1"), 0);
    VmafFeatureDictionary *opts = test_option("motion_force_zero", "1");
    assert_int_equal(vmaf_model_feature_overload(m, "float_motion", opts), 0);
    for (unsigned i = 0; i < 4; i++) {
        VmafContext *v;
        VmafConfiguration cfg = {.gpumask = UINT64_C(0xDEADBEEFDEADBEEF)};
        VmafPicture ref, dis;
        double s;
        assert_int_equal(vmaf_init(&v, cfg), 0);
        assert_int_equal(vmaf_use_features_from_model(v, m), 0);
        make_pair(VMAF_PIX_FMT_YUV420P, 3, &ref, &dis);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, 0), 0);
        assert_int_equal(vmaf_picture_unref(&ref), -EINVAL);
        assert_int_equal(vmaf_picture_unref(&dis), -EINVAL);
        assert_int_equal(vmaf_read_pictures(v, NULL, NULL, 0), 0);
        assert_int_equal(vmaf_score_at_index(v, m, &s, 0), 0);
        assert_int_equal(vmaf_close(v), 0);
        assert_true(i == 0 || s == first);
        first = s;
    }
    vmaf_model_destroy(m);
}

typedef struct Asker {
    pthread_t thread;
    VmafContext *context;
    VmafModel *model;
    VmafModelCollection *collection;
    double score[N_PICTURES];
    VmafModelCollectionScore whole[N_PICTURES];
    int err;
} Asker;

static void *ask(void *arg)
{
    Asker *a = arg;
    for (unsigned i = 0; i < N_PICTURES; i++) {
        a->err |= vmaf_score_at_index(a->context, a->model, &a->score[i], i);
        a->err |= vmaf_score_at_index_model_collection(a->context, a->collection, &a->whole[i], i);
    }
    return NULL;
}

/** Scores that are predicted by several threads at once are one score. */
static void test_threads_that_ask(void **state)
{
    (void)state;
    VmafContext *v = test_open(2);
    VmafModel *m, *base;
    VmafModelCollection *c;
    VmafModelConfig cfg = {.name = "b"};
    Asker asker[4];
    m = load("v");
    assert_int_equal(vmaf_model_collection_load(&base, &c, &cfg, "vmaf_b_v0.6.3"), 0);
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        VmafPicture ref, dis;
        make_pair(VMAF_PIX_FMT_YUV420P, i, &ref, &dis);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, i), 0);
    }
    assert_int_equal(vmaf_read_pictures(v, NULL, NULL, 0), 0);
    for (unsigned k = 0; k < 4; k++) {
        asker[k] = (Asker){.context = v, .model = m, .collection = c};
        assert_int_equal(pthread_create(&asker[k].thread, NULL, ask, &asker[k]), 0);
    }
    for (unsigned k = 0; k < 4; k++)
        pthread_join(asker[k].thread, NULL);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(asker[k].err, 0);
        assert_memory_equal(asker[k].score, asker[0].score, sizeof(asker[0].score));
        for (unsigned i = 0; i < N_PICTURES; i++)
            assert_memory_equal(&asker[k].whole[i].bootstrap, &asker[0].whole[i].bootstrap,
                                sizeof(asker[0].whole[0].bootstrap));
    }
    vmaf_model_destroy(m);
    vmaf_model_destroy(base);
    vmaf_model_collection_destroy(c);
    vmaf_close(v);
}

/** FFmpeg with two filters or no frame: models are gone before the context is closed. */
static void test_no_frame(void **state)
{
    (void)state;
    VmafContext *v = test_open(2);
    VmafModel *m = load(NULL), *neg;
    VmafModelConfig cfg = {.name = "neg"};
    assert_int_equal(vmaf_model_load(&neg, &cfg, "vmaf_v0.6.1neg"), 0);
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    assert_int_equal(vmaf_use_features_from_model(v, neg), 0);
    vmaf_model_destroy(m);
    vmaf_model_destroy(neg);
    assert_int_equal(vmaf_close(v), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_behind),
        cmocka_unit_test(test_context_per_frame),
        cmocka_unit_test(test_threads_that_ask),
        cmocka_unit_test(test_no_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
