/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_TERMS_H
#define VMAF_MOTION_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/**
 * Arithmetic of the fixed-point `motion`, shared by every engine: the difference older - newer of
 * two luma planes goes through five taps down, then across, and the magnitudes are added. All of it
 * is exact but the two shifts, which round halves towards plus infinity: the sign of the difference
 * counts.
 *
 * Samples above their depth are taken as they are; the 64-bit sums hold them too.
 */
#define VMAF_MOTION_RADIUS 2
#define VMAF_MOTION_TAPS 5

/** The smallest plane in which every tap has a sample after one reflection. */
#define VMAF_MOTION_MIN_SIDE 3

/** Taps by distance from the centre; a window weighs 65536. */
#define VMAF_MOTION_T0 26386
#define VMAF_MOTION_T1 16004
#define VMAF_MOTION_T2 3571

/**
 * The place that stands in for place i of a line of n >= 3: both ends are mirrors that do not
 * repeat their own sample.
 */
VMAF_HD static int32_t vmaf_motion_reflect(int32_t i, int32_t n)
{
    return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
}

/** Five values in order, weighted, plus half of 2^shift, down by shift. */
VMAF_HD static int32_t vmaf_motion_filter(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e,
                                          uint32_t shift)
{
    const int64_t sum = VMAF_MOTION_T2 * (int64_t)(a + e) + VMAF_MOTION_T1 * (int64_t)(b + d) +
                        VMAF_MOTION_T0 * (int64_t)c;
    return (int32_t)((sum + ((int64_t)1 << (shift - 1))) >> shift);
}

/** Shift of the pass across; that of the pass down is the depth. */
#define VMAF_MOTION_SHIFT_ACROSS 16

#endif /* VMAF_MOTION_TERMS_H */
