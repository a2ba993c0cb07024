/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/fma.h"
#include "base/libm.h"
#include "base/libm_priv.h"

/*
 * Sine in fixed point: a number below 1 is an array of 32-bit words, first words first. The first
 * attempt has 160 bits. If all of its possible error does not change the rounding, that is the
 * result; otherwise 384 bits, of which at least 250 are right wherever the sine is smallest,
 * decide. No sine of a double but sin(0) is half way between two doubles, and none is known that
 * needs more than 130 bits.
 */
#define FEW 5
#define MANY LIBM_QUARTER_PI_WORDS

/* Units in the last place that sine() may be off: below 2^57. See there. */
#define ERROR_WORD 2 /* from the end */
#define ERROR_UNITS (1u << 26)

/** a = a * b, cut to n words after the binary point. */
static void multiply(uint32_t *a, const uint32_t *b, int n)
{
    uint32_t product[2 * MANY] = {0};
    for (int i = n - 1; i >= 0; i--) {
        uint64_t carry = 0;
        for (int j = n - 1; j >= 0; j--) {
            carry += (uint64_t)a[i] * b[j] + product[i + j + 1];
            product[i + j + 1] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i] = (uint32_t)carry;
    }
    memcpy(a, product, (size_t)n * sizeof(*a));
}

/** a = a / d, cut. */
static void divide(uint32_t *a, uint32_t d, int n)
{
    uint64_t rest = 0;
    for (int i = 0; i < n; i++) {
        rest = rest << 32 | a[i];
        a[i] = (uint32_t)(rest / d);
        rest %= d;
    }
}

