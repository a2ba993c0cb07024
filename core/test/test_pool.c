/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Preallocated pictures: they circulate, block when all are out, and outlive their context. */
#include "test_util.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "run/pool.h"

/* Seconds by which the time of day was set, for all of this program but the C library itself. */
static atomic_long time_of_day_set;

int clock_gettime(clockid_t clock, struct timespec *t)
{
    const long err = syscall(SYS_clock_gettime, clock, t);
    if (!err && clock == CLOCK_REALTIME)
        t->tv_sec += atomic_load(&time_of_day_set);
    return (int)err;
}

static VmafPictureConfiguration config(unsigned count)
{
    VmafPictureConfiguration cfg = {
        .pic_params = {.w = 64, .h = 48, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P},
        .pic_cnt = count,
    };
    return cfg;
}

static void test_bad_arguments(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    VmafPicture pic;
    assert_int_equal(vmaf_preallocate_pictures(NULL, config(2)), -EINVAL);
    assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &pic), -EINVAL);
    assert_int_equal(vmaf_fetch_preallocated_picture(NULL, &pic), -EINVAL);

    VmafPictureConfiguration bad[6];
    for (unsigned i = 0; i < 6; i++)
        bad[i] = config(2);
    bad[0].pic_cnt = 0;
    bad[1].pic_params.w = 0;
    bad[2].pic_params.h = 0;
    bad[3].pic_params.bpc = 7;
    bad[4].pic_params.pix_fmt = VMAF_PIX_FMT_UNKNOWN;
    bad[5].pic_params.pix_fmt = (enum VmafPixelFormat)9;
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(vmaf_preallocate_pictures(vmaf, bad[i]), -EINVAL);
    assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &pic), -EINVAL);

    assert_int_equal(vmaf_preallocate_pictures(vmaf, config(2)), 0);
    assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, NULL), -EINVAL);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_pictures_circulate(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
    assert_int_equal(vmaf_preallocate_pictures(vmaf, config(2)), 0);
    for (unsigned i = 0; i < 8; i++) {
        VmafPicture ref, dis;
        assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &ref), 0);
        assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &dis), 0);
        assert_ptr_not_equal(ref.data[0], dis.data[0]);
        assert_int_equal(ref.w[0], 64);
        assert_int_equal(ref.h[1], 24);
        assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, i), 0);
        assert_null(ref.ref);
    }
    assert_int_equal(test_flush(vmaf), 0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_second_pool(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    VmafPicture pic;
    VmafPictureConfiguration wide = config(1);
    wide.pic_params.w = 80;
    assert_int_equal(vmaf_preallocate_pictures(vmaf, config(1)), 0);
    assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &pic), 0);
    assert_int_equal(vmaf_preallocate_pictures(vmaf, wide), -EINVAL);
    assert_int_equal(vmaf_picture_unref(&pic), 0);
    assert_int_equal(vmaf_preallocate_pictures(vmaf, wide), 0);
    assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &pic), 0);
    assert_int_equal(pic.w[0], 80);
    assert_int_equal(vmaf_picture_unref(&pic), 0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

typedef struct Waiter {
    VmafContext *vmaf;
    atomic_bool got;
} Waiter;

static void *fetch_and_return(void *arg)
{
    Waiter *w = arg;
    VmafPicture pic;
    if (vmaf_fetch_preallocated_picture(w->vmaf, &pic))
        return NULL;
    atomic_store(&w->got, true);
    vmaf_picture_unref(&pic);
    return w;
}

static void test_fetch_waits(void **state)
{
    (void)state;
    Waiter w = {.vmaf = test_open(0)};
    /* The pool has what the windows of temporal features may hold besides. */
    VmafPicture pic[1 + 4];
    pthread_t thread;
    void *result;
    assert_int_equal(vmaf_preallocate_pictures(w.vmaf, config(1)), 0);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(vmaf_fetch_preallocated_picture(w.vmaf, &pic[i]), 0);
    assert_int_equal(pthread_create(&thread, NULL, fetch_and_return, &w), 0);
    usleep(50000);
    assert_false(atomic_load(&w.got));
    assert_int_equal(vmaf_picture_unref(&pic[0]), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, &w);
    for (unsigned i = 1; i < 5; i++)
        assert_int_equal(vmaf_picture_unref(&pic[i]), 0);
    assert_int_equal(vmaf_close(w.vmaf), 0);
}

/** close() does not wait for a picture the client holds, and the picture stays valid. */
static long elapsed_ms(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
}

/* A wait for a time ends then, also when the clock on the wall was set back or forward. */
static void test_wait_is_not_by_the_time_of_day(void **state)
{
    (void)state;
    const VmafPictureConfiguration cfg = config(1);
    VmafPool *pool;
    VmafPicture pic, none;
    assert_int_equal(vmaf_pool_create(&pool, &cfg, NULL), 0);
    vmaf_pool_fetch(pool, &pic);
    for (int set = -1; set <= 1; set++) {
        atomic_store(&time_of_day_set, set * 86400L);
        struct timespec start;
        clock_gettime(CLOCK_MONOTONIC, &start);
        alarm(60);
        assert_false(vmaf_pool_fetch_within(pool, &none, 30));
        alarm(0);
        assert_true(elapsed_ms(&start) >= 29);
    }
    assert_int_equal(vmaf_picture_unref(&pic), 0);
    assert_true(vmaf_pool_fetch_within(pool, &pic, 30));
    assert_int_equal(vmaf_picture_unref(&pic), 0);
    vmaf_pool_release(&pool);
}

static void test_close_with_a_picture_out(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(2);
    VmafPicture pic;
    assert_int_equal(vmaf_preallocate_pictures(vmaf, config(3)), 0);
    assert_int_equal(vmaf_fetch_preallocated_picture(vmaf, &pic), 0);
    assert_int_equal(vmaf_close(vmaf), 0);
    memset(pic.data[0], 7, (size_t)pic.stride[0] * pic.h[0]);
    assert_int_equal(((unsigned char *)pic.data[0])[0], 7);
    assert_int_equal(vmaf_picture_unref(&pic), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_pictures_circulate),
        cmocka_unit_test(test_second_pool),
        cmocka_unit_test(test_fetch_waits),
        cmocka_unit_test(test_wait_is_not_by_the_time_of_day),
        cmocka_unit_test(test_close_with_a_picture_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
