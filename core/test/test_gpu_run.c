/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The ring of frames on the host executor: order, limits, and a device that fails at every call. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/log.h"
#include "base/picture_priv.h"
#include "run/run.h"

enum { W = 40, H = 30, N_FRAMES = 7 };

/* A device whose calls are counted and fail from one of them on. */
static VmafGpuOps ops;
static const VmafGpuOps *sound;
static unsigned n_calls, fail_at; /* fail_at 0: never */
static int fail_with;
static size_t memory_left = SIZE_MAX;
static int n_held; /* allocations, streams and events not yet given back */

static int fails(void)
{
    n_calls++;
    return fail_at && n_calls >= fail_at ? fail_with : 0;
}

#define TRY(call)               \
    do {                        \
        int err_ = fails();     \
        if (!err_)              \
            err_ = sound->call; \
        return err_;            \
    } while (0)
#define TRY_MAKE(call)          \
    do {                        \
        int err_ = fails();     \
        if (!err_)              \
            err_ = sound->call; \
        n_held += !err_;        \
        return err_;            \
    } while (0)

static int alloc(VmafGpuDevice *d, void **p, size_t n)
{
    if (n > memory_left)
        return -ENOMEM;
    memory_left -= n;
    TRY_MAKE(alloc(d, p, n));
}
static int host_alloc(VmafGpuDevice *d, void **p, size_t n)
{
    TRY_MAKE(host_alloc(d, p, n));
}
static int event_create(VmafGpuDevice *d, bool timed, VmafGpuEvent **e)
{
    TRY_MAKE(event_create(d, timed, e));
}
static void release(VmafGpuDevice *d, void *p)
{
    n_held -= p != NULL;
    sound->free(d, p);
}
static void host_release(VmafGpuDevice *d, void *p)
{
    n_held -= p != NULL;
    sound->host_free(d, p);
}
static void event_destroy(VmafGpuDevice *d, VmafGpuEvent *e)
{
    n_held -= e != NULL;
    sound->event_destroy(d, e);
}
static int memory(VmafGpuDevice *d, size_t *f, size_t *t)
{
    TRY(memory(d, f, t));
}
static int stream_wait(VmafGpuDevice *d, VmafGpuStream *s)
{
    TRY(stream_wait(d, s));
}
static int event_record(VmafGpuDevice *d, VmafGpuEvent *e, VmafGpuStream *s)
{
    TRY(event_record(d, e, s));
}
static int event_wait(VmafGpuDevice *d, VmafGpuEvent *e)
{
    TRY(event_wait(d, e));
}
static int upload(VmafGpuDevice *d, void *dst, size_t dp, const void *src, size_t sp, size_t row,
                  size_t rows, VmafGpuStream *s)
{
    TRY(upload(d, dst, dp, src, sp, row, rows, s));
}
static int download(VmafGpuDevice *d, void *dst, size_t dp, const void *src, size_t sp, size_t row,
                    size_t rows, VmafGpuStream *s)
{
    TRY(download(d, dst, dp, src, sp, row, rows, s));
}
static int fill(VmafGpuDevice *d, void *p, unsigned char b, size_t n, VmafGpuStream *s)
{
    TRY(fill(d, p, b, n, s));
}
static int kernel_find(VmafGpuDevice *d, VmafGpuModule *m, const char *name, VmafGpuKernel **k)
{
    TRY(kernel_find(d, m, name, k));
}
static int launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                  const void *args, size_t size, VmafGpuStream *s)
{
    TRY(launch(d, k, grid, block, args, size, s));
}

static VmafGpuDevice *open_device(void)
{
    VmafGpuDevice *d;
    assert_int_equal(vmaf_gpu_open(&d, VMAF_BACKEND_SIMT, &(VmafGpuOpen){0}), 0);
    sound = d->ops;
    ops = *sound;
    ops.alloc = alloc;
    ops.free = release;
    ops.host_alloc = host_alloc;
    ops.host_free = host_release;
    ops.memory = memory;
    ops.stream_wait = stream_wait;
    ops.event_create = event_create;
    ops.event_destroy = event_destroy;
    ops.event_record = event_record;
    ops.event_wait = event_wait;
    ops.upload = upload;
    ops.download = download;
    ops.fill = fill;
    ops.kernel_find = kernel_find;
    ops.launch = launch;
    d->ops = &ops;
    return d;
}

static void make_pair(VmafPicture pic[2], unsigned index)
{
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(vmaf_picture_alloc(&pic[k], VMAF_PIX_FMT_YUV420P, 8, W, H), 0);
        for (unsigned i = 0; i < H; i++) {
            uint8_t *row = (uint8_t *)pic[k].data[0] + (ptrdiff_t)i * pic[k].stride[0];
            for (unsigned j = 0; j < W; j++)
                row[j] = (uint8_t)(i * 7 + j * 5 + index * 3 + k * (i % 3) * index);
        }
    }
}

