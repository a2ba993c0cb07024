/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_ROWS_H
#define VMAF_ADM_ROWS_H

#include <stdint.h>

#include "feature/adm/adm_terms.h"

/** The rows that contrast masking reads, made by the decoupling of one band row. */
typedef struct AdmMaskRows {
    int32_t *signal[2][VMAF_ADM_BANDS]; /**< [pass]: AdmWeighted.signal of pass NUM, of pass AIM */
    int32_t *neighbour[2];              /**< [pass]: AdmShares.neighbour */
    int32_t *centre[2];                 /**< [pass]: AdmShares.centre */
} AdmMaskRows;

/**
 * The loops over a row, one table per instruction set; all tables return the same integers.
 *
 * Rows of band samples are int32_t and may be read and written from one sample before column 0 to
 * two after the last. A range [x0, x1) is in columns of the row at hand.
 */
typedef struct AdmRows {
    /**
     * Vertical wavelet pass at scale 0.
     *
     * @param in     the four source rows, of bytes or 16-bit samples
     * @param lo,hi  [w] low and high pass, 16 bits suffice; hi may be NULL
     * @param shift  bits per sample; samples are taken relative to half their range
     */
    void (*vert8)(const uint8_t *const in[4], int16_t *lo, int16_t *hi, int32_t w, uint32_t shift);
    void (*vert16)(const uint16_t *const in[4], int16_t *lo, int16_t *hi, int32_t w,
                   uint32_t shift);
    /** The same at scales 1..3; shift may be 0. */
    void (*vert32)(const int32_t *const in[4], int32_t *lo, int32_t *hi, int32_t w, uint32_t shift);

    /**
     * Horizontal wavelet pass: out[j] from in[2j-1 .. 2j+2].
     *
     * @param low,high [w]; high may be NULL
     */
    void (*horiz16)(const int16_t *in, int32_t *low, int32_t *high, int32_t w, uint32_t shift);
    void (*horiz32)(const int32_t *in, int32_t *low, int32_t *high, int32_t w, uint32_t shift);

    /**
     * Decouple a row and weigh both parts.
     *
     * @param ref,dis bands h, v, d
     * @param gain    largest gain credited to enhanced detail, at least 1
     * @param scratch a row
     */
    void (*decouple16)(const AdmScale *s, double gain, int32_t *const ref[VMAF_ADM_BANDS],
                       int32_t *const dis[VMAF_ADM_BANDS], const AdmMaskRows *out, int32_t *scratch,
                       int32_t x0, int32_t x1);
    void (*decouple32)(const AdmScale *s, double gain, int32_t *const ref[VMAF_ADM_BANDS],
                       int32_t *const dis[VMAF_ADM_BANDS], const AdmMaskRows *out, int32_t *scratch,
                       int32_t x0, int32_t x1);

    /**
     * Mask a row and add its cubes over the inner columns.
     *
     * @param row    the rows above, at and below
     * @param pass   VMAF_ADM_NUM or VMAF_ADM_AIM
     * @param scratch a row
     * @param sum    [band], overwritten with the row sums, modulo 2^64, not rounded
     */
    void (*mask)(const AdmScale *s, const AdmMaskRows *const row[3], int pass, int32_t *scratch,
                 uint64_t sum[VMAF_ADM_BANDS]);

    /** Row sum of the denominator over the inner columns of one band, not rounded. */
    uint64_t (*den16)(const AdmScale *s, const int32_t *band);
    uint64_t (*den32)(const AdmScale *s, const int32_t *band);
} AdmRows;

extern const AdmRows vmaf_adm_rows_c, vmaf_adm_rows_avx2, vmaf_adm_rows_avx512;

/** @return the fastest table for these enum VmafCpuFlag bits */
const AdmRows *vmaf_adm_rows(unsigned isa);

#endif /* VMAF_ADM_ROWS_H */
