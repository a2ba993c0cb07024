/* SPDX-License-Identifier: BSD-2-Clause-Patent AND MIT */
/**
 * The functions of libm.h but sin, compiled once per kind of fused multiply-add: the file that
 * includes this defines LIBM_TABLE, the name of the table of functions.
 *
 * Which operations are fused is part of the definition; every other operator rounds once. Blocks
 * between "block" and "end of block" are compared with the definition in libm_blocks.txt by a test,
 * names included, and keep the order of their constants.
 *
 * exp, pow, log and log2: algorithms and constants of Arm Optimized Routines, whose terms stand in
 * libm_tables.c. log10: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed
 * at SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute
 * this software is freely granted, provided that this notice is preserved.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/fma.h"
#include "base/libm_powf.h"
#include "base/libm_priv.h"

_Static_assert(FLT_EVAL_METHOD == 0, "an operation must round to the type of its operands");

#define SIGN_BIT 0x8000000000000000u
#define EXPONENT_BITS 0xfff0000000000000u /* and the sign */
#define INFINITY_BITS 0x7ff0000000000000u
#define ONE_BITS 0x3ff0000000000000u

static inline double fma_(double x, double y, double z)
{
    return vmaf_fma(x, y, z);
}

static inline uint64_t bits(double x)
{
    return vmaf_bits_of_f64(x);
}

static inline double dbl(uint64_t u)
{
    return vmaf_f64_of_bits(u);
}

/** The exponent field. */
static inline unsigned ex(double x)
{
    return (unsigned)(bits(x) >> 52 & 0x7ffu);
}

/* ---- exp ---- */

/** Results near and below the least normal double: scaled by 2^1022, one rounding at the end. */
static double exp_small(double s, double w, double u)
{
    /* block exp_small */
    const double d = s * w;
    double y = s + d;
    /* end of block */
    if (fabs(y) < 1.0) {
        /* block exp_small2 */
        const double e = (s - y) + d, h = u + y;
        y = ((((u - h) + y) + e) + h) - u;
        /* end of block */
        if (y == 0.0)
            y = copysign(y, u);
    }
    return y * 0x1p-1022;
}

/**
 * e^(x + t), negated if asked for.
 *
 * @param with_t false: t is not added at all
 * @param big    the result may overflow or be subnormal
 */
static inline double exp_core(double x, double t, bool with_t, bool negate, bool big)
{
    /* block exp_core */
    const double T = fma_(x, 0x1.71547652b82fep+7, 0x1.8p+52), k = T - 0x1.8p+52;
    const uint64_t K = bits(T);
    const LibmExp2Row *row = &vmaf_libm_exp2_128[K & 127u];
    double r = fma_(k, -0x1.62e42fefap-8, x);
    r = fma_(k, -0x1.cf79abc9e3b3ap-47, r);
    if (with_t)
        r = r + t;
    const double r2 = r * r, r4 = r2 * r2;
    double a = fma_(0x1.555555555543cp-3, r, 0x1.ffffffffffdbdp-2);
    const double b = fma_(0x1.1111167a4d017p-7, r, 0x1.55555cf172b91p-5);
    const double q = r + row->tail;
    a = fma_(a, r2, q);
    const double w = fma_(r4, b, a);
    /* end of block */

    const uint64_t S = row->sbits + (K << 45) + ((uint64_t)negate << 63);
    if (!big)
        return fma_(dbl(S), w, dbl(S));
    if (!(K & 0x80000000u)) {
        const double s = dbl(S - (1009ull << 52));
        return fma_(s, w, s) * 0x1p+1009;
    }
    return exp_small(dbl(S + (1022ull << 52)), w, negate ? -1.0 : 1.0);
}

static double exp_(double x)
{
    const unsigned e = ex(x);
    if (e < 0x3c9u)
        return 1.0 + x;
    if (e < 0x408u)
        return exp_core(x, 0.0, false, false, false);
    if (e == 0x408u)
        return exp_core(x, 0.0, false, false, true);
    if (x != x)
        return x + x;
    return x < 0.0 ? 0.0 : dbl(INFINITY_BITS);
}

/* ---- pow ---- */

/** @return 0 if y is no integer, 1 if it is odd, 2 if it is even; y is finite and not 0 */
static int parity(double y)
{
    const int exponent = (int)ex(y) - 1023;
    if (exponent < 0)
        return 0;
    if (exponent > 52)
        return 2;
    const uint64_t unit = 1ull << (52 - exponent), m = (bits(y) & ~EXPONENT_BITS) | 1ull << 52;
    if (m & (unit - 1))
        return 0;
    return m & unit ? 1 : 2;
}

/** The bits of a signalling NaN, without its sign. */
static inline bool signals(uint64_t u)
{
    return u > INFINITY_BITS && !(u & 1ull << 51);
}

/** A positive double as z * 2^k with z in a range of its own; the table row of z. */
typedef struct Split {
    double z, k;
    unsigned row;
} Split;

/**
 * @param start the pattern at which the range of z begins
 * @param index bits of the row's number
 */
