/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Pictures in device memory and the states of GPU backends, on the host executor. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/context.h"
#include "api/gpu_state.h"
#include "libvmaf/backend.h"
#include "libvmaf/libvmaf.h"

#define W 67
#define H 49
#define FRAMES 12

static VmafContext *open_context(unsigned n_threads)
{
    VmafContext *v;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE, .n_threads = n_threads};
    assert_int_equal(vmaf_init(&v, cfg), 0);
    return v;
}

static VmafGpuState *open_state(void)
{
    VmafGpuState *state;
    const VmafGpuOpen how = {.index = 0};
    assert_int_equal(vmaf_gpu_state_init(&state, VMAF_BACKEND_SIMT, &how), 0);
    return state;
}

/** One feature with a twin, one that the CPU computes whatever the backend, one with chroma. */
static void use_features(VmafContext *v)
{
    assert_int_equal(vmaf_use_feature(v, "float_ssim", NULL), 0);
    assert_int_equal(vmaf_use_feature(v, "psnr_hvs", NULL), 0);
    assert_int_equal(vmaf_use_feature(v, "ssimulacra2", NULL), 0);
}

static const char *const scores[] = {"float_ssim", "psnr_hvs", "ssimulacra2"};

/** Noise that differs from frame to frame, plane to plane and side to side. */
static void fill(VmafPicture *pic, uint32_t seed)
{
    uint32_t s = seed * 2654435761u + 1;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned y = 0; y < pic->h[i]; y++) {
            uint16_t *row = (uint16_t *)((char *)pic->data[i] + (ptrdiff_t)y * pic->stride[i]);
            for (unsigned x = 0; x < pic->w[i]; x++) {
                s = s * 1664525u + 1013904223u;
                row[x] = (uint16_t)(300 + (x * 5 + y * 3) % 200 + (s >> 26));
            }
        }
    }
}

static void alloc_filled(VmafPicture *pic, uint32_t seed)
{
    assert_int_equal(vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV420P, 10, W, H), 0);
    fill(pic, seed);
}

/** What a client does: a picture of the context's, its planes written through the driver. */
static void fetch_filled(VmafContext *v, VmafPicture *pic, uint32_t seed)
{
    VmafPicture host;
    alloc_filled(&host, seed);
    assert_int_equal(vmaf_gpu_fetch(v, pic), 0);
    const VmafGpuOps *ops = vmaf_run_device(v->run)->ops;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(pic->w[i], host.w[i]);
        assert_int_equal(ops->upload(vmaf_run_device(v->run), pic->data[i], (size_t)pic->stride[i],
                                     host.data[i], (size_t)host.stride[i], host.w[i] * 2, host.h[i],
                                     NULL),
                         0);
    }
    vmaf_picture_unref(&host);
}

static void read_scores(VmafContext *v, double value[FRAMES][3])
{
    assert_int_equal(vmaf_read_pictures(v, NULL, NULL, 0), 0);
    for (unsigned f = 0; f < FRAMES; f++) {
        for (unsigned k = 0; k < 3; k++)
            assert_int_equal(vmaf_feature_score_at_index(v, scores[k], &value[f][k], f), 0);
    }
    assert_int_equal(vmaf_close(v), 0);
}

static void score_on_cpu(double value[FRAMES][3])
{
    VmafContext *v = open_context(0);
    use_features(v);
    for (unsigned f = 0; f < FRAMES; f++) {
        VmafPicture ref, dis;
        alloc_filled(&ref, 2 * f);
        alloc_filled(&dis, 2 * f + 1);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, f), 0);
    }
    read_scores(v, value);
}

static void score_on_device(VmafGpuState *state, unsigned n_threads, int method,
                            double value[FRAMES][3])
{
    VmafContext *v = open_context(n_threads);
    assert_int_equal(vmaf_gpu_state_import(v, state), 0);
    assert_int_equal(
        vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 10, VMAF_PIX_FMT_YUV420P, method), 0);
    use_features(v);
    for (unsigned f = 0; f < FRAMES; f++) {
        VmafPicture ref, dis;
        fetch_filled(v, &ref, 2 * f);
        fetch_filled(v, &dis, 2 * f + 1);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, f), 0);
    }
    VmafFeatureBackend info;
    assert_int_equal(vmaf_feature_backend(v, 0, &info), 0);
    assert_string_equal(info.backend, "simt");
    assert_int_equal(vmaf_feature_backend(v, 1, &info), 0);
    assert_string_equal(info.backend, "cpu");
    read_scores(v, value);
}

static void test_device_pictures(void **arg)
{
    (void)arg;
    double want[FRAMES][3], got[FRAMES][3];
    score_on_cpu(want);
    VmafGpuState *state = open_state();
    for (unsigned n_threads = 0; n_threads < 4; n_threads += 3) {
        for (int method = VMAF_GPU_PICTURES_DEVICE; method <= VMAF_GPU_PICTURES_PINNED; method++) {
            memset(got, 0, sizeof(got));
            score_on_device(state, n_threads, method, got);
            assert_memory_equal(got, want, sizeof(want));
        }
    }
    assert_int_equal(vmaf_gpu_state_free(state), 0);
}

