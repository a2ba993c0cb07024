/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* A context with a device, on the host executor: features, frames in flight, errors, threads. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "api/context.h"
#include "api/gpu_state.h"
#include "libvmaf/backend.h"

enum { N_FRAMES = 7 };

static VmafContext *open_on(const char *backend, unsigned n_threads)
{
    VmafContext *v = test_open(n_threads);
    assert_int_equal(vmaf_use_backend(v, backend, 0), 0);
    return v;
}

static void use(VmafContext *v, const char *feature)
{
    assert_int_equal(vmaf_use_feature(v, feature, NULL), 0);
}

static double score(VmafContext *v, const char *name, unsigned index)
{
    double value;
    assert_int_equal(vmaf_feature_score_at_index(v, name, &value, index), 0);
    return value;
}

static void assert_absent(VmafContext *v, const char *name, unsigned index)
{
    double value;
    assert_int_equal(vmaf_feature_score_at_index(v, name, &value, index), -EINVAL);
}

/* What the CPU says of the frames of test_read(). */
static void score_on_cpu(const char *name, double want[N_FRAMES])
{
    VmafContext *v = open_on("cpu", 0);
    use(v, name);
    for (unsigned i = 0; i < N_FRAMES; i++)
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    for (unsigned i = 0; i < N_FRAMES; i++)
        want[i] = score(v, name, i);
    assert_int_equal(vmaf_close(v), 0);
}

