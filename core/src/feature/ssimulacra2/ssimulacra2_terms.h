/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_TERMS_H
#define VMAF_SSIMULACRA2_TERMS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/fma.h"
#include "base/hd.h"

/**
 * The arithmetic of ssimulacra2, every step between a code value and a plane sum. Float steps are
 * binary32, one rounding each; vmaf_fmaf() stands exactly where the definition fuses, and compilers
 * must not fuse anything else. Definition: docs/adr/0005-ssimulacra2-arithmetic.md.
 */

#define SSIMULACRA2_MAX_SCALES 6
/** Scales with a smaller side have no successor; frames with a smaller side are refused. */
#define SSIMULACRA2_MIN_SIDE 8
/** The blur reads this many samples to either side. */
#define SSIMULACRA2_REACH 4
/** Column x of a row is added to lane x % SSIMULACRA2_LANES. */
#define SSIMULACRA2_LANES 16
/** Sums per channel: of z and of z^4 (outer), for the ssim, artifact and detail terms (inner). */
#define SSIMULACRA2_SUMS 6
/** Intervals of the transfer table, which has one entry more for t = 1 and one to read past it. */
#define SSIMULACRA2_EOTF_STEPS 4096
#define SSIMULACRA2_EOTF_SIZE (SSIMULACRA2_EOTF_STEPS + 2)

/** From code values to non-linear RGB: offsets in codes, then factors. */
typedef struct Ssimulacra2Matrix {
    int32_t luma_offset, chroma_offset;
    float luma_scale, chroma_scale;
    float r_v, g_u, g_v, b_u;
} Ssimulacra2Matrix;

/** Clamp to [0, 1]; NaN cannot occur. */
static VMAF_HD float ssimulacra2_clamp(float t)
{
    t = t > 0.0f ? t : 0.0f;
    return t < 1.0f ? t : 1.0f;
}

/**
 * One pixel to non-linear RGB in [0, 1]. A picture without chroma has u = v = chroma_offset.
 *
 * @param rgb [3], overwritten
 */
static VMAF_HD void ssimulacra2_rgb(const Ssimulacra2Matrix *m, int32_t y, int32_t u, int32_t v,
                                    float *rgb)
{
    const float a = (float)(y - m->luma_offset) * m->luma_scale;
    const float cu = (float)(u - m->chroma_offset) * m->chroma_scale;
    const float cv = (float)(v - m->chroma_offset) * m->chroma_scale;
    rgb[0] = ssimulacra2_clamp(vmaf_fmaf(m->r_v, cv, a));
    rgb[1] = ssimulacra2_clamp(vmaf_fmaf(m->g_v, cv, vmaf_fmaf(m->g_u, cu, a)));
    rgb[2] = ssimulacra2_clamp(vmaf_fmaf(m->b_u, cu, a));
}

/** Interval of the transfer table that holds t in [0, 1], and in *f the position inside, [0, 1). */
static VMAF_HD int32_t ssimulacra2_eotf_index(float t, float *f)
{
    const float q = t * (float)SSIMULACRA2_EOTF_STEPS;
    const int32_t i = (int32_t)q;
    *f = q - (float)i;
    return i;
}

/** Linear light between two neighbours of the transfer table. */
static VMAF_HD float ssimulacra2_eotf_between(float low, float high, float f)
{
    return vmaf_fmaf(f, high - low, low);
}

/**
 * Cube root within 0.5000 ulp for 0.0037 <= x <= 1.005: a bit-level guess of x^(-1/3), a cubic
 * and a quadratic Newton step, and one correction of x * r^2 by its own error.
 */
static VMAF_HD float ssimulacra2_cbrt(float x)
{
    const float third = 0.333333343f;
    uint32_t i, t;
    float r, h, q, r2, y, y2, e2, d;

    memcpy(&i, &x, sizeof(i));
    t = (i >> 2) + (i >> 4);
    t += t >> 4;
    t += t >> 8;
    t = 0x54A1E000u - t;
    memcpy(&r, &t, sizeof(r));

    h = vmaf_fmaf(-x, (r * r) * r, 1.0f);
    q = vmaf_fmaf(h, 0.172839507f, 0.222222224f);
    q = vmaf_fmaf(h, q, third);
    r = vmaf_fmaf(r * h, q, r);
    h = vmaf_fmaf(-x, (r * r) * r, 1.0f);
    r = vmaf_fmaf(r * h, third, r);

    r2 = r * r;
    y = x * r2;
    y2 = y * y;
    e2 = vmaf_fmaf(y, y, -y2);
    d = vmaf_fmaf(-y2, y, x);
    d = vmaf_fmaf(-e2, y, d);
    return vmaf_fmaf(d, r2 * third, y);
}