/** a = a + b, or a - b, modulo 1. */
static void add(uint32_t *a, const uint32_t *b, bool subtract, int n)
{
    uint64_t carry = subtract;
    for (int i = n - 1; i >= 0; i--) {
        carry += (uint64_t)a[i] + (subtract ? ~b[i] : b[i]);
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/** a = a * 2^by modulo 1, 0 < by < 32. */
static void shift_up(uint32_t *a, int by, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = a[i] << by | (i + 1 < n ? a[i + 1] >> (32 - by) : 0);
}

static bool is_zero(const uint32_t *a, int n)
{
    uint32_t any = 0;
    for (int i = 0; i < n; i++)
        any |= a[i];
    return !any;
}

/** 32 binary places of 2/pi behind the first `skip`; places before the point are 0. */
static uint32_t two_over_pi(int skip)
{
    const int word = skip >= 0 ? skip / 32 : -((31 - skip) / 32), bit = skip - 32 * word;
    const uint32_t high = word >= 0 ? vmaf_libm_two_over_pi[word] : 0;
    const uint32_t low = word + 1 >= 0 ? vmaf_libm_two_over_pi[word + 1] : 0;
    return bit ? high << bit | low >> (32 - bit) : high;
}

/** m * 2^e as a fraction of a turn, whole turns left out. */
static void turns(uint32_t *u, uint64_t m, int e, int n)
{
    /* x / (2 pi) = m * (2^(e-2) * 2/pi); what stands before the point there makes whole turns. */
    const uint64_t low = m & 0xffffffffu, high = m >> 32;
    uint64_t carry = 0;
    uint32_t before = 0;
    for (int i = n - 1; i >= 0; i--) {
        const uint32_t w = two_over_pi(e - 2 + 32 * i);
        const uint64_t p = low * w, q = high * before;
        carry += (p & 0xffffffffu) + (q & 0xffffffffu);
        u[i] = (uint32_t)carry;
        carry = (carry >> 32) + (p >> 32) + (q >> 32);
        before = w;
    }
}

/**
 * The magnitude of sin(m * 2^e) in n words, and its sign.
 *
 * The places of 2/pi that are cut off make less than 2^53 units, in radians 2^56; the series has
 * fewer than 80 terms, each off by a few.
 */
static bool sine(uint32_t *sum, uint64_t m, int e, int n)
{
    uint32_t y[MANY] = {0}, y2[MANY], term[MANY];
    turns(y, m, e, n);
    const unsigned octant = y[0] >> 29, quadrant = (octant + 1) >> 1 & 3;

    /* y = the distance from the middle of the quadrant: in quarter turns, then in radians. */
    shift_up(y, 2, n);
    if (octant & 1) {
        memset(term, 0, sizeof(term));
        add(term, y, true, n);
        memcpy(y, term, sizeof(y));
    }
    multiply(y, vmaf_libm_quarter_pi, n);
    shift_up(y, 1, n);
    memcpy(y2, y, sizeof(y2));
    multiply(y2, y, n);

    /* y - y^3/3! + ..., or 1 - y^2/2! + ..., where 1 is 0 modulo 1. */
    const bool cosine = quadrant & 1;
    memset(sum, 0, (size_t)n * sizeof(*sum));
    memcpy(term, y, sizeof(term));
    if (cosine) {
        memcpy(term, y2, sizeof(term));
        divide(term, 2, n);
    }
    bool negative = cosine;
    for (uint32_t k = cosine ? 3 : 2; !is_zero(term, n); k += 2) {
        add(sum, term, negative, n);
        negative = !negative;
        multiply(term, y2, n);
        divide(term, k * (k + 1), n);
    }
    const bool below = !cosine && (octant & 1);
    return below != (quadrant >> 1 & 1);
}

/** The nearest double, ties to even; 0 stands for 1. */
static double nearest(const uint32_t *a, int n)
{
    int first = 0;
    while (first < n && !a[first])
        first++;
    if (first == n)
        return 1.0;

    /* 96 bits from the first word that is not 0, and whether anything follows. */
    uint32_t w[3];
    bool more = false;
    for (int i = 0; i < 3; i++)
        w[i] = first + i < n ? a[first + i] : 0;
    for (int i = first + 3; i < n; i++)
        more |= a[i] != 0;
    const int lead = __builtin_clz(w[0]);
    uint64_t top = (uint64_t)w[0] << 32 | w[1];
    if (lead)
        top = top << lead | w[2] >> (32 - lead);
    more |= (uint32_t)(w[2] << lead) != 0;

    uint64_t m = top >> 11;
    const uint64_t rest = top & 0x7ffu, half = 0x400u;
    if (rest > half || (rest == half && (more || (m & 1))))
        m++;
    return ldexp((double)m, -32 * first - lead - 53);
}

static double rounded(uint64_t m, int e, int n, bool *sure)
{
    uint32_t r[MANY] = {0}, low[MANY], high[MANY], error[MANY] = {0};
    const bool negative = sine(r, m, e, n);
    const double x = nearest(r, n);
    error[n - ERROR_WORD] = ERROR_UNITS;
    memcpy(low, r, sizeof(low));
    memcpy(high, r, sizeof(high));
    add(low, error, true, n);
    add(high, error, false, n);
    *sure = nearest(low, n) == x && nearest(high, n) == x;
    return negative ? -x : x;
}

static double sine_of(double x, int first_words)
{
    const uint64_t u = vmaf_bits_of_f64(x), magnitude = u & 0x7fffffffffffffffu;
    /* Up to 2^-26, x^3/6 is less than half a unit of x. */
    if (magnitude <= 0x3e50000000000000u)
        return x;
    const int field = (int)(magnitude >> 52);
    if (field == 0x7ff)
        return x - x;
    const uint64_t m = (magnitude & 0xfffffffffffffu) | 1ull << 52;
    bool sure = false;
    double y = rounded(m, field - 1075, first_words, &sure);
    if (!sure && first_words < MANY)
        y = rounded(m, field - 1075, MANY, &sure);
    return u == magnitude ? y : -y;
}

double vmaf_sin(double x)
{
    return sine_of(x, FEW);
}

double vmaf_sin_wide(double x)
{
    return sine_of(x, MANY);
}
