/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CAMBI_ROWS_H
#define VMAF_CAMBI_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "feature/cambi/cambi_terms.h"

/**
 * The loops of `cambi` over one row, one table per instruction set; all tables return the same
 * bits.
 *
 * A row of codes may be read VMAF_CAMBI_SLACK codes beyond either end, a row of bytes and a row of
 * counts likewise beyond its right end. A row of bits is [(w + 63) / 64] words, the lowest bit is
 * the leftmost sample, and bits beyond the row are 0.
 */
#define VMAF_CAMBI_SLACK 128

/** Neighbours in a row that are masked in and have one code. */
typedef struct CambiRun {
    uint16_t at, n, code;
} CambiRun;

/**
 * Counts of the codes in the windows around the samples of a row: sample j has
 * of[(code - first) * stride + pad + j].
 */
typedef struct CambiCounts {
    uint16_t *of;
    size_t stride;
    int first;
    unsigned pad;
} CambiCounts;

/** What values() needs besides. */
typedef struct CambiValues {
    unsigned steps, low, high;
    const uint32_t *visible; /**< as in CambiPlan */
    const float *reciprocal;
    uint16_t *own;   /**< [w + slack], for the function's own use */
    uint16_t *other; /**< [steps][other_stride], the same */
    size_t other_stride;
} CambiValues;

/** The multiset of values of a scale, apart from zeros. */
typedef struct CambiSum {
    double sum;  /**< added up in any order */
    float least; /**< the smallest of them */
    uint64_t n;  /**< how many */
} CambiSum;

typedef struct CambiRows {
    /** Codes of a row of samples. @return the bits of all samples, or-ed */
    uint32_t (*codes8)(uint16_t *to, const uint8_t *in, unsigned w, unsigned bits);
    uint32_t (*codes16)(uint16_t *to, const uint16_t *in, unsigned w, unsigned bits);
    /** Means of 2x2 codes; to may be the upper row. @param below NULL in the last row */
    void (*box)(uint16_t *to, const uint16_t *row, const uint16_t *below, unsigned w);
    /** Bits of samples that equal the right one and the one below. @param below NULL: none */
    void (*flat)(uint64_t *to, const uint16_t *row, const uint16_t *below, unsigned w);
    /**
     * Move a count of flat samples in columns down by a row.
     *
     * @param count [64 * words]
     * @param enter, leave bits to add and to take away; may be NULL
     */
    void (*count_flat)(uint8_t *count, const uint64_t *enter, const uint64_t *leave, unsigned w);
    /** Bits of samples with more than limit in the 7 counts around. @param count also readable
     * VMAF_CAMBI_MASK_PAD bytes before; zero beyond either end */
    void (*mask)(uint64_t *to, const uint8_t *count, unsigned w, int limit);
    /** Every other of the codes; to may be in. @param w what is left */
    void (*halve)(uint16_t *to, const uint16_t *in, unsigned w);
    /** Every other of the bits; to may be in. @param w what is left */
    void (*halve_bits)(uint64_t *to, const uint64_t *in, unsigned w);
    /** Modes of three neighbours; the outer samples stay. */
    void (*mode_across)(uint16_t *to, const uint16_t *in, unsigned w);
    /** Modes of three rows. */
    void (*mode_down)(uint16_t *to, const uint16_t *above, const uint16_t *row,
                      const uint16_t *below, unsigned w);
    /**
     * Find the runs of codes from low to high.
     *
     * @param run [w]
     * @return how many
     */
    unsigned (*runs)(CambiRun *run, const uint16_t *row, const uint64_t *mask, unsigned w,
                     unsigned low, unsigned high);
    /** Add the samples of a row to the counts of the samples around, or take them away. */
    void (*count)(const CambiCounts *counts, const CambiRun *run, unsigned n_runs, bool leave);
    /**
     * Values of the samples of a row in runs of codes from low to high, one after another.
     *
     * @param value [w + slack]
     * @return how many
     */
    unsigned (*values)(float *value, const CambiValues *v, const CambiCounts *counts,
                       const CambiRun *run, unsigned n_runs);
    /** Drop zeros. @param value in, and out; further entries are overwritten. @return what is left
     */
    unsigned (*sum)(CambiSum *sum, float *value, unsigned n);
} CambiRows;

extern const CambiRows vmaf_cambi_rows_c, vmaf_cambi_rows_avx2, vmaf_cambi_rows_avx512;

/**
 * @param isa enum VmafCpuFlag bits that may be used
 * @return the fastest table
 */
const CambiRows *vmaf_cambi_rows(unsigned isa);

#endif /* VMAF_CAMBI_ROWS_H */
