/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_ARGS_H
#define VMAF_FLOAT_ADM_ARGS_H

#include <stdint.h>

#include "feature/float_adm/float_adm_terms.h"

/**
 * A tile of a band with one sample around it: one thread per column and three rows, so that every
 * thread has work in every step. Only the inner samples are results of the tile.
 */
#define FLOAT_ADM_LANES 32u
#define FLOAT_ADM_ROWS 24u
#define FLOAT_ADM_TILE_W (FLOAT_ADM_LANES - 2u)
#define FLOAT_ADM_TILE_H (FLOAT_ADM_ROWS - 2u)
#define FLOAT_ADM_THREADS 256u

/** One scale: one thread block per tile of its bands; tiles in raster order. */
typedef struct FloatAdmScaleArgs {
    const void *in[2];                /**< ref, dis: picture samples, or floats from scale 1 on */
    uint32_t in_pitch[2];             /**< bytes from one row to the next */
    int32_t in_w, in_h;               /**< input planes */
    int32_t w, h;                     /**< bands */
    int32_t left, right, top, bottom; /**< of the sums; right <= left: this scale has none */
    float *low[2];                    /**< low bands of ref, dis; NULL: not wanted */
    uint32_t low_stride;              /**< floats */
    uint32_t term_stride;             /**< floats */
    float *term;                      /**< [bottom - top][VMAF_FLOAT_ADM_SUMS][term_stride] */
    double gain_limit;                /**< vmaf_float_adm_gain() */
    float factor[3];                  /**< vmaf_float_adm_csf() */
    float unit;                       /**< vmaf_float_adm_sample() */
    int32_t wide_gain;                /**< vmaf_float_adm_gain() */
    int32_t bypass;                   /**< thresholds are 0 */
    uint32_t tiles_x;
} FloatAdmScaleArgs;

/** Threads of a block of float_adm_row_totals: few, so that the rows spread over the device. */
#define FLOAT_ADM_WALKERS 32u

/** The terms of a scale: rows of the band, of every sum. */
typedef struct FloatAdmTermRows {
    float *term;     /**< [n_rows / VMAF_FLOAT_ADM_SUMS][VMAF_FLOAT_ADM_SUMS][stride] */
    float *total;    /**< [VMAF_FLOAT_ADM_SUMS][n_rows / VMAF_FLOAT_ADM_SUMS] */
    uint32_t n_rows; /**< of all sums; 0: this scale has none */
    uint32_t n, stride;
} FloatAdmTermRows;

/** One thread per row; y: the scale. */
typedef struct FloatAdmTotalsArgs {
    FloatAdmTermRows scale[VMAF_FLOAT_ADM_SCALES];
} FloatAdmTotalsArgs;

/** A field of the scale of the block, of rows s[]. An index that is no constant would put the
    arguments, which are then copied, into local memory. */
#define FLOAT_ADM_OF_SCALE(field)   \
    (blockIdx.y == 0   ? s[0].field \
     : blockIdx.y == 1 ? s[1].field \
     : blockIdx.y == 2 ? s[2].field \
                       : s[3].field)

/** Threads of a block of float_adm_powers. */
#define FLOAT_ADM_POWER_THREADS 128u

/** Raise all terms, in place: one block per row; y: the scale. */
typedef struct FloatAdmPowersArgs {
    FloatAdmTermRows scale[VMAF_FLOAT_ADM_SCALES];
    float p_norm; /**< vmaf_float_adm_power() */
} FloatAdmPowersArgs;

#endif /* VMAF_FLOAT_ADM_ARGS_H */
