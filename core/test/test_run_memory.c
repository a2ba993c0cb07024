/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* When memory is short, a pair goes to all features or to none, and scores stay the same. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "api/context.h"
#include "base/log.h"
#include "capture.h"
#include "libvmaf/backend.h"
#include "temporal/temporal.h"

enum { W = 64, H = 48, N_PICTURES = 7 };

/* ---- features that count what they do and fail when they are told to ---- */

enum { SSIM, FLOAT_SSIM, N_WRAPPED };
static const char *const wrapped_name[N_WRAPPED] = {"ssim", "float_ssim"};

static struct {
    VmafFeature feature;
    VmafCpuEngine cpu;
    VmafGpuEngine gpu;
    const VmafFeature *real;
    atomic_uint n_on_cpu, n_on_device; /* results */
} wrapped[N_WRAPPED];

static unsigned opens_left; /* of engines on the CPU, before memory is out */

static int open_cpu(unsigned k, void *scratch, const void *plan, unsigned isa)
{
    if (!opens_left)
        return -ENOMEM;
    opens_left -= opens_left != UINT_MAX;
    const VmafCpuEngine *cpu = wrapped[k].real->cpu;
    return cpu->open ? cpu->open(scratch, plan, isa) : 0;
}

static int measure_cpu(unsigned k, void *scratch, const void *plan, const VmafWindow *w, void *r)
{
    atomic_fetch_add(&wrapped[k].n_on_cpu, 1);
    return wrapped[k].real->cpu->measure(scratch, plan, w, r);
}

static int settle(unsigned k, const void *s, const void *plan, const VmafGpuFrame *f, void *r)
{
    atomic_fetch_add(&wrapped[k].n_on_device, 1);
    return wrapped[k].real->gpu->settle(s, plan, f, r);
}

#define WRAPPED_ENGINES(k)                                                                     \
    static int open_##k(void *scratch, const void *plan, unsigned isa)                         \
    {                                                                                          \
        return open_cpu(k, scratch, plan, isa);                                                \
    }                                                                                          \
    static int measure_##k(void *scratch, const void *plan, const VmafWindow *w, void *result) \
    {                                                                                          \
        return measure_cpu(k, scratch, plan, w, result);                                       \
    }                                                                                          \
    static int settle_##k(const void *s, const void *plan, const VmafGpuFrame *f, void *r)     \
    {                                                                                          \
        return settle(k, s, plan, f, r);                                                       \
    }
WRAPPED_ENGINES(SSIM)
WRAPPED_ENGINES(FLOAT_SSIM)

static void reset(void)
{
    static int (*const open[])(void *, const void *, unsigned) = {open_SSIM, open_FLOAT_SSIM};
    static int (*const measure[])(void *, const void *, const VmafWindow *,
                                  void *) = {measure_SSIM, measure_FLOAT_SSIM};
    static int (*const settles[])(const void *, const void *, const VmafGpuFrame *,
                                  void *) = {settle_SSIM, settle_FLOAT_SSIM};
    opens_left = UINT_MAX;
    for (unsigned k = 0; k < N_WRAPPED; k++) {
        enum VmafBackend backend;
        wrapped[k].real = vmaf_feature_find(wrapped_name[k], &backend);
        wrapped[k].feature = *wrapped[k].real;
        wrapped[k].cpu = *wrapped[k].real->cpu;
        wrapped[k].cpu.open = open[k];
        wrapped[k].cpu.measure = measure[k];
        wrapped[k].gpu = *wrapped[k].real->gpu;
        wrapped[k].gpu.settle = settles[k];
        wrapped[k].feature.cpu = &wrapped[k].cpu;
        wrapped[k].feature.gpu = &wrapped[k].gpu;
        wrapped[k].n_on_cpu = wrapped[k].n_on_device = 0;
    }
}

static void use_wrapped(VmafContext *v, unsigned k)
{
    assert_int_equal(vmaf_run_use_feature(v->run, &wrapped[k].feature, VMAF_BACKEND_CPU, NULL), 0);
}

/* ---- a device whose memory and kernels can be taken away ---- */

static VmafGpuOps ops;
static VmafGpuOps sound;
static unsigned pinned_left, n_launches, refused_launch; /* by its number, from 1; 0: none */
static unsigned allocs_left;                             /* of device memory */

static int scarce_pinned(VmafGpuDevice *d, void **host, size_t bytes)
{
    if (!pinned_left)
        return -ENOMEM;
    pinned_left -= pinned_left != UINT_MAX;
    return sound.host_alloc(d, host, bytes);
}

