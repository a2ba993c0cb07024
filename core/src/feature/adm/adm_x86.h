/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Loops of AdmRows where intrinsics beat the compiler, for any vector width. The file of an
 * instruction set defines
 *
 *     VEC             its vector of integers, LANES its 32-bit lanes
 *     V(op), VSI(op)  the intrinsic op, for VSI with the suffix si256 or si512
 *     V64(x)          x in all 64-bit lanes
 *     WIDEN_U8(p)     2 * LANES bytes at p as 16-bit lanes
 *
 * Every loop does whole vectors and leaves the rest of the row to the C loop.
 */
#include "feature/adm/adm_rows_body.h"

/** 32-bit lanes with tap a in the even and tap b in the odd 16-bit halves. */
static inline VEC tap_pair(int a, int b)
{
    return V(set1_epi32)((int)((uint32_t)(uint16_t)b << 16 | (uint16_t)a));
}

/** ab . even taps + cd . odd taps + half, 32-bit lanes. */
static inline VEC filter(VEC ab, VEC cd, VEC taps_ab, VEC taps_cd, VEC half)
{
    const VEC sum = V(add_epi32)(V(madd_epi16)(ab, taps_ab), V(madd_epi16)(cd, taps_cd));
    return V(add_epi32)(sum, half);
}

/** Constants of both filters at one shift. half: what is added before the shift */
typedef struct Taps {
    VEC low_ab, low_cd, high_ab, high_cd, low_half, high_half;
    __m128i shift, wrap; /* wrap: to the left, so that a shift by 16 to the right follows */
} Taps;

/* offset: what was taken off every sample in excess of what the definition takes off. */
static inline Taps make_taps(uint32_t shift, uint32_t offset)
{
    const uint32_t half = (uint32_t)vmaf_adm_half(shift);
    const Taps t = {.low_ab = tap_pair(15826, 27411),
                    .low_cd = tap_pair(7345, -4240),
                    .high_ab = tap_pair(-4240, -7345),
                    .high_cd = tap_pair(27411, -15826),
                    .low_half = V(set1_epi32)((int)(half + 46342 * offset)),
                    .high_half = V(set1_epi32)((int)half), /* taps that add up to 0 */
                    .shift = _mm_cvtsi32_si128((int)shift),
                    .wrap = _mm_cvtsi32_si128(16 - (int)shift)};
    return t;
}

static inline VEC low(VEC ab, VEC cd, const Taps *t)
{
    return filter(ab, cd, t->low_ab, t->low_cd, t->low_half);
}

static inline VEC high(VEC ab, VEC cd, const Taps *t)
{
    return filter(ab, cd, t->high_ab, t->high_cd, t->high_half);
}

/*
 * Shift two vectors of sums and narrow them to 16 bits. The packing would saturate. Samples within
 * their depth do not let it; with others, the bits above the 16 that count leave to the left.
 */
static inline VEC narrow(VEC x0, VEC x1, const Taps *t, int wraps)
{
    if (!wraps)
        return V(packs_epi32)(V(sra_epi32)(x0, t->shift), V(sra_epi32)(x1, t->shift));
    return V(packs_epi32)(V(srai_epi32)(V(sll_epi32)(x0, t->wrap), 16),
                          V(srai_epi32)(V(sll_epi32)(x1, t->wrap), 16));
}

/*
 * Both halves of 2 * LANES columns. Interleaving and packing both stay within 128-bit lanes, so
 * that columns come out in order.
 */
static inline void vertical(const VEC row[4], const Taps *t, int16_t *lo, int16_t *hi, int wraps)
{
    const VEC ab0 = V(unpacklo_epi16)(row[0], row[1]), ab1 = V(unpackhi_epi16)(row[0], row[1]);
    const VEC cd0 = V(unpacklo_epi16)(row[2], row[3]), cd1 = V(unpackhi_epi16)(row[2], row[3]);
    VSI(storeu)((void *)lo, narrow(low(ab0, cd0, t), low(ab1, cd1, t), t, wraps));
    if (hi)
        VSI(storeu)((void *)hi, narrow(high(ab0, cd0, t), high(ab1, cd1, t), t, wraps));
}

static void vert8_simd(const uint8_t *const in[4], int16_t *lo, int16_t *hi, int32_t w,
                       uint32_t shift)
{
    const Taps t = make_taps(shift, 0);
    const VEC mid = V(set1_epi16)((short)(1 << (shift - 1)));
    int32_t j = 0;
    for (; j + 2 * LANES <= w; j += 2 * LANES) {
        VEC row[4];
        for (int k = 0; k < 4; k++)
            row[k] = V(sub_epi16)(WIDEN_U8(in[k] + j), mid);
        vertical(row, &t, lo + j, hi ? hi + j : NULL, 0);
    }
    const uint8_t *const rest[4] = {in[0] + j, in[1] + j, in[2] + j, in[3] + j};
    vert8(rest, lo + j, hi ? hi + j : NULL, w - j, shift);
}

