/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `float_ssim` and `float_ms_ssim`, compiled once per instruction set:
 * the including file defines VMAF_FLOAT_SSIM_ROWS, the name of its table. No include guard.
 *
 * The loops run across windows, whose sums are independent; the order inside a window is that of
 * the headers of terms, so that the width of a vector does not show in the result.
 */
#include "float_ssim_rows.h"

static void from_u8(float *restrict out, const uint8_t *restrict in, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = (float)in[j];
}

static void from_u16(float *restrict out, const uint16_t *restrict in, float unit, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = (float)in[j] * unit;
}

static void box_add(double *restrict acc, const float *restrict row, float tap, size_t n)
{
    for (size_t j = 0; j < n; j++)
        acc[j] = vmaf_float_ssim_add(acc[j], row[j], tap);
}

static void multiply(float *restrict out, const float *a, const float *b, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = a[j] * b[j];
}

static void gauss_row(float *restrict out, const float *restrict p, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = vmaf_float_ssim_gauss(p[j], p[j + 1], p[j + 2], p[j + 3], p[j + 4], p[j + 5],
                                       p[j + 6], p[j + 7], p[j + 8], p[j + 9], p[j + 10]);
}

static void gauss_column(float *restrict out, const float *const row[11], size_t at, size_t n)
{
    const float *r0 = row[0] + at, *r1 = row[1] + at, *r2 = row[2] + at, *r3 = row[3] + at;
    const float *r4 = row[4] + at, *r5 = row[5] + at, *r6 = row[6] + at, *r7 = row[7] + at;
    const float *r8 = row[8] + at, *r9 = row[9] + at, *r10 = row[10] + at;
    for (size_t j = 0; j < n; j++)
        out[j] = vmaf_float_ssim_gauss(r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j],
                                       r8[j], r9[j], r10[j]);
}

static void horiz(float *out, float *in, size_t stride, size_t n)
{
    const float *r = in + FSSIM_R * stride, *c = in + FSSIM_C * stride;
    multiply(in + FSSIM_RR * stride, r, r, n);
    multiply(in + FSSIM_CC * stride, c, c, n);
    multiply(in + FSSIM_RC * stride, r, c, n);
    for (unsigned k = 0; k < FSSIM_N; k++)
        gauss_row(out + k * stride, in + k * stride, n - (VMAF_FLOAT_SSIM_TAPS - 1));
}

static void vert_terms(double *restrict term, float *restrict mean, size_t stride,
                       const float *const row[11], enum VmafFloatSsimSums sums, size_t n)
{
    for (unsigned k = 0; k < FSSIM_N; k++)
        gauss_column(mean + k * stride, row, k * stride, n);
    const float *r = mean + FSSIM_R * stride, *c = mean + FSSIM_C * stride;
    const float *rr = mean + FSSIM_RR * stride, *cc = mean + FSSIM_CC * stride;
    const float *rc = mean + FSSIM_RC * stride;

    /* A loop for each set, so that nothing is computed that is not added. */
    switch (sums) {
    case FSSIM_SUM_T:
        for (size_t j = 0; j < n; j++)
            term[j] =
                vmaf_float_ssim_product(vmaf_float_ssim_term(r[j], c[j], rr[j], cc[j], rc[j]));
        break;
    case FSSIM_SUM_CS:
        for (size_t j = 0; j < n; j++) {
            const VmafFloatSsimTerm t = vmaf_float_ssim_term(r[j], c[j], rr[j], cc[j], rc[j]);
            term[2 * j] = t.c;
            term[2 * j + 1] = (double)t.s;
        }
        break;
    case FSSIM_SUM_LCS:
        for (size_t j = 0; j < n; j++) {
            const VmafFloatSsimTerm t = vmaf_float_ssim_term(r[j], c[j], rr[j], cc[j], rc[j]);
            term[3 * j] = t.l;
            term[3 * j + 1] = t.c;
            term[3 * j + 2] = (double)t.s;
        }
        break;
    case FSSIM_SUM_TLCS:
        for (size_t j = 0; j < n; j++) {
            const VmafFloatSsimTerm t = vmaf_float_ssim_term(r[j], c[j], rr[j], cc[j], rc[j]);
            term[4 * j] = vmaf_float_ssim_product(t);
            term[4 * j + 1] = t.l;
            term[4 * j + 2] = t.c;
            term[4 * j + 3] = (double)t.s;
        }
        break;
    }
}

static void split(float *restrict even, float *restrict odd, const float *restrict row, size_t n)
{
    for (size_t j = 0; j < n / 2; j++) {
        even[j] = row[2 * j];
        odd[j] = row[2 * j + 1];
    }
    if (n & 1)
        even[n / 2] = row[n - 1];
}

static void low_pass_row(double *restrict acc, const float *restrict e, const float *restrict o,
                         VmafMsSsimTaps k, size_t n)
{
    for (ptrdiff_t j = 0; j < (ptrdiff_t)n; j++)
        acc[j] = vmaf_ms_ssim_row(acc[j], k, e[j - 2], o[j - 2], e[j - 1], o[j - 1], e[j], o[j],
                                  e[j + 1], o[j + 1], e[j + 2]);
}

static void low_pass(float *restrict out, double *restrict acc, const float *const even[9],
                     const float *const odd[9], size_t n)
{
    for (size_t j = 0; j < n; j++)
        acc[j] = 0.0;
    for (unsigned v = 0; v < 9; v++)
        low_pass_row(acc, even[v], odd[v], vmaf_ms_ssim_taps(v < 4 ? 4 - v : v - 4), n);
    for (size_t j = 0; j < n; j++)
        out[j] = (float)acc[j];
}

const VmafFloatSsimRows VMAF_FLOAT_SSIM_ROWS = {
    from_u8, from_u16, box_add, horiz, vert_terms, split, low_pass,
};