static void test_device_pictures_start_zeroed(void **arg)
{
    (void)arg;
    VmafGpuState *state = open_state();
    VmafContext *v = open_context(0);
    assert_int_equal(vmaf_gpu_state_import(v, state), 0);
    assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 8, VMAF_PIX_FMT_YUV420P,
                                          VMAF_GPU_PICTURES_DEVICE),
                     0);
    VmafPicture pic;
    assert_int_equal(vmaf_gpu_fetch(v, &pic), 0);
    unsigned char got[H][W];
    const unsigned char zero[H][W] = {{0}};
    assert_int_equal(vmaf_run_device(v->run)->ops->download(vmaf_run_device(v->run), got, W,
                                                            pic.data[0], (size_t)pic.stride[0], W,
                                                            H, NULL),
                     0);
    assert_int_equal(vmaf_run_device(v->run)->ops->stream_wait(vmaf_run_device(v->run), NULL), 0);
    assert_memory_equal(got, zero, sizeof(got));

    /* The picture stays valid when the context and the state are gone. */
    assert_int_equal(vmaf_close(v), 0);
    assert_int_equal(vmaf_gpu_state_free(state), 0);
    assert_int_equal(vmaf_picture_unref(&pic), 0);
}

static void test_kinds_may_not_mix(void **arg)
{
    (void)arg;
    VmafGpuState *state = open_state();
    VmafContext *v = open_context(0), *without = open_context(0);
    assert_int_equal(vmaf_gpu_state_import(v, state), 0);
    assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 10, VMAF_PIX_FMT_YUV420P,
                                          VMAF_GPU_PICTURES_DEVICE),
                     0);
    use_features(v);
    use_features(without);
    VmafPicture device, device2, host;
    fetch_filled(v, &device, 1);
    fetch_filled(v, &device2, 2);
    alloc_filled(&host, 3);
    assert_int_equal(vmaf_read_pictures(v, &device, &host, 0), -EINVAL);
    assert_int_equal(vmaf_read_pictures(v, &host, &device, 0), -EINVAL);
    assert_int_equal(vmaf_read_pictures(without, &device, &device2, 0), -EINVAL);
    vmaf_picture_unref(&device);
    vmaf_picture_unref(&device2);
    vmaf_picture_unref(&host);
    vmaf_close(without);
    vmaf_close(v);
    vmaf_gpu_state_free(state);
}

/* Pictures go where their memory can be used: to a context on the same device, and no other. */
static void test_pictures_of_another_context(void **arg)
{
    (void)arg;
    VmafGpuState *state = open_state(), *same = open_state(), *other = open_state();
    VmafContext *v = open_context(0), *near = open_context(0), *far = open_context(0);
    other->device->space++;
    assert_int_equal(vmaf_gpu_state_import(v, state), 0);
    assert_int_equal(vmaf_gpu_state_import(near, same), 0);
    assert_int_equal(vmaf_gpu_state_import(far, other), 0);
    assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 10, VMAF_PIX_FMT_YUV420P,
                                          VMAF_GPU_PICTURES_DEVICE),
                     0);
    use_features(near);
    use_features(far);
    VmafPicture ref, dis;
    fetch_filled(v, &ref, 1);
    fetch_filled(v, &dis, 2);
    assert_int_equal(vmaf_read_pictures(far, &ref, &dis, 0), -EINVAL);
    assert_int_equal(vmaf_read_pictures(near, &ref, &dis, 0), 0);
    assert_int_equal(vmaf_close(v), 0); /* with its pictures in flight elsewhere */
    assert_int_equal(vmaf_gpu_state_free(state), 0);
    assert_int_equal(vmaf_read_pictures(near, NULL, NULL, 0), 0);
    vmaf_close(near);
    vmaf_close(far);
    vmaf_gpu_state_free(same);
    vmaf_gpu_state_free(other);
}

static void test_refusals(void **arg)
{
    (void)arg;
    VmafGpuState *state = open_state();
    VmafContext *v = open_context(0);
    VmafPicture pic;
    const enum VmafPixelFormat fmt = VMAF_PIX_FMT_YUV420P;
    const enum VmafBackend simt = VMAF_BACKEND_SIMT;
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, 1), -EINVAL); /* no state */
    assert_int_equal(vmaf_gpu_state_import(NULL, state), -EINVAL);
    assert_int_equal(vmaf_gpu_state_import(v, NULL), -EINVAL);
    assert_int_equal(vmaf_gpu_state_import(v, state), 0);
    assert_int_equal(vmaf_gpu_state_import(v, state), -EINVAL); /* once */
    assert_int_equal(vmaf_use_backend(v, "cpu", 0), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, 4), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, -1), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, 0, H, 8, fmt, 1), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, 0, H, 8, fmt, 0), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_CUDA, W, H, 8, fmt, 1), -EINVAL);
    assert_int_equal(vmaf_gpu_fetch(v, &pic), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, 0), 0);
    assert_int_equal(vmaf_gpu_fetch(v, &pic), -EINVAL);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, 1), 0);
    assert_int_equal(vmaf_gpu_fetch(v, &pic), 0);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, 1), -EINVAL); /* one is out */
    assert_int_equal(vmaf_picture_unref(&pic), 0);
    assert_int_equal(vmaf_gpu_preallocate(v, simt, W, H, 8, fmt, 2), 0);
    vmaf_close(v);
    vmaf_gpu_state_free(state);
    assert_int_equal(vmaf_gpu_state_free(NULL), -EINVAL);

    v = open_context(0);
    state = open_state();
    assert_int_equal(vmaf_use_feature(v, "float_ssim", NULL), 0);
    assert_int_equal(vmaf_gpu_state_import(v, state), -EINVAL); /* too late */
    vmaf_close(v);
    vmaf_gpu_state_free(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device_pictures),
        cmocka_unit_test(test_device_pictures_start_zeroed),
        cmocka_unit_test(test_kinds_may_not_mix),
        cmocka_unit_test(test_pictures_of_another_context),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