static VmafRun *open_run(VmafCollector *scores, unsigned n_threads)
{
    VmafRun *r;
    const VmafRunConfig config = {.n_threads = n_threads, .scores = scores};
    assert_int_equal(vmaf_run_create(&r, &config), 0);
    assert_int_equal(vmaf_run_set_device(r, open_device(), true), 0);
    assert_int_equal(vmaf_run_use(r, "float_ssim", NULL), 0);
    assert_int_equal(vmaf_run_use(r, "ssim", NULL), 0);
    return r;
}

/* Score N_FRAMES; @return the first error, which every later call must repeat */
static int run(VmafCollector *out)
{
    VmafRun *r = open_run(out, 0);
    int err = 0;
    for (unsigned i = 0; i < N_FRAMES; i++) {
        VmafPicture pic[2];
        make_pair(pic, i);
        const int e = vmaf_run_submit(r, &pic[0], &pic[1], i);
        if (err)
            assert_int_equal(e, err);
        err = e;
        /* the run has copied them or holds references of its own */
        for (unsigned k = 0; k < 2; k++)
            vmaf_picture_unref(&pic[k]);
    }
    const int e = vmaf_run_flush(r);
    vmaf_run_destroy(&r);
    assert_null(r);
    return err ? err : e;
}

static double score_of(VmafCollector *c, const char *name, unsigned index)
{
    double v;
    assert_int_equal(vmaf_collector_get(c, name, index, &v), 0);
    return v;
}

static void test_slots_do_not_change_scores(void **state)
{
    (void)state;
    static const char *const slots[] = {"1", "2", "3", "16"};
    VmafCollector *first = NULL;
    fail_at = 0;
    for (unsigned k = 0; k < 4; k++) {
        VmafCollector *c;
        setenv("VMAF_STREAMS", slots[k], 1);
        assert_int_equal(vmaf_collector_create(&c), 0);
        assert_int_equal(run(c), 0);
        assert_int_equal(n_held, 0);
        for (unsigned i = 0; first && i < N_FRAMES; i++) {
            assert_true(score_of(c, "float_ssim", i) == score_of(first, "float_ssim", i));
            assert_true(score_of(c, "ssim", i) == score_of(first, "ssim", i));
        }
        assert_true(score_of(c, "ssim", 1) != score_of(c, "ssim", 2));
        if (first)
            vmaf_collector_destroy(&c);
        else
            first = c;
    }
    vmaf_collector_destroy(&first);
}

static void test_bad_number_of_slots(void **state)
{
    (void)state;
    static const char *const bad[] = {"0", "17", "-1", "2x", "x"};
    for (unsigned k = 0; k < 5; k++) {
        VmafCollector *c;
        setenv("VMAF_STREAMS", bad[k], 1);
        assert_int_equal(vmaf_collector_create(&c), 0);
        assert_int_equal(run(c), -EINVAL);
        assert_int_equal(n_held, 0);
        vmaf_collector_destroy(&c);
    }
}

/* Every call of the device fails once, and then all that follow it. */
static void test_device_fails(void **state)
{
    (void)state;
    static const int errors[] = {-ENOMEM, -EIO};
    setenv("VMAF_STREAMS", "2", 1);
    for (unsigned k = 0; k < 2; k++) {
        unsigned n_failed = 0;
        fail_with = errors[k];
        for (fail_at = 1;; fail_at++) {
            VmafCollector *c;
            n_calls = 0;
            assert_int_equal(vmaf_collector_create(&c), 0);
            const int err = run(c);
            vmaf_collector_destroy(&c);
            assert_int_equal(n_held, 0);
            if (n_calls < fail_at)
                break;
            /* calls that only clean up have nobody to tell */
            assert_true(err == 0 || err == fail_with);
            n_failed += err != 0;
        }
        assert_true(n_failed > 100);
    }
    fail_at = 0;
}

/* Memory that others have taken since it was counted leaves fewer slots, not an error. */
static void test_memory_runs_out(void **state)
{
    (void)state;
    size_t each = 0;
    VmafCollector *first = NULL;
    fail_at = 0;
    for (unsigned tenths = 10; tenths <= 40; tenths += 5) {
        VmafCollector *c;
        setenv("VMAF_STREAMS", each ? "4" : "1", 1);
        memory_left = each ? each * tenths / 10 : SIZE_MAX;
        assert_int_equal(vmaf_collector_create(&c), 0);
        assert_int_equal(run(c), 0);
        assert_int_equal(n_held, 0);
        for (unsigned i = 0; first && i < N_FRAMES; i++)
            assert_true(score_of(c, "ssim", i) == score_of(first, "ssim", i));
        if (!first) {
            first = c;
            each = SIZE_MAX - memory_left;
        } else {
            vmaf_collector_destroy(&c);
        }
    }
    VmafCollector *c;
    memory_left = each - 1;
    assert_int_equal(vmaf_collector_create(&c), 0);
    assert_int_equal(run(c), -ENOMEM);
    assert_int_equal(n_held, 0);
    memory_left = SIZE_MAX;
    vmaf_collector_destroy(&c);
    vmaf_collector_destroy(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slots_do_not_change_scores),
        cmocka_unit_test(test_bad_number_of_slots),
        cmocka_unit_test(test_device_fails),
        cmocka_unit_test(test_memory_runs_out),
    };
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
