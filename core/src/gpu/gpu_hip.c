/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/log.h"
#include "gpu/gpu_backends.h"
#include "gpu/gpu_driver.h"
#include "gpu/hip_api.h"

#define VMAF_HIP(type, member, symbol, params) type(*member) params;
static struct {
    VMAF_HIP_FUNCTIONS(VMAF_HIP)
} hip;
#undef VMAF_HIP

typedef struct Device {
    VmafGpuDevice base;
    int index;
} Device;

/*
 * Once; a failure is told, and tried again, each time. VMAF_HIP_LIBRARY names another library with
 * the same functions.
 */
static int load(enum VmafLogLevel level)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool loaded;
#define VMAF_HIP(type, member, symbol, params) {#symbol, &hip.member},
    static const VmafGpuSymbol symbols[] = {VMAF_HIP_FUNCTIONS(VMAF_HIP){NULL, NULL}};
#undef VMAF_HIP
    static const char *const installed[] = {"libamdhip64.so", "libamdhip64.so.7",
                                            "libamdhip64.so.6", "libamdhip64.so.5", NULL};
    const char *const named[] = {getenv("VMAF_HIP_LIBRARY"), NULL};
    pthread_mutex_lock(&lock);
    const int err = loaded ? 0
                           : vmaf_gpu_load_library(
                                 "hip", level, named[0] && *named[0] ? named : installed, symbols);
    loaded = !err;
    pthread_mutex_unlock(&lock);
    return err;
}

static int check_open(enum VmafLogLevel level, hipError_t r, const char *what)
{
    if (!r)
        return 0;
    return vmaf_gpu_open_error("hip", level, r, what, hip.GetErrorName(r), hip.GetErrorString(r));
}

static int check(VmafGpuDevice *d, hipError_t r, const char *what)
{
    if (!r)
        return 0;
    return vmaf_gpu_error(d, "hip", VMAF_LOG_LEVEL_ERROR, r, what, hip.GetErrorName(r),
                          hip.GetErrorString(r));
}

/* Every call runs with the device current and leaves the thread's own one as it was. */
static bool enter(VmafGpuDevice *d, int *previous, int *err)
{
    const int index = ((Device *)d)->index;
    *err = check(d, hip.GetDevice(previous), "reading the current device");
    if (!*err && *previous != index)
        *err = check(d, hip.SetDevice(index), "making the device current");
    return !*err;
}

static int leave(VmafGpuDevice *d, int previous, hipError_t r, const char *what)
{
    if (previous != ((Device *)d)->index)
        hip.SetDevice(previous);
    return check(d, r, what);
}

/* A function of the runtime with the device current. @return 0 or a negative errno */
#define CALL(previous, err, d, what, call) \
    (enter(d, &(previous), &(err)) ? leave(d, previous, hip.call, what) : (err))

static int hip_open(VmafGpuDevice **d, const VmafGpuOpen *how)
{
    const enum VmafLogLevel level = how->optional ? VMAF_LOG_LEVEL_INFO : VMAF_LOG_LEVEL_ERROR;
    int err = load(level);
    if (err)
        return err;
    int n = 0;
    err = check_open(level, hip.Init(0), "starting the runtime");
    if (!err)
        err = check_open(level, hip.GetDeviceCount(&n), "counting devices");
    if (!err && (how->index < 0 || how->index >= n)) {
        vmaf_log(level, "hip: no device %d, this machine has %d\n", how->index, n);
        err = -ENODEV;
    }
    if (err)
        return err;
    Device *dev = calloc(1, sizeof(*dev));
    if (!dev)
        return -ENOMEM;
    dev->base.ops = &vmaf_gpu_ops_hip;
    dev->index = how->index;
    dev->base.space = (uintptr_t)how->index + 1; /* no address of a CUDA context */
    err = check_open(level, hip.DeviceGetName(dev->base.name, sizeof(dev->base.name), dev->index),
                     "reading the device's name");
    if (err)
        free(dev);
    else
        *d = &dev->base;
    return err;
}

