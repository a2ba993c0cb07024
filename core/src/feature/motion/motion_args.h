/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_ARGS_H
#define VMAF_MOTION_ARGS_H

#include "feature/motion/motion_terms.h"

/**
 * The tiles of `motion` and `float_motion`. A thread has four columns, so that it loads them at
 * once, of four rows; a row of a tile is 32 threads, of which the outer ones only give the middle
 * ones their neighbours.
 */
#define MOTION_LANES 32u
#define MOTION_COLUMNS 4u
#define MOTION_ROWS 4u /**< of a thread */
#define MOTION_THREADS 256u
#define MOTION_TILE_W ((MOTION_LANES - 2u) * MOTION_COLUMNS)
#define MOTION_TILE_H (MOTION_THREADS / MOTION_LANES * MOTION_ROWS)

/** One thread block per tile of a plane of both pictures; tiles in raster order. */
typedef struct MotionArgs {
    const void *older, *newer;
    unsigned long long *sad;           /**< added to */
    uint32_t older_pitch, newer_pitch; /**< bytes from one row to the next */
    int32_t w, h;
    uint32_t bpc;
    uint32_t tiles_x;
} MotionArgs;

#endif /* VMAF_MOTION_ARGS_H */
