/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#include "feature/cambi/cambi_rows.h"

#define LANES 32
#define VEC __m512i
#define FLOATS __m512
#define V(op) _mm512_##op
#define VSI(op) _mm512_##op##_si512

static inline uint64_t equal64(const uint16_t *a, const uint16_t *b)
{
    const __mmask32 low = _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(a), _mm512_loadu_si512(b));
    const __mmask32 high =
        _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(a + 32), _mm512_loadu_si512(b + 32));
    return (uint64_t)high << 32 | low;
}

static inline __m512i select_equal(__m512i a, __m512i b, __m512i then, __m512i otherwise)
{
    return _mm512_mask_mov_epi16(otherwise, _mm512_cmpeq_epi16_mask(a, b), then);
}

static inline __m512i widen8(const uint8_t *p)
{
    return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)p));
}

static inline __m512i widen16(const uint16_t *p)
{
    return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));
}

static inline bool all_zero(__m512i x)
{
    return !_mm512_test_epi32_mask(x, x);
}

static inline __m512 look_up(const float *table, __m512i at)
{
    return _mm512_i32gather_ps(at, table, 4);
}

#include "feature/cambi/cambi_x86.h"

static void count_flat_simd(uint8_t *count, const uint64_t *enter, const uint64_t *leave,
                            unsigned w)
{
    const __m512i one = _mm512_set1_epi8(1);
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        __m512i c = _mm512_loadu_si512(count + j0);
        c = _mm512_mask_add_epi8(c, enter ? enter[j0 / 64] : 0, c, one);
        c = _mm512_mask_sub_epi8(c, leave ? leave[j0 / 64] : 0, c, one);
        _mm512_storeu_si512(count + j0, c);
    }
}

static void mask_simd(uint64_t *to, const uint8_t *count, unsigned w, int limit)
{
    const __m512i most = _mm512_set1_epi8((char)limit);
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        __m512i s = _mm512_setzero_si512();
        for (int k = -VMAF_CAMBI_MASK_PAD; k <= VMAF_CAMBI_MASK_PAD; k++)
            s = _mm512_add_epi8(s, _mm512_loadu_si512(count + j0 + k));
        to[j0 / 64] = _mm512_cmpgt_epi8_mask(s, most) & in_row(j0, w);
    }
}

static unsigned sum_simd(CambiSum *s, float *value, unsigned n)
{
    __m512d low = _mm512_setzero_pd(), high = low;
    __m512 least = _mm512_set1_ps(s->least);
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i += 16) {
        const unsigned left = n - i < 16 ? n - i : 16;
        const __mmask16 there = (__mmask16)((1u << left) - 1);
        const __m512 c = _mm512_maskz_loadu_ps(there, value + i);
        const __mmask16 some = _mm512_cmp_ps_mask(c, _mm512_setzero_ps(), _CMP_GT_OQ);
        low = _mm512_add_pd(low, _mm512_cvtps_pd(_mm512_castps512_ps256(c)));
        high = _mm512_add_pd(high, _mm512_cvtps_pd(_mm512_extractf32x8_ps(c, 1)));
        least = _mm512_mask_min_ps(least, some, least, c);
        _mm512_storeu_ps(value + kept, _mm512_maskz_compress_ps(some, c));
        kept += (unsigned)__builtin_popcount(some);
    }
    s->sum += _mm512_reduce_add_pd(_mm512_add_pd(low, high));
    s->least = _mm512_reduce_min_ps(least);
    s->n += kept;
    return kept;
}

const CambiRows vmaf_cambi_rows_avx512 = {
    .codes8 = codes8_simd,
    .codes16 = codes16,
    .box = box_simd,
    .flat = flat_simd,
    .count_flat = count_flat_simd,
    .mask = mask_simd,
    .halve = halve,
    .halve_bits = halve_bits,
    .mode_across = mode_across_simd,
    .mode_down = mode_down_simd,
    .runs = runs_simd,
    .count = count_simd,
    .values = values_simd,
    .sum = sum_simd,
};