/* Less 32768 every sample fits 16 bits, whatever its depth. */
static void vert16_simd(const uint16_t *const in[4], int16_t *lo, int16_t *hi, int32_t w,
                        uint32_t shift)
{
    const Taps t = make_taps(shift, 32768u - (1u << (shift - 1)));
    const VEC mid = V(set1_epi16)((short)-32768);
    int32_t j = 0;
    for (; j + 2 * LANES <= w; j += 2 * LANES) {
        VEC row[4];
        for (int k = 0; k < 4; k++)
            row[k] = V(sub_epi16)(VSI(loadu)((const void *)(in[k] + j)), mid);
        vertical(row, &t, lo + j, hi ? hi + j : NULL, 1);
    }
    const uint16_t *const rest[4] = {in[0] + j, in[1] + j, in[2] + j, in[3] + j};
    vert16(rest, lo + j, hi ? hi + j : NULL, w - j, shift);
}

/* Two loads, two samples apart, hold the four samples of every output as pairs. */
static void horiz16_simd(const int16_t *in, int32_t *lo, int32_t *hi, int32_t w, uint32_t shift)
{
    const Taps t = make_taps(shift, 0);
    int32_t j = 0;
    for (; j + LANES <= w; j += LANES) {
        const VEC ab = VSI(loadu)((const void *)(in + 2 * j - 1));
        const VEC cd = VSI(loadu)((const void *)(in + 2 * j + 1));
        VSI(storeu)((void *)(lo + j), V(sra_epi32)(low(ab, cd, &t), t.shift));
        if (hi)
            VSI(storeu)((void *)(hi + j), V(sra_epi32)(high(ab, cd, &t), t.shift));
    }
    horiz16(in + 2 * j, lo + j, hi ? hi + j : NULL, w - j, shift);
}

/** Shifts and rounding constants of vmaf_adm_masked_cube(), without its sign bias taken off. */
typedef struct Cube {
    VEC square_half, cube_half;
    __m128i thr_shift, square_shift, cube_shift;
} Cube;

/** Cubes of the values in the even 32-bit lanes of x, plus 2^63 before the shift. */
static inline VEC biased_cube(VEC x, const Cube *c)
{
    const VEC square =
        V(srl_epi64)(V(add_epi64)(V(mul_epi32)(x, x), c->square_half), c->square_shift);
    return V(srl_epi64)(V(add_epi64)(V(mul_epi32)(square, x), c->cube_half), c->cube_shift);
}

static void mask_simd(const AdmScale *s, const AdmMaskRows *const row[3], int pass,
                      int32_t *scratch, uint64_t sum[VMAF_ADM_BANDS])
{
    const uint64_t bias = (uint64_t)1 << 63;
    Cube cube[VMAF_ADM_BANDS];
    VEC acc[VMAF_ADM_BANDS];
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const Cube c = {
            .square_half = V64((long long)vmaf_adm_half(s->square_shift[k])),
            .cube_half = V64((long long)(vmaf_adm_half(s->cube_shift[k]) + bias)),
            .thr_shift = _mm_cvtsi32_si128((int)s->thr_shift[k]),
            .square_shift = _mm_cvtsi32_si128((int)s->square_shift[k]),
            .cube_shift = _mm_cvtsi32_si128((int)s->cube_shift[k]),
        };
        cube[k] = c;
        acc[k] = VSI(setzero)();
    }
    mask_columns(s, row, pass, scratch);

    const int32_t *centre = row[1]->centre[pass];
    int32_t j = s->x0;
    for (; j + LANES <= s->x1; j += LANES) {
        const VEC left = VSI(loadu)((const void *)(scratch + j - 1));
        const VEC right = VSI(loadu)((const void *)(scratch + j + 1));
        const VEC at = V(add_epi32)(VSI(loadu)((const void *)(scratch + j)),
                                    VSI(loadu)((const void *)(centre + j)));
        const VEC thr = V(add_epi32)(V(add_epi32)(left, right), at);
        for (int k = 0; k < VMAF_ADM_BANDS; k++) {
            const VEC signal = VSI(loadu)((const void *)(row[1]->signal[pass][k] + j));
            const VEC d = V(sub_epi32)(signal, V(sll_epi32)(thr, cube[k].thr_shift));
            const VEC x = V(max_epi32)(d, VSI(setzero)());
            acc[k] = V(add_epi64)(acc[k], biased_cube(x, &cube[k]));
            acc[k] = V(add_epi64)(acc[k], biased_cube(V(srli_epi64)(x, 32), &cube[k]));
        }
    }
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        uint64_t lane[LANES / 2];
        VSI(storeu)((void *)lane, acc[k]);
        sum[k] = 0 - (uint64_t)(j - s->x0) * (bias >> s->cube_shift[k]);
        for (int i = 0; i < LANES / 2; i++)
            sum[k] += lane[i];
    }
    mask_sums(s, row[1], pass, scratch, j, s->x1, sum);
}
