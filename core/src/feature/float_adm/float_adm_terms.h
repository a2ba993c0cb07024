/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_TERMS_H
#define VMAF_FLOAT_ADM_TERMS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/hd.h"

/**
 * The arithmetic of float_adm per sample, shared by the CPU code and every twin. All values are
 * binary32 and every operation rounds once; where a double stands, it is part of the definition.
 *
 * A band is the output of one wavelet scale. Bands of details and everything derived from them
 * come in the order h, v, d (index b = 0, 1, 2).
 */
#define VMAF_FLOAT_ADM_SCALES 4
#define VMAF_FLOAT_ADM_MIN_SIDE 17

/** The sums of one scale; each adds every row from left to right and then the row totals. */
enum VmafFloatAdmSum {
    VMAF_FLOAT_ADM_DEN = 0, /**< + b: energy of the reference */
    VMAF_FLOAT_ADM_NUM = 3, /**< + b: restored part above the threshold of the additive part */
    VMAF_FLOAT_ADM_AIM = 6, /**< + b: additive part above the threshold of the restored part */
    VMAF_FLOAT_ADM_SUMS = 9
};

/** The detail samples of both pictures at one position. */
typedef struct VmafFloatAdmDetail {
    float ref[3], dis[3];
} VmafFloatAdmDetail;

/** The split of the distorted details into a restored and an additive part. */
typedef struct VmafFloatAdmSplit {
    float restored[3], additive[3];
} VmafFloatAdmSplit;

/** A sample as float: centred at 0 on the scale of 8 bits. @param unit 2^(8 - bits) */
static VMAF_HD float vmaf_float_adm_sample(unsigned v, float unit)
{
    return (float)(int)v * unit + -128.0f;
}

/** Low-pass tap sum of four neighbouring samples, the first one at index 2i - 1. */
static VMAF_HD float vmaf_float_adm_low(float s0, float s1, float s2, float s3)
{
    float t = 0.482962913144690f * s0;
    t = t + 0.836516303737469f * s1;
    t = t + 0.224143868041857f * s2;
    t = t + -0.129409522550921f * s3;
    return t;
}

/** High-pass tap sum of the same samples. */
static VMAF_HD float vmaf_float_adm_high(float s0, float s1, float s2, float s3)
{
    float t = -0.129409522550921f * s0;
    t = t + -0.224143868041857f * s1;
    t = t + 0.836516303737469f * s2;
    t = t + -0.482962913144690f * s3;
    return t;
}

/**
 * Source index of a wavelet tap at x = -1..n+1 of n >= 2 samples. The near edge mirrors about the
 * sample (-1 to 1), the far edge about its outer border (n to n-1, n+1 to n-2).
 */
static VMAF_HD int vmaf_float_adm_tap(int x, int n)
{
    const int near = x < 0 ? -x : x, far = 2 * n - 1 - near;
    return near < far ? near : far;
}

/** Index before j in the masking window: the near edge mirrors. */
static VMAF_HD int vmaf_float_adm_before(int j)
{
    return j > 0 ? j - 1 : 1;
}

/** Index after j in the masking window of n samples: the far edge clamps. */
static VMAF_HD int vmaf_float_adm_after(int j, int n)
{
    return j + 1 < n ? j + 1 : n - 1;
}

static VMAF_HD uint32_t vmaf_float_adm_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof(u));
    return u;
}

static VMAF_HD float vmaf_float_adm_from_bits(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof(f));
    return f;
}

/**
 * The 12-bit reciprocal on which the definition rests. With K the top 11 fraction bits of d it is
 * 2^25 / (4097 + 2K) rounded to an integer, times 2^-13 and the negated exponent: the reciprocal
 * of the middle of the interval that K names, rounded to 12 fraction bits. One division and one
 * rounding of its bits give that for all K when the division starts one step below the middle and
 * ties go down; see docs/adr/0004.
 *
 * @param d |d| in [2^-126, 2^126), or 0, which gives infinity
 */
static VMAF_HD float vmaf_float_adm_rcp12(float d)
{
    const uint32_t middle = (vmaf_float_adm_bits(d) & 0xfffff000u) | 0x7ffu;
    const uint32_t inverse = vmaf_float_adm_bits(1.0f / vmaf_float_adm_from_bits(middle));
    return vmaf_float_adm_from_bits((inverse + 0x3ffu) & 0xfffff800u);
}

/** The reciprocal after one refinement; not the correctly rounded one. */
static VMAF_HD float vmaf_float_adm_rcp(float d)
{
    const float x = vmaf_float_adm_rcp12(d);
    float u = d * x;
    u = 1.0f - u;
    u = x * u;
    return x + u;
}