static int scarce_alloc(VmafGpuDevice *d, void **dev, size_t bytes)
{
    if (!allocs_left)
        return -ENOMEM;
    allocs_left -= allocs_left != UINT_MAX;
    return sound.alloc(d, dev, bytes);
}

static int count_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                        const void *args, size_t size, VmafGpuStream *s)
{
    if (++n_launches == refused_launch)
        return -ENOMEM;
    return sound.launch(d, k, grid, block, args, size, s);
}

static VmafContext *open_on_device(unsigned n_threads, VmafGpuState **device)
{
    VmafContext *v = test_open(n_threads);
    reset();
    *device = temporal_open_device(&ops);
    sound = ops;
    ops.host_alloc = scarce_pinned;
    ops.alloc = scarce_alloc;
    ops.launch = count_launch;
    pinned_left = UINT_MAX;
    n_launches = refused_launch = 0;
    allocs_left = UINT_MAX;
    assert_int_equal(vmaf_gpu_state_import(v, *device), 0);
    return v;
}

static void close_both(VmafContext *v, VmafGpuState *device)
{
    assert_int_equal(vmaf_close(v), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
}

static void score_on_cpu(const char *name, VmafFeatureDictionary *opts, const char *output,
                         double want[N_PICTURES])
{
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_use_feature(v, name, opts), 0);
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(vmaf_feature_score_at_index(v, output, &want[i], i), 0);
    assert_int_equal(vmaf_close(v), 0);
}

static void check_scores(VmafContext *v, const char *name, const double want[N_PICTURES])
{
    for (unsigned i = 0; i < N_PICTURES; i++) {
        double got;
        assert_int_equal(vmaf_feature_score_at_index(v, name, &got, i), 0);
        assert_true(got == want[i]);
    }
}

static void check_absent(VmafContext *v, unsigned index)
{
    double value;
    for (unsigned k = 0; k < N_WRAPPED; k++)
        assert_int_equal(vmaf_feature_score_at_index(v, wrapped_name[k], &value, index), -EINVAL);
}

static void check_backend(VmafContext *v, unsigned i, const char *want)
{
    VmafFeatureBackend info;
    assert_int_equal(vmaf_feature_backend(v, i, &info), 0);
    assert_string_equal(info.backend, want);
}

/* ---- page-locked memory ---- */

/* Uploads of ordinary pictures go without staging then, and the device measures as before. */
static void test_no_pinned_memory_for_pictures(void **state)
{
    (void)state;
    double want[N_WRAPPED][N_PICTURES];
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    for (unsigned n = 0; n < 16; n++) {
        VmafGpuState *device;
        VmafContext *v = open_on_device(n % 3, &device);
        pinned_left = n;
        use_wrapped(v, SSIM);
        use_wrapped(v, FLOAT_SSIM);
        for (unsigned i = 0; i < N_PICTURES; i++)
            assert_int_equal(test_read(v, i), 0);
        assert_int_equal(test_flush(v), 0);
        for (unsigned k = 0; k < N_WRAPPED; k++) {
            check_backend(v, k, "simt");
            check_scores(v, wrapped_name[k], want[k]);
            assert_int_equal(wrapped[k].n_on_device, N_PICTURES);
        }
        close_both(v, device);
    }
}

/* The noise of test_read() in a picture of the device. */
static void fetch_on_device(VmafContext *v, VmafPicture *pic, uint32_t seed)
{
    VmafPicture host = test_picture(VMAF_PIX_FMT_YUV420P, 8, W, H, seed);
    assert_int_equal(vmaf_gpu_fetch(v, pic), 0);
    assert_int_equal(sound.upload(vmaf_run_device(v->run), pic->data[0], (size_t)pic->stride[0],
                                  host.data[0], (size_t)host.stride[0], W, H, NULL),
                     0);
    assert_int_equal(vmaf_picture_unref(&host), 0);
}

