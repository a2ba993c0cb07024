/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `float_ssim` and `float_ms_ssim`, compiled once per instruction set:
 * the including file makes a table of them. No include guard.
 *
 * The loops run across windows, whose sums are independent; the order inside a window is that of
 * the headers of terms, so that the width of a vector does not show in the result.
 */
#include "feature/float_ssim/float_ssim_rows.h"

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

/* Eleven rows from top to bottom, or one row eleven times, each starting a sample later. Out of
 * line, since a compiler that knows of the latter may carry loads from one pass of the loop to the
 * next and then find no vectors. */
static __attribute__((noinline)) void gauss(float *restrict out, const float *const row[11],
                                            size_t at, size_t n)
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
    const float *const tap[11] = {in,     in + 1, in + 2, in + 3, in + 4, in + 5,
                                  in + 6, in + 7, in + 8, in + 9, in + 10};
    for (unsigned k = 0; k < FSSIM_N; k++)
        gauss(out + k * stride, tap, k * stride, n - (VMAF_FLOAT_SSIM_TAPS - 1));
}

static void vert_terms(double *restrict term, float *restrict mean, size_t stride,
                       const float *const row[11], enum VmafFloatSsimSums sums, size_t n)
{
    for (unsigned k = 0; k < FSSIM_N; k++)
        gauss(mean + k * stride, row, k * stride, n);
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

/* Nine taps of one row; out of line as gauss() is. */
static __attribute__((noinline)) void low_pass_row(double *restrict acc, const float *const tap[9],
                                                   VmafMsSsimTaps k, size_t n)
{
    const float *p0 = tap[0], *p1 = tap[1], *p2 = tap[2], *p3 = tap[3], *p4 = tap[4];
    const float *p5 = tap[5], *p6 = tap[6], *p7 = tap[7], *p8 = tap[8];
    for (size_t j = 0; j < n; j++)
        acc[j] = vmaf_ms_ssim_row(acc[j], k, p0[j], p1[j], p2[j], p3[j], p4[j], p5[j], p6[j], p7[j],
                                  p8[j]);
}

static void low_pass(float *restrict out, double *restrict acc, const float *const even[9],
                     const float *const odd[9], size_t n)
{
    for (size_t j = 0; j < n; j++)
        acc[j] = 0.0;
    for (unsigned v = 0; v < 9; v++) {
        const float *e = even[v], *o = odd[v];
        const float *const tap[9] = {e - 2, o - 2, e - 1, o - 1, e, o, e + 1, o + 1, e + 2};
        low_pass_row(acc, tap, vmaf_ms_ssim_taps(v < 4 ? 4 - v : v - 4), n);
    }
    for (size_t j = 0; j < n; j++)
        out[j] = (float)acc[j];
}
