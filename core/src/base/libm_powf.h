/* SPDX-License-Identifier: BSD-2-Clause-Patent AND MIT */
#ifndef VMAF_LIBM_POWF_H
#define VMAF_LIBM_POWF_H

/**
 * The arithmetic of powf(), which kernels and C share. Definition, constants and tables: Arm
 * Optimized Routines; the terms stand in libm_powf_tables.h.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/fma.h"
#include "base/libm_powf_tables.h"

/** @return 0 if y is no integer, 1 if it is odd, 2 if it is even; y is finite and not 0 */
static VMAF_HD int vmaf_powf_parity(float y)
{
    const uint32_t u = vmaf_bits_of_f32(y);
    const int exponent = (int)(u >> 23 & 0xffu) - 127;
    if (exponent < 0)
        return 0;
    if (exponent > 23)
        return 2;
    {
        const uint32_t unit = 1u << (23 - exponent), m = (u & 0x7fffffu) | 0x800000u;
        if (m & (unit - 1u))
            return 0;
        return m & unit ? 1 : 2;
    }
}

/** The bits of a signalling NaN, without its sign. */
static VMAF_HD bool vmaf_powf_signals(uint32_t u)
{
    return u > 0x7f800000u && !(u & 0x400000u);
}

/**
 * x^y for the arguments that have no formula.
 *
 * @param result set if they do not
 * @param negate set otherwise: the formula's result for |x| is negated
 * @return true if result is set
 */
static VMAF_HD bool vmaf_powf_special(float x, float y, float *result, bool *negate)
{
    const uint32_t infinity = 0x7f800000u, one = 0x3f800000u;
    const uint32_t ux = vmaf_bits_of_f32(x), uy = vmaf_bits_of_f32(y);
    const uint32_t ax = ux & 0x7fffffffu, ay = uy & 0x7fffffffu;
    *negate = false;
    /* A NaN that is not quiet counts before that. */
    if ((ay == 0 && !vmaf_powf_signals(ax)) || (ux == one && !vmaf_powf_signals(ay))) {
        *result = 1.0f;
        return true;
    }
    if (ax > infinity || ay > infinity) {
        *result = x + y;
        return true;
    }
    if (ay == infinity) {
        *result = ax == one ? 1.0f : (ax < one) == (uy == ay) ? 0.0f : vmaf_f32_of_bits(infinity);
        return true;
    }
    if (ux != ax) {
        const int parity = vmaf_powf_parity(y);
        if (!parity && ax != 0 && ax != infinity) {
            *result = vmaf_f32_of_bits(0x7fc00000u);
            return true;
        }
        *negate = parity == 1;
    }
    if (ax == 0 || ax == infinity) {
        const float m = (ax == 0) == (uy == ay) ? 0.0f : vmaf_f32_of_bits(infinity);
        *result = *negate ? -m : m;
        return true;
    }
    return false;
}

/** y log2(x) in double; x has the bits u and is positive and finite. */
static VMAF_HD double vmaf_powf_log2(uint32_t u, double y)
{
    if (u < 0x800000u)
        u = vmaf_bits_of_f32(vmaf_f32_of_bits(u) * 8388608.0f) - (23u << 23);
    {
        const uint32_t o = u - 0x3f330000u, i = o >> 19 & 15u, t = o & 0xff800000u;
        const double z = (double)vmaf_f32_of_bits(u - t);
        const double k = (double)((int32_t)t / (1 << 23));
        const double invc = vmaf_powf_log2_entry(i, 0), logc = vmaf_powf_log2_entry(i, 1);
        /* block powf_log2 */
        const double c0 = 0.288457581109214;    /* 0x1.27616c9496e0bp-2 */
        const double c1 = -0.36092606229713164; /* -0x1.71969a075c67ap-2 */
        const double c2 = 0.480898481472577;    /* 0x1.ec70a6ca7baddp-2 */
        const double c3 = -0.7213474675006291;  /* -0x1.7154748bef6c8p-1 */
        const double c4 = 1.4426950408774342;   /* 0x1.71547652ab82bp+0 */
        const double r = vmaf_fma(z, invc, -1.0), y0 = k + logc;
        const double a = vmaf_fma(c0, r, c1), b = vmaf_fma(c2, r, c3);
        const double r2 = r * r, r4 = r2 * r2;
        const double q = vmaf_fma(r2, b, vmaf_fma(r, c4, y0));
        const double v = y * vmaf_fma(a, r4, q);
        /* end of block */
        return v;
    }
}

/** 2^v to double, -150 < v < 128.0, negated if asked for. */
static VMAF_HD double vmaf_powf_exp2(double v, bool negate)
{
    /* block powf_exp2 */
    const double shift_up = 211106232532992.0;   /* 0x1.8p+47 */
    const double shift_down = 211106232532992.0; /* 0x1.8p+47 */
    const double c0 = 0.05550361559341535;       /* 0x1.c6af84b912394p-5 */
    const double c1 = 0.2402284522445722;        /* 0x1.ebfce50fac4f3p-3 */
    const double c2 = 0.6931471806916203;        /* 0x1.62e42ff0c52d6p-1 */
    const double T = v + shift_up, n = T - shift_down, f = v - n;
    const uint64_t bits = vmaf_bits_of_f64(T);
    const uint64_t scale =
        vmaf_powf_exp2_entry((uint32_t)bits & 31u) + (bits << 47) + ((uint64_t)negate << 63);
    const double s = vmaf_f64_of_bits(scale);
    const double d = vmaf_fma(f, c2, 1.0);
    const double c = vmaf_fma(vmaf_fma(c0, f, c1), f * f, d);
    const double p = c * s;
    /* end of block */
    return p;
}

/** What vmaf_powf() returns, for all arguments. */
static VMAF_HD float vmaf_powf_hd(float x, float y)
{
    float result;
    bool negate = false;
    /* Unless x is positive and normal, and y finite and not 0, look closer. */
    if (vmaf_bits_of_f32(x) - 0x00800000u >= 0x7f000000u ||
        (vmaf_bits_of_f32(y) & 0x7fffffffu) - 1u >= 0x7f7fffffu) {
        if (vmaf_powf_special(x, y, &result, &negate))
            return result;
    }
    {
        const double v = vmaf_powf_log2(vmaf_bits_of_f32(x) & 0x7fffffffu, (double)y);
        /* |v| >= 126, written in bits */
        if ((vmaf_bits_of_f64(v) & 0x7fffffffffffffffu) >= 0x405f800000000000u) {
            if (v > 127.99999995700433) /* 0x1.fffffffd1d571p+6 */
                return vmaf_f32_of_bits(negate ? 0xff800000u : 0x7f800000u);
            if (v <= -150.0)
                return negate ? -0.0f : 0.0f;
        }
        return (float)vmaf_powf_exp2(v, negate);
    }
}

#endif /* VMAF_LIBM_POWF_H */
