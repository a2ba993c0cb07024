/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ROW_SUM_ARGS_H
#define VMAF_ROW_SUM_ARGS_H

#include <stdint.h>

/** Threads of a block, a row each: few, so that the rows spread over the device. */
#define ROW_SUM_THREADS 32u
#define ROW_SUM_MAX_PLANES 6u

/** A plane of terms. */
typedef struct RowSumPlane {
    const float *term; /**< [h][stride] */
    float *total;      /**< [h] */
    uint32_t w, h;
    uint32_t stride; /**< floats from one row to the next, a multiple of 4 */
} RowSumPlane;

/** One thread per row; y: the plane. */
typedef struct RowSumArgs {
    RowSumPlane plane[ROW_SUM_MAX_PLANES];
} RowSumArgs;

#endif /* VMAF_ROW_SUM_ARGS_H */
