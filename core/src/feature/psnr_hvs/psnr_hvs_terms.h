/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_HVS_TERMS_H
#define VMAF_PSNR_HVS_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of `psnr_hvs`, shared by the CPU code and kernels: blocks of 8x8 samples that overlap
 * by one, their transform in integers, and what masks an error. Every operation on floats is
 * rounded once, in the order written.
 *
 * Samples up to 12 bits keep all integers below 2^29. A word above its depth may leave that range;
 * products then wrap, the same on every machine.
 */
#define VMAF_PSNR_HVS_SIDE 8
#define VMAF_PSNR_HVS_STEP 7
#define VMAF_PSNR_HVS_SIZE (VMAF_PSNR_HVS_SIDE * VMAF_PSNR_HVS_SIDE)

/** Weights of the coefficients of a plane, in raster order. */
typedef struct PsnrHvsTable {
    float csf[VMAF_PSNR_HVS_SIZE];    /**< of an error */
    float masked[VMAF_PSNR_HVS_SIZE]; /**< of what a picture hides; the mean hides nothing: 0 */
} PsnrHvsTable;

/** @return the number of whole blocks along n samples, n >= 8 */
VMAF_HD static uint32_t vmaf_psnr_hvs_blocks(uint32_t n)
{
    return (n - VMAF_PSNR_HVS_SIDE) / VMAF_PSNR_HVS_STEP + 1;
}

VMAF_HD static int32_t vmaf_psnr_hvs_times(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

/** v num / 2^bits, half way up. */
VMAF_HD static int32_t vmaf_psnr_hvs_scaled(int32_t v, int32_t num, int32_t bits)
{
    return (int32_t)((uint32_t)vmaf_psnr_hvs_times(v, num) + (1u << (bits - 1))) >> bits;
}

/** The cosine transform of 8 values, close to orthonormal, by steps that can be undone. */
VMAF_HD static void vmaf_psnr_hvs_transform(int32_t x[VMAF_PSNR_HVS_SIDE])
{
    const int32_t d0 = x[0] - x[7], p1 = x[1] + x[6], d2 = x[2] - x[5], p3 = x[3] + x[4];
    const int32_t q2 = x[2] - d2 / 2;
    int32_t b5 = x[6] - p1 / 2, b7 = p3 / 2 - x[4];

    int32_t a0 = x[0] - d0 / 2 + p3 / 2, a6 = a0 - p3;
    int32_t a2 = p1 / 2 - q2, a4 = a2 - p1;
    a0 -= vmaf_psnr_hvs_scaled(a4, 13573, 15);
    a4 += vmaf_psnr_hvs_scaled(a0, 11585, 14);
    a0 -= vmaf_psnr_hvs_scaled(a4, 13573, 15);
    a6 -= vmaf_psnr_hvs_scaled(a2, 21895, 15);
    a2 += vmaf_psnr_hvs_scaled(a6, 15137, 14);
    a6 -= vmaf_psnr_hvs_scaled(a2, 21895, 15);

    int32_t b1 = d0, b3 = d2;
    b3 += vmaf_psnr_hvs_scaled(b5, 19195, 15);
    b5 += vmaf_psnr_hvs_scaled(b3, 11585, 14);
    b3 -= vmaf_psnr_hvs_scaled(b5, 7489, 13);
    b7 = b5 / 2 - b7;
    b5 -= b7;
    b3 = d0 / 2 - b3;
    b1 -= b3;
    b7 += vmaf_psnr_hvs_scaled(b1, 3227, 15);
    b1 -= vmaf_psnr_hvs_scaled(b7, 6393, 15);
    b7 += vmaf_psnr_hvs_scaled(b1, 3227, 15);
    b5 += vmaf_psnr_hvs_scaled(b3, 2485, 13);
    b3 -= vmaf_psnr_hvs_scaled(b5, 18205, 15);
    b5 += vmaf_psnr_hvs_scaled(b3, 2485, 13);

    x[0] = a0;
    x[1] = b1;
    x[2] = a2;
    x[3] = b3;
    x[4] = a4;
    x[5] = b5;
    x[6] = a6;
    x[7] = b7;
}

/** sum + (x - mean)^2; the difference is exact. */
VMAF_HD static float vmaf_psnr_hvs_spread(float sum, int32_t x, float mean)
{
    const float d = (float)x - mean;
    return sum + d * d;
}

/**
 * How much of a block's variance is left inside its quarters.
 *
 * @param all  sum of squares about the mean of the block
 * @param part the same of its quarters: top left and right, bottom left and right
 */
VMAF_HD static float vmaf_psnr_hvs_ratio(float all, float part0, float part1, float part2,
                                         float part3)
{
    /* n^2 / (n - 1) in place of 1 / (n - 1), with a rounded quotient. */
    const float of_all = 64.0f * (float)(1.0 / 63), of_part = 16.0f * (float)(1.0 / 15);
    const float sum = ((part0 * of_part + part1 * of_part) + part2 * of_part) + part3 * of_part;
    all *= of_all;
    return all > 0.0f ? sum / all : all;
}

/** sum + the weighted square of a coefficient. */
VMAF_HD static float vmaf_psnr_hvs_energy(float sum, int32_t c, float masked)
{
    return sum + (float)vmaf_psnr_hvs_times(c, c) * masked;
}

/** The term of a coefficient; the frame adds them in the order of psnr_hvs.h. */
VMAF_HD static float vmaf_psnr_hvs_term(int32_t ref, int32_t dis, float threshold, float csf)
{
    const int32_t d = ref - dis;
    const float e = (float)(d < 0 ? -d : d);
    const float g = (e < threshold ? 0.0f : e - threshold) * csf;
    return g * g;
}

#endif /* VMAF_PSNR_HVS_TERMS_H */
