/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_HVS_BLOCKS_H
#define VMAF_PSNR_HVS_BLOCKS_H

#include <stddef.h>

#include "feature/psnr_hvs/psnr_hvs_terms.h"

/** Blocks of a row that are measured side by side. */
#define VMAF_PSNR_HVS_LANES 16

/** Samples or coefficients in raster order of the block, of every block. */
typedef int32_t PsnrHvsBlocks[VMAF_PSNR_HVS_SIZE][VMAF_PSNR_HVS_LANES];
typedef float PsnrHvsTerms[VMAF_PSNR_HVS_SIZE][VMAF_PSNR_HVS_LANES];

/** The loops of `psnr_hvs`, one table per instruction set; all tables return the same bits. */
typedef struct PsnrHvsLoops {
    /**
     * Load n blocks of a row, 1 <= n <= VMAF_PSNR_HVS_LANES; further lanes repeat the last.
     *
     * @param in     first sample of the first block
     * @param stride of rows, in bytes
     */
    void (*load8)(PsnrHvsBlocks x, const uint8_t *in, ptrdiff_t stride, unsigned n);
    void (*load16)(PsnrHvsBlocks x, const uint16_t *in, ptrdiff_t stride, unsigned n);
    /**
     * The terms of all lanes.
     *
     * @param ref,dis samples, overwritten by coefficients
     */
    void (*terms)(PsnrHvsTerms term, PsnrHvsBlocks ref, PsnrHvsBlocks dis,
                  const PsnrHvsTable *table);
    /**
     * Add the terms of the first n lanes one after the other, a lane at a time.
     *
     * @param term never negative; 0 in further lanes
     */
    float (*add)(float sum, PsnrHvsTerms term, unsigned n);
} PsnrHvsLoops;

extern const PsnrHvsLoops vmaf_psnr_hvs_loops_c, vmaf_psnr_hvs_loops_avx2,
    vmaf_psnr_hvs_loops_avx512;

/**
 * @param isa enum VmafCpuFlag bits that may be used
 * @return the fastest table
 */
const PsnrHvsLoops *vmaf_psnr_hvs_loops(unsigned isa);

#endif /* VMAF_PSNR_HVS_BLOCKS_H */
