/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_ROWS_H
#define VMAF_VIF_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "feature/vif/vif_terms.h"

/*
 * Rows are taken in pairs and filtered in groups of four: of 2 * half + 2 neighbouring rows that
 * make up half + 1 pairs, an even row uses the first 2 * half + 1, the odd row after it the last,
 * so that every pair is loaded once for both.
 */

/** Rows that one vertical pass yields, and pairs that it reads at most. */
#define VIF_GROUP 4
#define VIF_PAIRS 10

/** Columns before and after the picture's that a line has. */
#define VIF_MARGIN 32

/** Values of a pixel after the vertical pass; 32-bit ones as two halves. */
enum {
    VIF_M1,
    VIF_M2,
    VIF_Q1_LOW,
    VIF_Q1_HIGH,
    VIF_Q2_LOW,
    VIF_Q2_HIGH,
    VIF_Q12_LOW,
    VIF_Q12_HIGH,
    VIF_VALUES
};

/** What a scale needs besides its samples. */
typedef struct VifScale {
    uint32_t w, h;
    uint32_t filter;        /**< 0..3 */
    bool bytes;             /**< samples of 8 bits, whose products fit 16 */
    uint32_t mean_shift;    /**< after the vertical pass, of a sample */
    uint32_t product_shift; /**< of a product */
    size_t stride; /**< a multiple of 64: values from a row of a line, or pair, to the next */
} VifScale;

/** @return the pairs that a group of rows of this filter reads */
static inline unsigned vmaf_vif_pairs(uint32_t filter)
{
    return vmaf_vif_half(filter) + VIF_GROUP / 2;
}

/** Bytes of a pair: up to 8 kinds of 16-bit numbers in two rows. */
static inline size_t vmaf_vif_pair_size(const VifScale *s)
{
    return VIF_VALUES * 2 * s->stride * sizeof(int16_t);
}

/**
 * The loops over rows; every table yields the same integers.
 *
 * A line holds unsigned 16-bit values less 32768, for the signed multiplications of vector units:
 * value k of column x is at line[k * stride + x], where x runs from -VIF_MARGIN to
 * stride - VIF_MARGIN - 1. Nothing but the columns 0..w-1 is written. Readers may load the others,
 * which therefore have to be initialised, and use of them the filter's half to either side.
 */
typedef struct VifRows {
    /**
     * Take in two rows of both pictures, also twice the same.
     *
     * @param pair as vert() of this table wants it, 64-byte aligned
     */
    void (*pair8)(const VifScale *s, void *pair, const uint8_t *const ref[2],
                  const uint8_t *const dis[2]);
    /** @param peak bits of a sample that count */
    void (*pair16)(const VifScale *s, void *pair, const uint16_t *const ref[2],
                   const uint16_t *const dis[2], uint16_t peak);
    /**
     * Vertical pass of a group of rows.
     *
     * @param next means with the next scale's filter, for the group's even rows; NULL: none
     * @param pair [vmaf_vif_pairs(filter)]; the first begins half rows above the group's first
     */
    void (*vert)(const VifScale *s, int16_t *const line[VIF_GROUP],
                 int16_t *const next[VIF_GROUP / 2], const void *const *pair);
    /**
     * Horizontal pass of such means of one picture with the next scale's filter, at even columns.
     *
     * @param out [w / 2]
     */
    void (*horiz_next)(const VifScale *s, uint16_t *out, const int16_t *line);
    /**
     * Horizontal pass of a row, and the sums of its pixels, which are added to sums.
     *
     * @param table of logarithms; three bytes after it may be loaded
     * @param limit see vmaf_vif_add()
     */
    void (*add)(const VifScale *s, VifSums *sums, const int16_t *line, const uint8_t *table,
                double limit);
} VifRows;

extern const VifRows vmaf_vif_rows_c, vmaf_vif_rows_avx2, vmaf_vif_rows_avx512,
    vmaf_vif_rows_avx512icl;

/** @return the fastest table for these enum VmafCpuFlag bits */
const VifRows *vmaf_vif_rows(unsigned isa);

#endif /* VMAF_VIF_ROWS_H */
