/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The loops of VifRows in vectors of any width. The file of an instruction set defines
 *
 *     TABLE                the table's name
 *     VEC, LANES           its vector of integers, 32-bit lanes in it
 *     V(op), VSI(op)       the intrinsic op, for VSI with the suffix si256 or si512
 *     WIDEN_U8(p)          2 * LANES bytes at p as 16-bit lanes
 *     DOT(acc, a, b)       acc plus, in 32-bit lanes, both products of signed 16-bit halves
 *     UPPER_HALVES(e, o)   the upper 32 bits of 64-bit lanes, those of e in the even lanes
 *     STORE_NARROW(p, v)   32-bit lanes as 16 bits
 *     all32(x)             x in all 32-bit lanes
 *     FIRST(v, n)          the first n 32-bit lanes, 0 in others
 *     Lanes, NO_LANES      sums of the statistic in lanes
 *     Pixels               two vectors of variances and covariances, s1, s2 and s12, and whatever
 *     begin_pixels(p)      makes of them before
 *     end_pixels(sum, p, table, limit)  adds them to Lanes
 *     add_total(sums, sum, n)  adds Lanes of n pixels to VifSums
 *
 * A block is 2 * LANES columns. A pair has, for each kind of its 16-bit numbers (less 32768) and
 * for each block, two vectors of the two rows' numbers side by side, as unpacking leaves them and
 * packing wants them.
 *
 * Sums of taps and numbers less 32768 are the true sums less 2^31, modulo 2^32, as taps add up to
 * 65536.
 */
#include <immintrin.h>
#include <string.h>

#include "feature/vif/vif_rows.h"

#define BLOCK (2 * LANES)
#define UNROLL _Pragma("GCC unroll 16")
#define INLINE static inline __attribute__((always_inline))

/* Kinds of numbers in a pair. Products of bytes have no upper half. */
enum { PAIR_R, PAIR_D, PAIR_LOW, PAIR_HIGH = PAIR_LOW + 3 };

INLINE VEC load(const int16_t *p)
{
    return VSI(loadu)((const void *)p);
}

/* Store the first n of a block. */
INLINE void store_some(void *out, VEC v, uint32_t n)
{
    if (n >= BLOCK) {
        VSI(storeu)(out, v);
    } else {
        uint16_t whole[BLOCK];
        VSI(storeu)((void *)whole, v);
        memcpy(out, whole, n * sizeof(*whole));
    }
}

/* ---- pairs ---- */

INLINE void put(int16_t *out, size_t kind_stride, int kind, VEC row0, VEC row1)
{
    const VEC bias = V(set1_epi16)(-32768);
    const VEC a = VSI(xor)(row0, bias), b = VSI(xor)(row1, bias);
    int16_t *const at = out + (size_t)kind * kind_stride;
    VSI(store)((void *)at, V(unpacklo_epi16)(a, b));
    VSI(store)((void *)(at + BLOCK), V(unpackhi_epi16)(a, b));
}

/* r, d: two rows of a block. */
INLINE void put_block(int16_t *out, size_t kind_stride, const VEC *r, const VEC *d, bool high)
{
    put(out, kind_stride, PAIR_R, r[0], r[1]);
    put(out, kind_stride, PAIR_D, d[0], d[1]);
    const VEC *const factor[3][2] = {{r, r}, {d, d}, {r, d}};
    UNROLL
    for (int k = 0; k < 3; k++) {
        const VEC *a = factor[k][0], *b = factor[k][1];
        put(out, kind_stride, PAIR_LOW + k, V(mullo_epi16)(a[0], b[0]), V(mullo_epi16)(a[1], b[1]));
        if (high)
            put(out, kind_stride, PAIR_HIGH + k, V(mulhi_epu16)(a[0], b[0]),
                V(mulhi_epu16)(a[1], b[1]));
    }
}