static inline Split split(double x, uint64_t start, unsigned index)
{
    uint64_t u = bits(x);
    if (u < 1ull << 52)
        u = bits(x * 0x1p+52) - (52ull << 52);
    const uint64_t o = u - start, whole = o & EXPONENT_BITS;
    Split s = {dbl(u - whole), (double)((int64_t)whole / (INT64_C(1) << 52)),
               (unsigned)(o >> (52 - index)) & ((1u << index) - 1u)};
    return s;
}

/** x^y of positive and finite x and y that is neither tiny nor huge, negated if asked for. */
static inline double pow_positive(double x, double y, bool negate)
{
    const Split s = split(x, 0x3fe6955500000000u, 7);
    const LibmPowLogRow *row = &vmaf_libm_pow_log_128[s.row];
    const double z = s.z, k = s.k, invc = row->invc, logc = row->logc, logctail = row->logctail;

    /* block pow_log */
    const double r = fma_(z, invc, -1.0);
    const double t1 = fma_(0x1.62e42fefa38p-1, k, logc);
    const double l1 = fma_(0x1.ef35793c7673p-45, k, logctail);
    const double t2 = t1 + r, l2 = (t1 - t2) + r;
    const double h = -0.5 * r, h2 = r * h, h3 = r * h2;
    const double g = t2 + h2, l3 = fma_(h, r, -h2), l4 = (t2 - g) + h2;
    const double a = fma_(0x1.0000000000006p-1, r, -0x1.555555555556p-1);
    const double b = fma_(-0x1.555555529a47ap-1, r, 0x1.999999959554ep-1);
    const double c = fma_(0x1.0002b8b263fc3p+0, r, -0x1.2495b9b4845e9p+0);
    const double p = fma_(h2, fma_(c, h2, b), a);
    const double l = fma_(h3, p, ((l1 + l2) + l3) + l4);
    const double L = g + l, M = (g - L) + l;
    const double E = y * L, t = fma_(y, M, fma_(y, L, -E));
    /* end of block */

    const unsigned e = ex(E);
    double result;
    if (e < 0x3c9u)
        result = 1.0 + E;
    else if (e >= 0x409u)
        result = E < 0.0 ? 0.0 : dbl(INFINITY_BITS);
    else
        return exp_core(E, t, true, negate, e == 0x408u);
    return negate ? -result : result;
}

static double pow_(double x, double y)
{
    const uint64_t ux = bits(x), uy = bits(y), ax = ux & ~SIGN_BIT, ay = uy & ~SIGN_BIT;
    const bool y_positive = uy == ay;
    /* A NaN that is not quiet counts before that. */
    if ((ay == 0 && !signals(ax)) || (ux == ONE_BITS && !signals(ay)))
        return 1.0;
    if (ax > INFINITY_BITS || ay > INFINITY_BITS)
        return x + y;
    if (ay == INFINITY_BITS) {
        if (ax == ONE_BITS)
            return 1.0;
        return (ax < ONE_BITS) == y_positive ? 0.0 : dbl(INFINITY_BITS);
    }

    bool negate = false;
    if (ux != ax) {
        const int kind = parity(y);
        if (!kind && ax != 0 && ax != INFINITY_BITS)
            return dbl(0x7ff8000000000000u);
        negate = kind == 1;
    }
    if (ax == 0 || ax == INFINITY_BITS) {
        const double m = (ax == 0) == y_positive ? 0.0 : dbl(INFINITY_BITS);
        return negate ? -m : m;
    }

    x = dbl(ax);
    const unsigned e = ex(y);
    if (e < 0x3beu || e >= 0x43eu) {
        /* y is even or no integer, so the sign of x does not matter here. */
        if (ax == ONE_BITS)
            return 1.0;
        if (e < 0x3beu)
            return ax > ONE_BITS ? 1.0 + y : 1.0 - y;
        return (ax > ONE_BITS) == y_positive ? dbl(INFINITY_BITS) : 0.0;
    }
    return pow_positive(x, y, negate);
}

/* ---- logarithms ---- */

/** Logarithms of everything but positive and finite numbers. */
static double log_special(double x)
{
    if (x == 0.0)
        return -dbl(INFINITY_BITS);
    if (x != x || x > 0.0)
        return x + x;
    return dbl(0x7ff8000000000000u);
}

static inline bool positive_and_finite(double x)
{
    return bits(x) - 1u < INFINITY_BITS - 1u;
}

