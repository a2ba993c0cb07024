/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_ROWS_H
#define VMAF_FLOAT_SSIM_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/float_ssim/float_ms_ssim_terms.h"
#include "feature/float_ssim/float_ssim_terms.h"

/** Values per sample: both pictures and their products. */
enum { FSSIM_R, FSSIM_C, FSSIM_RR, FSSIM_CC, FSSIM_RC, FSSIM_N };

/** Which terms a plane adds, interleaved in this order. */
enum VmafFloatSsimSums { FSSIM_SUM_T, FSSIM_SUM_CS, FSSIM_SUM_LCS, FSSIM_SUM_TLCS };

/**
 * The loops of `float_ssim` and `float_ms_ssim` over one row; every instruction set returns the
 * same bits. Rows do not overlap.
 */
typedef struct FloatSsimRows {
    /** out[j] = in[j] * unit, see vmaf_float_ssim_unit() */
    void (*from_u8)(float *out, const uint8_t *in, size_t n);
    void (*from_u16)(float *out, const uint16_t *in, float unit, size_t n);
    /** acc[j] += row[j] * tap, one row of a decimation box */
    void (*box_add)(double *acc, const float *row, float tap, size_t n);
    /**
     * Horizontal pass.
     *
     * @param out [FSSIM_N][stride], n - 10 values each
     * @param in  [FSSIM_N][stride]: n samples of both pictures; their products are written here
     */
    void (*horiz)(float *out, float *in, size_t stride, size_t n);
    /**
     * Vertical pass and terms.
     *
     * @param term [n][1..4], see enum VmafFloatSsimSums
     * @param mean [FSSIM_N][stride] scratch
     * @param row  eleven results of horiz from top to bottom
     */
    void (*vert_terms)(double *term, float *mean, size_t stride, const float *const row[11],
                       enum VmafFloatSsimSums sums, size_t n);
    /** even[i] = row[2 * i], odd[i] = row[2 * i + 1] for n samples of row */
    void (*split)(float *even, float *odd, const float *row, size_t n);
    /**
     * Low-pass nine rows around an output row of n samples.
     *
     * @param even,odd nine rows from top to bottom, samples 2 * j and 2 * j + 1 at index j,
     *                 mirrored margins of 2 samples either side
     * @param acc      [n] scratch
     */
    void (*low_pass)(float *out, double *acc, const float *const even[9], const float *const odd[9],
                     size_t n);
} FloatSsimRows;

extern const FloatSsimRows vmaf_float_ssim_rows_avx2;
extern const FloatSsimRows vmaf_float_ssim_rows_avx512;

/** @return the fastest table for these enum VmafCpuFlag bits */
const FloatSsimRows *vmaf_float_ssim_rows(unsigned isa);

#endif /* VMAF_FLOAT_SSIM_ROWS_H */
