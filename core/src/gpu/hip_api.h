/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_HIP_API_H
#define VMAF_HIP_API_H

#include <stddef.h>

/**
 * The part of the HIP runtime API that gpu_hip.c uses, declared here so that a build needs no HIP
 * headers. Source: AMD's HIP API reference.
 */
typedef int hipError_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;

enum { hipMemcpyHostToDevice = 1, hipMemcpyDeviceToHost = 2 };
#define hipStreamNonBlocking 1u
#define hipEventDefault 0u
#define hipEventDisableTiming 2u
#define hipHostMallocPortable 1u

/** VMAF_HIP(type, member, symbol, parameters) for each function. */
#define VMAF_HIP_FUNCTIONS(VMAF_HIP)                                                               \
    VMAF_HIP(hipError_t, Init, hipInit, (unsigned flags))                                          \
    VMAF_HIP(const char *, GetErrorName, hipGetErrorName, (hipError_t))                            \
    VMAF_HIP(const char *, GetErrorString, hipGetErrorString, (hipError_t))                        \
    VMAF_HIP(hipError_t, GetDeviceCount, hipGetDeviceCount, (int *))                               \
    VMAF_HIP(hipError_t, GetDevice, hipGetDevice, (int *))                                         \
    VMAF_HIP(hipError_t, SetDevice, hipSetDevice, (int))                                           \
    VMAF_HIP(hipError_t, DeviceGetName, hipDeviceGetName, (char *, int, int device))               \
    VMAF_HIP(hipError_t, MemGetInfo, hipMemGetInfo, (size_t *, size_t *))                          \
    VMAF_HIP(hipError_t, Malloc, hipMalloc, (void **, size_t))                                     \
    VMAF_HIP(hipError_t, Free, hipFree, (void *))                                                  \
    VMAF_HIP(hipError_t, HostMalloc, hipHostMalloc, (void **, size_t, unsigned))                   \
    VMAF_HIP(hipError_t, HostFree, hipHostFree, (void *))                                          \
    VMAF_HIP(hipError_t, Memcpy2DAsync, hipMemcpy2DAsync,                                          \
             (void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,        \
              size_t height, int kind, hipStream_t))                                               \
    VMAF_HIP(hipError_t, MemcpyAsync, hipMemcpyAsync,                                              \
             (void *dst, const void *src, size_t bytes, int kind, hipStream_t))                    \
    VMAF_HIP(hipError_t, MemsetAsync, hipMemsetAsync, (void *, int byte, size_t, hipStream_t))     \
    VMAF_HIP(hipError_t, StreamCreateWithFlags, hipStreamCreateWithFlags,                          \
             (hipStream_t *, unsigned))                                                            \
    VMAF_HIP(hipError_t, StreamDestroy, hipStreamDestroy, (hipStream_t))                           \
    VMAF_HIP(hipError_t, StreamSynchronize, hipStreamSynchronize, (hipStream_t))                   \
    VMAF_HIP(hipError_t, StreamWaitEvent, hipStreamWaitEvent, (hipStream_t, hipEvent_t, unsigned)) \
    VMAF_HIP(hipError_t, EventCreateWithFlags, hipEventCreateWithFlags, (hipEvent_t *, unsigned))  \
    VMAF_HIP(hipError_t, EventDestroy, hipEventDestroy, (hipEvent_t))                              \
    VMAF_HIP(hipError_t, EventRecord, hipEventRecord, (hipEvent_t, hipStream_t))                   \
    VMAF_HIP(hipError_t, EventSynchronize, hipEventSynchronize, (hipEvent_t))                      \
    VMAF_HIP(hipError_t, EventElapsedTime, hipEventElapsedTime, (float *, hipEvent_t, hipEvent_t)) \
    VMAF_HIP(hipError_t, ModuleLoadData, hipModuleLoadData, (hipModule_t *, const void *))         \
    VMAF_HIP(hipError_t, ModuleUnload, hipModuleUnload, (hipModule_t))                             \
    VMAF_HIP(hipError_t, ModuleGetFunction, hipModuleGetFunction,                                  \
             (hipFunction_t *, hipModule_t, const char *))                                         \
    VMAF_HIP(hipError_t, ModuleLaunchKernel, hipModuleLaunchKernel,                                \
             (hipFunction_t, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,      \
              unsigned bz, unsigned shared, hipStream_t, void **params, void **extra))

#endif /* VMAF_HIP_API_H */
