/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The HIP functions that gpu_hip.c uses, over the CUDA driver API: a test-only library, named by
 * VMAF_HIP_LIBRARY, that runs the HIP host code and kernels on an NVIDIA GPU. Both interfaces
 * number their errors alike. One device, whose primary context is current in every call.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "gpu/cuda_api.h"
#include "gpu/hip_api.h"

#define EXPORT __attribute__((visibility("default")))
#define NOT_INITIALIZED 3

#define VMAF_CU(member, symbol, params) static CUresult(*member) params;
VMAF_CUDA_FUNCTIONS(VMAF_CU)
#undef VMAF_CU

#define VMAF_HIP(type, member, symbol, params) EXPORT type symbol params;
VMAF_HIP_FUNCTIONS(VMAF_HIP)
#undef VMAF_HIP

static CUcontext context;
static CUresult start_error = NOT_INITIALIZED;

static bool find(void *library, const char *symbol, void *address)
{
    void *f = dlsym(library, symbol);
    memcpy(address, &f, sizeof(f));
    return f != NULL;
}

static void start(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    bool ok = library != NULL;
#define VMAF_CU(member, symbol, params) ok = ok && find(library, #symbol, &member);
    VMAF_CUDA_FUNCTIONS(VMAF_CU)
#undef VMAF_CU
    CUdevice device;
    if (!ok)
        return;
    start_error = Init(0);
    if (!start_error)
        start_error = DeviceGet(&device, 0);
    if (!start_error)
        start_error = DevicePrimaryCtxRetain(&context, device);
}

hipError_t hipInit(unsigned flags)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    (void)flags;
    pthread_mutex_lock(&lock);
    if (start_error) /* one that failed is tried again, as by the driver */
        start();
    const hipError_t e = start_error;
    pthread_mutex_unlock(&lock);
    return e;
}

const char *hipGetErrorName(hipError_t e)
{
    const char *text = NULL;
    if (GetErrorName)
        GetErrorName(e, &text);
    return text;
}

const char *hipGetErrorString(hipError_t e)
{
    const char *text = NULL;
    if (!GetErrorString)
        return "libcuda.so.1 is not available";
    GetErrorString(e, &text);
    return text;
}

/* Run a call with the context current. */
#define CALL(call)                             \
    do {                                       \
        CUcontext ignored_;                    \
        CUresult r_ = CtxPushCurrent(context); \
        if (r_)                                \
            return r_;                         \
        r_ = call;                             \
        CtxPopCurrent(&ignored_);              \
        return r_;                             \
    } while (0)

static CUdeviceptr address(const void *p)
{
    return (CUdeviceptr)(uintptr_t)p;
}

hipError_t hipGetDeviceCount(int *n)
{
    *n = 1;
    return start_error;
}

hipError_t hipGetDevice(int *device)
{
    *device = 0;
    return start_error;
}

hipError_t hipSetDevice(int device)
{
    return device ? 101 : start_error;
}

hipError_t hipDeviceGetName(char *name, int size, int device)
{
    return DeviceGetName(name, size, device);
}

hipError_t hipMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    CALL(MemGetInfo(free_bytes, total_bytes));
}

hipError_t hipMalloc(void **p, size_t bytes)
{
    CALL(MemAlloc((CUdeviceptr *)(void *)p, bytes));
}

hipError_t hipFree(void *p)
{
    CALL(MemFree(address(p)));
}

hipError_t hipHostMalloc(void **p, size_t bytes, unsigned flags)
{
    (void)flags;
    CALL(MemHostAlloc(p, bytes, CU_MEMHOSTALLOC_PORTABLE));
}

hipError_t hipHostFree(void *p)
{
    CALL(MemFreeHost(p));
}

hipError_t hipMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                            size_t width, size_t height, int kind, hipStream_t s)
{
    CUDA_MEMCPY2D c = {
        .srcPitch = src_pitch, .dstPitch = dst_pitch, .WidthInBytes = width, .Height = height};
    if (kind == hipMemcpyHostToDevice) {
        c.srcMemoryType = CU_MEMORYTYPE_HOST;
        c.srcHost = src;
        c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        c.dstDevice = address(dst);
    } else {
        c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        c.srcDevice = address(src);
        c.dstMemoryType = CU_MEMORYTYPE_HOST;
        c.dstHost = dst;
    }
    CALL(Memcpy2DAsync(&c, (CUstream)(void *)s));
}

hipError_t hipMemcpyAsync(void *dst, const void *src, size_t bytes, int kind, hipStream_t s)
{
    if (kind == hipMemcpyHostToDevice)
        CALL(MemcpyHtoDAsync(address(dst), src, bytes, (CUstream)(void *)s));
    CALL(MemcpyDtoHAsync(dst, address(src), bytes, (CUstream)(void *)s));
}

hipError_t hipMemsetAsync(void *p, int byte, size_t bytes, hipStream_t s)
{
    CALL(MemsetD8Async(address(p), (unsigned char)byte, bytes, (CUstream)(void *)s));
}

hipError_t hipStreamCreateWithFlags(hipStream_t *s, unsigned flags)
{
    CALL(StreamCreate((CUstream *)(void *)s, flags));
}

hipError_t hipStreamDestroy(hipStream_t s)
{
    CALL(StreamDestroy((CUstream)(void *)s));
}

hipError_t hipStreamSynchronize(hipStream_t s)
{
    CALL(StreamSynchronize((CUstream)(void *)s));
}

hipError_t hipStreamWaitEvent(hipStream_t s, hipEvent_t e, unsigned flags)
{
    CALL(StreamWaitEvent((CUstream)(void *)s, (CUevent)(void *)e, flags));
}

hipError_t hipEventCreateWithFlags(hipEvent_t *e, unsigned flags)
{
    CALL(EventCreate((CUevent *)(void *)e, flags));
}

hipError_t hipEventDestroy(hipEvent_t e)
{
    CALL(EventDestroy((CUevent)(void *)e));
}

hipError_t hipEventRecord(hipEvent_t e, hipStream_t s)
{
    CALL(EventRecord((CUevent)(void *)e, (CUstream)(void *)s));
}

hipError_t hipEventSynchronize(hipEvent_t e)
{
    CALL(EventSynchronize((CUevent)(void *)e));
}

hipError_t hipEventElapsedTime(float *ms, hipEvent_t from, hipEvent_t to)
{
    CALL(EventElapsedTime(ms, (CUevent)(void *)from, (CUevent)(void *)to));
}

hipError_t hipModuleLoadData(hipModule_t *m, const void *image)
{
    CALL(ModuleLoadData((CUmodule *)(void *)m, image));
}

hipError_t hipModuleUnload(hipModule_t m)
{
    CALL(ModuleUnload((CUmodule)(void *)m));
}

hipError_t hipModuleGetFunction(hipFunction_t *f, hipModule_t m, const char *name)
{
    CALL(ModuleGetFunction((CUfunction *)(void *)f, (CUmodule)(void *)m, name));
}

hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                 hipStream_t s, void **params, void **extra)
{
    CALL(LaunchKernel((CUfunction)(void *)f, gx, gy, gz, bx, by, bz, shared, (CUstream)(void *)s,
                      params, extra));
}
