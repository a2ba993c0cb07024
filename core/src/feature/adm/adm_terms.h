/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_TERMS_H
#define VMAF_ADM_TERMS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/hd.h"
#include "feature/adm/adm_crop.h"

/*
 * The arithmetic of the fixed-point ADM, one sample at a time. All of it is two's complement
 * integer arithmetic that wraps, with IEEE double or float where a type says so. Sums and
 * products that can leave their type are formed unsigned.
 *
 * Two forms exist of most functions: "16" for scale 0, whose bands fit 16 bits, and "32" for
 * scales 1..3. Bands stand in the order h, v, d = 0, 1, 2.
 */

#define VMAF_ADM_SCALES 4
#define VMAF_ADM_BANDS 3

/** The three passes over a scale: restored detail, additive impairment, the reference. */
enum { VMAF_ADM_NUM, VMAF_ADM_AIM, VMAF_ADM_DEN, VMAF_ADM_PASSES };

/** What one scale needs besides its samples: sizes, shifts and factors, constant over a run. */
typedef struct AdmScale {
    int32_t in_w, in_h;     /**< input of the scale, samples */
    int32_t w, h;           /**< each of its four bands */
    int32_t x0, x1, y0, y1; /**< inner rectangle: columns [x0, x1), rows [y0, y1) are summed */
    uint32_t vert_shift, horiz_shift;          /**< of the wavelet sums */
    uint32_t factor[VMAF_ADM_BANDS];           /**< contrast sensitivity; 16 bits at scale 0 */
    uint32_t thr_shift[VMAF_ADM_BANDS];        /**< left, of the masking threshold */
    uint32_t square_shift[VMAF_ADM_BANDS];     /**< of the square of a masked value */
    uint32_t cube_shift[VMAF_ADM_BANDS];       /**< of the cube of a masked value */
    uint32_t row_shift;                        /**< of a row sum of cubes */
    uint32_t den_square_shift, den_cube_shift; /**< the same of the denominator; scale 0: 0 */
    uint32_t den_row_shift;
} AdmScale;

/* ---- rounding ---- */

/** Half a unit of a right shift; 0 when there is no shift. */
static VMAF_HD uint64_t vmaf_adm_half(uint32_t shift)
{
    return ((uint64_t)1 << shift) >> 1;
}

/** floor(x / 2^shift). Written without a signed shift, which AVX2 lacks for 64 bits. */
static VMAF_HD int64_t vmaf_adm_floor_shift(uint64_t x, uint32_t shift)
{
    const uint64_t bias = (uint64_t)1 << 63;
    return (int64_t)(((x ^ bias) >> shift) - (bias >> shift));
}

/** (x + half) >> shift, low 32 bits; a shift of at most 32 never shows the missing sign bits. */
static VMAF_HD int32_t vmaf_adm_round_shift32(int64_t x, uint32_t shift)
{
    return (int32_t)(uint32_t)(((uint64_t)x + vmaf_adm_half(shift)) >> shift);
}

/**
 * The rounding of a row: applied once, to the complete sum of a row of the inner rectangle, never
 * to a part of one. What it returns is added up over the rows, modulo 2^64.
 */
static VMAF_HD uint64_t vmaf_adm_round_row(uint64_t row, uint32_t shift)
{
    return (uint64_t)vmaf_adm_floor_shift(row + vmaf_adm_half(shift), shift);
}

/** The same for the denominator, whose sums are unsigned. */
static VMAF_HD uint64_t vmaf_adm_round_row_den(uint64_t row, uint32_t shift)
{
    return (row + vmaf_adm_half(shift)) >> shift;
}

/** All bits set if x < 0, else none. */
static VMAF_HD uint32_t vmaf_adm_sign(int32_t x)
{
    return 0u - ((uint32_t)x >> 31);
}

/** x, or -x where sign is all ones; INT32_MIN stays. */
static VMAF_HD int32_t vmaf_adm_apply_sign(int32_t x, uint32_t sign)
{
    return (int32_t)(((uint32_t)x ^ sign) - sign);
}

/** Absolute value that keeps INT32_MIN. */
static VMAF_HD int32_t vmaf_adm_abs(int32_t x)
{
    return vmaf_adm_apply_sign(x, vmaf_adm_sign(x));
}

/* ---- wavelet ---- */

/*
 * Taps: low 15826, 27411, 7345, -4240; high the reverse with alternating sign. The absolute
 * values add up to 54822, so 16-bit input keeps every partial sum inside 32 bits. A picture with
 * samples above the peak of its depth has input of 17 bits, whose sums wrap.
 */

