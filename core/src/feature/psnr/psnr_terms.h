/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_TERMS_H
#define VMAF_PSNR_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of `psnr`, `float_psnr` and `float_moment`, shared by the CPU code and the kernels.
 *
 * A sample of the float features is x / 2^(bits - 8), so that every sum of theirs is one of
 * integers times a power of two. Counted in those units a term is an integer below 2^32, and
 * while the total is at most VMAF_PSNR_EXACT, so is every partial sum of doubles in any order:
 * the sum may be taken over integers. Beyond it the order is that of the raster.
 */
#define VMAF_PSNR_EXACT ((uint64_t)1 << 53)

/** d^2 for |d| < 2^16, exact. */
VMAF_HD static uint32_t vmaf_psnr_square(int32_t d)
{
    return (uint32_t)d * (uint32_t)d;
}

/** d^2 for |d| < 2^16 as a product of floats: rounded to 24 significant bits. */
VMAF_HD static uint32_t vmaf_psnr_float_square(int32_t d)
{
    const float e = (float)d;
    return (uint32_t)(e * e);
}

/** What the sample 1 of that depth is worth in the float features. */
VMAF_HD static double vmaf_psnr_unit(uint32_t bpc)
{
    return 1.0 / (double)(1u << (bpc - 8));
}

#endif /* VMAF_PSNR_TERMS_H */
