/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_ORDER_FRAME_H
#define VMAF_TEST_ORDER_FRAME_H

#include <stdint.h>

/**
 * A pair of 64x64 pictures of 8-bit noise that tells the order of float_ssim's frame sum. Two
 * samples are set so that its 2916 terms, each below 1 in size, sum to about -1.2e-8: there a step
 * of the published float is smaller than what another grouping of the terms does to the sum.
 */
enum { ORDER_SIDE = 64, ORDER_WINDOWS = ORDER_SIDE - 10 };

/** Fill both planes, [ORDER_SIDE][ORDER_SIDE]. */
static inline void order_frame(uint8_t *ref, uint8_t *dis)
{
    uint32_t state = 16;
    for (unsigned i = 0; i < ORDER_SIDE * ORDER_SIDE; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        ref[i] = (uint8_t)(state >> 24);
        dis[i] = (uint8_t)(state >> 16);
    }
    ref[13 * ORDER_SIDE + 20] = 212;
    ref[7 * ORDER_SIDE + 24] = 1;
}

#endif /* VMAF_TEST_ORDER_FRAME_H */
