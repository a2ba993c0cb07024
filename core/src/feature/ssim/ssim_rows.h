/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_ROWS_H
#define VMAF_SSIM_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/ssim/ssim_terms.h"

/** Values kept per pixel: two samples and three products, later their weighted sums. */
enum { SSIM_X, SSIM_Y, SSIM_XX, SSIM_XY, SSIM_YY, SSIM_N };

/**
 * The loops of `ssim` over one row for one kind of samples; every instruction set returns the same
 * bits. A value is a uint32_t for byte samples and a double for 16-bit ones: each holds all its
 * moments exactly.
 */
typedef struct SsimRows {
    size_t value_size; /**< bytes */
    /**
     * Horizontal pass.
     *
     * @param out     values [SSIM_N][stride], n of each written
     * @param scratch values [SSIM_N][stride], zero for VMAF_SSIM_RADIUS before index 0 and from n
     * on
     * @param ref,dis samples [n]
     */
    void (*horiz)(void *out, void *scratch, size_t stride, const void *ref, const void *dis,
                  size_t n);
    /**
     * Vertical pass and terms.
     *
     * @param term [n]
     * @param sum  values [SSIM_N][stride], scratch
     * @param row  nine results of horiz from top to bottom
     * @param wx   [n] horizontal weights
     * @param wy   vertical weight
     */
    void (*vert_terms)(double *term, void *sum, size_t stride, const void *const row[9],
                       const double *wx, double wy, VmafSsimConstants q, size_t n);
} SsimRows;

/* For byte and for 16-bit samples. */
extern const SsimRows vmaf_ssim_rows_avx2[2];
extern const SsimRows vmaf_ssim_rows_avx512[2];

/** @return the fastest loops for samples of that depth for these enum VmafCpuFlag bits */
const SsimRows *vmaf_ssim_rows(unsigned bpc, unsigned isa);

#endif /* VMAF_SSIM_ROWS_H */
