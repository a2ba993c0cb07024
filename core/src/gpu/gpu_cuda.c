/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/log.h"
#include "gpu/cuda_api.h"
#include "gpu/gpu_backends.h"
#include "gpu/gpu_driver.h"

#define VMAF_CU(member, symbol, params) CUresult(*member) params;
static struct {
    VMAF_CUDA_FUNCTIONS(VMAF_CU)
} cu;
#undef VMAF_CU

typedef struct Device {
    VmafGpuDevice base;
    CUcontext context;
    CUdevice device;
    bool retained; /* the primary context is ours to release */
} Device;

/* Once; a failure is told, and tried again, each time. */
static int load(enum VmafLogLevel level)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool loaded;
#define VMAF_CU(member, symbol, params) {#symbol, &cu.member},
    static const VmafGpuSymbol symbols[] = {VMAF_CUDA_FUNCTIONS(VMAF_CU){NULL, NULL}};
#undef VMAF_CU
    static const char *const libraries[] = {"libcuda.so.1", NULL};
    pthread_mutex_lock(&lock);
    const int err = loaded ? 0 : vmaf_gpu_load_library("cuda", level, libraries, symbols);
    loaded = !err;
    pthread_mutex_unlock(&lock);
    return err;
}

static int check_open(enum VmafLogLevel level, CUresult r, const char *what)
{
    if (!r)
        return 0;
    const char *name = NULL, *text = NULL;
    cu.GetErrorName(r, &name);
    cu.GetErrorString(r, &text);
    return vmaf_gpu_open_error("cuda", level, r, what, name, text);
}

static int check(VmafGpuDevice *d, CUresult r, const char *what)
{
    if (!r)
        return 0;
    const char *name = NULL, *text = NULL;
    cu.GetErrorName(r, &name);
    cu.GetErrorString(r, &text);
    return vmaf_gpu_error(d, "cuda", VMAF_LOG_LEVEL_ERROR, r, what, name, text);
}

/* Every call runs in the device's context and leaves the caller's current one as it was. */
static bool enter(VmafGpuDevice *d, int *err)
{
    *err = check(d, cu.CtxPushCurrent(((Device *)d)->context), "making the context current");
    if (*err)
        __atomic_store_n(&d->lost, true, __ATOMIC_RELAXED); /* whatever the reason given */
    return !*err;
}

static int leave(VmafGpuDevice *d, CUresult r, const char *what)
{
    CUcontext ignored;
    const int err = check(d, r, what);
    cu.CtxPopCurrent(&ignored);
    return err;
}

/* A function of the driver in the device's context. @return 0 or a negative errno, by way of err */
#define CALL(err, d, what, call) (enter(d, &(err)) ? leave(d, cu.call, what) : (err))

/* For clean-up, where there is nobody to tell. */
#define CALL_QUIETLY(d, call)                               \
    do {                                                    \
        CUcontext ignored_;                                 \
        if (!cu.CtxPushCurrent(((Device *)(d))->context)) { \
            cu.call;                                        \
            cu.CtxPopCurrent(&ignored_);                    \
        }                                                   \
    } while (0)

static enum VmafLogLevel level_of(const VmafGpuOpen *how)
{
    return how->optional ? VMAF_LOG_LEVEL_INFO : VMAF_LOG_LEVEL_ERROR;
}

static int open_context(Device *dev, const VmafGpuOpen *how)
{
    const enum VmafLogLevel level = level_of(how);
    if (how->context) {
        dev->context = how->context;
        int err;
        return enter(&dev->base, &err) ? leave(&dev->base, cu.CtxGetDevice(&dev->device),
                                               "reading the context's device")
                                       : err;
    }
    int n = 0;
    int err = check_open(level, cu.DeviceGetCount(&n), "counting devices");
    if (!err && (how->index < 0 || how->index >= n)) {
        vmaf_log(level, "cuda: no device %d, this machine has %d\n", how->index, n);
        return -ENODEV;
    }
    if (!err)
        err = check_open(level, cu.DeviceGet(&dev->device, how->index), "getting the device");
    if (!err)
        err = check_open(level, cu.DevicePrimaryCtxRetain(&dev->context, dev->device),
                         "retaining the primary context");
    dev->retained = !err;
    return err;
}

static void cuda_close(VmafGpuDevice **d)
{
    Device *dev = (Device *)*d;
    if (!dev)
        return;
    if (dev->retained)
        cu.DevicePrimaryCtxRelease(dev->device);
    free(dev);
    *d = NULL;
}