/* Frames in flight know nothing of it, whether a getter collects them or the next frame does. */
static void test_feature_added_between_frames(void **state)
{
    (void)state;
    static const char *const late[] = {"ssim", "ssimulacra2"}; /* which also reads chroma */
    double want[N_FRAMES], float_ssim[N_FRAMES];
    score_on_cpu("float_ssim", float_ssim);
    for (unsigned k = 0; k < 4; k++) {
        const bool get = k / 2;
        const char *name = late[k % 2];
        score_on_cpu(name, want);
        VmafContext *v = open_on("simt", 0);
        use(v, "float_ssim");
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(test_read(v, i), 0);
        use(v, name);
        if (get)
            assert_true(score(v, "float_ssim", 0) == float_ssim[0]);
        for (unsigned i = 3; i < N_FRAMES; i++)
            assert_int_equal(test_read(v, i), 0);
        assert_int_equal(test_flush(v), 0);
        for (unsigned i = 0; i < N_FRAMES; i++) {
            assert_true(score(v, "float_ssim", i) == float_ssim[i]);
            if (i < 3)
                assert_absent(v, name, i);
            else
                assert_true(score(v, name, i) == want[i]);
        }
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* float_ssim, whose frame of that index fails. */
static unsigned bad_index;

static int finish_badly(VmafSeries *s, const void *result, unsigned index)
{
    enum VmafBackend backend;
    if (result && index == bad_index)
        return -EINVAL;
    return vmaf_feature_find("float_ssim", &backend)->finish(s, result, index);
}

static void use_bad(VmafContext *v, unsigned index)
{
    enum VmafBackend backend;
    static VmafFeature bad;
    bad = *vmaf_feature_find("float_ssim", &backend);
    bad.finish = finish_badly;
    bad_index = index;
    assert_int_equal(vmaf_run_use_feature(v->run, &bad, backend, NULL), 0);
}

/* The second of two frames in flight fails. */
static VmafContext *open_with_bad_frame(void)
{
    VmafContext *v = open_on("simt", 0);
    use_bad(v, 1);
    assert_int_equal(test_read(v, 0), 0);
    assert_int_equal(test_read(v, 1), 0);
    return v;
}

static void test_error_reaches_the_flush(void **state)
{
    (void)state;
    double pooled;
    for (unsigned getter = 0; getter < 4; getter++) {
        VmafContext *v = open_with_bad_frame();
        const char *name;
        if (getter == 1)
            score(v, "float_ssim", 0);
        if (getter == 2)
            assert_int_equal(
                vmaf_feature_score_pooled(v, "float_ssim", VMAF_POOL_METHOD_MEAN, &pooled, 0, 1),
                -EINVAL);
        if (getter == 3)
            assert_int_equal(vmaf_score_name(v, 0, &name), 0);
        assert_int_equal(test_flush(v), -EINVAL);
        assert_int_equal(test_flush(v), 0);       /* told once */
        assert_int_equal(test_flush(v), -EINVAL); /* flushed */
        assert_true(score(v, "float_ssim", 0) > 0.0);
        assert_absent(v, "float_ssim", 1);
        assert_int_equal(vmaf_close(v), 0);
    }
}

static void test_error_reaches_the_next_frame(void **state)
{
    (void)state;
    double want[N_FRAMES];
    score_on_cpu("float_ssim", want);
    VmafContext *v = open_with_bad_frame();
    score(v, "float_ssim", 0); /* found before: waits for nothing */
    vmaf_run_wait(v->run);
    assert_int_equal(test_read(v, 2), -EINVAL);
    assert_int_equal(test_read(v, 2), 0); /* told once, and the frame was not sent */
    assert_int_equal(test_flush(v), 0);
    assert_true(score(v, "float_ssim", 2) == want[2]);
    assert_int_equal(vmaf_close(v), 0);
}

/* Whoever waits for a picture is not told of another frame's error; the reader is. */
/* One of a worker on the CPU: the pair it comes with has not gone to the device either. */
static void test_error_of_a_worker(void **state)
{
    (void)state;
    VmafContext *v = test_open(1);
    VmafGpuState *device;
    assert_int_equal(vmaf_gpu_state_init(&device, VMAF_BACKEND_SIMT, &(VmafGpuOpen){0}), 0);
    assert_int_equal(vmaf_gpu_state_import(v, device), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
    use(v, "ssim");
    use_bad(v, 0);
    assert_int_equal(vmaf_use_feature(v, "psnr_hvs", NULL), 0);
    assert_int_equal(test_read(v, 0), 0);
    vmaf_run_wait(v->run);
    assert_true(score(v, "ssim", 0) > 0.0); /* the hole is one feature's alone */
    assert_true(score(v, "psnr_hvs", 0) > 0.0);
    assert_int_equal(test_read(v, 1), -EINVAL);
    assert_absent(v, "ssim", 1);
    assert_int_equal(test_read(v, 1), 0);
    assert_int_equal(test_flush(v), 0);
    assert_true(score(v, "float_ssim", 1) > 0.0);
    assert_int_equal(vmaf_close(v), 0);
}

static void test_error_passes_a_fetch(void **state)
{
    (void)state;
    setenv("VMAF_STREAMS", "1", 1);
    VmafContext *v = open_on("simt", 0);
    const VmafPictureConfiguration cfg = {
        .pic_params = {.w = 64, .h = 48, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P}, .pic_cnt = 2};
    assert_int_equal(vmaf_preallocate_pictures(v, cfg), 0);
    use_bad(v, 0);
    VmafPicture pic[8];
    for (unsigned k = 0; k < 2; k++)
        assert_int_equal(vmaf_fetch_preallocated_picture(v, &pic[k]), 0);
    assert_int_equal(vmaf_read_pictures(v, &pic[0], &pic[1], 0), 0);
    for (unsigned k = 0; k < 8; k++) /* the pool has eight, and two are in flight */
        assert_int_equal(vmaf_fetch_preallocated_picture(v, &pic[k]), 0);
    assert_int_equal(vmaf_read_pictures(v, &pic[0], &pic[1], 1), -EINVAL);
    assert_int_equal(vmaf_read_pictures(v, &pic[0], &pic[1], 1), 0);
    assert_int_equal(test_flush(v), 0);
    for (unsigned k = 2; k < 8; k++)
        assert_int_equal(vmaf_picture_unref(&pic[k]), 0);
    assert_int_equal(vmaf_close(v), 0);
    unsetenv("VMAF_STREAMS");
}

static void test_pool_sizes(void **state)
{
    (void)state;
    VmafContext *v = open_on("simt", 0);
    VmafPictureConfiguration cfg = {
        .pic_params = {.w = 64, .h = 48, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P}};
    VmafPicture pic;
    assert_int_equal(vmaf_preallocate_pictures(v, cfg), -EINVAL);
    assert_int_equal(vmaf_fetch_preallocated_picture(v, &pic), -EINVAL);
    assert_int_equal(vmaf_close(v), 0);
}

static void test_subsampled(void **state)
{
    (void)state;
    double want[N_FRAMES];
    score_on_cpu("float_ssim", want);
    VmafConfiguration cfg = test_config(0);
    cfg.n_subsample = 3;
    VmafContext *v;
    assert_int_equal(vmaf_init(&v, cfg), 0);
    assert_int_equal(vmaf_use_backend(v, "simt", 0), 0);
    use(v, "float_ssim");
    for (unsigned i = 1; i < N_FRAMES; i++) /* from a frame that is left out */
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    for (unsigned i = 1; i < N_FRAMES; i++) {
        if (i % 3)
            assert_absent(v, "float_ssim", i);
        else
            assert_true(score(v, "float_ssim", i) == want[i]);
    }
    assert_int_equal(vmaf_close(v), 0);
}

static void test_no_chroma(void **state)
{
    (void)state;
    static const char *const name[] = {"adm",        "float_adm", "float_ms_ssim",
                                       "float_ssim", "ssim",      "ssimulacra2"};
    static const char *const output[] = {"integer_adm2", "adm2", "float_ms_ssim",
                                         "float_ssim",   "ssim", "ssimulacra2"};
    double value[2][6];
    for (unsigned on_device = 0; on_device < 2; on_device++) {
        VmafContext *v = open_on(on_device ? "simt" : "cpu", 0);
        for (unsigned k = 0; k < 6; k++)
            use(v, name[k]);
        VmafPicture ref = test_picture(VMAF_PIX_FMT_YUV400P, 10, 177, 179, 1);
        VmafPicture dis = test_picture(VMAF_PIX_FMT_YUV400P, 10, 177, 179, 2);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, 0), 0);
        assert_int_equal(test_flush(v), 0);
        for (unsigned k = 0; k < 6; k++)
            value[on_device][k] = score(v, output[k], 0);
        assert_int_equal(vmaf_close(v), 0);
    }
    assert_memory_equal(value[0], value[1], sizeof(value[0]));
}

static void test_names(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_use_feature(v, "float_ssim_simt", NULL), -EINVAL); /* no device */
    assert_int_equal(vmaf_close(v), 0);

    v = open_on("cpu", 0);
    use(v, "float_ssim");
    assert_int_equal(vmaf_use_feature(v, "float_ssim_simt", NULL), -EINVAL);
    assert_int_equal(vmaf_close(v), 0);

    v = open_on("simt", 0);
    VmafFeatureBackend info;
    use(v, "float_ssim");
    use(v, "float_ssim_simt"); /* one and the same */
    use(v, "ssim_simt");
    use(v, "ssim");
    assert_int_equal(vmaf_feature_backend(v, 1, &info), 0);
    assert_string_equal(info.feature, "ssim");
    assert_string_equal(info.backend, "simt");
    assert_string_equal(info.device, "host executor");
    assert_int_equal(info.scale, 0); /* not known before the first pair */
    assert_int_equal(vmaf_feature_backend(v, 2, &info), -ENOENT);
    assert_int_equal(vmaf_use_feature(v, "psnr_hvs", NULL), -ENOTSUP);     /* simt is required */
    assert_int_equal(vmaf_use_feature(v, "psnr_hvs_simt", NULL), -EINVAL); /* not a name */
    assert_int_equal(test_read(v, 0), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_feature_backend(v, 1, &info), 0);
    assert_int_equal(info.scale, 1);
    assert_int_equal(vmaf_close(v), 0);
}

