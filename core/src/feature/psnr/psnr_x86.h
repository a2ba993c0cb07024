/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Loops of PsnrRows at the speed of memory, which compilers do not find, for any vector width. The
 * file of an instruction set defines
 *
 *     VEC             its vector of integers
 *     V(op), VSI(op)  the intrinsic op, for VSI with the suffix si256 or si512
 *
 * Every loop does whole vectors and leaves the rest of the row to the C loop.
 */
#include "feature/psnr/psnr_rows_body.h"

#include <string.h>

static inline VEC load(const void *p)
{
    return VSI(loadu)(p);
}

static inline uint64_t sum32(VEC v)
{
    uint32_t lane[sizeof(VEC) / sizeof(uint32_t)], sum = 0;
    memcpy(lane, &v, sizeof(v));
    for (size_t i = 0; i < sizeof(lane) / sizeof(*lane); i++)
        sum += lane[i];
    return sum;
}

static inline uint64_t sum64(VEC v)
{
    uint64_t lane[sizeof(VEC) / sizeof(uint64_t)], sum = 0;
    memcpy(lane, &v, sizeof(v));
    for (size_t i = 0; i < sizeof(lane) / sizeof(*lane); i++)
        sum += lane[i];
    return sum;
}

/* Add the squares of the bytes of x to the 32-bit lanes of sum. */
static inline void add_squares8(VEC sum[2], VEC x)
{
    const VEC a = V(unpacklo_epi8)(x, VSI(setzero)()), b = V(unpackhi_epi8)(x, VSI(setzero)());
    sum[0] = V(add_epi32)(sum[0], V(madd_epi16)(a, a));
    sum[1] = V(add_epi32)(sum[1], V(madd_epi16)(b, b));
}

static uint64_t sse8_simd(const uint8_t *ref, const uint8_t *dis, size_t n)
{
    const VEC zero = VSI(setzero)();
    uint64_t sum = 0;
    while (n >= sizeof(VEC)) {
        const size_t size = chunk_of(n) / sizeof(VEC) * sizeof(VEC);
        VEC part[2] = {zero, zero};
        for (size_t j = 0; j < size; j += sizeof(VEC)) {
            const VEC r = load(ref + j), d = load(dis + j);
            add_squares8(part, V(sub_epi8)(V(max_epu8)(r, d), V(min_epu8)(r, d)));
        }
        sum += sum32(V(add_epi32)(part[0], part[1]));
        ref += size;
        dis += size;
        n -= size;
    }
    return sum + sse8(ref, dis, n);
}

static PsnrMoments moments8_simd(const uint8_t *in, size_t n)
{
    const VEC zero = VSI(setzero)();
    VEC first = zero;
    uint64_t second = 0;
    while (n >= sizeof(VEC)) {
        const size_t size = chunk_of(n) / sizeof(VEC) * sizeof(VEC);
        VEC part[2] = {zero, zero};
        for (size_t j = 0; j < size; j += sizeof(VEC)) {
            const VEC x = load(in + j);
            first = V(add_epi64)(first, V(sad_epu8)(x, zero));
            add_squares8(part, x);
        }
        second += sum32(V(add_epi32)(part[0], part[1]));
        in += size;
        n -= size;
    }
    PsnrMoments m = moments8(in, n);
    m.first += sum64(first);
    m.second += second;
    return m;
}

/* x^2 of the even 32-bit lanes of x, and of the odd ones. */
static inline VEC squares(VEC x)
{
    const VEC odd = V(srli_epi64)(x, 32);
    return V(add_epi64)(V(mul_epu32)(x, x), V(mul_epu32)(odd, odd));
}

static uint64_t sse16_simd(const uint16_t *ref, const uint16_t *dis, size_t n)
{
    const size_t lanes = sizeof(VEC) / sizeof(uint16_t);
    const VEC even = V(set1_epi32)(0xffff);
    VEC sum0 = VSI(setzero)(), sum1 = VSI(setzero)();
    size_t j = 0;
    for (; j + lanes <= n; j += lanes) {
        const VEC r = load(ref + j), d = load(dis + j);
        const VEC e = V(sub_epi16)(V(max_epu16)(r, d), V(min_epu16)(r, d));
        sum0 = V(add_epi64)(sum0, squares(VSI(and)(e, even)));
        sum1 = V(add_epi64)(sum1, squares(V(srli_epi32)(e, 16)));
    }
    return sum64(V(add_epi64)(sum0, sum1)) + sse16(ref + j, dis + j, n - j);
}
