/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_ARGS_H
#define VMAF_ADM_ARGS_H

#include "feature/adm/adm_terms.h"

/** Band samples of a thread block of adm_tile_*; tiles in raster order. */
#define ADM_TILE_W 64u
#define ADM_TILE_H 16u
#define ADM_TILE_THREADS 256u

/** Sums of a row, in the order of AdmSums.acc[scale]: [pass][band]. */
#define ADM_ROW_SUMS 9u

/** One scale: from its input to the sums of parts of rows. */
typedef struct AdmTileArgs {
    const void *in[2];    /**< ref, dis: a picture, or band a of the scale before */
    uint32_t in_pitch[2]; /**< bytes from one row to the next */
    void *low[2];         /**< [h][w] band a, int16_t at scale 0, then int32_t; NULL: not wanted */
    /** [tile column][row][ADM_ROW_SUMS] sums over the inner columns of a tile, rows y0..y1 only */
    uint64_t *part;
    AdmScale s;
    uint32_t tiles_x;
    double gain;     /**< largest gain credited to enhanced detail */
    uint32_t detail; /**< 0: band a is all that is wanted */
    uint32_t aim;    /**< 0: leave out pass AIM, whose sums are then 0 */
} AdmTileArgs;

/** Rows of a thread block of adm_rows: one thread per row and sum. */
#define ADM_ROWS_A_BLOCK 32u
#define ADM_ROWS_THREADS (ADM_ROWS_A_BLOCK * ADM_ROW_SUMS)

/** All scales, grid y: complete the row sums, round each once, add them up. */
typedef struct AdmRowsArgs {
    const uint64_t *part[VMAF_ADM_SCALES]; /**< AdmTileArgs.part */
    uint32_t n_rows[VMAF_ADM_SCALES];      /**< of the inner rectangle; 0: scale left out */
    uint32_t n_parts[VMAF_ADM_SCALES];     /**< tile columns */
    uint32_t shift[VMAF_ADM_SCALES], den_shift[VMAF_ADM_SCALES];
    unsigned long long *acc; /**< [scale][ADM_ROW_SUMS], zero before */
} AdmRowsArgs;

#endif /* VMAF_ADM_ARGS_H */