static void test_backend_is_chosen_once(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_use_backend(NULL, "cpu", 0), -EINVAL);
    assert_int_equal(vmaf_use_backend(v, "gpu", 0), -EINVAL);
    assert_int_equal(vmaf_use_backend(v, "", 0), -EINVAL);
    assert_false(v->backend_is_named); /* a failed call leaves the choice open */
    assert_int_equal(vmaf_use_backend(v, "simt", 0), 0);
    assert_true(v->backend_is_named);
    assert_int_equal(vmaf_use_backend(v, "simt", 0), -EINVAL);
    assert_int_equal(vmaf_use_backend(v, NULL, 0), -EINVAL);
    assert_true(v->backend_is_named);
    use(v, "ssim");
    assert_int_equal(test_read(v, 0), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);

    v = test_open(0);
    use(v, "ssim");
    assert_int_equal(vmaf_use_backend(v, "simt", 0), -EINVAL); /* too late */
    assert_int_equal(test_read(v, 0), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);
}

/* Errors of a bad setting show at the first pair, and stay. */
static void test_bad_setting(void **state)
{
    (void)state;
    static const char *const setting[][2] = {{"VMAF_STREAMS", "17"}, {"VMAF_FOLD", "x"}};
    for (unsigned k = 0; k < 2; k++) {
        VmafContext *v = open_on("simt", 0);
        use(v, "float_ssim");
        setenv(setting[k][0], setting[k][1], 1);
        assert_int_equal(test_read(v, 0), -EINVAL);
        assert_int_equal(test_read(v, 0), -EINVAL);
        assert_int_equal(test_flush(v), -EINVAL);
        unsetenv(setting[k][0]);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* A device without memory for a frame, and one that has no code for the kernels. */
static int no_memory(VmafGpuDevice *d, void **dev, size_t bytes)
{
    (void)d, (void)dev, (void)bytes;
    return -ENOMEM;
}

static int no_kernel(VmafGpuDevice *d, VmafGpuModule *m, const char *name, VmafGpuKernel **k)
{
    (void)d, (void)m, (void)name, (void)k;
    return -ENOTSUP;
}

static VmafGpuOps useless_ops[2];
static const int useless_error[2] = {-ENOMEM, -ENOTSUP};

static void make_useless(VmafGpuDevice *d, unsigned kind)
{
    useless_ops[kind] = *d->ops;
    if (kind == 0)
        useless_ops[kind].alloc = no_memory;
    else
        useless_ops[kind].kernel_find = no_kernel;
    d->ops = &useless_ops[kind];
}

static VmafContext *open_useless(unsigned kind, unsigned n_threads)
{
    VmafGpuState *device;
    VmafContext *v = test_open(n_threads);
    assert_int_equal(vmaf_gpu_state_init(&device, VMAF_BACKEND_SIMT, &(VmafGpuOpen){0}), 0);
    make_useless(device->device, kind);
    assert_int_equal(vmaf_gpu_state_import(v, device), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
    return v;
}

/* Features that may run anywhere do. */
static void test_useless_device(void **state)
{
    (void)state;
    double ssim[N_FRAMES], float_ssim[N_FRAMES];
    VmafFeatureBackend info;
    score_on_cpu("ssim", ssim);
    score_on_cpu("float_ssim", float_ssim);
    for (unsigned kind = 0; kind < 2; kind++) {
        for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
            VmafContext *v = open_useless(kind, n_threads);
            use(v, "float_ssim");
            for (unsigned i = 0; i < N_FRAMES; i++) {
                if (i == 4) {
                    use(v, "ssim");
                    use(v, "float_ssim"); /* it is there already */
                }
                assert_int_equal(test_read(v, i), 0);
            }
            assert_int_equal(test_flush(v), 0);
            for (unsigned i = 0; i < N_FRAMES; i++) {
                assert_true(score(v, "float_ssim", i) == float_ssim[i]);
                if (i >= 4)
                    assert_true(score(v, "ssim", i) == ssim[i]);
            }
            for (unsigned i = 0; i < 2; i++) {
                assert_int_equal(vmaf_feature_backend(v, i, &info), 0);
                assert_string_equal(info.backend, "cpu");
                assert_null(info.device);
            }
            assert_int_equal(vmaf_feature_backend(v, 2, &info), -ENOENT);
            assert_int_equal(vmaf_close(v), 0);
        }
    }
}

/* Those asked for on the device fail. */
static void test_useless_device_by_name(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 2; kind++) {
        VmafContext *v = open_useless(kind, 0);
        use(v, "ssim");
        use(v, "float_ssim_simt");
        assert_int_equal(test_read(v, 0), useless_error[kind]);
        assert_int_equal(test_read(v, 0), useless_error[kind]);
        assert_int_equal(vmaf_close(v), 0);

        for (unsigned k = 0; k < 2; k++) { /* whichever of its names comes first */
            v = open_useless(kind, 0);
            use(v, k ? "float_ssim_simt" : "float_ssim");
            use(v, k ? "float_ssim" : "float_ssim_simt");
            assert_int_equal(test_read(v, 0), useless_error[kind]);
            assert_int_equal(vmaf_close(v), 0);
        }

        v = open_on("simt", 0);
        make_useless(vmaf_run_device(v->run), kind);
        use(v, "ssim");
        assert_int_equal(test_read(v, 0), useless_error[kind]);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* Score pairs of pictures as a pool gives them, which are alike. */
static void score_pool(VmafContext *v, int (*fetch)(VmafContext *v, VmafPicture *pic))
{
    for (unsigned i = 0; i < N_FRAMES; i++) {
        VmafPicture ref, dis;
        assert_int_equal(fetch(v, &ref), 0);
        assert_int_equal(fetch(v, &dis), 0);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, i), 0);
    }
    assert_int_equal(test_flush(v), 0);
    assert_true(score(v, "float_ssim", N_FRAMES - 1) == 1.0);
}

/* Pictures in the memory of a device that computes nothing. */
static void test_useless_device_holds_pictures(void **state)
{
    (void)state;
    VmafContext *v = open_useless(1, 0);
    assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, 64, 48, 8, VMAF_PIX_FMT_YUV420P,
                                          VMAF_GPU_PICTURES_DEVICE),
                     0);
    use(v, "float_ssim");
    score_pool(v, vmaf_gpu_fetch);
    assert_int_equal(vmaf_close(v), 0);
}