static void hip_close(VmafGpuDevice **d)
{
    free(*d);
    *d = NULL;
}

static int hip_alloc(VmafGpuDevice *d, void **dev, size_t bytes)
{
    int previous, err;
    if (enter(d, &previous, &err))
        err = leave(d, previous, hip.Malloc(dev, bytes), "allocating device memory");
    if (err == -ENOMEM)
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "hip: %zu bytes were asked for\n", bytes);
    return err;
}

static void hip_free(VmafGpuDevice *d, void *dev)
{
    (void)d; /* memory knows its device */
    if (dev)
        hip.Free(dev);
}

static int hip_host_alloc(VmafGpuDevice *d, void **host, size_t bytes)
{
    int previous, err;
    return CALL(previous, err, d, "allocating pinned memory",
                HostMalloc(host, bytes, hipHostMallocPortable));
}

static void hip_host_free(VmafGpuDevice *d, void *host)
{
    (void)d;
    if (host)
        hip.HostFree(host);
}

static int hip_memory(VmafGpuDevice *d, size_t *free_bytes, size_t *total_bytes)
{
    int previous, err;
    return CALL(previous, err, d, "reading the free memory", MemGetInfo(free_bytes, total_bytes));
}

static int hip_stream_create(VmafGpuDevice *d, VmafGpuStream **s)
{
    int previous, err;
    return CALL(previous, err, d, "creating a stream",
                StreamCreateWithFlags((hipStream_t *)(void *)s, hipStreamNonBlocking));
}

static void hip_stream_destroy(VmafGpuDevice *d, VmafGpuStream *s)
{
    (void)d;
    hip.StreamDestroy((hipStream_t)(void *)s);
}

static int hip_stream_wait(VmafGpuDevice *d, VmafGpuStream *s)
{
    int previous, err;
    return CALL(previous, err, d, "waiting for a stream",
                StreamSynchronize((hipStream_t)(void *)s));
}

static int hip_stream_after(VmafGpuDevice *d, VmafGpuStream *s, VmafGpuEvent *e)
{
    int previous, err;
    return CALL(previous, err, d, "ordering a stream",
                StreamWaitEvent((hipStream_t)(void *)s, (hipEvent_t)(void *)e, 0));
}

static int hip_event_create(VmafGpuDevice *d, bool timed, VmafGpuEvent **e)
{
    int previous, err;
    return CALL(previous, err, d, "creating an event",
                EventCreateWithFlags((hipEvent_t *)(void *)e,
                                     timed ? hipEventDefault : hipEventDisableTiming));
}

static void hip_event_destroy(VmafGpuDevice *d, VmafGpuEvent *e)
{
    (void)d;
    hip.EventDestroy((hipEvent_t)(void *)e);
}

static int hip_event_record(VmafGpuDevice *d, VmafGpuEvent *e, VmafGpuStream *s)
{
    int previous, err;
    return CALL(previous, err, d, "recording an event",
                EventRecord((hipEvent_t)(void *)e, (hipStream_t)(void *)s));
}

static int hip_event_wait(VmafGpuDevice *d, VmafGpuEvent *e)
{
    int previous, err;
    return CALL(previous, err, d, "waiting for a frame", EventSynchronize((hipEvent_t)(void *)e));
}

static int hip_event_elapsed(VmafGpuDevice *d, VmafGpuEvent *from, VmafGpuEvent *to, float *ms)
{
    int previous, err;
    return CALL(previous, err, d, "timing",
                EventElapsedTime(ms, (hipEvent_t)(void *)from, (hipEvent_t)(void *)to));
}

