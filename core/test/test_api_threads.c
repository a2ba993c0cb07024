/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Worker threads and client threads: equal scores, errors that are not lost, no data race. */
#include "test_util.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

enum { N_FRAMES = 16 };

static const char *const features[] = {"ssim", "float_ssim"};

static VmafContext *open_with_features(unsigned n_threads)
{
    VmafContext *vmaf = test_open(n_threads);
    for (unsigned f = 0; f < 2; f++)
        assert_int_equal(vmaf_use_feature(vmaf, features[f], NULL), 0);
    return vmaf;
}

static void score_clip(unsigned n_threads, double scores[2][N_FRAMES])
{
    VmafContext *vmaf = open_with_features(n_threads);
    for (unsigned i = 0; i < N_FRAMES; i++)
        assert_int_equal(test_read(vmaf, i), 0);
    assert_int_equal(test_flush(vmaf), 0);
    for (unsigned f = 0; f < 2; f++) {
        for (unsigned i = 0; i < N_FRAMES; i++)
            assert_int_equal(vmaf_feature_score_at_index(vmaf, features[f], &scores[f][i], i), 0);
    }
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_equal_scores(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 2, 3, 8, 64, 100000};
    double want[2][N_FRAMES], got[2][N_FRAMES];
    score_clip(0, want);
    for (unsigned k = 0; k < sizeof(counts) / sizeof(*counts); k++) {
        for (unsigned round = 0; round < 5; round++) {
            score_clip(counts[k], got);
            assert_memory_equal(got, want, sizeof(want));
        }
    }
}

/** A getter waits for the pictures read before it, flush or not. */
static void test_getters_between_frames(void **state)
{
    (void)state;
    for (unsigned n_threads = 0; n_threads < 4; n_threads++) {
        VmafContext *vmaf = open_with_features(n_threads);
        double score;
        for (unsigned i = 0; i < N_FRAMES; i++) {
            assert_int_equal(test_read(vmaf, i), 0);
            assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, i), 0);
            assert_int_equal(
                vmaf_feature_score_pooled(vmaf, "float_ssim", VMAF_POOL_METHOD_MIN, &score, 0, i),
                0);
            assert_int_equal(vmaf_write_output(vmaf, "/dev/null", VMAF_OUTPUT_FORMAT_JSON), 0);
        }
        assert_int_equal(test_flush(vmaf), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** A feature that cannot start is reported by a read or the flush, whatever the mode. */
static void test_errors_are_kept(void **state)
{
    (void)state;
    for (unsigned n_threads = 0; n_threads < 5; n_threads++) {
        VmafContext *vmaf = test_open(n_threads);
        int err = 0;
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ms_ssim", NULL), 0);
        for (unsigned i = 0; i < N_FRAMES && !err; i++)
            err = test_read(vmaf, i);
        if (!err)
            err = test_flush(vmaf);
        assert_int_equal(err, -EINVAL);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** A failure in the middle of a run: index 3 comes twice. */
static void test_error_of_a_worker(void **state)
{
    (void)state;
    static const unsigned indexes[] = {0, 1, 2, 3, 3, 4, 5, 6};
    for (unsigned n_threads = 0; n_threads < 5; n_threads++) {
        VmafContext *vmaf = open_with_features(n_threads);
        unsigned n_errors = 0;
        double score;
        for (unsigned i = 0; i < 8; i++) {
            int err = test_read(vmaf, indexes[i]);
            assert_true(err == 0 || err == -EINVAL);
            n_errors += err != 0;
        }
        n_errors += test_flush(vmaf) != 0;
        assert_int_equal(n_errors, 1);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, 3), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

typedef struct Client {
    double scores[2][N_FRAMES];
    unsigned n_threads;
} Client;

static void *run_client(void *arg)
{
    Client *c = arg;
    score_clip(c->n_threads, c->scores);
    return NULL;
}

/** Contexts of one process do not know of each other. */
static void test_many_contexts(void **state)
{
    (void)state;
    enum { N_CLIENTS = 6 };
    static Client client[N_CLIENTS];
    double want[2][N_FRAMES];
    pthread_t thread[N_CLIENTS];
    score_clip(0, want);
    for (unsigned i = 0; i < N_CLIENTS; i++) {
        client[i].n_threads = i % 3;
        assert_int_equal(pthread_create(&thread[i], NULL, run_client, &client[i]), 0);
    }
    for (unsigned i = 0; i < N_CLIENTS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_memory_equal(client[i].scores, want, sizeof(want));
    }
}

typedef struct Reader {
    VmafContext *vmaf;
    atomic_bool stop;
    unsigned n_found;
} Reader;

static void *ask_and_import(void *arg)
{
    Reader *r = arg;
    for (unsigned i = 0; !atomic_load(&r->stop); i++) {
        double score;
        for (unsigned k = 0; k < N_FRAMES; k++)
            r->n_found += !vmaf_feature_score_at_index(r->vmaf, "ssim", &score, k);
        vmaf_import_feature_score(r->vmaf, "mine", i, i);
        VmafPicture pic;
        if (!vmaf_fetch_preallocated_picture(r->vmaf, &pic))
            vmaf_picture_unref(&pic);
    }
    return NULL;
}

/** Getters, imports and picture fetches may run beside a read. */
static void test_getters_beside_a_read(void **state)
{
    (void)state;
    const VmafPictureConfiguration pool = {
        .pic_params = {.w = 64, .h = 48, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P},
        .pic_cnt = 2,
    };
    for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
        Reader r = {.vmaf = open_with_features(n_threads)};
        pthread_t thread;
        assert_int_equal(vmaf_preallocate_pictures(r.vmaf, pool), 0);
        assert_int_equal(pthread_create(&thread, NULL, ask_and_import, &r), 0);
        for (unsigned i = 0; i < N_FRAMES; i++)
            assert_int_equal(test_read(r.vmaf, i), 0);
        assert_int_equal(test_flush(r.vmaf), 0);
        atomic_store(&r.stop, true);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(vmaf_close(r.vmaf), 0);
    }
}

/** Closing while workers are busy waits for them. */
static void test_close_while_busy(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 10; round++) {
        VmafContext *vmaf = open_with_features(4);
        for (unsigned i = 0; i < 6; i++)
            assert_int_equal(test_read(vmaf, i), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_scores),     cmocka_unit_test(test_getters_between_frames),
        cmocka_unit_test(test_errors_are_kept),  cmocka_unit_test(test_error_of_a_worker),
        cmocka_unit_test(test_many_contexts),    cmocka_unit_test(test_getters_beside_a_read),
        cmocka_unit_test(test_close_while_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
