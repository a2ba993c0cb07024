/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_ARGS_H
#define VMAF_FLOAT_SSIM_ARGS_H

#include <stdint.h>

/** A plane in device memory whose samples are read as floats in [0, 256). */
typedef struct FloatSamples {
    const void *data;
    uint32_t pitch; /**< bytes from one row to the next */
    uint32_t w, h;
    uint32_t bytes; /**< 1 or 2: samples of a picture; 4: floats, taken as they are */
    float unit;     /**< factor of a picture's samples */
} FloatSamples;

/** Windows of a tile of float_ssim_terms. */
#define FLOAT_SSIM_TILE 32u
#define FLOAT_SSIM_THREADS 256u

/** Which planes float_ssim_terms writes. */
enum { FLOAT_SSIM_T, FLOAT_SSIM_L, FLOAT_SSIM_C, FLOAT_SSIM_S, FLOAT_SSIM_TERMS };

/** One thread block per tile of windows; tiles in raster order. */
typedef struct FloatSsimArgs {
    FloatSamples ref, dis;
    double *term[FLOAT_SSIM_TERMS]; /**< [dh][dw] each, in raster order; NULL: not wanted */
    uint32_t dw, dh;                /**< windows: w - 10, h - 10 */
    uint32_t tiles_x;
} FloatSsimArgs;

/** Samples of a tile of float_ssim_box. */
#define FLOAT_SSIM_BOX_W 32u
#define FLOAT_SSIM_BOX_H 8u

/** One thread per sample of the output, in tiles; z: 0 ref, 1 dis. */
typedef struct FloatSsimBoxArgs {
    FloatSamples in[2];
    float *out[2];
    uint32_t w, h, stride_px; /**< of the output */
    uint32_t factor;
    uint32_t tiles_x;
} FloatSsimBoxArgs;

/** Samples of a tile of float_ms_ssim_half. */
#define MS_SSIM_TILE_W 32u
#define MS_SSIM_TILE_H 8u

/** One thread per sample of the next level, in tiles; z: 0 ref, 1 dis. */
typedef struct MsSsimHalfArgs {
    FloatSamples in[2];
    float *out[2];
    uint32_t w, h, stride_px; /**< of the output */
    uint32_t tiles_x;
} MsSsimHalfArgs;

#endif /* VMAF_FLOAT_SSIM_ARGS_H */
