/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* vif_x86.h for vectors of 512 bits; wants TABLE, DOT and
 * ADD_BYTE(acc, v), SUBTRACT_BYTE(acc, v): the low bytes of 32-bit lanes, added to others. */
#include <immintrin.h>
#include <string.h>

#include "feature/vif/vif_rows.h"

#define VEC __m512i
#define LANES 16
#define V(op) _mm512_##op
#define VSI(op) _mm512_##op##_si512
#define WIDEN_U8(p) _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)(p)))
#define UPPER_HALVES(e, o) _mm512_mask_shuffle_epi32(o, 0x5555, e, _MM_PERM_DDBB)
#define LOWER_HALVES(e, o) _mm512_mask_shuffle_epi32(e, 0xaaaa, o, _MM_PERM_CCAA)
#define STORE_NARROW(p, v) _mm256_storeu_si256((void *)(p), _mm512_cvtepi32_epi16(v))

/* A constant that is loaded: compilers prefer to move integers through a port of the vectors. */
static inline __m512i all32(uint32_t x)
{
    float bits;
    memcpy(&bits, &x, sizeof(bits));
    return _mm512_castps_si512(_mm512_set1_ps(bits));
}

#define CUT (_MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)
#define FIRST(v, n) _mm512_maskz_mov_epi32((__mmask16)((n) < LANES ? (1u << (n)) - 1u : 0xffffu), v)

/* Sums in lanes: 64 bits of energy, 32 of the others. Logarithms are apart in table entries and
 * what the bits of the numbers themselves give. */
typedef struct Lanes {
    __m512i num_entry, num_bits, den_entry, den_bits, flat_energy;
    uint64_t n_busy;
} Lanes;
#define NO_LANES                                                                \
    {                                                                           \
        _mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512(), \
            _mm512_setzero_si512(), _mm512_setzero_si512(), 0                   \
    }

/* A block: variances and covariance, which are given, and what begin_pixels() makes of them. */
typedef struct Pixels {
    __m512i s1[2], s2[2], s12[2];
    __m512d d1[4], d12[4], g[4];
} Pixels;

/* The bits of the floats that x is cut to; their top 16 below the sign and the top bit are those
 * of x. */
static inline __m512i cut_float(__m512i x)
{
    return _mm512_castps_si512(_mm512_cvt_roundepi32_ps(x, CUT));
}

/* Table entries in the low bytes, of such floats; 0 in lanes without mask. */
static inline __m512i look_up(const uint8_t *table, __mmask16 mask, __m512i f)
{
    const __m512i i = _mm512_and_si512(_mm512_srli_epi32(f, 8), all32(VMAF_VIF_LOG_SIZE - 1));
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), mask, i, table, 1);
}

/* All steps are taken for several vectors in turn, since each has to wait for the one before. */
#define EACH(i, n) _Pragma("GCC unroll 4") for (int i = 0; i < (n); i++)

/*
 * Begin with the pixels of a block. The divisions take as long as much of the horizontal pass, so
 * they are under way while that of the next block runs. 64-bit lanes: first the even lanes of both
 * vectors, then the odd ones.
 */
static inline __attribute__((always_inline)) void begin_pixels(Pixels *p)
{
    const __m512i low = _mm512_set1_epi64(0xffffffff);
    const __m512d eps = _mm512_set1_pd(65536.0 * 1.0e-10);
    EACH(i, 4)
    p->d1[i] = _mm512_cvtepi64_pd(i < 2 ? _mm512_and_si512(p->s1[i], low)
                                        : _mm512_srli_epi64(p->s1[i - 2], 32));
    EACH(i, 4)
    p->d12[i] = _mm512_cvtepi64_pd(i < 2 ? _mm512_and_si512(p->s12[i], low)
                                         : _mm512_srli_epi64(p->s12[i - 2], 32));
    EACH(i, 4) p->g[i] = _mm512_div_pd(p->d12[i], _mm512_add_pd(p->d1[i], eps));
}

/*
 * vmaf_vif_add()'s noise and gain in the lower halves of 64-bit lanes, cut to integers: adding
 * 1.5 * 2^52 towards zero cuts what is behind the point. A negative noise stays negative.
 */
