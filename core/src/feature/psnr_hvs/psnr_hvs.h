/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_HVS_H
#define VMAF_PSNR_HVS_H

#include "feature/feature.h"
#include "feature/psnr_hvs/psnr_hvs_terms.h"

#define VMAF_PSNR_HVS_PLANES 3

/** Constant over a run. */
typedef struct PsnrHvsPlan {
    unsigned bpc;
    unsigned columns[VMAF_PSNR_HVS_PLANES], rows[VMAF_PSNR_HVS_PLANES]; /**< of blocks */
    PsnrHvsTable table[VMAF_PSNR_HVS_PLANES];
} PsnrHvsPlan;

/**
 * The result of a frame: per plane the sum of the terms of all blocks, in float. Blocks are taken
 * in raster order and the terms of a block in raster order of its coefficients, in one chain that
 * starts at 0.
 */
typedef struct PsnrHvsSums {
    float sum[VMAF_PSNR_HVS_PLANES];
} PsnrHvsSums;
_Static_assert(sizeof(PsnrHvsSums) == VMAF_PSNR_HVS_PLANES * sizeof(float), "no padding");

extern const VmafCpuEngine vmaf_psnr_hvs_cpu;

#endif /* VMAF_PSNR_HVS_H */