/**
 * Linear RGB in [0, 1] to positive X, Y, B.
 *
 * @param xyb [3], overwritten
 */
static VMAF_HD void ssimulacra2_xyb(float r, float g, float b, float *xyb)
{
    const float bias = 0.00379307335f, cbrt_bias = 0.155954197f;
    const float mix_l = vmaf_fmaf(0.3f, r, vmaf_fmaf(0.621999979f, g, vmaf_fmaf(0.078f, b, bias)));
    const float mix_m = vmaf_fmaf(0.23f, r, vmaf_fmaf(0.691999972f, g, vmaf_fmaf(0.078f, b, bias)));
    const float mix_s =
        vmaf_fmaf(0.243422687f, r, vmaf_fmaf(0.204767451f, g, vmaf_fmaf(0.551809847f, b, bias)));
    const float l = ssimulacra2_cbrt(mix_l) - cbrt_bias;
    const float m = ssimulacra2_cbrt(mix_m) - cbrt_bias;
    const float s = ssimulacra2_cbrt(mix_s) - cbrt_bias;
    const float y = 0.5f * (l + m);
    xyb[0] = vmaf_fmaf(14.0f, 0.5f * (l - m), 0.42f);
    xyb[1] = y + 0.01f;
    xyb[2] = (s - y) + 0.55f;
}

/** One sample of the next scale; edges repeat the last column and row. */
static VMAF_HD float ssimulacra2_halve(float top_left, float top_right, float bottom_left,
                                       float bottom_right)
{
    return (((top_left + top_right) + bottom_left) + bottom_right) * 0.25f;
}

/** A sample's own part of its blur. */
static VMAF_HD float ssimulacra2_blur_centre(float x)
{
    return 0.264621109f * x;
}

/** Add the two neighbours at distance m = 1..4, in this order; 0 stands for one outside. */
static VMAF_HD float ssimulacra2_blur_pair(int m, float before, float after, float acc)
{
    const float tap = m == 1   ? 0.212928593f
                      : m == 2 ? 0.10933537f
                      : m == 3 ? 0.0360111147f
                               : 0.00941436738f;
    return vmaf_fmaf(tap, before + after, acc);
}

/** 1 - SSIM from the blurred x1, x2, x1^2, x2^2, x1 x2; not clamped. 1 is ref, 2 is dis. */
static VMAF_HD float ssimulacra2_error(float m1, float m2, float s11, float s22, float s12)
{
    const float c2 = 0.0009f;
    const float df = m1 - m2;
    const float num_m = vmaf_fmaf(-df, df, 1.0f);
    /* The three forms below stay alike: that makes equal pictures give exactly 0. */
    const float num_s = vmaf_fmaf(2.0f, vmaf_fmaf(-m1, m2, s12), c2);
    const float den = (vmaf_fmaf(-m1, m1, s11) + vmaf_fmaf(-m2, m2, s22)) + c2;
    return 1.0f - (num_m * num_s) / den;
}

/** Edge difference: positive where dis has more contrast to its blur than ref (artifact). */
static VMAF_HD float ssimulacra2_edge(float x1, float m1, float x2, float m2)
{
    const float e1 = fabsf(x1 - m1);
    const float e2 = fabsf(x2 - m2);
    return (e2 - e1) / (1.0f + e1);
}

/** The positive part: of the error, of the edge term (artifact), of its negative (detail loss). */
static VMAF_HD float ssimulacra2_positive(float z)
{
    return z > 0.0f ? z : 0.0f;
}

/** What the 4-sum adds for a term: a double, or a vector of them. */
#define SSIMULACRA2_FOURTH(z) (((z) * (z)) * ((z) * (z)))

/** Row sum from its lanes [SSIMULACRA2_LANES], which are overwritten. */
static VMAF_HD double ssimulacra2_lane_tree(double *lane)
{
    for (int st = SSIMULACRA2_LANES / 2; st > 0; st /= 2) {
        for (int j = 0; j < st; j++)
            lane[j] += lane[j + st];
    }
    return lane[0];
}

#endif /* VMAF_SSIMULACRA2_TERMS_H */
