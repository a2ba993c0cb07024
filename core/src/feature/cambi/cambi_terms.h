/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CAMBI_TERMS_H
#define VMAF_CAMBI_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/** Arithmetic of `cambi` that every engine shares. */

#define VMAF_CAMBI_SCALES 5
#define VMAF_CAMBI_MAX_STEPS 32
/** Codes are those of 10 bits; rounding from 12 or 16 bits reaches 1024. */
#define VMAF_CAMBI_CODES 1025
#define VMAF_CAMBI_MAX_WINDOW 65
/** Samples in the largest window. */
#define VMAF_CAMBI_MAX_COUNT (VMAF_CAMBI_MAX_WINDOW * VMAF_CAMBI_MAX_WINDOW)
/** The flat samples around one are counted in a square that reaches so far. */
#define VMAF_CAMBI_MASK_PAD 3

/** A sample of `bits` at 10 bits. */
VMAF_HD static uint32_t vmaf_cambi_code(uint32_t v, unsigned bits)
{
    return bits == 8 ? v << 2 : bits == 10 ? v : (v + (1u << (bits - 11))) >> (bits - 10);
}

/** The value that occurs twice, or else the least. */
VMAF_HD static uint32_t vmaf_cambi_mode3(uint32_t a, uint32_t b, uint32_t c)
{
    if (a == b || a == c)
        return a;
    if (b == c)
        return b;
    const uint32_t least = a < b ? a : b;
    return least < c ? least : c;
}

/** How much a step of k codes weighs. */
VMAF_HD static int vmaf_cambi_weight(unsigned k)
{
    return k <= 4 ? (int)k : k <= 5 ? 4 : k <= 7 ? 5 : k <= 11 ? 6 : k <= 15 ? 7 : k <= 22 ? 8 : 9;
}

/**
 * How visible a step is.
 *
 * @param n samples of the code itself in the window
 * @param m samples of the code one step away
 * @param reciprocal of n + m, vmaf_cambi_reciprocals()
 */
VMAF_HD static float vmaf_cambi_value(int weight, int n, int m, float reciprocal)
{
    return (float)(weight * n * m) * reciprocal;
}

#endif /* VMAF_CAMBI_TERMS_H */
