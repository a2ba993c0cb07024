/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FMA_H
#define VMAF_FMA_H

/**
 * The fused multiply-add of code that CPU and kernels share, and the bit patterns of floats.
 * Nothing here asks the C library: not every one of them rounds once where the CPU lacks the
 * instruction.
 *
 * vmaf_fma() and vmaf_fmaf() return x * y + z rounded once. They are the instruction where the
 * target of the file that is compiled has it, and otherwise arithmetic that gives its bits (NaNs
 * without a promise about sign and payload). VMAF_FMA_SOFT, defined before the first include, takes
 * the arithmetic in any case, which tests use.
 */
#include <stdint.h>
#include <string.h>

#include "base/hd.h"

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(__HIP__)
#define VMAF_FMA_DEVICE 1
#elif !defined(VMAF_FMA_SOFT) &&                                               \
    (defined(__FMA__) || defined(__aarch64__) || defined(__ARM_FEATURE_FMA) || \
     (defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF)))
#define VMAF_FMA_INSTRUCTION 1
#endif

static VMAF_HD uint64_t vmaf_bits_of_f64(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof(u));
    return u;
}

static VMAF_HD double vmaf_f64_of_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof(x));
    return x;
}

static VMAF_HD uint32_t vmaf_bits_of_f32(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof(u));
    return u;
}

static VMAF_HD float vmaf_f32_of_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof(x));
    return x;
}

#ifdef __cplusplus
extern "C" {
#endif

/** x * y + z rounded once, in integers. */
double vmaf_fma_soft(double x, double y, double z);

#ifdef __cplusplus
}
#endif

/**
 * x * y + z rounded once, without the instruction. The product of two floats is exact in double, so
 * the double sum s is the exact sum rounded to 53 bits. Rounding s to float gives the same as
 * rounding the exact sum, unless s lies half way between two floats and the exact sum does not; a
 * last bit that says which side it lies on settles that.
 */
static VMAF_HD float vmaf_fmaf_soft(float x, float y, float z)
{
    const double p = (double)x * (double)y, c = (double)z, s = p + c;
    uint64_t u = vmaf_bits_of_f64(s);
    const uint64_t magnitude = u & 0x7fffffffffffffffu;

    /* From the least normal float on, half way is a matter of the 29 bits that float lacks. */
    if ((u & 0x1fffffffu) != 0x10000000u && magnitude >= 0x3810000000000000u)
        return (float)s;
    {
        const double t = s - p, e = (p - (s - t)) + (c - t); /* the exact sum is s + e */
        if (e != 0.0 && !(u & 1u))
            u = (e > 0.0) == (s > 0.0) ? u + 1u : u - 1u;
    }
    return (float)vmaf_f64_of_bits(u);
}

static VMAF_HD double vmaf_fma(double x, double y, double z)
{
#if defined(VMAF_FMA_DEVICE)
    return fma(x, y, z);
#elif defined(VMAF_FMA_INSTRUCTION)
    return __builtin_fma(x, y, z);
#else
    return vmaf_fma_soft(x, y, z);
#endif
}

static VMAF_HD float vmaf_fmaf(float x, float y, float z)
{
#if defined(VMAF_FMA_DEVICE)
    return fmaf(x, y, z);
#elif defined(VMAF_FMA_INSTRUCTION)
    return __builtin_fmaf(x, y, z);
#else
    return vmaf_fmaf_soft(x, y, z);
#endif
}

#endif /* VMAF_FMA_H */
