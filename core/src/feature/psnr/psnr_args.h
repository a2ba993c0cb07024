/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_ARGS_H
#define VMAF_PSNR_ARGS_H

#include "feature/psnr/psnr_terms.h"

#define PSNR_THREADS 256u
/** Bytes of one access; rows of planes start on a multiple of it. */
#define PSNR_ACCESS 16u
#define PSNR_ACCESSES 2u /**< of a thread, to each plane */
#define PSNR_MAX_PLANES 3u

/** A plane of both pictures. */
typedef struct PsnrPlaneArgs {
    const void *ref, *dis;
    uint32_t ref_pitch, dis_pitch; /**< bytes from one row to the next */
    uint32_t w, h;
    uint32_t accesses; /**< of a row, the last one cut short */
} PsnrPlaneArgs;

/** The accesses of a plane in raster order, as many a block as its threads do; y: the plane. */
typedef struct PsnrArgs {
    PsnrPlaneArgs plane[PSNR_MAX_PLANES];
    unsigned long long
        *sum; /**< a sum for each plane, added to; of moments the first, the second */
} PsnrArgs;

#endif /* VMAF_PSNR_ARGS_H */