static int cuda_open(VmafGpuDevice **d, const VmafGpuOpen *how)
{
    const enum VmafLogLevel level = level_of(how);
    int err = load(level);
    if (err)
        return err;
    err = check_open(level, cu.Init(0), "starting the driver");
    if (err)
        return err;
    Device *dev = calloc(1, sizeof(*dev));
    if (!dev)
        return -ENOMEM;
    dev->base.ops = &vmaf_gpu_ops_cuda;
    VmafGpuDevice *base = &dev->base;
    err = open_context(dev, how);
    if (!err)
        err = check_open(level, cu.DeviceGetName(base->name, sizeof(base->name), dev->device),
                         "reading the device's name");
    base->space = (uintptr_t)dev->context;
    if (err)
        cuda_close(&base);
    else
        *d = base;
    return err;
}

static CUdeviceptr address(const void *p)
{
    return (CUdeviceptr)(uintptr_t)p;
}

static int cuda_alloc(VmafGpuDevice *d, void **dev, size_t bytes)
{
    CUdeviceptr p = 0;
    int err;
    if (enter(d, &err))
        err = leave(d, cu.MemAlloc(&p, bytes), "allocating device memory");
    if (err == -ENOMEM)
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "cuda: %zu bytes were asked for\n", bytes);
    if (!err)
        *dev = (void *)(uintptr_t)p;
    return err;
}

static void cuda_free(VmafGpuDevice *d, void *dev)
{
    if (dev)
        CALL_QUIETLY(d, MemFree(address(dev)));
}

static int cuda_host_alloc(VmafGpuDevice *d, void **host, size_t bytes)
{
    int err;
    return CALL(err, d, "allocating pinned memory",
                MemHostAlloc(host, bytes, CU_MEMHOSTALLOC_PORTABLE));
}

static void cuda_host_free(VmafGpuDevice *d, void *host)
{
    if (host)
        CALL_QUIETLY(d, MemFreeHost(host));
}

static int cuda_memory(VmafGpuDevice *d, size_t *free_bytes, size_t *total_bytes)
{
    int err;
    return CALL(err, d, "reading the free memory", MemGetInfo(free_bytes, total_bytes));
}

static int cuda_stream_create(VmafGpuDevice *d, VmafGpuStream **s)
{
    int err;
    return CALL(err, d, "creating a stream",
                StreamCreate((CUstream *)(void *)s, CU_STREAM_NON_BLOCKING));
}

static void cuda_stream_destroy(VmafGpuDevice *d, VmafGpuStream *s)
{
    CALL_QUIETLY(d, StreamDestroy((CUstream)(void *)s));
}

static int cuda_stream_wait(VmafGpuDevice *d, VmafGpuStream *s)
{
    int err;
    return CALL(err, d, "waiting for a stream", StreamSynchronize((CUstream)(void *)s));
}

static int cuda_stream_after(VmafGpuDevice *d, VmafGpuStream *s, VmafGpuEvent *e)
{
    int err;
    return CALL(err, d, "ordering a stream",
                StreamWaitEvent((CUstream)(void *)s, (CUevent)(void *)e, 0));
}

static int cuda_event_create(VmafGpuDevice *d, bool timed, VmafGpuEvent **e)
{
    int err;
    return CALL(err, d, "creating an event",
                EventCreate((CUevent *)(void *)e, timed ? 0 : CU_EVENT_DISABLE_TIMING));
}

static void cuda_event_destroy(VmafGpuDevice *d, VmafGpuEvent *e)
{
    CALL_QUIETLY(d, EventDestroy((CUevent)(void *)e));
}

static int cuda_event_record(VmafGpuDevice *d, VmafGpuEvent *e, VmafGpuStream *s)
{
    int err;
    return CALL(err, d, "recording an event", EventRecord((CUevent)(void *)e, (CUstream)(void *)s));
}

static int cuda_event_wait(VmafGpuDevice *d, VmafGpuEvent *e)
{
    int err;
    return CALL(err, d, "waiting for a frame", EventSynchronize((CUevent)(void *)e));
}

static int cuda_event_elapsed(VmafGpuDevice *d, VmafGpuEvent *from, VmafGpuEvent *to, float *ms)
{
    int err;
    return CALL(err, d, "timing", EventElapsedTime(ms, (CUevent)(void *)from, (CUevent)(void *)to));
}

