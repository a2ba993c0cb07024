/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_ROWS_H
#define VMAF_FLOAT_ADM_ROWS_H

#include <stdint.h>

#include "feature/float_adm/float_adm_plan.h"

/**
 * The row loops of float_adm, one table per instruction set, all from float_adm_rows_body.h.
 *
 * A split row holds the even and the odd samples of an input row apart, so that the four taps of
 * column j are odd[j - 1], even[j], odd[j], even[j + 1]: the odd half starts `half` floats after
 * the even one, and odd[-1] and even[n] hold the samples that the border indices name.
 *
 * Elsewhere rows of one kind follow each other at a stride in floats, bands in the order h, v, d.
 * Every pointer stands at column 0; VMAF_FLOAT_ADM_PAD floats before it belong to the row.
 */
#define VMAF_FLOAT_ADM_PAD 16

/** The weighted rows of one band row, in this order, three bands each. */
enum FloatAdmWeighted {
    FLOAT_ADM_CSF_RESTORED = 0,
    FLOAT_ADM_CSF_ADDITIVE = 3,
    FLOAT_ADM_SPREAD_RESTORED = 6,
    FLOAT_ADM_SPREAD_ADDITIVE = 9,
    FLOAT_ADM_WEIGHTED = 12
};

/** The vertically filtered rows of one picture, split. */
typedef struct FloatAdmFiltered {
    const float *low, *high;
} FloatAdmFiltered;

/** Where the operands of a masking term come from; each three rows, `stride` floats apart. */
typedef struct FloatAdmMasked {
    const float *own;                  /**< weighted magnitudes to be masked */
    const float *centre;               /**< those of the other part */
    const float *above, *here, *below; /**< spread of the other part */
    int stride;
} FloatAdmMasked;

typedef struct FloatAdmRows {
    /** Split a picture row of w samples into even, borders included. */
    void (*split8)(float *even, int half, const uint8_t *src, int w, float unit);
    void (*split16)(float *even, int half, const uint16_t *src, int w, float unit);
    /** The same for a row of the low band of the previous scale. */
    void (*split)(float *even, int half, const float *src, int w);
    /** Vertical low-pass filter, or both filters, over n columns; row[k] is the row of tap k. */
    void (*low)(float *dst, const float *const row[4], int n);
    void (*low_high)(float *dst_low, float *dst_high, const float *const row[4], int n);
    /** The low band of n columns from a split, vertically low row. */
    void (*approx)(float *dst, const float *low, int half, int n);
    /**
     * Columns first..end-1: filter horizontally, split the details, weight them.
     *
     * @param weighted FLOAT_ADM_WEIGHTED rows
     * @param energy   operands of the three denominator terms; rows energy_stride apart
     */
    void (*decouple)(float *weighted, int stride, float *energy, int energy_stride,
                     const FloatAdmFiltered *ref, const FloatAdmFiltered *dis, int half, int first,
                     int end, const FloatAdmPlan *p, const float factor[3]);
    /** Columns first..end-1 of the three rows of masked magnitudes, dst_stride apart. */
    void (*mask)(float *dst, int dst_stride, const FloatAdmMasked *m, int first, int end);
    /** Sum each of n_rows rows of n cubes, from left to right: one sum per row. */
    void (*sum_cubes)(float *row_total, const float *x, int stride, int n_rows, int n);
} FloatAdmRows;

extern const FloatAdmRows vmaf_float_adm_rows_avx2;
extern const FloatAdmRows vmaf_float_adm_rows_avx512;

/** @param flags enum VmafCpuFlag bits that may be used @return the fastest table among them */
const FloatAdmRows *vmaf_float_adm_rows(unsigned isa);

#endif /* VMAF_FLOAT_ADM_ROWS_H */