/** A rounding shift of at least 1, to 16 bits. */
static VMAF_HD int32_t vmaf_adm_round_shift16(uint32_t sum, uint32_t shift)
{
    return (int16_t)((int32_t)(sum + ((uint32_t)1 << (shift - 1))) >> shift);
}

/** Scale 0: four samples. */
static VMAF_HD int32_t vmaf_adm_low16(int32_t a, int32_t b, int32_t c, int32_t d, uint32_t shift)
{
    const uint32_t sum =
        (uint32_t)(15826 * a) + (uint32_t)(27411 * b) + (uint32_t)(7345 * c) - (uint32_t)(4240 * d);
    return vmaf_adm_round_shift16(sum, shift);
}

static VMAF_HD int32_t vmaf_adm_high16(int32_t a, int32_t b, int32_t c, int32_t d, uint32_t shift)
{
    const uint32_t sum =
        (uint32_t)(27411 * c) - (uint32_t)(4240 * a) - (uint32_t)(7345 * b) - (uint32_t)(15826 * d);
    return vmaf_adm_round_shift16(sum, shift);
}

/** Scales 1..3: any shift, 0 included. */
static VMAF_HD int32_t vmaf_adm_low32(int32_t a, int32_t b, int32_t c, int32_t d, uint32_t shift)
{
    const int64_t sum =
        (int64_t)15826 * a + (int64_t)27411 * b + (int64_t)7345 * c - (int64_t)4240 * d;
    return vmaf_adm_round_shift32(sum, shift);
}

static VMAF_HD int32_t vmaf_adm_high32(int32_t a, int32_t b, int32_t c, int32_t d, uint32_t shift)
{
    const int64_t sum =
        (int64_t)27411 * c - (int64_t)4240 * a - (int64_t)7345 * b - (int64_t)15826 * d;
    return vmaf_adm_round_shift32(sum, shift);
}

/* ---- decouple ---- */

/**
 * Whether the angle between the band pairs (h, v) of reference and distorted is at most one
 * degree: dp >= 0 and dp^2 >= cos^2 om tm. The inputs are rounded to float once, the rest is
 * double, where only the last product on the right rounds. The definition divides all three by
 * 4096 first, which changes no mantissa and no comparison. A negative dp makes the left side
 * negative, the right one never is.
 *
 * @param dp,om,tm ref.dis, ref.ref, dis.dis
 * @return all bits set if so, else 0
 */
static VMAF_HD int32_t vmaf_adm_angle(float dp, float om, float tm)
{
    const double cos_sq = 16772106.0 / 16777216.0; /* cos(1 degree)^2 as a float */
    const double p = (double)dp;
    return p * fabs(p) >= (cos_sq * (double)om) * (double)tm ? -1 : 0;
}

static VMAF_HD int32_t vmaf_adm_angle16(int32_t oh, int32_t ov, int32_t th, int32_t tv)
{
    return vmaf_adm_angle((float)(oh * th + ov * tv), (float)(oh * oh + ov * ov),
                          (float)(th * th + tv * tv));
}

static VMAF_HD int32_t vmaf_adm_angle32(int32_t oh, int32_t ov, int32_t th, int32_t tv)
{
    return vmaf_adm_angle((float)((int64_t)oh * th + (int64_t)ov * tv),
                          (float)((int64_t)oh * oh + (int64_t)ov * ov),
                          (float)((int64_t)th * th + (int64_t)tv * tv));
}

/** The same from band samples; wide: scales 1..3. */
static VMAF_HD int32_t vmaf_adm_angle_flag(int32_t oh, int32_t ov, int32_t th, int32_t tv, int wide)
{
    return wide ? vmaf_adm_angle32(oh, ov, th, tv) : vmaf_adm_angle16(oh, ov, th, tv);
}

/**
 * floor(2^30 / m), 1 <= m <= 32768, by one double division: the quotient lies at least 2^-15
 * below the next integer or is one, and the division errs by less than 2^-23.
 */
static VMAF_HD int32_t vmaf_adm_reciprocal(int32_t m)
{
    return (int32_t)(1073741824.0 / (double)m);
}

/*
 * Restored sample: o times t / o in 1/32768 units, the ratio held to 0..1. Opposite signs give
 * a ratio of 0. |t| above 2 |o| gives 1 in any case, so it is cut there, which keeps the ratio in
 * 32 bits. o == 0 needs no branch: whatever the ratio, r is 0.
 */

