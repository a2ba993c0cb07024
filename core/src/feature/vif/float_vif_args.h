/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_ARGS_H
#define VMAF_FLOAT_VIF_ARGS_H

#include "feature/vif/float_vif_terms.h"

/**
 * A tile: pixels of a scale that a thread block measures. The vertical pass takes a thread for each
 * of its columns, those beside the tile included; the horizontal one a thread for each row and each
 * run of its columns.
 */
#define FLOAT_VIF_TILE_W 112u
#define FLOAT_VIF_TILE_H 8u
#define FLOAT_VIF_TILE_RUN 7u
#define FLOAT_VIF_TILE_THREADS 128u

/** Taps of the filters that have kernels of their own: those of a kernel scale of 1. */
#define FLOAT_VIF_USUAL_TAPS 17u

/** A sample of both pictures. */
typedef struct FloatVifPair {
    float ref, dis;
} FloatVifPair;

/** A filter, for kernels that take any. */
typedef struct FloatVifAnyTaps {
    uint32_t width; /**< 0: none is wanted */
    const float *tap;
} FloatVifAnyTaps;

/** One scale: its terms, and the samples of the next one. Tiles in raster order. */
typedef struct FloatVifTileArgs {
    const void *in[2]; /**< pictures, ref and dis; or [h][w] FloatVifPair, in[1] is not used then */
    uint32_t pitch[2]; /**< bytes from one row of a picture to the next */
    uint32_t w, h;
    uint32_t tiles_x;
    float unit; /**< vmaf_float_vif_sample() */
    FloatVifModel model;
    FloatVifPair *next;                 /**< [h / 2][w / 2]; not of the last scale */
    float *term;                        /**< [w][num, den][term_stride]; NULL: not wanted */
    uint32_t term_stride;               /**< rows of the scale, and some more */
    FloatVifAnyTaps any[2];             /**< this scale's filter and the next one's */
    float tap[2][FLOAT_VIF_USUAL_TAPS]; /**< the same where the width is a usual one */
} FloatVifTileArgs;

/** Threads of a block of float_vif_resize_*, which makes a part of a row. */
#define FLOAT_VIF_RESIZE_THREADS 128u

/** Both pictures in another size; see VmafResampleAxis. */
typedef struct FloatVifResizeArgs {
    const void *in[2];
    uint32_t pitch[2];
    FloatVifPair *out; /**< [h][w] */
    uint32_t w, h;
    uint32_t blocks_x, taps;
    const uint32_t *column, *row;            /**< indexes into the source */
    const float *column_weight, *row_weight; /**< of them */
    float unit;                              /**< vmaf_float_vif_sample() */
    int32_t normalise;
} FloatVifResizeArgs;

/** Threads of a block of float_vif_totals: few, so that the rows spread over the device. */
#define FLOAT_VIF_WALKERS 32u
/** Columns that are read at a time. */
#define FLOAT_VIF_WALK 64u

/** One thread per row; y: the scale, z: num or den. */
typedef struct FloatVifTotalsArgs {
    const float *term[VMAF_FLOAT_VIF_SCALES]; /**< FloatVifTileArgs.term */
    float *total[VMAF_FLOAT_VIF_SCALES];      /**< [num, den][h] */
    uint32_t w[VMAF_FLOAT_VIF_SCALES];
    uint32_t h[VMAF_FLOAT_VIF_SCALES]; /**< 0: the scale is left out */
    uint32_t stride[VMAF_FLOAT_VIF_SCALES];
} FloatVifTotalsArgs;

#endif /* VMAF_FLOAT_VIF_ARGS_H */