/* Nor does the pool of host copies need it, of device pictures that the CPU measures too. */
static void test_no_pinned_memory_for_copies(void **state)
{
    (void)state;
    double adm[N_PICTURES], ssim[N_PICTURES];
    score_on_cpu("float_adm", test_option("adm_p_norm", "2"), "adm2_apn_2", adm);
    score_on_cpu("ssim", NULL, "ssim", ssim);
    for (unsigned n = 0; n < 20; n++) {
        VmafGpuState *device;
        VmafContext *v = open_on_device(n % 3, &device);
        assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 8, VMAF_PIX_FMT_YUV420P,
                                              VMAF_GPU_PICTURES_DEVICE),
                         0);
        pinned_left = n;
        use_wrapped(v, SSIM);
        assert_int_equal(vmaf_use_feature(v, "float_adm", test_option("adm_p_norm", "2")), 0);
        for (unsigned i = 0; i < N_PICTURES; i++) {
            VmafPicture pic[2];
            for (unsigned side = 0; side < 2; side++)
                fetch_on_device(v, &pic[side], 2 * i + side);
            assert_int_equal(vmaf_read_pictures(v, &pic[0], &pic[1], i), 0);
        }
        assert_int_equal(test_flush(v), 0);
        check_backend(v, 0, "simt");
        check_backend(v, 1, "cpu");
        check_scores(v, "ssim", ssim);
        check_scores(v, "adm2_apn_2", adm);
        close_both(v, device);
    }
}

/* ---- the half on the CPU cannot be prepared ---- */

/* The device gets nothing, no score exists, and the index can be read again. */
static void test_refused_before_the_device(void **state)
{
    (void)state;
    double want[N_WRAPPED][N_PICTURES];
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
        for (unsigned at = 0; at < 4; at += 3) { /* the feature on the CPU comes with this pair */
            VmafGpuState *device;
            VmafContext *v = open_on_device(n_threads, &device);
            wrapped[FLOAT_SSIM].feature.gpu = NULL;
            use_wrapped(v, SSIM);
            for (unsigned i = 0; i < N_PICTURES; i++) {
                if (i == at) {
                    use_wrapped(v, FLOAT_SSIM);
                    vmaf_run_wait(v->run);
                    const unsigned n = n_launches;
                    opens_left = 0;
                    for (unsigned k = 0; k < 2; k++)
                        assert_int_equal(test_read(v, i), -ENOMEM);
                    assert_int_equal(n_launches, n);
                    assert_int_equal(vmaf_run_n_pictures(v->run), i);
                    check_absent(v, i);
                    opens_left = UINT_MAX;
                }
                assert_int_equal(test_read(v, i), 0);
            }
            assert_int_equal(test_flush(v), 0);
            check_scores(v, "ssim", want[SSIM]);
            assert_int_equal(wrapped[SSIM].n_on_device, N_PICTURES);
            assert_int_equal(wrapped[SSIM].n_on_cpu, 0);
            assert_int_equal(wrapped[FLOAT_SSIM].n_on_cpu, N_PICTURES - at);
            for (unsigned i = at; i < N_PICTURES; i++) {
                double got;
                assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &got, i), 0);
                assert_true(got == want[FLOAT_SSIM][i]);
            }
            close_both(v, device);
        }
    }
}

/* A run in which every pair was refused has read none. */
static void test_nothing_read(void **state)
{
    (void)state;
    VmafGpuState *device;
    VmafContext *v = open_on_device(0, &device);
    wrapped[FLOAT_SSIM].feature.gpu = NULL;
    use_wrapped(v, SSIM);
    use_wrapped(v, FLOAT_SSIM);
    opens_left = 0;
    assert_int_equal(test_read(v, 0), -ENOMEM);
    assert_int_equal(test_flush(v), -EINVAL);
    check_absent(v, 0);
    assert_int_equal(n_launches, 0);
    close_both(v, device);
}

/* ---- a launch that fails ---- */

static void get_temporal(VmafContext *v, double value[TEMPORAL_N][N_PICTURES])
{
    memset(value, 0, TEMPORAL_N * sizeof(value[0]));
    for (unsigned k = 0; k < TEMPORAL_N; k++) {
        for (unsigned i = 0; i < N_PICTURES; i++) /* some do not exist: they stay 0 */
            vmaf_feature_score_at_index(v, temporal_name(k), &value[k][i], i);
    }
}

static void use_temporal(VmafContext *v, const VmafFeature *f)
{
    assert_int_equal(vmaf_run_use_feature(v->run, f, VMAF_BACKEND_CPU, NULL), 0);
}

