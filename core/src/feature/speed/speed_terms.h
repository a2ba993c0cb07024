/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SPEED_TERMS_H
#define VMAF_SPEED_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of `speed_chroma` and `speed_temporal`, shared by every engine. Every operation is
 * rounded once, in the type of its operands; sums go in the order of their index.
 */

#define VMAF_SPEED_SIDE 5                                /**< of a block, samples */
#define VMAF_SPEED_N (VMAF_SPEED_SIDE * VMAF_SPEED_SIDE) /**< samples of a block */
#define VMAF_SPEED_STEP 16                               /**< every 16th sample is kept */
#define VMAF_SPEED_MIN_SIDE (VMAF_SPEED_SIDE * VMAF_SPEED_STEP)
#define VMAF_SPEED_MAX_TAPS 37

/** An odd number of taps, which add up to 1. */
typedef struct VmafSpeedTaps {
    uint32_t n;
    float tap[VMAF_SPEED_MAX_TAPS];
} VmafSpeedTaps;

/** What a sample is multiplied with; the product is exact. */
VMAF_HD static float vmaf_speed_unit(uint32_t bpc)
{
    return 1.0f / (float)(1u << (bpc - 8));
}

VMAF_HD static float vmaf_speed_sample(float sample, float unit)
{
    return sample * unit - 128.0f;
}

/** Mirror at the ends of n samples, without repeating them; one reflection is enough. */
VMAF_HD static int32_t vmaf_speed_reflect(int32_t i, int32_t n)
{
    return i < 0 ? -i : i > n - 1 ? 2 * (n - 1) - i : i;
}

#endif /* VMAF_SPEED_TERMS_H */