static int cuda_upload(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src,
                       size_t src_pitch, size_t row_bytes, size_t rows, VmafGpuStream *s)
{
    int err;
    if (dst_pitch == src_pitch)
        return CALL(err, d, "uploading",
                    MemcpyHtoDAsync(address(dst), src, (rows - 1) * src_pitch + row_bytes,
                                    (CUstream)(void *)s));
    const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                             .srcHost = src,
                             .srcPitch = src_pitch,
                             .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                             .dstDevice = address(dst),
                             .dstPitch = dst_pitch,
                             .WidthInBytes = row_bytes,
                             .Height = rows};
    return CALL(err, d, "uploading", Memcpy2DAsync(&c, (CUstream)(void *)s));
}

static int cuda_download(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src,
                         size_t src_pitch, size_t row_bytes, size_t rows, VmafGpuStream *s)
{
    int err;
    if (dst_pitch == src_pitch)
        return CALL(err, d, "downloading",
                    MemcpyDtoHAsync(dst, address(src), (rows - 1) * src_pitch + row_bytes,
                                    (CUstream)(void *)s));
    const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                             .srcDevice = address(src),
                             .srcPitch = src_pitch,
                             .dstMemoryType = CU_MEMORYTYPE_HOST,
                             .dstHost = dst,
                             .dstPitch = dst_pitch,
                             .WidthInBytes = row_bytes,
                             .Height = rows};
    return CALL(err, d, "downloading", Memcpy2DAsync(&c, (CUstream)(void *)s));
}

static int cuda_fill(VmafGpuDevice *d, void *dst, unsigned char byte, size_t bytes,
                     VmafGpuStream *s)
{
    int err;
    return CALL(err, d, "filling", MemsetD8Async(address(dst), byte, bytes, (CUstream)(void *)s));
}

static int cuda_module_load(VmafGpuDevice *d, const VmafGpuImage *image, VmafGpuModule **m)
{
    int err;
    return CALL(err, d, image->name, ModuleLoadData((CUmodule *)(void *)m, image->data));
}

static void cuda_module_unload(VmafGpuDevice *d, VmafGpuModule *m)
{
    CALL_QUIETLY(d, ModuleUnload((CUmodule)(void *)m));
}

static int cuda_kernel_find(VmafGpuDevice *d, VmafGpuModule *m, const char *name, VmafGpuKernel **k)
{
    int err;
    return CALL(err, d, name,
                ModuleGetFunction((CUfunction *)(void *)k, (CUmodule)(void *)m, name));
}

static int cuda_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                       const void *args, size_t args_size, VmafGpuStream *s)
{
    int err;
    (void)args_size; /* the driver knows it from the image */
    void *params[] = {(void *)(uintptr_t)args};
    return CALL(err, d, "launching a kernel",
                LaunchKernel((CUfunction)(void *)k, grid.x, grid.y, grid.z, block.x, block.y,
                             block.z, 0, (CUstream)(void *)s, params, NULL));
}

#define VMAF_GPU_IMAGE(stem) extern const unsigned char vmaf_cuda_image_##stem[];
#include "gpu/image_list.h"
#undef VMAF_GPU_IMAGE

static const VmafGpuImage images[] = {
#define VMAF_GPU_IMAGE(stem) {#stem, vmaf_cuda_image_##stem},
#include "gpu/image_list.h"
#undef VMAF_GPU_IMAGE
    {NULL, NULL},
};

const VmafGpuOps vmaf_gpu_ops_cuda = {
    .backend = VMAF_BACKEND_CUDA,
    .images = images,
    .open = cuda_open,
    .close = cuda_close,
    .alloc = cuda_alloc,
    .free = cuda_free,
    .host_alloc = cuda_host_alloc,
    .host_free = cuda_host_free,
    .memory = cuda_memory,
    .stream_create = cuda_stream_create,
    .stream_destroy = cuda_stream_destroy,
    .stream_wait = cuda_stream_wait,
    .stream_after = cuda_stream_after,
    .event_create = cuda_event_create,
    .event_destroy = cuda_event_destroy,
    .event_record = cuda_event_record,
    .event_wait = cuda_event_wait,
    .event_elapsed = cuda_event_elapsed,
    .upload = cuda_upload,
    .download = cuda_download,
    .fill = cuda_fill,
    .module_load = cuda_module_load,
    .module_unload = cuda_module_unload,
    .kernel_find = cuda_kernel_find,
    .launch = cuda_launch,
};