static void pair8(const VifScale *s, void *pair, const uint8_t *const ref[2],
                  const uint8_t *const dis[2])
{
    int16_t *out = pair;
    const uint8_t *row[4] = {ref[0], ref[1], dis[0], dis[1]};
    uint8_t rest[4][BLOCK] = {{0}};
    VEC v[4];
    for (uint32_t x = 0; x < s->w; x += BLOCK, out += 2 * BLOCK) {
        for (int i = 0; i < 4; i++) {
            const uint8_t *at = row[i] + x;
            if (s->w - x < BLOCK)
                at = memcpy(rest[i], at, s->w - x);
            v[i] = WIDEN_U8(at);
        }
        put_block(out, 2 * s->stride, v, v + 2, false);
    }
}

static void pair16(const VifScale *s, void *pair, const uint16_t *const ref[2],
                   const uint16_t *const dis[2], uint16_t peak)
{
    int16_t *out = pair;
    const VEC mask = V(set1_epi16)((short)peak);
    const uint16_t *row[4] = {ref[0], ref[1], dis[0], dis[1]};
    uint16_t rest[4][BLOCK] = {{0}};
    VEC v[4];
    for (uint32_t x = 0; x < s->w; x += BLOCK, out += 2 * BLOCK) {
        for (int i = 0; i < 4; i++) {
            const uint16_t *at = row[i] + x;
            if (s->w - x < BLOCK)
                at = memcpy(rest[i], at, (s->w - x) * sizeof(*at));
            v[i] = VSI(and)(VSI(loadu)((const void *)at), mask);
        }
        put_block(out, 2 * s->stride, v, v + 2, true);
    }
}

/* ---- filters ---- */

/*
 * Taps as pairs, for an even row or column and for the one after it. Those of the last filter do
 * not fit 16 bits and are halved, and the sum is doubled.
 */
typedef struct Taps {
    VEC even[9], odd[9];
} Taps;

INLINE Taps make_taps(uint32_t filter)
{
    Taps t;
    const uint32_t half = vmaf_vif_half(filter), halved = filter == 3;
    uint32_t last = 0;
    UNROLL
    for (uint32_t p = 0; p <= half; p++) {
        const uint32_t a = vmaf_vif_tap(filter, 2 * p) >> halved;
        const uint32_t b = p < half ? vmaf_vif_tap(filter, 2 * p + 1) >> halved : 0;
        t.even[p] = all32(b << 16 | a);
        t.odd[p] = all32(a << 16 | last);
        last = b;
    }
    return t;
}

/* What a sum has to begin with to end up more by x. */
INLINE VEC start_of(uint32_t x, uint32_t filter)
{
    return all32(filter == 3 ? x / 2 : x);
}

INLINE VEC doubled(VEC v, uint32_t filter)
{
    return filter == 3 ? V(add_epi32)(v, v) : v;
}

/* Sums of a block of four rows, from vmaf_vif_pairs() pairs; [row][half of the block]. */
INLINE void vertical(VEC sum[VIF_GROUP][2], VEC start, const int16_t *const *pair, size_t at,
                     const Taps *t, uint32_t filter)
{
    const uint32_t half = vmaf_vif_half(filter);
    UNROLL
    for (int i = 0; i < VIF_GROUP; i++)
        sum[i][0] = sum[i][1] = start;
    UNROLL
    for (uint32_t p = 0; p < half + 2; p++) {
        UNROLL
        for (int k = 0; k < 2; k++) {
            const VEC v = load(pair[p] + at + k * BLOCK);
            if (p <= half) {
                sum[0][k] = DOT(sum[0][k], v, t->even[p]);
                sum[1][k] = DOT(sum[1][k], v, t->odd[p]);
            }
            if (p) {
                sum[2][k] = DOT(sum[2][k], v, t->even[p - 1]);
                sum[3][k] = DOT(sum[3][k], v, t->odd[p - 1]);
            }
        }
    }
    UNROLL
    for (int i = 0; i < VIF_GROUP; i++) {
        sum[i][0] = doubled(sum[i][0], filter);
        sum[i][1] = doubled(sum[i][1], filter);
    }
}

/* What makes a sum of samples a true one, and rounds it. */
INLINE VEC mean_start(uint32_t shift, uint32_t filter)
{
    return start_of((UINT32_C(1) << 31) + (UINT32_C(1) << (shift - 1)), filter);
}

