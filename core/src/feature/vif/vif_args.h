/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_ARGS_H
#define VMAF_VIF_ARGS_H

#include "feature/vif/vif_terms.h"

/**
 * A tile: pixels of a scale that a thread block measures. The vertical pass takes a thread for each
 * of its columns, those beside the tile included, and each strip of its rows; the horizontal one a
 * thread for each row and each run of its columns.
 */
#define VIF_TILE_W 48u
#define VIF_TILE_H 32u
#define VIF_TILE_COLUMNS (VIF_TILE_W + 16u)
#define VIF_TILE_STRIP 8u
#define VIF_TILE_RUN 6u
#define VIF_TILE_THREADS 256u

/** One scale: its sums, and the samples of the next one. Tiles in raster order. */
typedef struct VifTileArgs {
    /** Scale 0: ref and dis. Others: [h][w] samples of ref in the lower, of dis in the upper half
     * of 32 bits; in[1] is not used. */
    const void *in[2];
    uint32_t pitch[2]; /**< bytes from one row to the next */
    uint32_t w, h;
    uint32_t tiles_x;
    uint32_t mean_shift, product_shift; /**< of scale 0: after the vertical pass */
    uint32_t peak;                      /**< of scale 0: bits of a sample that count */
    double limit;                       /**< see vmaf_vif_add() */
    const uint8_t *log;                 /**< table, 16-byte aligned */
    uint32_t *next;                     /**< [h / 2][w / 2]; not of the last scale */
    unsigned long long *sums;           /**< VifSums, added to; NULL: not wanted */
} VifTileArgs;

#endif /* VMAF_VIF_ARGS_H */