/* Pinned memory only saves a copy: a pool goes without where the device still computes. */
static int (*host_alloc)(VmafGpuDevice *d, void **host, size_t bytes);
static unsigned n_pinned; /* allocations left */

static int scarce_pinned(VmafGpuDevice *d, void **host, size_t bytes)
{
    return n_pinned && n_pinned-- ? host_alloc(d, host, bytes) : -ENOMEM;
}

static void test_no_pinned_memory_for_a_pool(void **state)
{
    (void)state;
    const VmafPictureConfiguration cfg = {
        .pic_params = {.w = 64, .h = 48, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P}, .pic_cnt = 2};
    VmafGpuOps ops;
    VmafContext *v = open_on("simt", 0);
    ops = *vmaf_run_device(v->run)->ops;
    host_alloc = ops.host_alloc;
    ops.host_alloc = scarce_pinned;
    vmaf_run_device(v->run)->ops = &ops;
    n_pinned = 1;
    assert_int_equal(vmaf_preallocate_pictures(v, cfg), 0);
    n_pinned = UINT_MAX;
    use(v, "float_ssim");
    score_pool(v, vmaf_fetch_preallocated_picture);
    assert_int_equal(vmaf_close(v), 0);
}

/* Close while frames are in flight, with and without a flush. */
static void test_close_early(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 6; n++) {
        VmafContext *v = open_on("simt", n % 2);
        use(v, "float_ssim");
        for (unsigned i = 0; i < n; i++)
            assert_int_equal(test_read(v, i), 0);
        assert_int_equal(vmaf_close(v), 0);
    }
}

