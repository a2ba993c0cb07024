/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ANSNR_ARGS_H
#define VMAF_FLOAT_ANSNR_ARGS_H

#include "feature/float_ansnr/float_ansnr_terms.h"

#define FLOAT_ANSNR_TILE 32u
#define FLOAT_ANSNR_THREADS 256u

/** One thread block per tile of samples; tiles in raster order. */
typedef struct FloatAnsnrArgs {
    const void *ref, *dis;
    float *sig, *noise;            /**< terms, [h][stride] */
    uint32_t ref_pitch, dis_pitch; /**< bytes from one row to the next */
    int32_t w, h;
    uint32_t stride; /**< floats */
    uint32_t bytes;  /**< of a sample: 1 or 2 */
    float unit;      /**< vmaf_float_ansnr_sample() */
    uint32_t tiles_x;
} FloatAnsnrArgs;

#endif /* VMAF_FLOAT_ANSNR_ARGS_H */
