/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ANSNR_ROWS_H
#define VMAF_FLOAT_ANSNR_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/float_ansnr/float_ansnr_terms.h"

/** Rows whose terms are added side by side: a sum waits for its last addition, not for its loads.
 */
#define VMAF_FLOAT_ANSNR_BATCH 4

/**
 * The loops of `float_ansnr` over one row, one table per instruction set; all tables return the
 * same bits. Rows do not overlap.
 */
typedef struct FloatAnsnrRows {
    /** out[j] = vmaf_float_ansnr_sample(in[j]) */
    void (*from8)(float *out, const uint8_t *in, size_t n);
    void (*from16)(float *out, const uint16_t *in, float unit, size_t n);
    /**
     * Row sums.
     *
     * @param sum     [FANSNR_SUMS][stride], n of each written
     * @param ref,dis [-2 .. n+1] samples
     */
    void (*horiz)(float *sum, size_t stride, const float *ref, const float *dis, size_t n);
    /**
     * Both filters' sums over rows, and the terms.
     *
     * @param sig,noise [n]
     * @param row       five results of horiz, of the rows y - 2 to y + 2
     */
    void (*vert_terms)(float *sig, float *noise, const float *const row[VMAF_FLOAT_ANSNR_TAPS],
                       size_t stride, size_t n);
} FloatAnsnrRows;

extern const FloatAnsnrRows vmaf_float_ansnr_rows_c, vmaf_float_ansnr_rows_avx2,
    vmaf_float_ansnr_rows_avx512;

/**
 * @param isa enum VmafCpuFlag bits that may be used
 * @return the fastest table
 */
const FloatAnsnrRows *vmaf_float_ansnr_rows(unsigned isa);

#endif /* VMAF_FLOAT_ANSNR_ROWS_H */