/* Means of a block, ready to be stored. */
INLINE VEC narrow_means(VEC lo, VEC hi, __m128i shift)
{
    const VEC bias = V(set1_epi16)(-32768);
    return VSI(xor)(V(packus_epi32)(V(srl_epi32)(lo, shift), V(srl_epi32)(hi, shift)), bias);
}

/* The same for an even row with the next filter, at the filter's first pair. */
INLINE VEC next_sum(VEC start, const int16_t *const *pair, size_t at, const Taps *t,
                    uint32_t filter)
{
    VEC sum = start;
    UNROLL
    for (uint32_t p = 0; p <= vmaf_vif_half(filter); p++)
        sum = DOT(sum, load(pair[p] + at), t->even[p]);
    return doubled(sum, filter);
}

INLINE void vertical_means(const VifScale *s, int16_t *const *line, int16_t *const *next, int value,
                           const int16_t *const *pair, const Taps *t, const Taps *next_t,
                           uint32_t filter)
{
    const uint32_t first = (vmaf_vif_half(filter) - vmaf_vif_half(filter + 1)) / 2;
    const VEC start = mean_start(s->mean_shift, filter);
    const VEC next_start = mean_start(s->mean_shift, filter + 1);
    const __m128i shift = _mm_cvtsi32_si128((int)s->mean_shift);
    for (uint32_t x = 0; x < s->w; x += BLOCK) {
        VEC m[VIF_GROUP][2];
        vertical(m, start, pair, 2 * x, t, filter);
        UNROLL
        for (int i = 0; i < VIF_GROUP; i++)
            store_some(line[i] + (size_t)value * s->stride + x,
                       narrow_means(m[i][0], m[i][1], shift), s->w - x);
        if (!next)
            continue;
        UNROLL
        for (uint32_t i = 0; i < VIF_GROUP / 2; i++) {
            const int16_t *const *at = pair + first + i;
            const VEC lo = next_sum(next_start, at, 2 * x, next_t, filter + 1);
            const VEC hi = next_sum(next_start, at, 2 * x + BLOCK, next_t, filter + 1);
            store_some(next[i] + (size_t)value * s->stride + x, narrow_means(lo, hi, shift),
                       s->w - x);
        }
    }
}

/* Both halves of a block of 32-bit products less 2^31. */
INLINE void store_products(int16_t *low, size_t stride, VEC q0, VEC q1, uint32_t n)
{
    const VEC bias = V(set1_epi16)(-32768), bits = all32(0xffff);
    const VEC l = V(packus_epi32)(VSI(and)(q0, bits), VSI(and)(q1, bits));
    const VEC h = V(packus_epi32)(V(srli_epi32)(q0, 16), V(srli_epi32)(q1, 16));
    store_some(low, VSI(xor)(l, bias), n);
    store_some(low + stride, h, n);
}

/*
 * A product is 2^16 high + low, rounded by a shift of up to 16. The first term is a multiple of the
 * shift's power of two, so that only the second is rounded.
 */
INLINE void vertical_products(const VifScale *s, int16_t *const *line, int value,
                              const int16_t *const *low, const int16_t *const *high, const Taps *t,
                              uint32_t filter)
{
    const uint32_t e = s->product_shift, bias = UINT32_C(1) << 31;
    const VEC low_start = start_of(high ? bias + ((UINT32_C(1) << e) >> 1) : 0, filter);
    const VEC high_start = start_of(e < 16 ? bias >> (16 - e) : 0, filter);
    const __m128i shift = _mm_cvtsi32_si128((int)e), rest = _mm_cvtsi32_si128(16 - (int)e);
    for (uint32_t x = 0; x < s->w; x += BLOCK) {
        VEC q[VIF_GROUP][2];
        vertical(q, low_start, low, 2 * x, t, filter);
        if (high) { /* products of bytes are not shifted */
            VEC h[VIF_GROUP][2];
            vertical(h, high_start, high, 2 * x, t, filter);
            UNROLL
            for (int i = 0; i < 2 * VIF_GROUP; i++) {
                VEC *const l = &q[i / 2][i % 2];
                *l = V(add_epi32)(V(sll_epi32)(h[i / 2][i % 2], rest), V(srl_epi32)(*l, shift));
            }
        }
        UNROLL
        for (int i = 0; i < VIF_GROUP; i++)
            store_products(line[i] + (size_t)value * s->stride + x, s->stride, q[i][0], q[i][1],
                           s->w - x);
    }
}

