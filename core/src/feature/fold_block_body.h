/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of a VmafFoldBlock, compiled once per instruction set: the including file defines
 * LANES, the doubles of a register. No include guard.
 *
 * While the running sum s keeps the exponent e, it is k * u for u = 2^(e-52) and an integer k with
 * 2^52 <= |k| < 2^53, and rounding s + t to nearest even is adding rint(t / u) to k, unless t / u
 * lies halfway between two integers. So without halfway terms, and if k stays well inside its
 * range whatever the order, the block adds the sum of those integers, which is exact. The division
 * by u is a scaling by a power of two: where it underflows, the integer is 0 all the same.
 */
#include "feature/fold_block.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define CHAINS (VMAF_FOLD_GROUP / LANES)

typedef double Lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t Masks __attribute__((vector_size(8 * LANES)));

/* 2^e for normal numbers. */
static double power_of_two(int e)
{
    const uint64_t bits = (uint64_t)(e + 1023) << 52;
    double p;
    memcpy(&p, &bits, sizeof(p));
    return p;
}

static int exponent_of(double s)
{
    uint64_t bits;
    memcpy(&bits, &s, sizeof(bits));
    return (int)(bits >> 52 & 0x7ff) - 1023;
}

static inline bool fold_block(const double *term, size_t n, double *sum)
{
    const int e = exponent_of(*sum);
    if (e < -900) /* zero and subnormal sums among them: the unit has to be a normal number */
        return false;
    const double unit = power_of_two(e - 52), per_unit = power_of_two(52 - e);
    /* Adding and subtracting it rounds to an integer, to nearest even, below 2^51 in magnitude. */
    const double rounder = 0x1.8p52;
    const Masks magnitude = (Masks){0} + INT64_MAX;

    Lanes moved[CHAINS] = {{0}}, reached[CHAINS] = {{0}}; /* integers, and their magnitudes */
    Masks halfway = {0};
    for (size_t i = 0; i < n; i += CHAINS * LANES) {
        for (unsigned c = 0; c < CHAINS; c++) {
            Lanes t;
            memcpy(&t, term + i + c * LANES, sizeof(t));
            const Lanes q = t * per_unit;
            const Lanes r = (q + rounder) - rounder;
            const Lanes rest = (Lanes)((Masks)(q - r) & magnitude);
            halfway |= rest == 0.5;
            moved[c] += r;
            reached[c] += (Lanes)((Masks)r & magnitude);
        }
    }

    const double from = *sum * per_unit;
    for (unsigned c = 1; c < CHAINS; c++) {
        moved[0] += moved[c];
        reached[0] += reached[c];
    }
    double move = 0.0, reach = 0.0;
    for (unsigned i = 0; i < LANES; i++) {
        move += moved[0][i];
        reach += reached[0][i];
    }
    for (unsigned i = 0; i < LANES; i++) {
        if (halfway[i])
            return false;
    }
    /* Every k is strictly inside, and a value before its rounding at most a half further out; both
     * tests together keep the reach below 2^51. An infinite sum or term and a NaN fail. */
    if (!(fabs(from) - reach > 0x1p52 && fabs(from) + reach < 0x1p53))
        return false;
    *sum = (from + move) * unit;
    return true;
}
