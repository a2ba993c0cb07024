/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CIEDE_TERMS_H
#define VMAF_CIEDE_TERMS_H

#include "base/fma.h"
#include "base/hd.h"

/**
 * Functions of the fast chain of `ciede` (ciede_chain.h), for CPU and kernels: without a branch, so
 * that loops over samples become vectors, and accurate to VMAF_CIEDE_UNITS in the last place. They
 * are defined for the arguments that the chain has, no others. Powers are Newton steps on a first
 * guess that is linear in the bits of a float; the others are polynomials, interpolations at
 * Chebyshev's nodes.
 */
#define VMAF_CIEDE_UNITS 16

#define VMAF_CIEDE_PI 3.14159265358979323846

/** A cube root, and 1 / (root^2): the root's change with its argument is a third of that. */
typedef struct CiedeRoot {
    double root, slope;
} CiedeRoot;

static VMAF_HD double vmaf_ciede_abs(double x)
{
#if defined(VMAF_FMA_DEVICE)
    return fabs(x);
#else
    return __builtin_fabs(x);
#endif
}

/**
 * a b + c, rounded once where that is an instruction and twice elsewhere. The chain's guards make
 * the terms equal; only which samples are unsure may differ.
 */
static VMAF_HD double vmaf_ciede_step(double a, double b, double c)
{
#if defined(VMAF_FMA_DEVICE) || defined(VMAF_FMA_INSTRUCTION)
    return vmaf_fma(a, b, c);
#else
    return a * b + c;
#endif
}

static VMAF_HD float vmaf_ciede_stepf(float a, float b, float c)
{
#if defined(VMAF_FMA_DEVICE) || defined(VMAF_FMA_INSTRUCTION)
    return vmaf_fmaf(a, b, c);
#else
    return a * b + c;
#endif
}

/** x^-p to a few percent, where bits = 127 2^23 (1 + p), less a bit for balance. */
static VMAF_HD float vmaf_ciede_guess(float x, float bits, float p)
{
    const float at = (float)(int32_t)vmaf_bits_of_f32(x);
    return vmaf_f32_of_bits((uint32_t)(int32_t)(bits - at * p));
}

/** x^2.4, 0.05 < x < 16: (x x^(-1/5))^3; elsewhere any double. */
static VMAF_HD double vmaf_ciede_pow24(double x)
{
    const float x0 = (float)x, y0 = vmaf_ciede_guess(x0, 1278037811.0f, 0.2f), s0 = y0 * y0;
    const float r0 = vmaf_ciede_stepf(-(x0 * y0), s0 * s0, 1.0f);
    const float q0 = vmaf_ciede_stepf(r0, vmaf_ciede_stepf(r0, 0.088f, 0.12f), 0.2f);
    double y = (double)vmaf_ciede_stepf(y0 * r0, q0, y0);
    const double y2 = y * y, r = vmaf_ciede_step(-(x * y), y2 * y2, 1.0);
    const double q =
        vmaf_ciede_step(r, vmaf_ciede_step(r, vmaf_ciede_step(r, 0.0704, 0.088), 0.12), 0.2);
    y = vmaf_ciede_step(y * r, q, y);
    const double z = x * y;
    return z * z * z;
}

/** x^(1/3), 0.005 < x < 16; elsewhere any doubles. */
static VMAF_HD CiedeRoot vmaf_ciede_root(double x)
{
    const double c1 = 1.0 / 3.0, c2 = 2.0 / 9.0, c3 = 14.0 / 81.0, c4 = 35.0 / 243.0;
    const float x0 = (float)x, y0 = vmaf_ciede_guess(x0, 1419857387.0f, (float)(1.0 / 3.0));
    const float r0 = vmaf_ciede_stepf(-(x0 * y0), y0 * y0, 1.0f);
    const float q0 = vmaf_ciede_stepf(r0, vmaf_ciede_stepf(r0, (float)c3, (float)c2), (float)c1);
    double y = (double)vmaf_ciede_stepf(y0 * r0, q0, y0);
    const double r = vmaf_ciede_step(-(x * y), y * y, 1.0);
    const double q = vmaf_ciede_step(r, vmaf_ciede_step(r, vmaf_ciede_step(r, c4, c3), c2), c1);
    y = vmaf_ciede_step(y * r, q, y);
    CiedeRoot root;
    root.slope = y * y;
    root.root = x * root.slope;
    return root;
}

