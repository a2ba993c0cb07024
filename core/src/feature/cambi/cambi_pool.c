/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/cambi/cambi_pool.h"

#include <string.h>

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

/*
 * Every value is a multiple of u, the unit in the last place of the least one. Sums up to 2^53 u
 * are exact, all of them if the whole one is. The sum at hand may be a little off when it is not,
 * hence half of that.
 */
static bool is_exact(double sum, float least)
{
    const uint32_t exponent = bits_of(least) >> 23;
    const double u = (double)float_of(exponent << 23) * 0x1p-23;
    return sum <= 0x1p52 * u;
}

/* Side by side, because neighbours tend to have one digit, and each add waits for the one before.
 */
enum { LANES = 4, DIGITS = 1 << 12 };

static inline uint32_t digit_of(float x, unsigned shift, uint32_t mask)
{
    return bits_of(x) >> shift & mask;
}

/** @return the digit of the k-th largest; *k becomes its place among those that have it */
static uint32_t find_digit(const float *value, size_t n, size_t *k, unsigned shift, uint32_t mask)
{
    uint32_t count[LANES][DIGITS];
    memset(count, 0, sizeof(count));
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        for (unsigned j = 0; j < LANES; j++)
            count[j][digit_of(value[i + j], shift, mask)]++;
    }
    for (; i < n; i++)
        count[0][digit_of(value[i], shift, mask)]++;
    for (uint32_t digit = mask;; digit--) {
        size_t here = 0;
        for (unsigned j = 0; j < LANES; j++)
            here += count[j][digit];
        if (here >= *k)
            return digit;
        *k -= here;
    }
}

/*
 * Of positive floats the order is that of their bits. Digit by digit, from the highest, the digit
 * of the k-th largest is found; what is above it is summed, what is below forgotten.
 */
static double sum_largest(float *value, size_t n, size_t k, float *least)
{
    static const struct {
        unsigned shift;
        uint32_t mask;
    } digits[] = {{20, 0xfff}, {10, 0x3ff}, {0, 0x3ff}};
    double sum[LANES] = {0};
    for (unsigned d = 0; d < sizeof(digits) / sizeof(digits[0]); d++) {
        const unsigned shift = digits[d].shift;
        const uint32_t mask = digits[d].mask, digit = find_digit(value, n, &k, shift, mask);
        size_t kept = 0;
        for (size_t i = 0; i < n; i++) {
            const float v = value[i];
            const uint32_t here = digit_of(v, shift, mask);
            sum[i % LANES] += here > digit ? (double)v : 0.0;
            value[kept] = v;
            kept += here == digit;
        }
        n = kept;
    }
    *least = value[0];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + (double)k * (double)value[0];
}

bool vmaf_cambi_sum_any_order(const CambiSum *s, float *value, uint64_t most, double *total)
{
    float least = s->least;
    *total = s->n <= most ? s->sum : sum_largest(value, s->n, most, &least);
    return *total == 0.0 || is_exact(*total, least);
}

/* Bring the k largest to the front, nearly: value[k] becomes what a full sort would put there. */
static void partition(float *value, ptrdiff_t n, ptrdiff_t k)
{
    ptrdiff_t left = 0, right = n - 1;
    while (left < right) {
        const float pivot = value[k];
        ptrdiff_t i = left, j = right;
        do {
            while (value[i] > pivot)
                i++;
            while (value[j] < pivot)
                j--;
            if (i <= j) {
                const float t = value[i];
                value[i++] = value[j];
                value[j--] = t;
            }
        } while (i <= j);
        if (j < k)
            left = i;
        if (k < i)
            right = j;
    }
}

double vmaf_cambi_sum_in_order(float *value, size_t n, size_t k)
{
    if (k < n)
        partition(value, (ptrdiff_t)n, (ptrdiff_t)k);
    double sum = 0.0;
    for (size_t i = 0; i < k; i++)
        sum += (double)value[i];
    return sum;
}
