/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_ORDER_FRAME_H
#define VMAF_TEST_ORDER_FRAME_H

#include <stdint.h>

enum { ORDER_MAX_SIDE = 176 };

/**
 * A pair of square pictures of 8-bit noise, with one sample set in two places, that tells the order
 * of a frame sum: every other grouping of its terms gives another float.
 */
typedef struct OrderFrame {
    unsigned side;
    uint32_t seed;
    struct {
        unsigned plane, x, y; /* plane 0: reference, 1: distorted */
        uint8_t value;
    } set[2];
} OrderFrame;

/**
 * The products that float_ssim adds: 2916 terms, each below 1 in size, sum to about -1.2e-8. There
 * a float step is smaller than what a grouping does to the sum.
 */
static const OrderFrame order_frame_product = {64, 16, {{0, 20, 13, 212}, {0, 24, 7, 1}}};

/**
 * The contrasts that float_ms_ssim adds at its first level, and float_ssim at scale 1: the mean of
 * 27556 terms lies so near the middle of two floats that the raster sum ends on the other side of
 * it than the exact one.
 */
static const OrderFrame order_frame_contrast = {176, 3, {{1, 79, 165, 161}, {0, 136, 132, 90}}};

/** Fill both planes, [side][side]. */
static inline void order_frame_fill(const OrderFrame *f, uint8_t *ref, uint8_t *dis)
{
    uint32_t state = f->seed;
    for (unsigned i = 0; i < f->side * f->side; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        ref[i] = (uint8_t)(state >> 24);
        dis[i] = (uint8_t)(state >> 16);
    }
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *plane = f->set[i].plane ? dis : ref;
        plane[f->set[i].y * f->side + f->set[i].x] = f->set[i].value;
    }
}

#endif /* VMAF_TEST_ORDER_FRAME_H */