/* @return whether there was such a launch */
static bool check_failed_launch(unsigned number, unsigned n_threads, bool temporal_on_cpu,
                                double want[TEMPORAL_N][N_PICTURES], const double ssim[N_PICTURES])
{
    VmafGpuState *device;
    VmafContext *v = open_on_device(n_threads, &device);
    VmafFeature temporal = vmaf_test_temporal;
    double got[TEMPORAL_N][N_PICTURES];
    unsigned n_refused = 0;
    if (temporal_on_cpu)
        temporal.gpu = NULL;
    use_temporal(v, &temporal);
    use_wrapped(v, SSIM);
    refused_launch = number;
    for (unsigned i = 0; i < N_PICTURES;) {
        const int err = test_read(v, i);
        if (err) {
            assert_int_equal(err, -ENOMEM);
            assert_int_equal(vmaf_run_n_pictures(v->run), i);
            n_refused++;
        }
        i += !err; /* the same index is expected again */
    }
    assert_int_equal(test_flush(v), 0);
    assert_true(n_refused < 2);
    get_temporal(v, got);
    assert_memory_equal(got, want, sizeof(got));
    check_scores(v, "ssim", ssim);
    close_both(v, device);
    return n_refused;
}

/* It gives everything back: places, indexes, and the window as it was. */
static void test_failed_launch(void **state)
{
    (void)state;
    double want[TEMPORAL_N][N_PICTURES], ssim[N_PICTURES];
    VmafContext *v = test_open(0);
    use_temporal(v, &vmaf_test_temporal);
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    get_temporal(v, want);
    assert_true(want[TEMPORAL_REF2][N_PICTURES - 1] > 0.0);
    assert_int_equal(vmaf_close(v), 0);
    score_on_cpu("ssim", NULL, "ssim", ssim);
    for (unsigned k = 0; k < 4; k++) {
        unsigned number = 1;
        while (check_failed_launch(number, k & 1 ? 2 : 0, k > 1, want, ssim))
            number++;
        assert_true(number > 2 * N_PICTURES);
    }
}

/* ---- leaving the device ---- */

/* The device has no memory, and the CPU has some for the first n features only. */
static void check_leaving(unsigned n_opens, unsigned n_threads, bool device_recovers)
{
    double want[N_WRAPPED][N_PICTURES];
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    VmafGpuState *device;
    VmafContext *v = open_on_device(n_threads, &device);
    use_wrapped(v, SSIM);
    use_wrapped(v, FLOAT_SSIM);
    allocs_left = 0;
    opens_left = n_opens;
    assert_int_equal(test_read(v, 0), -ENOMEM);
    check_absent(v, 0);
    for (unsigned k = 0; k < N_WRAPPED; k++)
        check_backend(v, k, "simt"); /* both or none */
    opens_left = UINT_MAX;
    allocs_left = device_recovers ? UINT_MAX : 0;
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    for (unsigned k = 0; k < N_WRAPPED; k++) {
        check_backend(v, k, device_recovers ? "simt" : "cpu");
        check_scores(v, wrapped_name[k], want[k]);
        assert_int_equal(wrapped[k].n_on_cpu, device_recovers ? 0 : N_PICTURES);
        assert_int_equal(wrapped[k].n_on_device, device_recovers ? N_PICTURES : 0);
    }
    close_both(v, device);
}

static void test_leaving_half_way(void **state)
{
    (void)state;
    for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
        for (unsigned n_opens = 0; n_opens < N_WRAPPED; n_opens++) {
            check_leaving(n_opens, n_threads, false);
            check_leaving(n_opens, n_threads, true);
        }
    }
}

enum { LATE = 3 };

/* @param allocs_then of the device from the late features on. @return whether they are on it */
static bool check_late_features(unsigned allocs_then, unsigned n_threads, bool on_cpu,
                                double ssim[N_PICTURES], double late[N_PICTURES],
                                double temporal[TEMPORAL_N][N_PICTURES])
{
    VmafGpuState *device = NULL;
    VmafFeatureBackend info;
    if (on_cpu)
        reset();
    VmafContext *v = on_cpu ? test_open(n_threads) : open_on_device(n_threads, &device);
    use_wrapped(v, SSIM);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        if (i == LATE) {
            use_temporal(v, &vmaf_test_temporal);
            use_wrapped(v, FLOAT_SSIM);
            allocs_left = allocs_then;
        }
        assert_int_equal(test_read(v, i), 0);
    }
    assert_int_equal(test_flush(v), 0);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        assert_int_equal(vmaf_feature_score_at_index(v, "ssim", &ssim[i], i), 0);
        assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &late[i], i),
                         i < LATE ? -EINVAL : 0);
    }
    get_temporal(v, temporal);
    if (!on_cpu)
        assert_int_equal(wrapped[SSIM].n_on_device, N_PICTURES);
    assert_int_equal(vmaf_feature_backend(v, 2, &info), 0);
    const bool on_device = !strcmp(info.backend, "simt");
    check_backend(v, 1, info.backend);
    assert_int_equal(vmaf_close(v), 0);
    if (device)
        assert_int_equal(vmaf_gpu_state_free(device), 0);
    return on_device;
}

