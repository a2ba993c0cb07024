/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_SUM_H
#define VMAF_PSNR_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * A frame sum of vmaf_psnr_float_square() with the bits of a loop over doubles in raster order.
 * Starts as zero.
 */
typedef struct PsnrSum {
    uint64_t exact;
    bool ordered; /**< past VMAF_PSNR_EXACT: in_order goes on from exact */
    double in_order;
} PsnrSum;

/**
 * Add the next row.
 *
 * @param row     its sum, exact
 * @param ref,dis [n] samples whose differences are squared; dis may be NULL, for zeros
 * @param bytes   of a sample: 1 or 2
 * @param term    [n] scratch
 * @param isa     enum VmafCpuFlag bits that may be used
 */
void vmaf_psnr_sum_add(PsnrSum *s, uint64_t row, const void *ref, const void *dis, unsigned bytes,
                       size_t n, double *term, unsigned isa);

/** @return the sum, in units of a squared sample */
static inline double vmaf_psnr_sum(const PsnrSum *s)
{
    return s->ordered ? s->in_order : (double)s->exact;
}

#endif /* VMAF_PSNR_SUM_H */