static VMAF_HD double vmaf_ciede_pow7(double x)
{
    const double x2 = x * x, x4 = x2 * x2;
    return x4 * (x2 * x);
}

/** |x| < 0.7855 */
static VMAF_HD double vmaf_ciede_sin_near(double x)
{
    const double t = x * x;
    double p = 0x1.5e0ae5873e651p-33;
    p = vmaf_ciede_step(p, t, -0x1.ae600a711c40ep-26);
    p = vmaf_ciede_step(p, t, 0x1.71de3795fe529p-19);
    p = vmaf_ciede_step(p, t, -0x1.a01a019e833f2p-13);
    p = vmaf_ciede_step(p, t, 0x1.1111111110bb1p-7);
    p = vmaf_ciede_step(p, t, -0x1.5555555555555p-3);
    return vmaf_ciede_step(x * t, p, x);
}

/** |x| < 1.6 */
static VMAF_HD double vmaf_ciede_sin(double x)
{
    const double t = x * x;
    double p = 0x1.893756b8e64d3p-49;
    p = vmaf_ciede_step(p, t, -0x1.ae4dbca740e32p-41);
    p = vmaf_ciede_step(p, t, 0x1.6123f63c74d81p-33);
    p = vmaf_ciede_step(p, t, -0x1.ae64557ee2409p-26);
    p = vmaf_ciede_step(p, t, 0x1.71de3a541e7f2p-19);
    p = vmaf_ciede_step(p, t, -0x1.a01a01a018566p-13);
    p = vmaf_ciede_step(p, t, 0x1.1111111111104p-7);
    p = vmaf_ciede_step(p, t, -0x1.5555555555555p-3);
    return vmaf_ciede_step(x * t, p, x);
}

/** |x| < 0.7855 */
static VMAF_HD double vmaf_ciede_cos(double x)
{
    const double t = x * x;
    double p = 0x1.1c0616e595aa0p-29;
    p = vmaf_ciede_step(p, t, -0x1.27e0f4f044c6dp-22);
    p = vmaf_ciede_step(p, t, 0x1.a019fc7a45e71p-16);
    p = vmaf_ciede_step(p, t, -0x1.6c16c1691cc0dp-10);
    p = vmaf_ciede_step(p, t, 0x1.5555555554130p-5);
    p = vmaf_ciede_step(p, t, -0x1.ffffffffffffap-2);
    return vmaf_ciede_step(t, p, 1.0);
}

/** exp(-x), 0 <= x < 600 */
static VMAF_HD double vmaf_ciede_exp_minus(double x)
{
    /* The bits of k + 1.5 2^52 end in those of k. */
    const double shift = 0x1.8p+52, n = x * -0x1.71547652b82fep+0 + shift, k = n - shift;
    const double r = (-x - k * 0x1.62e42fefap-1) - k * 0x1.cf79abc9e3b3ap-40;
    double p = 0x1.af38c67fbb53fp-26;
    p = vmaf_ciede_step(p, r, 0x1.28919ccaf9211p-22);
    p = vmaf_ciede_step(p, r, 0x1.71de0da24602dp-19);
    p = vmaf_ciede_step(p, r, 0x1.a019b8f9792eep-16);
    p = vmaf_ciede_step(p, r, 0x1.a01a01a7c73c0p-13);
    p = vmaf_ciede_step(p, r, 0x1.6c16c17890eb4p-10);
    p = vmaf_ciede_step(p, r, 0x1.11111111109afp-7);
    p = vmaf_ciede_step(p, r, 0x1.5555555553d56p-5);
    p = vmaf_ciede_step(p, r, 0x1.5555555555556p-3);
    p = vmaf_ciede_step(p, r, 0.5);
    p = 1.0 + vmaf_ciede_step(r * r, p, r);
    return p * vmaf_f64_of_bits((vmaf_bits_of_f64(n) << 52) + 0x3ff0000000000000u);
}

