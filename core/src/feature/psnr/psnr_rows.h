/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_ROWS_H
#define VMAF_PSNR_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/psnr/psnr_terms.h"

/** Sums of a row of samples and of their squares, vmaf_psnr_float_square(). */
typedef struct PsnrMoments {
    uint64_t first, second;
} PsnrMoments;

/**
 * The loops of `psnr`, `float_psnr` and `float_moment` over one row, one table per instruction set;
 * all tables return the same integers. Bytes have squares that no float rounds, so they need no
 * loop for the errors of `float_psnr`.
 */
typedef struct PsnrRows {
    /** @return the sum of vmaf_psnr_square(ref[j] - dis[j]), j < n */
    uint64_t (*sse8)(const uint8_t *ref, const uint8_t *dis, size_t n);
    uint64_t (*sse16)(const uint16_t *ref, const uint16_t *dis, size_t n);
    /** @return the sum of vmaf_psnr_float_square(ref[j] - dis[j]), j < n */
    uint64_t (*float_sse16)(const uint16_t *ref, const uint16_t *dis, size_t n);
    PsnrMoments (*moments8)(const uint8_t *in, size_t n);
    PsnrMoments (*moments16)(const uint16_t *in, size_t n);
} PsnrRows;

extern const PsnrRows vmaf_psnr_rows_c, vmaf_psnr_rows_avx2, vmaf_psnr_rows_avx512;

/**
 * @param isa enum VmafCpuFlag bits that may be used
 * @return the fastest table
 */
const PsnrRows *vmaf_psnr_rows(unsigned isa);

#endif /* VMAF_PSNR_ROWS_H */
