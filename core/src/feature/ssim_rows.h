/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FEATURE_SSIM_ROWS_H
#define VMAF_FEATURE_SSIM_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "ssim_terms.h"

/** Values kept per pixel: two samples and three products, later their weighted sums. */
enum { SSIM_X, SSIM_Y, SSIM_XX, SSIM_XY, SSIM_YY, SSIM_N };

/** The loops of `ssim` over one row; every instruction set returns the same bits. */
typedef struct VmafSsimRows {
    /**
     * Horizontal pass.
     *
     * @param out     [SSIM_N][stride], n values each
     * @param scratch [SSIM_N][stride], zero before index 0 and from n on for VMAF_SSIM_RADIUS
     * @param ref,dis [n] samples
     */
    void (*horiz_u8)(double *out, double *scratch, size_t stride, const uint8_t *ref,
                     const uint8_t *dis, size_t n);
    void (*horiz_u16)(double *out, double *scratch, size_t stride, const uint16_t *ref,
                      const uint16_t *dis, size_t n);
    /**
     * Vertical pass and terms.
     *
     * @param term [n]
     * @param sum  [SSIM_N][stride] scratch
     * @param row  nine results of horiz from top to bottom
     * @param wx   [n] horizontal weights
     * @param wy   vertical weight
     */
    void (*vert_terms)(double *term, double *sum, size_t stride, const double *const row[9],
                       const double *wx, double wy, VmafSsimConstants q, size_t n);
} VmafSsimRows;

extern const VmafSsimRows vmaf_ssim_rows_c;
extern const VmafSsimRows vmaf_ssim_rows_avx2;
extern const VmafSsimRows vmaf_ssim_rows_avx512;

/** @return the fastest table this CPU may use */
const VmafSsimRows *vmaf_ssim_rows(void);

#endif /* VMAF_FEATURE_SSIM_ROWS_H */
