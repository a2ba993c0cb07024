/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `float_ansnr`, compiled once per instruction set: the including file
 * makes a table of them. No include guard.
 *
 * The loops run across samples, whose filters are independent; the order inside a filter is that of
 * the header of terms, so that the width of a vector does not show in the result.
 */
#include "feature/float_ansnr/float_ansnr_rows.h"

static void from8(float *restrict out, const uint8_t *restrict in, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = vmaf_float_ansnr_sample(in[j], 1.0f);
}

static void from16(float *restrict out, const uint16_t *restrict in, float unit, size_t n)
{
    for (size_t j = 0; j < n; j++)
        out[j] = vmaf_float_ansnr_sample(in[j], unit);
}

static void horiz(float *restrict sum, size_t stride, const float *restrict ref,
                  const float *restrict dis, size_t n)
{
    float *restrict r = sum + FANSNR_REF * stride, *restrict d0 = sum + FANSNR_DIS0 * stride;
    float *restrict d1 = sum + FANSNR_DIS1 * stride, *restrict d2 = sum + FANSNR_DIS2 * stride;
    const float *p = dis - VMAF_FLOAT_ANSNR_RADIUS;
    for (size_t j = 0; j < n; j++) {
        r[j] = vmaf_float_ansnr_ref(ref[(ptrdiff_t)j - 1], ref[j], ref[j + 1]);
        d0[j] = vmaf_float_ansnr_dis0(p[j], p[j + 1], p[j + 2], p[j + 3], p[j + 4]);
        d1[j] = vmaf_float_ansnr_dis1(p[j], p[j + 1], p[j + 2], p[j + 3], p[j + 4]);
        d2[j] = vmaf_float_ansnr_dis2(p[j], p[j + 1], p[j + 2], p[j + 3], p[j + 4]);
    }
}

static void vert_terms(float *restrict sig, float *restrict noise,
                       const float *const row[VMAF_FLOAT_ANSNR_TAPS], size_t stride, size_t n)
{
    const float *r0 = row[1] + FANSNR_REF * stride, *r1 = row[2] + FANSNR_REF * stride;
    const float *r2 = row[3] + FANSNR_REF * stride;
    const float *d0 = row[0] + FANSNR_DIS0 * stride, *d1 = row[1] + FANSNR_DIS1 * stride;
    const float *d2 = row[2] + FANSNR_DIS2 * stride, *d3 = row[3] + FANSNR_DIS1 * stride;
    const float *d4 = row[4] + FANSNR_DIS0 * stride;
    for (size_t j = 0; j < n; j++) {
        const VmafFloatAnsnrTerm t =
            vmaf_float_ansnr_term(r0[j], r1[j], r2[j], d0[j], d1[j], d2[j], d3[j], d4[j]);
        sig[j] = t.sig;
        noise[j] = t.noise;
    }
}