/** atan2 of floats that are not both 0; b is not -0. */
static VMAF_HD double vmaf_ciede_atan2(double b, double a)
{
    const double x = vmaf_ciede_abs(a), y = vmaf_ciede_abs(b);
    const double most = x > y ? x : y, least = x > y ? y : x;
    /* About pi/4 above the tangent of pi/8. */
    const int32_t high = least > 0.41421356 * most;
    const double up = high ? least - most : least, down = high ? least + most : most;
    const double u = up / down, t = u * u;
    double p = 0x1.5a3d6e4ac66a8p-6;
    p = vmaf_ciede_step(p, t, -0x1.642ce003e2441p-5);
    p = vmaf_ciede_step(p, t, 0x1.d1fbcf6da99c1p-5);
    p = vmaf_ciede_step(p, t, -0x1.0ffbc110ce9aap-4);
    p = vmaf_ciede_step(p, t, 0x1.3afafd749d5dbp-4);
    p = vmaf_ciede_step(p, t, -0x1.745ba9da80fdfp-4);
    p = vmaf_ciede_step(p, t, 0x1.c71c64877177dp-4);
    p = vmaf_ciede_step(p, t, -0x1.249249008ae77p-3);
    p = vmaf_ciede_step(p, t, 0x1.9999999934c36p-3);
    p = vmaf_ciede_step(p, t, -0x1.55555555551e2p-2);
    double at = (high ? VMAF_CIEDE_PI / 4.0 : 0.0) + vmaf_ciede_step(u * t, p, u);
    at = y > x ? VMAF_CIEDE_PI / 2.0 - at : at;
    at = a < 0.0 ? VMAF_CIEDE_PI - at : at;
#if defined(VMAF_FMA_DEVICE)
    return copysign(at, b);
#else
    return __builtin_copysign(at, b);
#endif
}

/** The weight T of a mean hue 0 <= h < 10: four cosines out of the sine and cosine of h. */
static VMAF_HD double vmaf_ciede_tones(double h)
{
    const double shift = 0x1.8p+52, n = h * (2.0 / VMAF_CIEDE_PI) + shift, k = n - shift;
    const double r = (h - k * 0x1.921fb5444p+0) - k * 0x1.68c234c4c6629p-39;
    const uint64_t quarter = vmaf_bits_of_f64(n) & 3u;
    const double sin_r = vmaf_ciede_sin_near(r), cos_r = vmaf_ciede_cos(r);
    const double s0 = quarter & 1u ? cos_r : sin_r, c0 = quarter & 1u ? sin_r : cos_r;
    const double s = quarter & 2u ? -s0 : s0, c = (quarter + 1u) & 2u ? -c0 : c0;
    /* By the multiple angles' polynomials: even ones in c, and s times odd ones. */
    double even = -0x1.73e8b55d0b19ap-1;
    even = vmaf_ciede_step(even, c, 0x1.45e28b142d1c7p+0);
    even = vmaf_ciede_step(even, c, 0x1.34d5a25c9a07bp+0);
    even = vmaf_ciede_step(even, c, -0x1.1a1a6680e199cp+0);
    even = vmaf_ciede_step(even, c, 0x1.56a1a1a64a21fp-1);
    double odd = -0x1.6cf4ce430f057p+0;
    odd = vmaf_ciede_step(odd, c, -0x1.1203dd3fda897p-3);
    odd = vmaf_ciede_step(odd, c, 0x1.6cf4ce430f057p-1);
    odd = vmaf_ciede_step(odd, c, -0x1.a64e0e45442eep-5);
    return vmaf_ciede_step(s, odd, even);
}

/**
 * x^7 as the reference's powf() gives it, which is not always the nearest float: 2^(7 log2(x)) with
 * x = 2^k z, an entry of both tables for the top bits of z, and of the next for those of a result.
 * After Arm's Optimized Routines. Right for 0 and 2^-25 <= x < 1024.
 */
