/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#include "feature/vif/vif_rows.h"

#define TABLE vmaf_vif_rows_avx2
#define VEC __m256i
#define LANES 8
#define V(op) _mm256_##op
#define VSI(op) _mm256_##op##_si256
#define WIDEN_U8(p) _mm256_cvtepu8_epi16(_mm_loadu_si128((const void *)(p)))
#define DOT(acc, a, b) _mm256_add_epi32(acc, _mm256_madd_epi16(a, b))
#define UPPER_HALVES(e, o) _mm256_blend_epi32(_mm256_srli_epi64(e, 32), o, 0xaa)
#define STORE_NARROW(p, v)        \
    _mm_storeu_si128((void *)(p), \
                     _mm_packus_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)))

static inline __m256i all32(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}

#define FIRST(v, n)                                                     \
    _mm256_and_si256(v, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), \
                                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)))

/* Sums in lanes: 64 bits of energy, 32 of the others. */
typedef struct Lanes {
    __m256i num_log, den_log, flat_energy, n_busy;
} Lanes;
#define NO_LANES                                                                \
    {                                                                           \
        _mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(), \
            _mm256_setzero_si256()                                              \
    }

/* A block. */
typedef struct Pixels {
    __m256i s1[2], s2[2], s12[2];
} Pixels;

/*
 * 2048 log2(x), with the exponent counted as floats do. A conversion to the nearest float could
 * carry into the upper 16 bits; without the bits that x >> 17 has set, among them the 18th from
 * the top, it cannot. Any x gives an index within the table.
 */
static inline __m256i log_of(__m256i x, const uint8_t *table)
{
    const __m256i cut = _mm256_andnot_si256(_mm256_srli_epi32(x, 17), x);
    const __m256i f = _mm256_castps_si256(_mm256_cvtepi32_ps(cut));
    const __m256i i =
        _mm256_and_si256(_mm256_srli_epi32(f, 8), _mm256_set1_epi32(VMAF_VIF_LOG_SIZE - 1));
    const __m256i entry = _mm256_i32gather_epi32((const int *)(const void *)table, i, 1);
    return _mm256_add_epi32(_mm256_and_si256(entry, _mm256_set1_epi32(0xff)),
                            _mm256_srli_epi32(f, 12));
}

/* vmaf_vif_add()'s noise and gain of half of the lanes, before they are cut to integers. */
static inline void gain_of(__m128i s1_lanes, __m128i s2_lanes, __m128i s12_lanes, double limit,
                           __m128i *noise, __m128i *gain)
{
    const __m256d s1 = _mm256_cvtepi32_pd(s1_lanes), s2 = _mm256_cvtepi32_pd(s2_lanes);
    const __m256d s12 = _mm256_cvtepi32_pd(s12_lanes);
    __m256d g = _mm256_div_pd(s12, _mm256_add_pd(s1, _mm256_set1_pd(65536.0 * 1.0e-10)));
    *noise = _mm256_cvttpd_epi32(_mm256_sub_pd(s2, _mm256_mul_pd(g, s12)));
    g = _mm256_min_pd(g, _mm256_set1_pd(limit));
    *gain = _mm256_cvttpd_epi32(_mm256_mul_pd(_mm256_mul_pd(g, g), s1));
}

static inline void add_vector(Lanes *sum, __m256i s1, __m256i s2, __m256i s12, const uint8_t *table,
                              double limit)
{
    const __m256i zero = _mm256_setzero_si256(), flat_below = _mm256_set1_epi32(VMAF_VIF_FLAT);
    s2 = _mm256_max_epi32(s2, zero);
    const __m256i busy = _mm256_cmpgt_epi32(s1, _mm256_set1_epi32(VMAF_VIF_FLAT - 1));
    const __m256i energy = _mm256_andnot_si256(busy, s2);
    sum->flat_energy = _mm256_add_epi64(sum->flat_energy, _mm256_srli_epi64(energy, 32));
    sum->flat_energy = _mm256_add_epi64(sum->flat_energy, _mm256_blend_epi32(energy, zero, 0xaa));
    sum->n_busy = _mm256_sub_epi32(sum->n_busy, busy);
    if (_mm256_testz_si256(busy, busy))
        return;

    const __m256i den = _mm256_sub_epi32(log_of(_mm256_add_epi32(s1, flat_below), table),
                                         _mm256_set1_epi32((127 + 17) * 2048));
    sum->den_log = _mm256_add_epi32(sum->den_log, _mm256_and_si256(busy, den));

    __m128i noise[2], gain[2];
    gain_of(_mm256_castsi256_si128(s1), _mm256_castsi256_si128(s2), _mm256_castsi256_si128(s12),
            limit, &noise[0], &gain[0]);
    gain_of(_mm256_extracti128_si256(s1, 1), _mm256_extracti128_si256(s2, 1),
            _mm256_extracti128_si256(s12, 1), limit, &noise[1], &gain[1]);
    const __m256i sv = _mm256_max_epi32(_mm256_set_m128i(noise[1], noise[0]), zero);
    const __m256i below = _mm256_add_epi32(sv, flat_below);
    const __m256i above = _mm256_add_epi32(_mm256_set_m128i(gain[1], gain[0]), below);
    const __m256i num = _mm256_sub_epi32(log_of(above, table), log_of(below, table));
    const __m256i positive = _mm256_cmpgt_epi32(_mm256_min_epi32(s2, s12), zero);
    sum->num_log =
        _mm256_add_epi32(sum->num_log, _mm256_and_si256(_mm256_and_si256(busy, positive), num));
}

static inline void begin_pixels(Pixels *p)
{
    (void)p;
}

static inline void end_pixels(Lanes *sum, const Pixels *p, const uint8_t *table, double limit)
{
    add_vector(sum, p->s1[0], p->s2[0], p->s12[0], table, limit);
    add_vector(sum, p->s1[1], p->s2[1], p->s12[1], table, limit);
}

static inline int64_t total32(__m256i v)
{
    int32_t lane[LANES];
    int64_t sum = 0;
    _mm256_storeu_si256((void *)lane, v);
    for (int i = 0; i < LANES; i++)
        sum += lane[i];
    return sum;
}

/* n: pixels that were added */
static inline void add_total(VifSums *sums, const Lanes *sum, uint32_t n)
{
    int64_t energy[LANES / 2];
    sums->num_log += total32(sum->num_log);
    sums->den_log += total32(sum->den_log);
    sums->n_flat += n - total32(sum->n_busy);
    _mm256_storeu_si256((void *)energy, sum->flat_energy);
    for (int i = 0; i < LANES / 2; i++)
        sums->flat_energy += energy[i];
}

#include "feature/vif/vif_x86.h"