/* Those that come late and find no memory there go to the CPU alone; the others stay. */
static void test_late_features_without_memory(void **state)
{
    (void)state;
    double want[2][N_PICTURES] = {{0}}, got[2][N_PICTURES] = {{0}};
    double want_t[TEMPORAL_N][N_PICTURES], got_t[TEMPORAL_N][N_PICTURES];
    assert_false(check_late_features(0, 0, true, want[0], want[1], want_t));
    assert_true(want_t[TEMPORAL_REF2][N_PICTURES - 1] > 0.0);
    for (unsigned n_threads = 0; n_threads < 3; n_threads += 2) {
        bool on_device = false;
        for (unsigned n = 0; !on_device; n++) {
            on_device = check_late_features(n, n_threads, false, got[0], got[1], got_t);
            assert_memory_equal(got, want, sizeof(want));
            assert_memory_equal(got_t, want_t, sizeof(want_t));
            assert_true(on_device || n < 64);
            assert_true(!on_device || n > 4);
        }
    }
}

/* Columns stand as if the device had never been there. */
static void test_columns_after_leaving(void **state)
{
    (void)state;
    char want[32][64];
    unsigned n_want = 0;
    static const char *const order[] = {"float_adm", "ssim", "adm", "float_ssim"};
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        VmafGpuState *device = NULL;
        VmafContext *v = leaves ? open_on_device(2, &device) : test_open(2);
        allocs_left = 0;
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(vmaf_use_feature(v, order[k], NULL), 0);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(test_read(v, i), 0);
        assert_int_equal(test_flush(v), 0);
        unsigned n = 0;
        for (const char *name; !vmaf_score_name(v, n, &name); n++) {
            assert_true(n < 32);
            if (leaves)
                assert_string_equal(name, want[n]);
            else
                snprintf(want[n], sizeof(want[n]), "%s", name);
        }
        if (leaves)
            assert_int_equal(n, n_want);
        n_want = n;
        assert_int_equal(vmaf_close(v), 0);
        if (device)
            assert_int_equal(vmaf_gpu_state_free(device), 0);
    }
    assert_string_equal(want[0], "adm2");
}

/* ---- workers ---- */

/* Those beyond the first may find no memory: the run says so once and goes on with fewer. */
static void test_fewer_threads(void **state)
{
    (void)state;
    double want[N_PICTURES];
    score_on_cpu("ssim", NULL, "ssim", want);
    for (unsigned n_threads = 1; n_threads <= 4; n_threads *= 2) {
        for (unsigned n_opens = 1; n_opens <= 4; n_opens++) {
            TestCapture log;
            char message[64];
            reset();
            VmafContext *v = test_open(n_threads);
            vmaf_log_set_level(VMAF_LOG_LEVEL_WARNING);
            test_capture(&log);
            use_wrapped(v, SSIM);
            opens_left = n_opens;
            int err = 0;
            for (unsigned i = 0; i < N_PICTURES; i++)
                err = err ? err : test_read(v, i);
            err = err ? err : test_flush(v);
            test_captured(&log);
            vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
            assert_int_equal(err, 0);
            check_scores(v, "ssim", want);
            assert_int_equal(wrapped[SSIM].n_on_cpu, N_PICTURES);
            snprintf(message, sizeof(message), "WARNING going on with %u of %u threads", n_opens,
                     n_threads);
            if (test_count(log.text, message) != (n_opens < n_threads))
                fail_msg("%u threads, memory for %u: \"%s\"", n_threads, n_opens, log.text);
            assert_int_equal(vmaf_close(v), 0);
        }
    }
}

/* A feature that comes late may not find memory for all workers that the run had. */
static void test_fewer_threads_for_a_late_feature(void **state)
{
    (void)state;
    enum { LATER = 5 };
    double want[N_WRAPPED][N_PICTURES], got;
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    for (unsigned n_opens = 1; n_opens <= 4; n_opens++) {
        TestCapture log;
        reset();
        VmafContext *v = test_open(4);
        vmaf_log_set_level(VMAF_LOG_LEVEL_WARNING);
        test_capture(&log);
        use_wrapped(v, SSIM);
        int err = 0;
        for (unsigned i = 0; i < N_PICTURES; i++) {
            if (i == LATER) {
                use_wrapped(v, FLOAT_SSIM);
                vmaf_run_wait(v->run);
                opens_left = n_opens;
            }
            err = err ? err : test_read(v, i);
        }
        err = err ? err : test_flush(v);
        test_captured(&log);
        vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
        assert_int_equal(err, 0);
        check_scores(v, "ssim", want[SSIM]);
        for (unsigned i = LATER; i < N_PICTURES; i++) {
            assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &got, i), 0);
            assert_true(got == want[FLOAT_SSIM][i]);
        }
        assert_int_equal(test_count(log.text, "of 4 threads"), n_opens < 4);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* ---- a first pair that was refused leaves nothing behind ---- */

