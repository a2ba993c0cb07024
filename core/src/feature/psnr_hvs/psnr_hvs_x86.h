/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * What the loops over blocks do otherwise with vectors: they load a row of several blocks at once,
 * and add terms as integers. No include guard.
 *
 * Terms are never negative, so that the chain s never falls. As long as it stays below the next
 * power of two its unit is one u, s = k u with 2^23 <= k < 2^24, and adding a term t makes k + q
 * with q = t / u, rounded: k plus q rounded, unless q lies half way between two integers. Sums of
 * integers have no order. Blocks where one of this does not hold are added one term at a time.
 *
 * The file of an instruction set includes immintrin.h and defines
 *
 *     WIDTH             of its vectors, in 32-bit lanes
 *     GATHER(base, at)  the 32-bit words at the byte offsets `at` from base
 */
#include "feature/psnr_hvs/psnr_hvs_blocks_body.h"

#include <string.h>

/* Half way, too. 1024 terms below it fit an int32_t. */
#define MOST 1048575.5f

static float add(float sum, PsnrHvsTerms term, unsigned n)
{
    uint32_t bits;
    memcpy(&bits, &sum, sizeof(bits));
    /* Where 1 / u is a normal number; u has the exponent of the sum less 23. */
    const uint32_t exponent = bits >> 23;
    if (exponent < 24 || exponent > 250)
        return add_in_order(sum, term, n);
    const uint32_t inverse_bits = (127 + 127 + 23 - exponent) << 23;
    float inverse;
    memcpy(&inverse, &inverse_bits, sizeof(inverse));

    const float *restrict t = term[0];
    int32_t more = 0, odd = 0;
    for (size_t i = 0; i < SIZE * LANES; i++) {
        const float exact = t[i] * inverse, q = exact < MOST ? exact : MOST, whole = rintf(q);
        more += (int32_t)whole;
        odd |= fabsf(q - whole) == 0.5f;
    }
    const uint32_t k = (bits & 0x7fffffu) + (uint32_t)more;
    if (odd || k > 0x7fffffu)
        return add_in_order(sum, term, n);
    bits = exponent << 23 | k;
    memcpy(&sum, &bits, sizeof(sum));
    return sum;
}

typedef uint32_t Words __attribute__((vector_size(4 * WIDTH)));

/* Byte offsets of the blocks, and 8 bytes of each of them: exactly the samples of a row, or half.
 */
static inline void load(PsnrHvsBlocks x, const uint8_t *in, ptrdiff_t stride, unsigned n,
                        unsigned bytes)
{
    const unsigned per_word = 4 / bytes, bits = 8 * bytes;
    uint32_t at[LANES];
    for (unsigned l = 0; l < LANES; l++)
        at[l] = (l < n ? l : n - 1) * VMAF_PSNR_HVS_STEP * bytes;
    for (unsigned y = 0; y < SIDE; y++, in += stride) {
        for (unsigned l = 0; l < LANES; l += WIDTH) {
            Words offset;
            memcpy(&offset, at + l, sizeof(offset));
            for (unsigned k = 0; k < SIDE; k += per_word) {
                const Words word = (Words)GATHER(in + k * bytes, offset);
                for (unsigned i = 0; i < per_word; i++) {
                    const Words v = word >> i * bits & ((1u << bits) - 1);
                    memcpy(x[y * SIDE + k + i] + l, &v, sizeof(v));
                }
            }
        }
    }
}

static void load8(PsnrHvsBlocks x, const uint8_t *in, ptrdiff_t stride, unsigned n)
{
    load(x, in, stride, n, 1);
}

static void load16(PsnrHvsBlocks x, const uint16_t *in, ptrdiff_t stride, unsigned n)
{
    load(x, (const uint8_t *)in, stride, n, 2);
}