static int copy(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                size_t row_bytes, size_t rows, int kind, VmafGpuStream *s, const char *what)
{
    int previous, err;
    if (dst_pitch == src_pitch)
        return CALL(previous, err, d, what,
                    MemcpyAsync(dst, src, (rows - 1) * src_pitch + row_bytes, kind,
                                (hipStream_t)(void *)s));
    return CALL(previous, err, d, what,
                Memcpy2DAsync(dst, dst_pitch, src, src_pitch, row_bytes, rows, kind,
                              (hipStream_t)(void *)s));
}

static int hip_upload(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src,
                      size_t src_pitch, size_t row_bytes, size_t rows, VmafGpuStream *s)
{
    return copy(d, dst, dst_pitch, src, src_pitch, row_bytes, rows, hipMemcpyHostToDevice, s,
                "uploading");
}

static int hip_download(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src,
                        size_t src_pitch, size_t row_bytes, size_t rows, VmafGpuStream *s)
{
    return copy(d, dst, dst_pitch, src, src_pitch, row_bytes, rows, hipMemcpyDeviceToHost, s,
                "downloading");
}

static int hip_fill(VmafGpuDevice *d, void *dst, unsigned char byte, size_t bytes, VmafGpuStream *s)
{
    int previous, err;
    return CALL(previous, err, d, "filling", MemsetAsync(dst, byte, bytes, (hipStream_t)(void *)s));
}

static int hip_module_load(VmafGpuDevice *d, const VmafGpuImage *image, VmafGpuModule **m)
{
    int previous, err;
    return CALL(previous, err, d, image->name,
                ModuleLoadData((hipModule_t *)(void *)m, image->data));
}

static void hip_module_unload(VmafGpuDevice *d, VmafGpuModule *m)
{
    (void)d;
    hip.ModuleUnload((hipModule_t)(void *)m);
}

static int hip_kernel_find(VmafGpuDevice *d, VmafGpuModule *m, const char *name, VmafGpuKernel **k)
{
    int previous, err;
    return CALL(previous, err, d, name,
                ModuleGetFunction((hipFunction_t *)(void *)k, (hipModule_t)(void *)m, name));
}

static int hip_launch(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                      const void *args, size_t args_size, VmafGpuStream *s)
{
    int previous, err;
    (void)args_size; /* the runtime knows it from the image */
    void *params[] = {(void *)(uintptr_t)args};
    return CALL(previous, err, d, "launching a kernel",
                ModuleLaunchKernel((hipFunction_t)(void *)k, grid.x, grid.y, grid.z, block.x,
                                   block.y, block.z, 0, (hipStream_t)(void *)s, params, NULL));
}

#define VMAF_GPU_IMAGE(stem) extern const unsigned char vmaf_hip_image_##stem[];
#include "gpu/image_list.h"
#undef VMAF_GPU_IMAGE

static const VmafGpuImage images[] = {
#define VMAF_GPU_IMAGE(stem) {#stem, vmaf_hip_image_##stem},
#include "gpu/image_list.h"
#undef VMAF_GPU_IMAGE
    {NULL, NULL},
};

const VmafGpuOps vmaf_gpu_ops_hip = {
    .backend = VMAF_BACKEND_HIP,
    .images = images,
    .open = hip_open,
    .close = hip_close,
    .alloc = hip_alloc,
    .free = hip_free,
    .host_alloc = hip_host_alloc,
    .host_free = hip_host_free,
    .memory = hip_memory,
    .stream_create = hip_stream_create,
    .stream_destroy = hip_stream_destroy,
    .stream_wait = hip_stream_wait,
    .stream_after = hip_stream_after,
    .event_create = hip_event_create,
    .event_destroy = hip_event_destroy,
    .event_record = hip_event_record,
    .event_wait = hip_event_wait,
    .event_elapsed = hip_event_elapsed,
    .upload = hip_upload,
    .download = hip_download,
    .fill = hip_fill,
    .module_load = hip_module_load,
    .module_unload = hip_module_unload,
    .kernel_find = hip_kernel_find,
    .launch = hip_launch,
};