/* Where a kind of numbers is in each pair of a group. */
INLINE void kind_of(const int16_t **at, const VifScale *s, const void *const *pair, int kind)
{
    for (unsigned p = 0; p < vmaf_vif_pairs(s->filter); p++)
        at[p] = (const int16_t *)pair[p] + (size_t)kind * 2 * s->stride;
}

INLINE void vert_filter(const VifScale *s, int16_t *const *line, int16_t *const *next,
                        const void *const *pair, uint32_t filter, bool bytes)
{
    const int16_t *low[VIF_PAIRS], *high[VIF_PAIRS];
    const Taps t = make_taps(filter), next_t = make_taps(filter + 1);
    for (int k = 0; k < 2; k++) {
        kind_of(low, s, pair, PAIR_R + k);
        vertical_means(s, line, next, VIF_M1 + k, low, &t, &next_t, filter);
    }
    for (int k = 0; k < 3; k++) {
        kind_of(low, s, pair, PAIR_LOW + k);
        if (!bytes)
            kind_of(high, s, pair, PAIR_HIGH + k);
        vertical_products(s, line, VIF_Q1_LOW + 2 * k, low, bytes ? NULL : high, &t, filter);
    }
}

static void vert(const VifScale *s, int16_t *const line[VIF_GROUP],
                 int16_t *const next[VIF_GROUP / 2], const void *const *pair)
{
    if (s->bytes)
        vert_filter(s, line, next, pair, 0, true);
    else if (s->filter == 0)
        vert_filter(s, line, next, pair, 0, false);
    else if (s->filter == 1)
        vert_filter(s, line, next, pair, 1, false);
    else if (s->filter == 2)
        vert_filter(s, line, next, pair, 2, false);
    else
        vert_filter(s, line, NULL, pair, 3, false);
}

INLINE void horiz_next_filter(const VifScale *s, uint16_t *out, const int16_t *line,
                              uint32_t filter)
{
    const Taps t = make_taps(filter);
    const uint32_t w = s->w / 2, half = vmaf_vif_half(filter);
    for (uint32_t x = 0; x < w; x += LANES) {
        VEC sum = mean_start(16, filter);
        UNROLL
        for (uint32_t p = 0; p <= half; p++)
            sum = DOT(sum, load(line + 2 * x + 2 * p - half), t.even[p]);
        uint16_t lane[BLOCK];
        uint16_t *const to = w - x >= LANES ? out + x : lane;
        STORE_NARROW(to, V(srli_epi32)(doubled(sum, filter), 16));
        if (to == lane)
            memcpy(out + x, lane, (w - x) * sizeof(*out));
    }
}

static void horiz_next(const VifScale *s, uint16_t *out, const int16_t *line)
{
    if (s->filter == 0)
        horiz_next_filter(s, out, line, 1);
    else if (s->filter == 1)
        horiz_next_filter(s, out, line, 2);
    else
        horiz_next_filter(s, out, line, 3);
}

/*
 * Sums of a block for four values at a time, whose steps depend on the one before: of the even
 * columns, then of the odd ones. start is of each value.
 */
INLINE void horizontal(VEC sum[4][2], const VEC start[4], const int16_t *at, size_t stride,
                       const Taps *t, uint32_t filter)
{
    const uint32_t half = vmaf_vif_half(filter);
    UNROLL
    for (uint32_t k = 0; k < 4; k++)
        sum[k][0] = sum[k][1] = start[k];
    UNROLL
    for (uint32_t p = 0; p <= half; p++) {
        UNROLL
        for (uint32_t k = 0; k < 4; k++) {
            const VEC v = load(at + k * stride + 2 * p - half);
            sum[k][0] = DOT(sum[k][0], v, t->even[p]);
            sum[k][1] = DOT(sum[k][1], v, t->odd[p]);
        }
    }
    UNROLL
    for (uint32_t k = 0; k < 4; k++) {
        sum[k][0] = doubled(sum[k][0], filter);
        sum[k][1] = doubled(sum[k][1], filter);
    }
}