static VMAF_HD int32_t vmaf_adm_restore16(int32_t o, int32_t t)
{
    const int32_t m = vmaf_adm_abs(o), n = vmaf_adm_abs(t);
    const uint32_t cut = (uint32_t)(n < 2 * m ? n : 2 * m);
    const uint32_t rec = (uint32_t)vmaf_adm_reciprocal(m > 1 ? m : 1);
    const int32_t ratio = (int32_t)((rec * cut + 16384u) >> 15);
    const int32_t k = (ratio < 32768 ? ratio : 32768) & (int32_t)~vmaf_adm_sign(o ^ t);
    return (k * o + 16384) >> 15;
}

/** 17 - clz(m), at least 0: the shift that brings 0 <= m < 2^31 to at most 15 bits. */
static VMAF_HD uint32_t vmaf_adm_normal_shift(int32_t m)
{
    const float f = (float)(m >> 7); /* at most 24 bits: exact */
    int32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    const int32_t s = (bits >> 23) - 134;
    return (uint32_t)(s > 0 ? s : 0);
}

static VMAF_HD int32_t vmaf_adm_restore32(int32_t o, int32_t t)
{
    const int32_t m = vmaf_adm_abs(o);
    const uint32_t n = (uint32_t)vmaf_adm_abs(t), twice = 2 * (uint32_t)m;
    const uint32_t cut = n < twice ? n : twice;
    const uint32_t shift = vmaf_adm_normal_shift(m);
    const int32_t normal = (m + (int32_t)((1u << shift) >> 1)) >> shift;
    const uint32_t rec = (uint32_t)vmaf_adm_reciprocal(normal > 1 ? normal : 1);
    const uint32_t half = 16384u << shift;
    const uint64_t last = 15 + shift; /* as wide as what it shifts, for vectors */
    const int32_t ratio = (int32_t)(uint32_t)(((uint64_t)rec * cut + half) >> last);
    const int32_t k = (ratio < 32768 ? ratio : 32768) & (int32_t)~vmaf_adm_sign(o ^ t);
    return vmaf_adm_round_shift32((int64_t)k * o, 15);
}

/**
 * Limit the gain of a restored sample where the angle flag is set: the smaller in magnitude of
 * r * gain (a double) and t, towards zero. r is 0 or has the sign of o and t. Without the flag
 * |r| stands for |t|, which leaves r, as gain >= 1.
 */
static VMAF_HD int32_t vmaf_adm_enhance(int32_t r, int32_t o, int32_t t, int32_t flag, double gain)
{
    const int32_t m = vmaf_adm_abs(r), n = vmaf_adm_abs(t);
    const double x = (double)m * gain, limit = (double)((n & flag) | (m & ~flag));
    return vmaf_adm_apply_sign((int32_t)(x < limit ? x : limit), vmaf_adm_sign(o));
}

/** The same at scale 0 for a gain without a fraction, where the product fits 32 bits. */
static VMAF_HD int32_t vmaf_adm_enhance_whole16(int32_t r, int32_t o, int32_t t, int32_t flag,
                                                int32_t gain)
{
    const int32_t m = vmaf_adm_abs(r), n = vmaf_adm_abs(t);
    const int32_t x = m * gain, limit = (n & flag) | (m & ~flag);
    return vmaf_adm_apply_sign(x < limit ? x : limit, vmaf_adm_sign(o));
}

/**
 * Restored part r of a distorted band sample; what is left of it, t - r, is the additive part ai.
 *
 * @param o,t  reference and distorted sample
 * @param flag vmaf_adm_angle_flag() of the site
 * @param wide scales 1..3
 */
static VMAF_HD int32_t vmaf_adm_restore(int32_t o, int32_t t, int32_t flag, double gain, int wide)
{
    const int32_t r = wide ? vmaf_adm_restore32(o, t) : vmaf_adm_restore16(o, t);
    return vmaf_adm_enhance(r, o, t, flag, gain);
}

/** The same at scale 0 for a gain without a fraction. */
static VMAF_HD int32_t vmaf_adm_restore_whole16(int32_t o, int32_t t, int32_t flag, int32_t gain)
{
    return vmaf_adm_enhance_whole16(vmaf_adm_restore16(o, t), o, t, flag, gain);
}

/* ---- contrast sensitivity ---- */

/** What contrast masking needs of one sample of one band. */
typedef struct AdmWeighted {
    int32_t signal;    /**< magnitude as a signal, before the threshold is taken off */
    int32_t neighbour; /**< share in the threshold of the eight samples around */
    int32_t centre;    /**< share in its own threshold */
} AdmWeighted;

/**
 * Scale 0. The weighted value and both shares wrap to 16 bits; full-contrast content gets there.
 *
 * @param s    sample of ai (main numerator) or r (AIM) as a masker; of the other as a signal
 * @param diag the d band, whose rounding constant is 65535
 */
