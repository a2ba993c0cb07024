/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_HD_H
#define VMAF_HD_H

/**
 * Prefix of arithmetic that the CPU code and the kernels share: such a header is C11, C++11, CUDA
 * and HIP at once, uses no library type, and is compiled without contraction everywhere.
 */
#if defined(__HIPCC__) || defined(__HIP__)
#include <hip/hip_runtime.h> /* __forceinline__ */
#endif
#if defined(__CUDACC__) || defined(__HIPCC__) || defined(__HIP__)
#define VMAF_HD __host__ __device__ __forceinline__
#else
#define VMAF_HD inline __attribute__((always_inline))
#endif

#endif /* VMAF_HD_H */