/* (a b + 2^31) / 2^32; ao, bo: the odd lanes of a and b moved to the even ones. */
INLINE VEC upper_product(VEC a, VEC ao, VEC b, VEC bo)
{
    const VEC half = V(srli_epi64)(V(slli_epi64)(all32(1), 63), 32);
    const VEC even = V(add_epi64)(V(mul_epu32)(a, b), half);
    const VEC odd = V(add_epi64)(V(mul_epu32)(ao, bo), half);
    return UPPER_HALVES(even, odd);
}

/*
 * A 32-bit sum of products, of the sums of its halves, rounded by 16: adds the upper 16 bits of low
 * as a signed number. So low is 2^31 less than what is meant, and high 2^15 more.
 */
INLINE VEC product(VEC low, VEC high)
{
    return DOT(high, low, all32(UINT32_C(1) << 16));
}

INLINE void add_filter(const VifScale *s, VifSums *sums, const int16_t *line, const uint8_t *table,
                       double limit, uint32_t filter)
{
    /* columns whose sums fit 32 bits a lane */
    const uint32_t most = UINT32_C(1) << 16;
    const Taps t = make_taps(filter);
    /* of both means, then of the lower and the upper halves of products */
    const VEC mean = start_of(0x80000000, filter);
    const VEC low = start_of(0x8000, filter), high = start_of(0x80008000, filter);
    const VEC starts[] = {mean, mean, low, high, low, high};
    for (uint32_t x0 = 0; x0 < s->w; x0 += most) {
        const uint32_t end = s->w - x0 < most ? s->w : x0 + most;
        Lanes sum = NO_LANES;
        Pixels p; /* the block before: at first one that adds nothing */
        UNROLL
        for (uint32_t i = 0; i < 2; i++)
            p.s1[i] = p.s2[i] = p.s12[i] = VSI(setzero)();
        for (uint32_t x = x0; x < end; x += BLOCK) {
            VEC first[4][2], second[4][2];
            begin_pixels(&p);
            horizontal(first, starts, line + x, s->stride, &t, filter);
            horizontal(second, starts + 2, line + VIF_Q2_LOW * s->stride + x, s->stride, &t,
                       filter);
            end_pixels(&sum, &p, table, limit);
            UNROLL
            for (uint32_t i = 0; i < 2; i++) {
                const VEC a = first[VIF_M1][i], ao = V(srli_epi64)(a, 32);
                const VEC b = first[VIF_M2][i], bo = V(srli_epi64)(b, 32);
                const VEC q1 = product(first[2][i], first[3][i]);
                const VEC q2 = product(second[0][i], second[1][i]);
                const VEC q12 = product(second[2][i], second[3][i]);
                p.s1[i] = V(sub_epi32)(q1, upper_product(a, ao, a, ao));
                p.s2[i] = V(sub_epi32)(q2, upper_product(b, bo, b, bo));
                p.s12[i] = V(sub_epi32)(q12, upper_product(a, ao, b, bo));
                if (end - x < BLOCK) { /* others count as flat, without energy */
                    p.s1[i] = FIRST(p.s1[i], (end - x + 1 - i) / 2);
                    p.s2[i] = FIRST(p.s2[i], (end - x + 1 - i) / 2);
                }
            }
        }
        begin_pixels(&p);
        end_pixels(&sum, &p, table, limit);
        add_total(sums, &sum, end - x0);
    }
}

static void add(const VifScale *s, VifSums *sums, const int16_t *line, const uint8_t *table,
                double limit)
{
    if (s->filter == 0)
        add_filter(s, sums, line, table, limit, 0);
    else if (s->filter == 1)
        add_filter(s, sums, line, table, limit, 1);
    else if (s->filter == 2)
        add_filter(s, sums, line, table, limit, 2);
    else
        add_filter(s, sums, line, table, limit, 3);
}

const VifRows TABLE = {
    .pair8 = pair8,
    .pair16 = pair16,
    .vert = vert,
    .horiz_next = horiz_next,
    .add = add,
};
