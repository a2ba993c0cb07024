/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * From samples to the term of `ciede`, included once for every set of functions. No include guard.
 * The including file defines
 *
 *     CHAIN(name)                 the name of its function
 *     POW24, ROOT, POW7, SIN, EXP_MINUS, ATAN2, TONES
 *                                 the functions: vmaf_ciede_pow24() and so on, or others
 *     UNSURE(v, error)            whether v, off by at most error, may round to two floats
 *     UNSURE_NORMAL(v, error)     the same for a v that is 0 or a normal float
 *     UNSURE_UNITS(v)             the same for such a v and an error of VMAF_CIEDE_ERROR |v|
 *
 * Every double function ends in a rounding to float. Where the error of a function cannot change
 * that float, the chain gives the bits of correctly rounded functions; otherwise it says that it is
 * unsure. Everything else is one rounding an operation, in the order written.
 */
#include "feature/ciede/ciede_rows.h"
#include "feature/ciede/ciede_terms.h"

#ifndef VMAF_CIEDE_CHAIN_TYPES
#define VMAF_CIEDE_CHAIN_TYPES

/** A colour in CIE 1976 L*a*b*; unsure is 0 or 1. */
typedef struct CiedeLab {
    float l, a, b;
    int32_t unsure;
} CiedeLab;

typedef struct CiedeTerm {
    float term;
    int32_t unsure;
} CiedeTerm;

/* Bounds of errors, relative, that leave room for functions 2 VMAF_CIEDE_UNITS off. */
#define VMAF_CIEDE_ERROR 0x1p-46
/** Of X, Y or Z for a sum of 1 of the linear components. */
#define VMAF_CIEDE_ERROR_XYZ 0x1.8p-46
/** Of T, absolute. */
#define VMAF_CIEDE_ERROR_TONES 0x1p-45

static VMAF_HD int32_t vmaf_ciede_two_floats(double v, double error)
{
    return (float)(v - error) != (float)(v + error);
}

/** The same for a v that is 0 or a normal float: half way, the 29 bits that floats lack are 2^28.
 */
static VMAF_HD int32_t vmaf_ciede_near_half(double v, double error)
{
    const uint64_t bits = vmaf_bits_of_f64(v);
    const double half = vmaf_f64_of_bits((bits & ~(uint64_t)0x1fffffffu) | 0x10000000u);
    return vmaf_ciede_abs(v - half) <= error;
}

/** The same again for an error of VMAF_CIEDE_ERROR |v|, at most 128 units of v. */
static VMAF_HD int32_t vmaf_ciede_near_half_units(double v)
{
    const uint32_t low = (uint32_t)vmaf_bits_of_f64(v);
    return (int32_t)((low + 128u - (1u << 28)) & 0x1fffffffu) <= 256;
}
#endif

/** A component of linear light; *power becomes 1 if it is from a power. */
static VMAF_HD double CHAIN(linear)(double c, int32_t *power)
{
    const int32_t high = c > 10.0 / 255.0;
    const double x = (c + 0.055) * (1.0 / 1.055), p = POW24(x);
    *power |= high;
    return high ? p : c * (1.0 / 12.92);
}

/**
 * X, Y or Z, off by at most error, on the scale of lightness. Which side of the limit c is on may
 * be in doubt, but does not matter: root and line touch there, and differ by far less than the
 * guard allows for.
 */
static VMAF_HD float CHAIN(curve)(double c, double error, int32_t *unsure)
{
    const double limit = 216.0 / 24389.0;
    const int32_t high = c > limit;
    const CiedeRoot r = ROOT(c);
    const double v = high ? r.root : ((24389.0 / 27.0) * c + 16.0) * (1.0 / 116.0);
    const double v_error = vmaf_ciede_abs(v) * VMAF_CIEDE_ERROR + error * (high ? r.slope : 8.0);
    *unsure |= UNSURE_NORMAL(v, v_error);
    return (float)v;
}

static VMAF_HD CiedeLab CHAIN(lab)(double sample_y, double sample_u, double sample_v,
                                   CiedeRange range)
{
    const double y = (sample_y - range.black) * range.luma;
    const double u = (sample_u - range.grey) * range.chroma;
    const double v = (sample_v - range.grey) * range.chroma;
    int32_t power = 0;
    CiedeLab lab;
    const double r = CHAIN(linear)(y + 1.28033 * v, &power);
    const double g = CHAIN(linear)((y - 0.21482 * u) - 0.38059 * v, &power);
    const double b = CHAIN(linear)(y + 2.12798 * u, &power);
    const double sum = (vmaf_ciede_abs(r) + vmaf_ciede_abs(g)) + vmaf_ciede_abs(b);
    const double error = power ? sum * VMAF_CIEDE_ERROR_XYZ : 0.0;

    const double x = (r * 0.4124564390896921 + g * 0.357576077643909) + b * 0.18043748326639894;
    const double l = (r * 0.21267285140562248 + g * 0.715152155287818) + b * 0.07217499330655958;
    const double z = (r * 0.019333895582329317 + g * 0.119192025881303) + b * 0.9503040785363677;
    lab.unsure = 0;
    const double fx = (double)CHAIN(curve)(x * (1.0 / 0.95047), error, &lab.unsure);
    const double fy = (double)CHAIN(curve)(l, error, &lab.unsure);
    const double fz = (double)CHAIN(curve)(z * (1.0 / 1.08883), error, &lab.unsure);
    lab.l = (float)(116.0 * fy - 16.0);
    lab.a = (float)(500.0 * (fx - fy));
    lab.b = (float)(200.0 * (fy - fz));
    return lab;
}