/* What a client thread asks while another one reads. */
typedef struct Getter {
    VmafContext *v;
    atomic_bool stop;
} Getter;

static void *ask(void *arg)
{
    Getter *g = arg;
    for (unsigned i = 0; !atomic_load(&g->stop); i = (i + 1) % N_FRAMES) {
        double value;
        vmaf_feature_score_at_index(g->v, "float_ssim", &value, i);
        vmaf_feature_score_pooled(g->v, "ssim", VMAF_POOL_METHOD_MEAN, &value, 0, i);
    }
    return NULL;
}

static void *score_clip(void *arg)
{
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_gpu_state_import(v, arg), 0);
    use(v, "float_ssim");
    Getter g = {.v = v};
    pthread_t asking;
    assert_int_equal(pthread_create(&asking, NULL, ask, &g), 0);
    double *value = calloc(N_FRAMES, sizeof(*value));
    for (unsigned i = 0; i < N_FRAMES; i++) {
        if (i == 3)
            use(v, "ssim");
        assert_int_equal(test_read(v, i), 0);
    }
    assert_int_equal(test_flush(v), 0);
    atomic_store(&g.stop, true);
    pthread_join(asking, NULL);
    for (unsigned i = 0; i < N_FRAMES; i++)
        value[i] = score(v, "float_ssim", i);
    assert_int_equal(vmaf_close(v), 0);
    return value;
}

static void test_contexts_share_a_device(void **state)
{
    (void)state;
    enum { N = 3 };
    double want[N_FRAMES];
    score_on_cpu("float_ssim", want);
    VmafGpuState *device;
    assert_int_equal(vmaf_gpu_state_init(&device, VMAF_BACKEND_SIMT, &(VmafGpuOpen){0}), 0);
    pthread_t thread[N];
    for (unsigned k = 0; k < N; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, score_clip, device), 0);
    for (unsigned k = 0; k < N; k++) {
        void *value;
        pthread_join(thread[k], &value);
        assert_memory_equal(value, want, sizeof(want));
        free(value);
    }
    assert_int_equal(vmaf_gpu_state_free(device), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_feature_added_between_frames),
        cmocka_unit_test(test_error_reaches_the_flush),
        cmocka_unit_test(test_error_reaches_the_next_frame),
        cmocka_unit_test(test_error_of_a_worker),
        cmocka_unit_test(test_error_passes_a_fetch),
        cmocka_unit_test(test_pool_sizes),
        cmocka_unit_test(test_subsampled),
        cmocka_unit_test(test_no_chroma),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_backend_is_chosen_once),
        cmocka_unit_test(test_bad_setting),
        cmocka_unit_test(test_useless_device),
        cmocka_unit_test(test_useless_device_by_name),
        cmocka_unit_test(test_useless_device_holds_pictures),
        cmocka_unit_test(test_no_pinned_memory_for_a_pool),
        cmocka_unit_test(test_close_early),
        cmocka_unit_test(test_contexts_share_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