static VMAF_HD AdmWeighted vmaf_adm_weigh16(int32_t s, uint32_t factor, int diag)
{
    const int32_t product = (int32_t)factor * s;
    const int32_t a = (int16_t)(diag ? (product + 65535) >> 17 : (product + 16384) >> 15);
    const int32_t m = vmaf_adm_abs(a);
    AdmWeighted out;
    out.signal = vmaf_adm_abs(product);
    const int32_t share = 4369 * m;
    out.neighbour = (int16_t)((share + 2048) >> 12);
    out.centre = (int16_t)((share + 1024) >> 11); /* (8738 m + 2048) >> 12 */
    return out;
}

/**
 * Scales 1..3. The rounding constant of the shares is minus half a unit, so that small values
 * give -1.
 */
static VMAF_HD AdmWeighted vmaf_adm_weigh32(int32_t s, uint32_t factor)
{
    /* factor * s: signed product, then what a factor of 2^31 and more adds */
    const uint64_t low = (uint64_t)((int64_t)(int32_t)factor * s);
    const uint64_t high = (uint64_t)((uint32_t)s & (0u - (factor >> 31))) << 32;
    const uint64_t sum = low + high + ((uint64_t)1 << 27);
    const int32_t m = vmaf_adm_abs((int32_t)(uint32_t)(sum >> 28));
    const uint64_t half = (uint64_t)1 << 31;
    AdmWeighted out;
    out.signal = m;
    out.neighbour = (int32_t)(uint32_t)(((uint64_t)((int64_t)143165577 * m) - half) >> 32);
    out.centre = (int32_t)(uint32_t)(((uint64_t)((int64_t)286331153 * m) - half) >> 32);
    return out;
}

static VMAF_HD AdmWeighted vmaf_adm_weigh(int32_t s, uint32_t factor, int diag, int wide)
{
    return wide ? vmaf_adm_weigh32(s, factor) : vmaf_adm_weigh16(s, factor, diag);
}

/** The shares of a site in thresholds, added over the bands. */
typedef struct AdmShares {
    int32_t neighbour;
    int32_t centre; /**< less neighbour, so that a threshold adds whole boxes of neighbour shares */
} AdmShares;

/** Modulo 2^32: shares can be anything in csf mode 1. */
static VMAF_HD int32_t vmaf_adm_add3(int32_t a, int32_t b, int32_t c)
{
    return (int32_t)((uint32_t)a + (uint32_t)b + (uint32_t)c);
}

static VMAF_HD AdmShares vmaf_adm_shares(AdmWeighted h, AdmWeighted v, AdmWeighted d)
{
    AdmShares out;
    out.neighbour = vmaf_adm_add3(h.neighbour, v.neighbour, d.neighbour);
    out.centre =
        (int32_t)((uint32_t)vmaf_adm_add3(h.centre, v.centre, d.centre) - (uint32_t)out.neighbour);
    return out;
}

/* ---- contrast masking ---- */

/**
 * Cube of what a signal keeps above the threshold: one term of a row sum.
 *
 * @param signal    AdmWeighted.signal
 * @param threshold 8 neighbour shares and the centre share, of all three bands
 */
static VMAF_HD int64_t vmaf_adm_masked_cube(int32_t signal, int32_t threshold, uint32_t thr_shift,
                                            uint32_t square_shift, uint32_t cube_shift)
{
    const int32_t d = (int32_t)((uint32_t)signal - ((uint32_t)threshold << thr_shift));
    const int32_t x = d > 0 ? d : 0;
    const int32_t sq = vmaf_adm_round_shift32((int64_t)x * x, square_shift);
    return vmaf_adm_floor_shift((uint64_t)((int64_t)sq * x) + vmaf_adm_half(cube_shift),
                                cube_shift);
}

/* ---- denominator ---- */

static VMAF_HD uint64_t vmaf_adm_den_cube16(int32_t s)
{
    const uint32_t m = (uint32_t)vmaf_adm_abs(s);
    return (uint64_t)(m * m) * m;
}

/** Scales 1..3: note the full unit, not half of one, that is added before the first shift. */
static VMAF_HD uint64_t vmaf_adm_den_cube32(int32_t s, uint32_t square_shift, uint32_t cube_shift)
{
    const uint32_t m = (uint32_t)vmaf_adm_abs(s);
    const uint32_t sq =
        (uint32_t)(((uint64_t)m * m + ((uint64_t)1 << square_shift)) >> square_shift);
    return ((uint64_t)sq * m + vmaf_adm_half(cube_shift)) >> cube_shift;
}

#endif /* VMAF_ADM_TERMS_H */
