/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_ARGS_H
#define VMAF_SSIM_ARGS_H

#include "feature/ssim/ssim_terms.h"

#define SSIM_TILE 32u
#define SSIM_THREADS 256u

/** One thread block per tile of pixels; tiles in raster order. */
typedef struct SsimArgs {
    const void *ref, *dis;
    double *term;                  /**< [h][w] in raster order */
    uint32_t ref_pitch, dis_pitch; /**< bytes from one row to the next */
    uint32_t w, h;
    uint32_t bytes; /**< of a sample: 1 or 2 */
    uint32_t tiles_x;
    VmafSsimConstants q;
} SsimArgs;

#endif /* VMAF_SSIM_ARGS_H */