static const double vmaf_ciede_inverse[16] = {0x1.661ec79f8f3bep+0, 0x1.571ed4aaf883dp+0,
                                              0x1.49539f0f010bp+0,  0x1.3c995b0b80385p+0,
                                              0x1.30d190c8864a5p+0, 0x1.25e227b0b8eap+0,
                                              0x1.1bb4a4a1a343fp+0, 0x1.12358f08ae5bap+0,
                                              0x1.0953f419900a7p+0, 0x1p+0,
                                              0x1.e608cfd9a47acp-1, 0x1.ca4b31f026aap-1,
                                              0x1.b2036576afce6p-1, 0x1.9c2d163a1aa2dp-1,
                                              0x1.886e6037841edp-1, 0x1.767dcf5534862p-1};
static const double vmaf_ciede_log2[16] = {-0x1.efec65b963019p-2, -0x1.b0b6832d4fca4p-2,
                                           -0x1.7418b0a1fb77bp-2, -0x1.39de91a6dcf7bp-2,
                                           -0x1.01d9bf3f2b631p-2, -0x1.97c1d1b3b7afp-3,
                                           -0x1.2f9e393af3c9fp-3, -0x1.960cbbf788d5cp-4,
                                           -0x1.a6f9db6475fcep-5, 0x0p+0,
                                           0x1.338ca9f24f53dp-4,  0x1.476a9543891bap-3,
                                           0x1.e840b4ac4e4d2p-3,  0x1.40645f0c6651cp-2,
                                           0x1.88e9c2c1b9ff8p-2,  0x1.ce0a44eb17bccp-2};
static const uint64_t vmaf_ciede_exp2[32] = {
    0x3ff0000000000000u, 0x3fefd9b0d3158574u, 0x3fefb5586cf9890fu, 0x3fef9301d0125b51u,
    0x3fef72b83c7d517bu, 0x3fef54873168b9aau, 0x3fef387a6e756238u, 0x3fef1e9df51fdee1u,
    0x3fef06fe0a31b715u, 0x3feef1a7373aa9cbu, 0x3feedea64c123422u, 0x3feece086061892du,
    0x3feebfdad5362a27u, 0x3feeb42b569d4f82u, 0x3feeab07dd485429u, 0x3feea47eb03a5585u,
    0x3feea09e667f3bcdu, 0x3fee9f75e8ec5f74u, 0x3feea11473eb0187u, 0x3feea589994cce13u,
    0x3feeace5422aa0dbu, 0x3feeb737b0cdc5e5u, 0x3feec49182a3f090u, 0x3feed503b23e255du,
    0x3feee89f995ad3adu, 0x3feeff76f2fb5e47u, 0x3fef199bdd85529cu, 0x3fef3720dcef9069u,
    0x3fef5818dcfba487u, 0x3fef7c97337b9b5fu, 0x3fefa4afa2a490dau, 0x3fefd0765b6e4540u};

static VMAF_HD float vmaf_ciede_powf7(float x)
{
    const uint32_t bits = vmaf_bits_of_f32(x), o = bits - 0x3f330000u;
    const uint64_t i = (uint64_t)o >> 19 & 15u; /* of 64 bits, or compilers do not gather */
    const uint32_t top = o & 0xff800000u;
    const double z = (double)vmaf_f32_of_bits(bits - top), k = (double)((int32_t)top >> 23);

    const double r = z * vmaf_ciede_inverse[i] - 1.0, y0 = vmaf_ciede_log2[i] + k, r2 = r * r;
    const double y = 0x1.27616c9496e0bp-2 * r + -0x1.71969a075c67ap-2;
    const double p = 0x1.ec70a6ca7baddp-2 * r + -0x1.7154748bef6c8p-1;
    const double q = p * r2 + (0x1.71547652ab82bp+0 * r + y0);
    const double v = (y * (r2 * r2) + q) * 7.0;

    const double shift = 0x1.8p+47, n = v + shift, f = v - (n - shift);
    const uint64_t whole = vmaf_bits_of_f64(n);
    const double s = vmaf_f64_of_bits(vmaf_ciede_exp2[whole & 31u] + (whole << 47));
    const double a = 0x1.c6af84b912394p-5 * f + 0x1.ebfce50fac4f3p-3;
    const double c = a * (f * f) + (0x1.62e42ff0c52d6p-1 * f + 1.0);
    const float power = (float)(c * s);
    return v <= -150.0 ? 0.0f : power;
}

#endif /* VMAF_CIEDE_TERMS_H */
