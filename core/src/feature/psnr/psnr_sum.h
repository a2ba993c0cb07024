/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_SUM_H
#define VMAF_PSNR_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "feature/psnr/psnr.h"
#include "feature/psnr/psnr_rows.h"

/**
 * A frame sum of vmaf_psnr_float_square() with the bits of a loop over doubles in raster order.
 * Starts as zero.
 */
typedef struct PsnrSum {
    uint64_t exact;
    bool ordered; /**< past VMAF_PSNR_EXACT: in_order goes on from exact */
    double in_order;
} PsnrSum;

/** What the sums of `float_psnr` and `float_moment` need. */
typedef struct PsnrAdder {
    const PsnrRows *rows;
    unsigned isa; /**< enum VmafCpuFlag bits that may be used */
    unsigned w, h;
    unsigned bytes; /**< of a sample: 1 or 2 */
    double *term;   /**< [w] scratch */
} PsnrAdder;

/** A plane of samples, in host memory. */
typedef struct PsnrPlane {
    const uint8_t *data;
    ptrdiff_t stride; /**< bytes from one row to the next */
} PsnrPlane;

PsnrAdder vmaf_psnr_adder(const VmafFrameInfo *info, unsigned isa, double *term);

/**
 * Add the next row.
 *
 * @param row     its sum, exact
 * @param ref,dis [w] samples whose differences are squared; dis may be NULL, for zeros
 */
void vmaf_psnr_sum_add(const PsnrAdder *a, PsnrSum *s, uint64_t row, const void *ref,
                       const void *dis);

/** @return the sum of the squared errors, of vmaf_psnr_float_square() */
PsnrSum vmaf_psnr_add_errors(const PsnrAdder *a, PsnrPlane ref, PsnrPlane dis);

/**
 * @param first the sum of the samples
 * @return that of their squares
 */
PsnrSum vmaf_psnr_add_squares(const PsnrAdder *a, PsnrPlane in, uint64_t *first);

/** @return the sum, in units of a squared sample */
static inline double vmaf_psnr_sum(const PsnrSum *s)
{
    return s->ordered ? s->in_order : (double)s->exact;
}

/** The moments of a picture. @param first below 2^53 for every picture that fits a memory */
static inline void vmaf_psnr_settle_moments(PsnrFloatMoments *r, unsigned picture, uint64_t first,
                                            const PsnrSum *second, double unit)
{
    r->first[picture] = (double)first * unit;
    r->second[picture] = vmaf_psnr_sum(second) * (unit * unit);
}

#endif /* VMAF_PSNR_SUM_H */