static inline __attribute__((always_inline)) void
gain_of(const Pixels *p, const __m512i s2[2], double limit, __m512i noise[4], __m512i gain[4])
{
    const __m512i low = _mm512_set1_epi64(0xffffffff);
    const __m512d point = _mm512_set1_pd(6755399441055744.0), most = _mm512_set1_pd(limit);
    __m512d d2[4], g[4], x[4];
    EACH(i, 4)
    d2[i] =
        _mm512_cvtepi64_pd(i < 2 ? _mm512_and_si512(s2[i], low) : _mm512_srli_epi64(s2[i - 2], 32));
    EACH(i, 4) x[i] = _mm512_mul_pd(p->g[i], p->d12[i]);
    EACH(i, 4) g[i] = _mm512_min_pd(p->g[i], most);
    EACH(i, 4) x[i] = _mm512_sub_pd(d2[i], x[i]);
    EACH(i, 4) g[i] = _mm512_mul_pd(g[i], g[i]);
    EACH(i, 4) noise[i] = _mm512_castpd_si512(_mm512_add_round_pd(x[i], point, CUT));
    EACH(i, 4) g[i] = _mm512_mul_pd(g[i], p->d1[i]);
    EACH(i, 4) gain[i] = _mm512_castpd_si512(_mm512_add_round_pd(g[i], point, CUT));
}

static inline __attribute__((always_inline)) void end_pixels(Lanes *sum, const Pixels *p,
                                                             const uint8_t *table, double limit)
{
    const __m512i zero = _mm512_setzero_si512(), flat_below = all32(VMAF_VIF_FLAT);
    const __m512i low = _mm512_set1_epi64(0xffffffff);
    __m512i s2[2];
    __mmask16 busy[2];
    EACH(i, 2) s2[i] = _mm512_max_epi32(p->s2[i], zero);
    EACH(i, 2) busy[i] = _mm512_cmpgt_epi32_mask(p->s1[i], all32(VMAF_VIF_FLAT - 1));
    const __mmask32 both = _mm512_kunpackw(busy[1], busy[0]);
    if (_kortestc_mask32_u8(both, both)) {
        sum->n_busy += 2 * LANES;
    } else {
        EACH(i, 2)
        {
            const __m512i energy = _mm512_maskz_mov_epi32((__mmask16)~busy[i], s2[i]);
            sum->flat_energy = _mm512_add_epi64(sum->flat_energy, _mm512_srli_epi64(energy, 32));
            sum->flat_energy = _mm512_add_epi64(sum->flat_energy, _mm512_and_si512(energy, low));
        }
        if (!both)
            return;
        sum->n_busy += (uint64_t)__builtin_popcount(both);
    }

    __m512i noise[4], gain[4], f[2], a[2], b[2];
    __mmask16 counts[2];
    EACH(i, 2) f[i] = cut_float(_mm512_add_epi32(p->s1[i], flat_below));
    EACH(i, 2) sum->den_entry = ADD_BYTE(sum->den_entry, look_up(table, busy[i], f[i]));
    EACH(i, 2)
    sum->den_bits = _mm512_add_epi32(sum->den_bits, _mm512_maskz_srli_epi32(busy[i], f[i], 12));

    gain_of(p, s2, limit, noise, gain);
    EACH(i, 2) b[i] = _mm512_max_epi32(LOWER_HALVES(noise[i], noise[i + 2]), zero);
    EACH(i, 2) b[i] = _mm512_add_epi32(b[i], flat_below);
    EACH(i, 2) a[i] = _mm512_add_epi32(LOWER_HALVES(gain[i], gain[i + 2]), b[i]);
    EACH(i, 2)
    counts[i] = _mm512_mask_cmpgt_epi32_mask(busy[i], _mm512_min_epi32(s2[i], p->s12[i]), zero);
    EACH(i, 2) b[i] = cut_float(b[i]);
    EACH(i, 2) a[i] = cut_float(a[i]);
    EACH(i, 2) sum->num_entry = SUBTRACT_BYTE(sum->num_entry, look_up(table, counts[i], b[i]));
    EACH(i, 2) sum->num_entry = ADD_BYTE(sum->num_entry, look_up(table, counts[i], a[i]));
    EACH(i, 2)
    sum->num_bits = _mm512_mask_add_epi32(
        sum->num_bits, counts[i], sum->num_bits,
        _mm512_sub_epi32(_mm512_srli_epi32(a[i], 12), _mm512_srli_epi32(b[i], 12)));
}

static inline int64_t total32(__m512i v)
{
    int32_t lane[LANES];
    int64_t sum = 0;
    _mm512_storeu_si512((void *)lane, v);
    for (int i = 0; i < LANES; i++)
        sum += lane[i];
    return sum;
}

/* n: pixels that were added */
static inline void add_total(VifSums *sums, const Lanes *sum, uint32_t n)
{
    sums->num_log += total32(sum->num_entry) + total32(sum->num_bits);
    /* 127: how floats count exponents */
    sums->den_log += total32(sum->den_entry) + total32(sum->den_bits) -
                     INT64_C(2048) * (127 + 17) * (int64_t)sum->n_busy;
    sums->flat_energy += _mm512_reduce_add_epi64(sum->flat_energy);
    sums->n_flat += (int64_t)(n - sum->n_busy);
}
