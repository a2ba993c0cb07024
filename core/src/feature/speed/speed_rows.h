/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SPEED_ROWS_H
#define VMAF_SPEED_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "feature/speed/speed_terms.h"

/** Floats or doubles of a row of a matrix: whole vectors. What stands behind the last column takes
 * part in the arithmetic and in no result. */
#define VMAF_SPEED_PITCH 32

/** Samples behind the last one of a decimated row that loops may read. */
#define VMAF_SPEED_PAD 8

typedef struct SpeedMatrix {
    _Alignas(64) float at[VMAF_SPEED_N][VMAF_SPEED_PITCH];
} SpeedMatrix;

/** Sums of products of sample b with sample a: at[a][b], b <= a. */
typedef struct SpeedSums {
    _Alignas(64) double at[VMAF_SPEED_N][VMAF_SPEED_PITCH];
} SpeedSums;

/** The loops of both features; every instruction set returns the same bits. */
typedef struct SpeedRows {
    /**
     * Samples to floats.
     *
     * @param a,b   rows [w] of bytes if bpc is 8, else of 16-bit words; with b, which may be NULL,
     *              the difference of a and b is taken
     */
    void (*samples)(float *out, const void *a, const void *b, uint32_t w, uint32_t bpc);
    /** sum += tap * row */
    void (*add)(float *sum, const float *row, float tap, uint32_t w);
    /**
     * Continue the sums of the 25 samples of the windows that start in a row of the plane.
     *
     * @param p [5][stride], and VMAF_SPEED_PAD more behind the last sample
     * @param n windows
     */
    void (*means)(float sum[VMAF_SPEED_N], const float *p, size_t stride, uint32_t n);
    /** Continue the sums of products of the same windows' samples, less their means. */
    void (*covariance)(SpeedSums *sum, const float *p, size_t stride,
                       const float mean[VMAF_SPEED_N], uint32_t n);
    /** out = left * right, each element a sum from 0 in the order of left's columns. */
    void (*product)(SpeedMatrix *out, const SpeedMatrix *left, const SpeedMatrix *right);
} SpeedRows;

extern const SpeedRows vmaf_speed_rows_c, vmaf_speed_rows_avx2, vmaf_speed_rows_avx512;

/** @param isa enum VmafCpuFlag bits that may be used */
const SpeedRows *vmaf_speed_rows(unsigned isa);

#endif /* VMAF_SPEED_ROWS_H */
