/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_ROWS_H
#define VMAF_FLOAT_VIF_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/vif/float_vif_terms.h"

/** Most taps of a filter, and rows that one vertical pass yields. */
#define FLOAT_VIF_MOST_TAPS 65
#define FLOAT_VIF_GROUP 2

/** Columns before and after the picture's that a line has: half of the taps and of two vectors. */
#define FLOAT_VIF_MARGIN 64

/** Filtered planes. */
enum { FLOAT_VIF_M1, FLOAT_VIF_M2, FLOAT_VIF_XX, FLOAT_VIF_YY, FLOAT_VIF_XY, FLOAT_VIF_PLANES };

/** A filter; tap[width] is 0, which a group of rows adds for its second row's sake. */
typedef struct FloatVifFilter {
    uint32_t width;
    float tap[FLOAT_VIF_MOST_TAPS + 1];
} FloatVifFilter;

/**
 * The loops over rows; every table yields the same bits.
 *
 * A line holds values of FLOAT_VIF_PLANES planes: that of plane k at column x is at
 * line[k * stride + x]. Readers use half of the taps to either side and may load up to
 * FLOAT_VIF_MARGIN columns; nothing but the columns 0..w-1 is written.
 */
typedef struct FloatVifRows {
    /**
     * Vertical pass of two rows.
     *
     * @param line    of both rows
     * @param ref,dis [width + 1] rows of samples from half above the first row on
     */
    void (*vert)(const FloatVifFilter *f, float *const line[FLOAT_VIF_GROUP], size_t stride,
                 const float *const *ref, const float *const *dis, uint32_t w);
    /** Vertical pass of one plane for one row, from [width] rows. */
    void (*vert_plain)(const FloatVifFilter *f, float *out, const float *const *in, uint32_t w);
    /** Horizontal pass of the same, at even columns: w / 2 values of a row of w. */
    void (*horiz_even)(const FloatVifFilter *f, float *out, const float *in, uint32_t w);
    /** Horizontal pass of a line, and the terms of its pixels, [w] each. */
    void (*terms)(const FloatVifFilter *f, const FloatVifModel *model, float *num, float *den,
                  const float *line, size_t stride, uint32_t w);
} FloatVifRows;

extern const FloatVifRows vmaf_float_vif_rows_c, vmaf_float_vif_rows_avx2,
    vmaf_float_vif_rows_avx512;

/** @return the fastest table for these enum VmafCpuFlag bits */
const FloatVifRows *vmaf_float_vif_rows(unsigned isa);

#endif /* VMAF_FLOAT_VIF_ROWS_H */
