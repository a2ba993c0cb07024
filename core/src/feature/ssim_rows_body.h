/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `ssim`, compiled once per instruction set: the including file defines
 * VMAF_SSIM_ROWS, the name of its table. No include guard.
 */
#include "ssim_rows.h"

/* Doubles hold every moment exactly, so they give the integers' values in any order. */
static void products(double *restrict scratch, size_t stride, size_t n)
{
    const double *restrict x = scratch + SSIM_X * stride;
    const double *restrict y = scratch + SSIM_Y * stride;
    double *restrict xx = scratch + SSIM_XX * stride;
    double *restrict xy = scratch + SSIM_XY * stride;
    double *restrict yy = scratch + SSIM_YY * stride;
    for (size_t j = 0; j < n; j++) {
        xx[j] = x[j] * x[j];
        xy[j] = x[j] * y[j];
        yy[j] = y[j] * y[j];
    }
}

static void windows(double *restrict out, const double *restrict in, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = vmaf_ssim_window_f64(in[j - 4], in[j - 3], in[j - 2], in[j - 1], in[j], in[j + 1],
                                      in[j + 2], in[j + 3], in[j + 4]);
}

static void horiz(double *out, double *scratch, size_t stride, size_t n)
{
    products(scratch, stride, n);
    for (unsigned k = 0; k < SSIM_N; k++)
        windows(out + k * stride, scratch + k * stride, n);
}

static void horiz_u8(double *out, double *scratch, size_t stride, const uint8_t *ref,
                     const uint8_t *dis, size_t n)
{
    double *restrict x = scratch + SSIM_X * stride;
    double *restrict y = scratch + SSIM_Y * stride;
    for (size_t j = 0; j < n; j++) {
        x[j] = (double)ref[j];
        y[j] = (double)dis[j];
    }
    horiz(out, scratch, stride, n);
}

static void horiz_u16(double *out, double *scratch, size_t stride, const uint16_t *ref,
                      const uint16_t *dis, size_t n)
{
    double *restrict x = scratch + SSIM_X * stride;
    double *restrict y = scratch + SSIM_Y * stride;
    for (size_t j = 0; j < n; j++) {
        x[j] = (double)ref[j];
        y[j] = (double)dis[j];
    }
    horiz(out, scratch, stride, n);
}

static void vert(double *restrict out, const double *const row[9], size_t at, size_t n)
{
    const double *r0 = row[0] + at, *r1 = row[1] + at, *r2 = row[2] + at, *r3 = row[3] + at;
    const double *r4 = row[4] + at, *r5 = row[5] + at, *r6 = row[6] + at, *r7 = row[7] + at;
    const double *r8 = row[8] + at;
    for (size_t j = 0; j < n; j++)
        out[j] =
            vmaf_ssim_window_f64(r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j], r8[j]);
}

static void vert_terms(double *restrict term, double *restrict sum, size_t stride,
                       const double *const row[9], const double *restrict wx, double wy,
                       VmafSsimConstants q, size_t n)
{
    for (unsigned k = 0; k < SSIM_N; k++)
        vert(sum + k * stride, row, k * stride, n);
    const double *x = sum + SSIM_X * stride, *y = sum + SSIM_Y * stride;
    const double *xx = sum + SSIM_XX * stride, *xy = sum + SSIM_XY * stride;
    const double *yy = sum + SSIM_YY * stride;
    for (size_t j = 0; j < n; j++)
        term[j] = vmaf_ssim_term(wx[j] * wy, x[j], y[j], xx[j], xy[j], yy[j], q);
}

const VmafSsimRows VMAF_SSIM_ROWS = {horiz_u8, horiz_u16, vert_terms};
