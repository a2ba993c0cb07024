/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_ARGS_H
#define VMAF_SSIMULACRA2_ARGS_H

#include "feature/ssimulacra2/ssimulacra2_terms.h"

/** Side of a tile of a picture, whose part of every scale one block makes. */
#define SSIMULACRA2_TILE 32u
#define SSIMULACRA2_TILE_THREADS 256u /* one for 2x2 pixels */
/** Rows that one block adds up, from left to right. */
#define SSIMULACRA2_STRIP 16u
/** Columns that it takes at a time. */
#define SSIMULACRA2_STEP 64u
#define SSIMULACRA2_STRIP_THREADS 128u
#define SSIMULACRA2_FOLD_THREADS 32u
#define SSIMULACRA2_ROW_SUMS (3u * SSIMULACRA2_SUMS)

/** One scale of a pair in device memory. */
typedef struct Ssimulacra2GpuScale {
    float *xyb;  /**< [ref, dis][X, Y, B][h][pitch_px] */
    double *row; /**< row sums, [h][X, Y, B][SSIMULACRA2_SUMS] */
    uint32_t w, h;
    uint32_t pitch_px; /**< a multiple of 4, at least w; what stands past w has no meaning */
    uint32_t first;    /**< the scale's first block in the launch of the strips */
} Ssimulacra2GpuScale;

typedef struct Ssimulacra2GpuScales {
    uint32_t n;
    Ssimulacra2GpuScale at[SSIMULACRA2_MAX_SCALES];
} Ssimulacra2GpuScales;

typedef struct Ssimulacra2GpuPicture {
    const void *plane[3]; /**< chroma NULL in 4:0:0 */
    uint32_t pitch[3];    /**< bytes from one row to the next */
} Ssimulacra2GpuPicture;

/** Pictures to XYB of all scales. Grid: tiles in raster order, then ref and dis. */
typedef struct Ssimulacra2TileArgs {
    Ssimulacra2GpuPicture pic[2];
    const float *eotf; /**< [SSIMULACRA2_EOTF_STEPS + 1][2]: an entry and the next one */
    Ssimulacra2GpuScales scales;
    Ssimulacra2Matrix matrix;
    uint32_t tiles_x;
    uint32_t bytes;            /**< of a sample: 1 or 2 */
    uint32_t shift_x, shift_y; /**< the chroma of column x stands at x >> shift_x */
} Ssimulacra2TileArgs;

/** XYB to row sums. Grid: strips of scale 0, three channels each, then those of scale 1, ... */
typedef struct Ssimulacra2StripArgs {
    Ssimulacra2GpuScales scales;
} Ssimulacra2StripArgs;

/** Row sums to plane sums, added from the first row to the last. Grid: the scales. */
typedef struct Ssimulacra2RowArgs {
    Ssimulacra2GpuScales scales;
    double *sum; /**< [3][SSIMULACRA2_MAX_SCALES][SSIMULACRA2_SUMS]; scales not there are kept */
} Ssimulacra2RowArgs;

#endif /* VMAF_SSIMULACRA2_ARGS_H */
