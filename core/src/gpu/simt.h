/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SIMT_H
#define VMAF_SIMT_H

/**
 * The kernel dialect: everything that nvcc, hipcc and the host executor spell differently.
 *
 * A kernel is VMAF_KERNEL name(const NameArgs a), one struct argument. It may use thread and block
 * indices and sizes, VMAF_SHARED arrays of constant size, VMAF_SYNC() reached by every thread of
 * the block at the same place, integer atomicAdd, plain C++11, of the device's mathematics sqrt,
 * fabs, floor and rint with their float forms, and base/fma.h. docs/gpu.md says what is ruled out.
 *
 * A file of kernels names itself by defining VMAF_SIMT_UNIT first, and lists its kernels at its
 * end: VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(name), ...);
 */
#if defined(__HIP__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define VMAF_SIMT_DEVICE 1
#elif defined(__CUDACC__)
#define VMAF_SIMT_DEVICE 1
#else
#include "gpu/simt_host.h"
#endif

#ifdef VMAF_SIMT_DEVICE
#include <stdint.h>
#define VMAF_KERNEL extern "C" __global__ void
/** A kernel launched with at most that many threads a block; a second number says how many of its
    blocks should fit a multiprocessor, which limits the registers of a thread. */
#define VMAF_KERNEL_OF(...) extern "C" __global__ void __launch_bounds__(__VA_ARGS__)
#define VMAF_DEVFN static __device__ __forceinline__
#define VMAF_SHARED __shared__
#define VMAF_SYNC() __syncthreads()
#define VMAF_UNROLL _Pragma("unroll")
/** The bits of a double, and back. */
#define VMAF_BITS_OF_F64(x) ((int64_t)__double_as_longlong(x))
#define VMAF_F64_OF_BITS(b) __longlong_as_double((long long)(b))
/** The list of a file's kernels, which the host executor needs. */
#define VMAF_SIMT_IMAGE(...) static_assert(true, "")
#endif

#endif /* VMAF_SIMT_H */
