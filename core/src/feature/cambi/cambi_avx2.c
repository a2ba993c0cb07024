/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#include "feature/cambi/cambi_rows.h"

#define LANES 16
#define VEC __m256i
#define FLOATS __m256
#define V(op) _mm256_##op
#define VSI(op) _mm256_##op##_si256

static inline __m256i load_codes(const uint16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static inline uint32_t equal32(const uint16_t *a, const uint16_t *b)
{
    const __m256i low = _mm256_cmpeq_epi16(load_codes(a), load_codes(b));
    const __m256i high = _mm256_cmpeq_epi16(load_codes(a + 16), load_codes(b + 16));
    const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xd8);
    return (uint32_t)_mm256_movemask_epi8(both);
}

static inline uint64_t equal64(const uint16_t *a, const uint16_t *b)
{
    return (uint64_t)equal32(a + 32, b + 32) << 32 | equal32(a, b);
}

static inline __m256i select_equal(__m256i a, __m256i b, __m256i then, __m256i otherwise)
{
    return _mm256_blendv_epi8(otherwise, then, _mm256_cmpeq_epi16(a, b));
}

static inline __m256i widen8(const uint8_t *p)
{
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline __m256i widen16(const uint16_t *p)
{
    return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline bool all_zero(__m256i x)
{
    return _mm256_testz_si256(x, x);
}

static inline __m256 look_up(const float *table, __m256i at)
{
    return _mm256_i32gather_ps(table, at, 4);
}

#include "feature/cambi/cambi_x86.h"

/* 1 for each of 32 bits. */
static inline __m256i ones(uint32_t bits)
{
    const __m256i byte =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201u);
    const __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), byte);
    return _mm256_min_epu8(_mm256_and_si256(all, bit), _mm256_set1_epi8(1));
}

static void count_flat_simd(uint8_t *count, const uint64_t *enter, const uint64_t *leave,
                            unsigned w)
{
    for (unsigned j0 = 0; j0 < w; j0 += 32) {
        const unsigned shift = j0 & 32;
        __m256i c = load(count + j0);
        if (enter)
            c = _mm256_add_epi8(c, ones((uint32_t)(enter[j0 / 64] >> shift)));
        if (leave)
            c = _mm256_sub_epi8(c, ones((uint32_t)(leave[j0 / 64] >> shift)));
        store(count + j0, c);
    }
}

static inline uint32_t mask32(const uint8_t *count, __m256i limit)
{
    __m256i s = _mm256_setzero_si256();
    for (int k = -VMAF_CAMBI_MASK_PAD; k <= VMAF_CAMBI_MASK_PAD; k++)
        s = _mm256_add_epi8(s, load(count + k));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(s, limit));
}

static void mask_simd(uint64_t *to, const uint8_t *count, unsigned w, int limit)
{
    const __m256i most = _mm256_set1_epi8((char)limit);
    for (unsigned j0 = 0; j0 < w; j0 += 64, count += 64)
        to[j0 / 64] =
            ((uint64_t)mask32(count + 32, most) << 32 | mask32(count, most)) & in_row(j0, w);
}

static unsigned sum_simd(CambiSum *s, float *value, unsigned n)
{
    __m256d low = _mm256_setzero_pd(), high = low;
    __m256 least = _mm256_set1_ps(s->least);
    unsigned kept = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        const __m256 c = _mm256_loadu_ps(value + i);
        const unsigned some =
            (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(c, _mm256_setzero_ps(), _CMP_GT_OQ));
        if (some != 0xff) {
            kept += sum(s, memmove(value + kept, value + i, 8 * sizeof(*value)), 8);
            continue;
        }
        low = _mm256_add_pd(low, _mm256_cvtps_pd(_mm256_castps256_ps128(c)));
        high = _mm256_add_pd(high, _mm256_cvtps_pd(_mm256_extractf128_ps(c, 1)));
        least = _mm256_min_ps(least, c);
        _mm256_storeu_ps(value + kept, c);
        kept += 8;
        s->n += 8;
    }
    kept += sum(s, memmove(value + kept, value + i, (n - i) * sizeof(*value)), n - i);
    double d[4];
    float f[8];
    _mm256_storeu_pd(d, _mm256_add_pd(low, high));
    _mm256_storeu_ps(f, least);
    s->sum += (d[0] + d[1]) + (d[2] + d[3]);
    for (unsigned k = 0; k < 8; k++)
        s->least = f[k] < s->least ? f[k] : s->least;
    return kept;
}

const CambiRows vmaf_cambi_rows_avx2 = {
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