static void test_refused_first_pair(void **state)
{
    (void)state;
    double want, got;
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_use_feature(v, "ssim", NULL), 0);
    assert_int_equal(test_read_sized(v, 100, 80, 1), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_feature_score_at_index(v, "ssim", &want, 1), 0);
    assert_int_equal(vmaf_close(v), 0);
    for (unsigned on_device = 0; on_device < 2; on_device++) {
        for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
            for (unsigned why = 1; why < 3; why++) {
                VmafGpuState *device = NULL;
                reset();
                v = on_device ? open_on_device(n_threads, &device) : test_open(n_threads);
                use_wrapped(v, SSIM);
                /* while the run prepares, and after */
                if (why == 1) {
                    opens_left = 0;
                    allocs_left = 0;
                    assert_int_equal(test_read_sized(v, 70, 50, 0), -ENOMEM);
                    opens_left = UINT_MAX;
                    allocs_left = UINT_MAX;
                }
                if (why == 2) {
                    assert_int_equal(vmaf_import_feature_score(v, "ssim", 0.5, 0), 0);
                    assert_int_equal(test_read_sized(v, 70, 50, 0), -EINVAL);
                }
                assert_int_equal(vmaf_run_format(v->run).w, 0);
                assert_int_equal(test_read_sized(v, 100, 80, 1), 0);
                assert_int_equal(vmaf_run_format(v->run).w, 100);
                assert_int_equal(test_flush(v), 0);
                assert_int_equal(vmaf_feature_score_at_index(v, "ssim", &got, 1), 0);
                assert_true(got == want);
                assert_int_equal(vmaf_close(v), 0);
                if (device)
                    assert_int_equal(vmaf_gpu_state_free(device), 0);
            }
        }
    }
}

/* ---- fewer frames in flight ---- */

static size_t told_free, n_bytes;

static int tell_memory(VmafGpuDevice *d, size_t *free_bytes, size_t *total_bytes)
{
    const int err = sound.memory(d, free_bytes, total_bytes);
    *free_bytes = told_free ? told_free : *free_bytes;
    return err;
}

static int count_alloc(VmafGpuDevice *d, void **dev, size_t bytes)
{
    n_bytes += bytes;
    return sound.alloc(d, dev, bytes);
}

/* The device says how much it has left: an eighth of that stays with others. */
static void test_fewer_slots(void **state)
{
    (void)state;
    size_t each = 0;
    assert_int_equal(setenv("VMAF_STREAMS", "8", 1), 0);
    for (unsigned n = 8; n > 0; n--) {
        VmafGpuState *device;
        VmafContext *v = open_on_device(0, &device);
        ops.memory = tell_memory;
        ops.alloc = count_alloc;
        n_bytes = 0;
        told_free = each ? each * n / 7 * 8 + 64 : 0;
        use_wrapped(v, SSIM);
        assert_int_equal(test_read(v, 0), 0);
        if (!each)
            each = n_bytes / 8; /* as told_free was 0, eight slots; tables are small */
        assert_int_equal(vmaf_run_device_frames(v->run), n);
        assert_int_equal(test_flush(v), 0);
        close_both(v, device);
    }
    unsetenv("VMAF_STREAMS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_pinned_memory_for_pictures),
        cmocka_unit_test(test_no_pinned_memory_for_copies),
        cmocka_unit_test(test_refused_before_the_device),
        cmocka_unit_test(test_nothing_read),
        cmocka_unit_test(test_failed_launch),
        cmocka_unit_test(test_leaving_half_way),
        cmocka_unit_test(test_late_features_without_memory),
        cmocka_unit_test(test_columns_after_leaving),
        cmocka_unit_test(test_fewer_threads),
        cmocka_unit_test(test_fewer_threads_for_a_late_feature),
        cmocka_unit_test(test_refused_first_pair),
        cmocka_unit_test(test_fewer_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
