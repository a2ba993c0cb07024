/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/fma.h"

#include <stdbool.h>

/* Both operands of the sum are held as 128-bit integers with the top bit at this place. */
#define TOP 125

typedef struct U128 {
    uint64_t hi, lo;
} U128;

/** A finite double without its sign: m * 2^e. */
typedef struct Parts {
    uint64_t m;
    int e;
} Parts;

static Parts parts_of(uint64_t u)
{
    const int field = (int)(u >> 52 & 0x7ffu);
    const uint64_t fraction = u & 0xfffffffffffffu;
    Parts p = {field ? fraction | 1ull << 52 : fraction, (field ? field : 1) - 1075};
    return p;
}

static bool is_finite(uint64_t u)
{
    return (u >> 52 & 0x7ffu) != 0x7ffu;
}

static U128 product(uint64_t a, uint64_t b)
{
    const uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    const uint64_t low = al * bl, mid1 = ah * bl, mid2 = al * bh;
    const uint64_t mid = (low >> 32) + (mid1 & 0xffffffffu) + (mid2 & 0xffffffffu);
    U128 p = {ah * bh + (mid1 >> 32) + (mid2 >> 32) + (mid >> 32), (low & 0xffffffffu) | mid << 32};
    return p;
}

/** Place of the top bit; v is not 0. */
static int top_bit(U128 v)
{
    return v.hi ? 127 - __builtin_clzll(v.hi) : 63 - __builtin_clzll(v.lo);
}

static U128 shift_left(U128 v, int n)
{
    U128 r = v;
    if (n >= 64) {
        r.hi = v.lo << (n - 64);
        r.lo = 0;
    } else if (n > 0) {
        r.hi = v.hi << n | v.lo >> (64 - n);
        r.lo = v.lo << n;
    }
    return r;
}

/** Shift right; bit 0 of the result also says whether any 1 was lost. */
static U128 shift_right_sticky(U128 v, int n)
{
    U128 r = v;
    bool lost = false;
    if (n >= 128) {
        lost = v.hi || v.lo;
        r.hi = r.lo = 0;
    } else if (n >= 64) {
        lost = v.lo || (n > 64 && v.hi << (128 - n));
        r.lo = v.hi >> (n - 64);
        r.hi = 0;
    } else if (n > 0) {
        lost = v.lo << (64 - n);
        r.lo = v.lo >> n | v.hi << (64 - n);
        r.hi = v.hi >> n;
    }
    r.lo |= lost;
    return r;
}

static bool less(U128 a, U128 b)
{
    return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

static U128 sum(U128 a, U128 b)
{
    U128 r = {a.hi + b.hi, a.lo + b.lo};
    r.hi += r.lo < b.lo;
    return r;
}

static U128 difference(U128 a, U128 b)
{
    U128 r = {a.hi - b.hi - (a.lo < b.lo), a.lo - b.lo};
    return r;
}

/** v * 2^e to the nearest double, ties to even; v is not 0. */
static double rounded(U128 v, int e, uint64_t sign)
{
    /* The exponent of the result's last bit. */
    int last = e + top_bit(v) - 52;
    if (last < -1074)
        last = -1074;
    /* Two more bits: a half, and whether anything is below it. */
    const int by = last - 2 - e;
    const U128 r = by > 0 ? shift_right_sticky(v, by) : shift_left(v, -by);
    uint64_t m = r.lo >> 2;
    if ((r.lo & 3u) == 3u || ((r.lo & 3u) == 2u && (m & 1u)))
        m++;
    /* The hidden bit, or a carry, adds to the exponent field by itself. */
    const uint64_t field = (uint64_t)(last + 1074);
    const uint64_t infinity = 0x7ff0000000000000u;
    const uint64_t u = field > 0x7ffu ? infinity : (field << 52) + m;
    return vmaf_f64_of_bits(sign | (u > infinity ? infinity : u));
}

double vmaf_fma_soft(double x, double y, double z)
{
    const uint64_t ux = vmaf_bits_of_f64(x), uy = vmaf_bits_of_f64(y), uz = vmaf_bits_of_f64(z);
    if (!is_finite(ux) || !is_finite(uy) || x == 0.0 || y == 0.0)
        return x * y + z;
    /* Also where the product alone would overflow to the other infinity. */
    if (!is_finite(uz))
        return z + z;

    const uint64_t top = 1ull << 63;
    const uint64_t sign_p = (ux ^ uy) & top, sign_z = uz & top;
    const Parts px = parts_of(ux), py = parts_of(uy), pz = parts_of(uz);
    U128 p = product(px.m, py.m), c = {0, pz.m};
    const int up = TOP - top_bit(p);
    p = shift_left(p, up);
    const int ep = px.e + py.e - up;
    if (z == 0.0)
        return rounded(p, ep, sign_p);
    const int uc = TOP - top_bit(c);
    c = shift_left(c, uc);
    const int ec = pz.e - uc;

    const bool p_larger = ep != ec ? ep > ec : !less(p, c);
    const U128 large = p_larger ? p : c;
    const U128 small = shift_right_sticky(p_larger ? c : p, p_larger ? ep - ec : ec - ep);
    const int e = p_larger ? ep : ec;
    const uint64_t sign = p_larger ? sign_p : sign_z;
    if (sign_p == sign_z)
        return rounded(sum(large, small), e, sign);
    const U128 d = difference(large, small);
    return d.hi || d.lo ? rounded(d, e, sign) : 0.0;
}
