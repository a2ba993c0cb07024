/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CUDA_API_H
#define VMAF_CUDA_API_H

#include <stddef.h>

/**
 * The part of the CUDA driver API that gpu_cuda.c uses, declared here so that a build needs no
 * toolkit headers. Source: NVIDIA's driver API reference.
 */
typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2 };
#define CU_STREAM_NON_BLOCKING 1u
#define CU_EVENT_DISABLE_TIMING 2u
#define CU_MEMHOSTALLOC_PORTABLE 1u

typedef struct CUDA_MEMCPY2D {
    size_t srcXInBytes, srcY;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

/** VMAF_CU(member, symbol, parameters) for each function. */
#define VMAF_CUDA_FUNCTIONS(VMAF_CU)                                                              \
    VMAF_CU(Init, cuInit, (unsigned flags))                                                       \
    VMAF_CU(GetErrorName, cuGetErrorName, (CUresult, const char **))                              \
    VMAF_CU(GetErrorString, cuGetErrorString, (CUresult, const char **))                          \
    VMAF_CU(DeviceGetCount, cuDeviceGetCount, (int *))                                            \
    VMAF_CU(DeviceGet, cuDeviceGet, (CUdevice *, int))                                            \
    VMAF_CU(DeviceGetName, cuDeviceGetName, (char *, int, CUdevice))                              \
    VMAF_CU(DevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice))            \
    VMAF_CU(DevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (CUdevice))                    \
    VMAF_CU(CtxPushCurrent, cuCtxPushCurrent_v2, (CUcontext))                                     \
    VMAF_CU(CtxPopCurrent, cuCtxPopCurrent_v2, (CUcontext *))                                     \
    VMAF_CU(CtxGetDevice, cuCtxGetDevice, (CUdevice *))                                           \
    VMAF_CU(MemGetInfo, cuMemGetInfo_v2, (size_t *, size_t *))                                    \
    VMAF_CU(MemAlloc, cuMemAlloc_v2, (CUdeviceptr *, size_t))                                     \
    VMAF_CU(MemFree, cuMemFree_v2, (CUdeviceptr))                                                 \
    VMAF_CU(MemHostAlloc, cuMemHostAlloc, (void **, size_t, unsigned))                            \
    VMAF_CU(MemFreeHost, cuMemFreeHost, (void *))                                                 \
    VMAF_CU(MemcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (CUdeviceptr, const void *, size_t, CUstream)) \
    VMAF_CU(MemcpyDtoHAsync, cuMemcpyDtoHAsync_v2, (void *, CUdeviceptr, size_t, CUstream))       \
    VMAF_CU(Memcpy2DAsync, cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *, CUstream))                 \
    VMAF_CU(MemsetD8Async, cuMemsetD8Async, (CUdeviceptr, unsigned char, size_t, CUstream))       \
    VMAF_CU(StreamCreate, cuStreamCreate, (CUstream *, unsigned))                                 \
    VMAF_CU(StreamDestroy, cuStreamDestroy_v2, (CUstream))                                        \
    VMAF_CU(StreamSynchronize, cuStreamSynchronize, (CUstream))                                   \
    VMAF_CU(StreamWaitEvent, cuStreamWaitEvent, (CUstream, CUevent, unsigned))                    \
    VMAF_CU(EventCreate, cuEventCreate, (CUevent *, unsigned))                                    \
    VMAF_CU(EventDestroy, cuEventDestroy_v2, (CUevent))                                           \
    VMAF_CU(EventRecord, cuEventRecord, (CUevent, CUstream))                                      \
    VMAF_CU(EventSynchronize, cuEventSynchronize, (CUevent))                                      \
    VMAF_CU(EventElapsedTime, cuEventElapsedTime, (float *, CUevent, CUevent))                    \
    VMAF_CU(ModuleLoadData, cuModuleLoadData, (CUmodule *, const void *))                         \
    VMAF_CU(ModuleUnload, cuModuleUnload, (CUmodule))                                             \
    VMAF_CU(ModuleGetFunction, cuModuleGetFunction, (CUfunction *, CUmodule, const char *))       \
    VMAF_CU(LaunchKernel, cuLaunchKernel,                                                         \
            (CUfunction, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,         \
             unsigned bz, unsigned shared, CUstream, void **params, void **extra))

#endif /* VMAF_CUDA_API_H */
