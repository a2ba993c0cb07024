/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_ROWS_H
#define VMAF_SSIMULACRA2_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "feature/ssimulacra2/ssimulacra2_terms.h"

/**
 * The row functions of ssimulacra2: one source, ssimulacra2_rows_body.h, built once per
 * instruction set. All of them write whole groups of SSIMULACRA2_LANES columns; what stands past
 * the width is finite and of no meaning, unless said otherwise.
 */

/** Rows of terms that are computed in one go. */
#define SSIMULACRA2_BAND 32
/** Rows that a band reads. */
#define SSIMULACRA2_BAND_INPUT (SSIMULACRA2_BAND + 2 * SSIMULACRA2_REACH)
/** Columns whose blurred rows are kept at a time, sized so that nine rows of them fit in L1. */
#define SSIMULACRA2_BLOCK 128
/** Zeros before and after every row of XYB. */
#define SSIMULACRA2_PAD 16

/** One row of samples of a picture. */
typedef struct Ssimulacra2Samples {
    const void *y, *u, *v; /**< u and v are NULL in 4:0:0 */
    bool wide;             /**< 16-bit words, else bytes */
    unsigned chroma_shift; /**< column x has the chroma of x >> chroma_shift */
} Ssimulacra2Samples;

/** Working memory of the band function; any content. */
typedef struct Ssimulacra2Scratch {
    /** Horizontal blurs of x1^2, x2^2, x1 x2, x1, x2. */
    float blur[SSIMULACRA2_BAND_INPUT][5][SSIMULACRA2_BLOCK];
    float term[3][SSIMULACRA2_BLOCK]; /**< ssim, artifact, detail */
    double lane[SSIMULACRA2_BAND][SSIMULACRA2_SUMS][SSIMULACRA2_LANES];
} Ssimulacra2Scratch;

/** A band of one channel of one scale. */
typedef struct Ssimulacra2Band {
    /** Column 0 of rows -REACH .. n_rows + REACH - 1 of ref, NULL outside the plane. */
    const float *row[SSIMULACRA2_BAND_INPUT];
    size_t dis_offset; /**< floats from a sample of ref to the one of dis */
    unsigned n_rows;   /**< 1..SSIMULACRA2_BAND */
    unsigned w;
} Ssimulacra2Band;

typedef struct Ssimulacra2Rows {
    /** Samples to linear RGB: lin [3][plane_px]. */
    void (*linear)(const Ssimulacra2Matrix *m, const float *eotf, const Ssimulacra2Samples *s,
                   unsigned w, float *lin, size_t plane_px);
    /** Linear RGB to XYB, both [3][plane_px]; PAD columns on both sides of the w become zero. */
    void (*xyb)(const float *lin, unsigned w, float *xyb, size_t plane_px);
    /** Two rows of w columns to one of (w + 1) / 2. */
    void (*halve)(const float *top, const float *bottom, unsigned w, float *out);
    /** Add the row sums of a band to sum [SSIMULACRA2_SUMS], row by row. */
    void (*band)(const Ssimulacra2Band *b, Ssimulacra2Scratch *scratch, double *sum);
} Ssimulacra2Rows;

extern const Ssimulacra2Rows vmaf_ssimulacra2_rows_avx2;
extern const Ssimulacra2Rows vmaf_ssimulacra2_rows_avx512;

/** @return the fastest table for these enum VmafCpuFlag bits */
const Ssimulacra2Rows *vmaf_ssimulacra2_rows(unsigned isa);

#endif /* VMAF_SSIMULACRA2_ROWS_H */
