/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Who waits for what in a run: those who fetch pictures, and those who ask for scores. */
#include "test_util.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include "temporal/temporal_run.h"

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
                            .n_pictures = N_PICTURES,
                            .bpc = 8,
                            .fail_at = -1};
            Run r;
            open_run(&r, &c);
            assert_int_equal(vmaf_preallocate_pictures(r.v, two_pictures), 0);
            for (unsigned i = 0; i < N_PICTURES; i++)
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
                        .n_pictures = N_PICTURES};
        Run r;
        VmafPicture mine;
        open_run(&r, &c);
        const bool device = place == FROM_DEVICE;
        if (!device)
            assert_int_equal(vmaf_preallocate_pictures(r.v, two_pictures), 0);
        for (unsigned i = 0; i < N_PICTURES; i++) {
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
        cmocka_unit_test(test_small_pool),
        cmocka_unit_test(test_pool_with_history_is_replaced),
        cmocka_unit_test(test_pool_in_flight_stays),
        cmocka_unit_test(test_getter_beside_reading),
        cmocka_unit_test(test_getter_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