/** The part of a reference detail that the distorted one still holds, before the gain limit. */
static VMAF_HD float vmaf_float_adm_restore(float ref, float dis)
{
    float k = dis * vmaf_float_adm_rcp(ref + 1e-30f);
    k = k < 0.0f ? 0.0f : k > 1.0f ? 1.0f : k;
    return k * ref;
}

/** True if the h, v vectors of both pictures point the same way, to one degree. */
static VMAF_HD bool vmaf_float_adm_same_angle(const VmafFloatAdmDetail *x)
{
    const float cos2 = 0.9996954135095479f;
    const float dot = x->ref[0] * x->dis[0] + x->ref[1] * x->dis[1];
    const float ref2 = x->ref[0] * x->ref[0] + x->ref[1] * x->ref[1];
    const float dis2 = x->dis[0] * x->dis[0] + x->dis[1] * x->dis[1];
    return (dot >= 0.0f) & (dot * dot >= (cos2 * ref2) * dis2);
}

/**
 * Gain of a restored sample where the angle allows one: up to limit times, but not past dis.
 *
 * @param wide the limit is not a float: multiply in double and round. For a float limit the
 *             product in float has the same bits.
 */
static VMAF_HD float vmaf_float_adm_gain(float r, float dis, double limit, bool wide)
{
    const float g = wide ? (float)((double)r * limit) : r * (float)limit;
    const float up = g < dis ? g : dis;
    const float down = g > dis ? g : dis;
    const float one_side = r > 0.0f ? up : down;
    return r == 0.0f ? r : one_side;
}

/** Split the distorted details of one position. */
static VMAF_HD VmafFloatAdmSplit vmaf_float_adm_decouple(const VmafFloatAdmDetail *x,
                                                         double gain_limit, bool wide)
{
    const bool same = vmaf_float_adm_same_angle(x);
    VmafFloatAdmSplit s;
    for (int b = 0; b < 3; b++) {
        const float r = vmaf_float_adm_restore(x->ref[b], x->dis[b]);
        const float g = vmaf_float_adm_gain(r, x->dis[b], gain_limit, wide);
        s.restored[b] = same ? g : r;
        s.additive[b] = x->dis[b] - s.restored[b];
    }
    return s;
}

/** Weighted magnitude of a sample. @param f contrast sensitivity factor of scale and band */
static VMAF_HD float vmaf_float_adm_csf(float f, float x)
{
    return fabsf(f * x);
}

/** What a weighted magnitude adds to the threshold of its eight neighbours. */
static VMAF_HD float vmaf_float_adm_spread(float csf)
{
    return (float)(0.0333333351 * (double)csf);
}

/**
 * Masking threshold that one band gives at column j: nine terms, added in raster order.
 *
 * @param above,here,below spread values of the three rows
 * @param centre           weighted magnitude at the position itself
 * @param j,before,after   its column and the two beside it
 */
static VMAF_HD float vmaf_float_adm_mask(const float *above, const float *here, const float *below,
                                         float centre, int j, int before, int after)
{
    float s = above[before] + above[j];
    s = s + above[after];
    s = s + here[before];
    s = (float)((double)s + 0.0666666701 * (double)centre);
    s = s + here[after];
    s = s + below[before];
    s = s + below[j];
    return s + below[after];
}

/** What is left of a weighted magnitude above the threshold. */
static VMAF_HD float vmaf_float_adm_visible(float csf, float threshold)
{
    const float x = csf - threshold;
    return x < 0.0f ? 0.0f : x;
}

/** Whether the terms of a sum are vmaf_float_adm_cube(), otherwise vmaf_float_adm_power(). */
static VMAF_HD bool vmaf_float_adm_is_cube(double p_norm)
{
    return p_norm == 3.0;
}

/** The term of a sum when adm_p_norm is 3. */
static VMAF_HD float vmaf_float_adm_cube(float x)
{
    return (x * x) * x;
}

/**
 * The term of a sum with another norm. 0 is frequent where details are flat or masked, and has no
 * need of the logarithm.
 *
 * @param power  vmaf_powf() or vmaf_powf_hd(), which have the same bits
 * @param p_norm adm_p_norm, rounded to float
 */
static VMAF_HD float vmaf_float_adm_power(float x, float p_norm, float (*power)(float, float))
{
    return x == 0.0f ? 0.0f : power(x, p_norm);
}

#endif /* VMAF_FLOAT_ADM_TERMS_H */