/** sqrt(a^2 + b^2) in double; the squares are exact. */
static VMAF_HD float CHAIN(length)(float a, float b)
{
    return (float)sqrt((double)a * (double)a + (double)b * (double)b);
}

/** The angle of (a, b), from 0 to 2 pi; 0 for no colour. */
static VMAF_HD float CHAIN(hue)(float b, float a, int32_t *unsure)
{
    const int32_t none = a == 0.0f && b == 0.0f;
    const double at = ATAN2((double)b, none ? 1.0 : (double)a);
    const float h = (float)at, turned = (float)((double)h + 2.0 * VMAF_CIEDE_PI);
    *unsure |= UNSURE_UNITS(at);
    return h < 0.0f ? turned : h;
}

static VMAF_HD CiedeTerm CHAIN(difference)(CiedeLab ref, CiedeLab dis)
{
    const double pi = VMAF_CIEDE_PI;
    CiedeTerm out;
    int32_t unsure = ref.unsure | dis.unsure;
    const float dl = dis.l - ref.l, lm = (ref.l + dis.l) / 2.0f;
    const float c1 = CHAIN(length)(ref.a, ref.b), c2 = CHAIN(length)(dis.a, dis.b);
    const double p = POW7((double)((c1 + c2) / 2.0f)), g = 1.0 - sqrt(p / (p + 6103515625.0));
    const double wide1 = (double)ref.a + (double)(ref.a / 2.0f) * g;
    const double wide2 = (double)dis.a + (double)(dis.a / 2.0f) * g;
    unsure |= UNSURE_UNITS(wide1);
    unsure |= UNSURE_UNITS(wide2);
    const float a1 = (float)wide1, a2 = (float)wide2;

    const float k1 = CHAIN(length)(a1, ref.b), k2 = CHAIN(length)(a2, dis.b);
    const float km = (k1 + k2) / 2.0f, dc = k2 - k1, t = lm - 50.0f;
    const double q = (double)t * (double)t;
    const float sl = (float)(1.0 + (0.015 * q) / sqrt(20.0 + q));
    const float sc = (float)(1.0 + 0.045 * (double)km);

    const float h1 = CHAIN(hue)(ref.b, a1, &unsure), h2 = CHAIN(hue)(dis.b, a2, &unsure);
    const float direct = h2 - h1;
    const int32_t far = vmaf_ciede_abs((double)direct) > pi;
    const float around = (float)((double)direct + (h2 <= h1 ? 2.0 * pi : -2.0 * pi));
    const float either = far ? around : direct;
    const float dh = c1 == 0.0f || c2 == 0.0f ? 0.0f : either;
    const double wide_h = (2.0 * sqrt((double)(k1 * k2))) * SIN((double)dh / 2.0);
    unsure |= UNSURE_UNITS(wide_h);
    const float hm = (float)(((double)(h1 + h2) + (far ? 2.0 * pi : 0.0)) / 2.0);

    const double tones = TONES((double)hm);
    unsure |= UNSURE_NORMAL(tones, VMAF_CIEDE_ERROR_TONES);
    const float sh = (float)(1.0 + (0.015 * (double)km) * (double)(float)tones);
    const float degrees = (float)((double)hm * (180.0 / pi));
    const float z = (float)(((double)degrees - 275.0) * (1.0 / 25.0));
    const float power = vmaf_ciede_powf7(km), share = power / (power + 6103515648.0f);
    const double wide_w = 60.0 * EXP_MINUS((double)(z * z));
    unsure |= UNSURE(wide_w, wide_w * VMAF_CIEDE_ERROR);
    const float w = (float)((double)(float)wide_w * (pi / 180.0));
    const double wide_r = (-2.0 * sqrt((double)share)) * SIN((double)w);
    unsure |= UNSURE(wide_r, vmaf_ciede_abs(wide_r) * VMAF_CIEDE_ERROR);

    const float l = dl / (0.65f * sl), c = dc / sc, h = (float)wide_h / (4.0f * sh);
    const double squares = ((double)l * (double)l + (double)c * (double)c) + (double)h * (double)h;
    const double sum = squares + (double)(((float)wide_r * c) * h);
    out.term = (float)sqrt(sum);
    out.unsure = unsure;
    return out;
}
