/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The host executor as a device: everything runs at once, in the calling thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern "C" {
#include "base/log.h"
#include "base/mem.h"
#include "gpu/gpu.h"
#include "gpu/gpu_backends.h"
}
#include "gpu/simt_host.h"

extern "C" {
#define VMAF_GPU_IMAGE(stem) extern const VmafSimtImage vmaf_simt_image_##stem;
#include "gpu/image_list.h"
#undef VMAF_GPU_IMAGE
}

namespace
{

struct Device {
    VmafGpuDevice base;
    VmafSimtConfig config;
};

/* VMAF_SIMT_ORDER: forward (also when unset), reverse, or shuffle with an optional :seed. */
int parse_order(VmafSimtConfig *config)
{
    const char *s = getenv("VMAF_SIMT_ORDER");
    config->poison = VMAF_GPU_POISON;
    if (!s || !*s || !strcmp(s, "forward"))
        return 0;
    if (!strcmp(s, "reverse")) {
        config->order = VMAF_SIMT_REVERSE;
        return 0;
    }
    char *end = NULL;
    if (!strcmp(s, "shuffle") || !strncmp(s, "shuffle:", 8)) {
        config->order = VMAF_SIMT_SHUFFLE;
        if (s[7])
            config->seed = strtoull(s + 8, &end, 10);
        if (!end || !*end)
            return 0;
    }
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "simt: VMAF_SIMT_ORDER=\"%s\", wanted forward, reverse or shuffle[:seed]\n", s);
    return -EINVAL;
}

int simt_open(VmafGpuDevice **d, const VmafGpuOpen *)
{
    Device *dev = (Device *)calloc(1, sizeof(*dev));
    if (!dev)
        return -ENOMEM;
    const int err = parse_order(&dev->config);
    if (err) {
        free(dev);
        return err;
    }
    dev->base.ops = &vmaf_gpu_ops_simt;
    dev->base.space = (uintptr_t)&vmaf_gpu_ops_simt;
    snprintf(dev->base.name, sizeof(dev->base.name), "host executor");
    *d = &dev->base;
    return 0;
}

void simt_close(VmafGpuDevice **d)
{
    free(*d);
    *d = NULL;
}

int simt_alloc(VmafGpuDevice *, void **dev, size_t bytes)
{
    void *p = vmaf_aligned_alloc(bytes, 1);
    if (!p) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "simt: no memory for %zu bytes\n", bytes);
        return -ENOMEM;
    }
    memset(p, VMAF_GPU_POISON, bytes);
    *dev = p;
    return 0;
}

void simt_free(VmafGpuDevice *, void *dev)
{
    vmaf_aligned_free(dev);
}

int simt_memory(VmafGpuDevice *, size_t *free_bytes, size_t *total_bytes)
{
    *free_bytes = *total_bytes = SIZE_MAX / 2;
    return 0;
}

int simt_stream_create(VmafGpuDevice *, VmafGpuStream **s)
{
    *s = NULL;
    return 0;
}
void simt_stream_destroy(VmafGpuDevice *, VmafGpuStream *)
{
}
int simt_stream_wait(VmafGpuDevice *, VmafGpuStream *)
{
    return 0;
}
int simt_stream_after(VmafGpuDevice *, VmafGpuStream *, VmafGpuEvent *)
{
    return 0;
}

int simt_event_create(VmafGpuDevice *, bool, VmafGpuEvent **e)
{
    *e = (VmafGpuEvent *)calloc(1, sizeof(struct timespec));
    return *e ? 0 : -ENOMEM;
}
void simt_event_destroy(VmafGpuDevice *, VmafGpuEvent *e)
{
    free(e);
}
int simt_event_record(VmafGpuDevice *, VmafGpuEvent *e, VmafGpuStream *)
{
    clock_gettime(CLOCK_MONOTONIC, (struct timespec *)(void *)e);
    return 0;
}
int simt_event_wait(VmafGpuDevice *, VmafGpuEvent *)
{
    return 0;
}
int simt_event_elapsed(VmafGpuDevice *, VmafGpuEvent *from, VmafGpuEvent *to, float *ms)
{
    const struct timespec *a = (const struct timespec *)(const void *)from;
    const struct timespec *b = (const struct timespec *)(const void *)to;
    *ms = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) * 1e-6);
    return 0;
}

int simt_copy(VmafGpuDevice *, void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
              size_t row_bytes, size_t rows, VmafGpuStream *)
{
    for (size_t i = 0; i < rows; i++)
        memcpy((unsigned char *)dst + i * dst_pitch, (const unsigned char *)src + i * src_pitch,
               row_bytes);
    return 0;
}

int simt_fill(VmafGpuDevice *, void *dst, unsigned char byte, size_t bytes, VmafGpuStream *)
{
    memset(dst, byte, bytes);
    return 0;
}

int simt_module_load(VmafGpuDevice *, const VmafGpuImage *image, VmafGpuModule **m)
{
    *m = (VmafGpuModule *)(void *)(uintptr_t)image->data;
    return 0;
}
void simt_module_unload(VmafGpuDevice *, VmafGpuModule *)
{
}

int simt_kernel_find(VmafGpuDevice *, VmafGpuModule *m, const char *name, VmafGpuKernel **k)
{
    const VmafSimtImage *const image = (const VmafSimtImage *)(const void *)m;
    for (unsigned i = 0; i < image->n_kernels; i++) {
        if (!strcmp(image->kernels[i].name, name)) {
            *k = (VmafGpuKernel *)(void *)(uintptr_t)&image->kernels[i];
            return 0;
        }
    }
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "simt: no kernel %s in %s\n", name, image->name);
    return -ENOTSUP;
}

int simt_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                const void *args, size_t args_size, VmafGpuStream *)
{
    const VmafSimtKernel *const kernel = (const VmafSimtKernel *)(const void *)k;
    const VmafSimtDim g = {grid.x, grid.y, grid.z}, b = {block.x, block.y, block.z};
    char why[256];
    const int err =
        vmaf_simt_launch(kernel, g, b, args, args_size, &((Device *)d)->config, why, sizeof(why));
    if (err)
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "simt: kernel %s: %s\n", kernel->name, why);
    return err;
}

const VmafGpuImage images[] = {
#define VMAF_GPU_IMAGE(stem) {#stem, &vmaf_simt_image_##stem},
#include "gpu/image_list.h"
#undef VMAF_GPU_IMAGE
    {NULL, NULL}};

} /* namespace */

/* clang-format off */
/* In the order of the members: C++11 has no designated initialisers. */
const VmafGpuOps vmaf_gpu_ops_simt = {
    VMAF_BACKEND_SIMT,   images,           true,
    simt_open,           simt_close,
    simt_alloc,          simt_free,
    simt_alloc,          simt_free,        simt_memory,
    simt_stream_create,  simt_stream_destroy,
    simt_stream_wait,    simt_stream_after,
    simt_event_create,   simt_event_destroy,
    simt_event_record,   simt_event_wait,  simt_event_elapsed,
    simt_copy,           simt_copy,        simt_fill,
    simt_module_load,    simt_module_unload,
    simt_kernel_find,    simt_launch,
};
/* clang-format on */
