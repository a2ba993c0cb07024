/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TEST_SCARCE_H
#define TEST_SCARCE_H

/**
 * Features that count their results and a device, both of which run out of memory when a test says
 * so. test_util.h comes first.
 */
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>

#include "api/context.h"
#include "libvmaf/backend.h"
#include "temporal.h"

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

static inline int open_cpu(unsigned k, void *scratch, const void *plan, unsigned isa)
{
    if (!opens_left)
        return -ENOMEM;
    opens_left -= opens_left != UINT_MAX;
    const VmafCpuEngine *cpu = wrapped[k].real->cpu;
    return cpu->open ? cpu->open(scratch, plan, isa) : 0;
}

static inline int measure_cpu(unsigned k, void *scratch, const void *plan, const VmafWindow *w,
                              void *r)
{
    atomic_fetch_add(&wrapped[k].n_on_cpu, 1);
    return wrapped[k].real->cpu->measure(scratch, plan, w, r);
}

static inline int settle(unsigned k, const void *s, const void *plan, const VmafGpuFrame *f,
                         void *r)
{
    atomic_fetch_add(&wrapped[k].n_on_device, 1);
    return wrapped[k].real->gpu->settle(s, plan, f, r);
}

#define WRAPPED_ENGINES(k)                                                                        \
    static inline int open_##k(void *scratch, const void *plan, unsigned isa)                     \
    {                                                                                             \
        return open_cpu(k, scratch, plan, isa);                                                   \
    }                                                                                             \
    static inline int measure_##k(void *scratch, const void *plan, const VmafWindow *w,           \
                                  void *result)                                                   \
    {                                                                                             \
        return measure_cpu(k, scratch, plan, w, result);                                          \
    }                                                                                             \
    static inline int settle_##k(const void *s, const void *plan, const VmafGpuFrame *f, void *r) \
    {                                                                                             \
        return settle(k, s, plan, f, r);                                                          \
    }
WRAPPED_ENGINES(SSIM)
WRAPPED_ENGINES(FLOAT_SSIM)

static inline void reset(void)
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

static inline void use_wrapped(VmafContext *v, unsigned k)
{
    assert_int_equal(vmaf_run_use_feature(v->run, &wrapped[k].feature, VMAF_BACKEND_CPU, NULL), 0);
}

/* ---- a device whose memory and kernels can be taken away ---- */

static VmafGpuOps ops;
static VmafGpuOps sound;
static unsigned pinned_left, n_launches, refused_launch; /* by its number, from 1; 0: none */
static unsigned allocs_left;                             /* of device memory */

static inline int scarce_pinned(VmafGpuDevice *d, void **host, size_t bytes)
{
    if (!pinned_left)
        return -ENOMEM;
    pinned_left -= pinned_left != UINT_MAX;
    return sound.host_alloc(d, host, bytes);
}

static inline int scarce_alloc(VmafGpuDevice *d, void **dev, size_t bytes)
{
    if (!allocs_left)
        return -ENOMEM;
    allocs_left -= allocs_left != UINT_MAX;
    return sound.alloc(d, dev, bytes);
}

static inline int count_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid,
                               VmafGpuDim block, const void *args, size_t size, VmafGpuStream *s)
{
    if (++n_launches == refused_launch)
        return -ENOMEM;
    return sound.launch(d, k, grid, block, args, size, s);
}

static inline VmafContext *open_on_device(unsigned n_threads, VmafGpuState **device)
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

static inline void close_both(VmafContext *v, VmafGpuState *device)
{
    assert_int_equal(vmaf_close(v), 0);
    assert_int_equal(vmaf_gpu_state_free(device), 0);
}

static inline void score_on_cpu(const char *name, VmafFeatureDictionary *opts, const char *output,
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

static inline void check_scores(VmafContext *v, const char *name, const double want[N_PICTURES])
{
    for (unsigned i = 0; i < N_PICTURES; i++) {
        double got;
        assert_int_equal(vmaf_feature_score_at_index(v, name, &got, i), 0);
        assert_true(got == want[i]);
    }
}

static inline void check_absent(VmafContext *v, unsigned index)
{
    double value;
    for (unsigned k = 0; k < N_WRAPPED; k++)
        assert_int_equal(vmaf_feature_score_at_index(v, wrapped_name[k], &value, index), -EINVAL);
}

static inline void check_backend(VmafContext *v, unsigned i, const char *want)
{
    VmafFeatureBackend info;
    assert_int_equal(vmaf_feature_backend(v, i, &info), 0);
    assert_string_equal(info.backend, want);
}

static inline void get_temporal(VmafContext *v, double value[TEMPORAL_N][N_PICTURES])
{
    memset(value, 0, TEMPORAL_N * sizeof(value[0]));
    for (unsigned k = 0; k < TEMPORAL_N; k++) {
        for (unsigned i = 0; i < N_PICTURES; i++) /* some do not exist: they stay 0 */
            vmaf_feature_score_at_index(v, temporal_name(k), &value[k][i], i);
    }
}

static inline void use_temporal(VmafContext *v, const VmafFeature *f)
{
    assert_int_equal(vmaf_run_use_feature(v->run, f, VMAF_BACKEND_CPU, NULL), 0);
}

#endif /* TEST_SCARCE_H */