static double log_(double x)
{
    if (!positive_and_finite(x))
        return log_special(x);
    if (bits(x) == ONE_BITS)
        return 0.0;
    if (bits(x) - 0x3fee000000000000u < 0x3090000000000u) {
        /* block log_near */
        const double r = x - 1.0, r2 = r * r, r3 = r * r2;
        const double a =
            fma_(r2, 0x1.999999995dd0cp-3, fma_(-0x1.ffffffffffdcbp-3, r, 0x1.5555555555577p-2));
        const double b =
            fma_(r2, -0x1.fffffa4423d65p-4, fma_(0x1.24924a344de3p-3, r, -0x1.55555556745a7p-3));
        double c =
            fma_(r2, 0x1.78182f7afd085p-4, fma_(-0x1.999eb43b068ffp-4, r, 0x1.c7184282ad6cap-4));
        c = fma_(r3, -0x1.5521375d145cdp-4, c);
        const double p = fma_(fma_(c, r3, b), r3, a);
        const double g = fma_(r, 0x1p+27, r), u = fma_(-0x1p+27, r, g), v = r - u, uu = u * u;
        const double h = fma_(uu, -0.5, r);
        double l = fma_(uu, -0.5, r - h);
        l = fma_(-0.5 * v, r + u, l);
        const double y = h + fma_(p, r3, l);
        /* end of block */
        return y;
    }

    const Split s = split(x, 0x3fe6000000000000u, 7);
    const double z = s.z, k = s.k;
    const double invc = vmaf_libm_log_128[s.row].invc, logc = vmaf_libm_log_128[s.row].logc;
    /* block log_main */
    const double r = fma_(z, invc, -1.0), w = fma_(0x1.62e42fefa38p-1, k, logc);
    const double h = w + r;
    double l = (w - h) + r;
    l = fma_(k, 0x1.ef35793c7673p-45, l);
    const double r2 = r * r;
    l = fma_(r2, -0x1.0000000000001p-1, l);
    const double a = fma_(-0x1.fffffffeb459p-3, r, 0x1.555555551305bp-2);
    const double b = fma_(-0x1.55575e506c89fp-3, r, 0x1.999b324f10111p-3);
    const double y = fma_(r * r2, fma_(b, r2, a), l) + h;
    /* end of block */
    return y;
}

static double log2_(double x)
{
    if (!positive_and_finite(x))
        return log_special(x);
    if (bits(x) == ONE_BITS)
        return 0.0;
    if (bits(x) - 0x3feea4af00000000u < 0x210aa00000000u) {
        /* block log2_near */
        const double r = x - 1.0, r2 = r * r, r4 = r2 * r2;
        const double h = 0x1.71547652p+0 * r;
        double l = fma_(r, 0x1.705fc2eefa2p-33, fma_(0x1.71547652p+0, r, -h));
        const double b = fma_(0x1.ec709dc3a03f7p-2, r, -0x1.71547652b82fep-1);
        const double g = fma_(b, r2, h);
        l = fma_(b, r2, h - g) + l;
        const double c = fma_(0x1.2776c50f05be4p-2, r, -0x1.71547652b7c3fp-2);
        const double d = fma_(0x1.a61761ec4e736p-3, r, -0x1.ec709dd768fe5p-3);
        const double e = fma_(0x1.484d154f01b4ap-3, r, -0x1.7153fbc64a79bp-3);
        const double f = fma_(0x1.0b32f285aee66p-3, r, -0x1.289e4a72c383cp-3);
        const double p = fma_(fma_(f, r2, e), r4, fma_(d, r2, c));
        const double y = g + fma_(p, r4, l);
        /* end of block */
        return y;
    }

    const Split spl = split(x, 0x3fe6000000000000u, 6);
    const double z = spl.z, k = spl.k;
    const double invc = vmaf_libm_log2_64[spl.row].invc, logc = vmaf_libm_log2_64[spl.row].logc;
    /* block log2_main */
    const double r = fma_(z, invc, -1.0), w = k + logc;
    const double t = 0x1.71547652p+0 * r;
    const double s = fma_(r, 0x1.705fc2eefa2p-33, fma_(0x1.71547652p+0, r, -t));
    const double h = w + t, l = ((w - h) + t) + s;
    const double r2 = r * r, r4 = r2 * r2;
    const double a = fma_(0x1.ec709dc3a04bep-2, r, -0x1.71547652b8339p-1);
    const double b = fma_(0x1.2776c50034c48p-2, r, -0x1.7154764702ffbp-2);
    const double c = fma_(0x1.a6225e117f92ep-3, r, -0x1.ec7b328ea92bcp-3);
    const double p = fma_(c, r4, fma_(b, r2, a));
    const double y = fma_(r2, p, l) + h;
    /* end of block */
    return y;
}

static double log10_(double x)
{
    if (!positive_and_finite(x))
        return log_special(x);
    uint64_t u = bits(x);
    int m = 0;
    if (u < 1ull << 52) {
        u = bits(x * 0x1p+54);
        m = -54;
    }
    const int n = (int)(u >> 52) - 1023 + m, j = n < 0;
    const double z = dbl((u & ~EXPONENT_BITS) + ((uint64_t)(1023 - j) << 52)), y = (double)(n + j);
    const double log_z = log_(z);
    /* block log10 */
    const double r =
        (0x1.bcb7b1526e50ep-2 * log_z + y * 0x1.9fef311f12b36p-42) + y * 0x1.34413509f6p-2;
    /* end of block */
    return r;
}

static float powf_(float x, float y)
{
    return vmaf_powf_hd(x, y);
}

const VmafLibm LIBM_TABLE = {exp_, pow_, log_, log2_, log10_, powf_};
