/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The loops of VmafMotionRows for any vector width. The file of an instruction set defines
 *
 *     VEC             its vector of integers, LANES its 16-bit lanes
 *     V(op), VSI(op)  the intrinsic op, for VSI with the suffix si256 or si512
 *     V64(x)          x in all 64-bit lanes
 *     WIDEN_U8(p)     LANES bytes at p as 16-bit lanes
 *     NOT_ZERO(x)     whether any bit of x is set
 *     ANY_EQUAL(x, y) whether x and y have an equal 16-bit lane
 *     SUM_EPI64(x)    the sum of the 64-bit lanes of x
 *
 * The sums of the definition have 33 bits and more. Here they stay in 32: a value x is kept as
 * high(x) = floor(x / 2) and low(x) = x mod 2, both in 16 bits, and with A and B the weighted sums
 * of the highs and lows
 *
 *     floor((2A + B + 2^(s-1)) / 2^s) = floor((A + floor((B + 2^(s-1)) / 2)) / 2^(s-1))
 *
 * |A| <= 65536 * 32768 and the right inner sum at most 49152 on top of 65536 * 32767: both fit.
 * Differences of up to 12 bits are kept whole, since their sums down fit as they are. So do the
 * sums across of a row of values that fit 16 bits, as all do unless half the range moves at once.
 *
 * Every loop does whole vectors and leaves the rest of the row to the definition.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "feature/motion/motion_rows.h"

#define T0 VMAF_MOTION_T0
#define T1 VMAF_MOTION_T1
#define T2 VMAF_MOTION_T2

/* Highs and lows of a row in memory for 32-bit values. */
typedef struct Halves {
    int16_t *high, *low;
} Halves;

static inline VEC load(const int16_t *p)
{
    return VSI(loadu)((const void *)p);
}

static inline void store(int16_t *p, VEC x)
{
    VSI(storeu)((void *)p, x);
}

/** Tap a in the even and tap b in the odd 16-bit lanes. */
static inline VEC tap_pair(int a, int b)
{
    return V(set1_epi32)((int)((uint32_t)(uint16_t)b << 16 | (uint16_t)a));
}

/** floor((2A + B + 2^(shift-1)) / 2^(shift-1)), that is, twice the filtered value and its rest. */
static inline VEC join(VEC a, VEC b, VEC half)
{
    return V(add_epi32)(a, V(srai_epi32)(V(add_epi32)(b, half), 1));
}

/** Where a run of at most so many vectors from column j on ends. */
static inline int32_t run_end(int32_t j, int32_t w, int32_t vectors)
{
    const int32_t whole = w - (w - j) % LANES;
    return whole - j < vectors * LANES ? whole : j + vectors * LANES;
}

/* ---- differences ---- */

static unsigned diff8(void *d, const void *older, const void *newer, int32_t w, uint32_t bpc)
{
    const uint8_t *a = older, *b = newer;
    int16_t *out = d;
    VEC any = VSI(setzero)();
    int32_t j = 0, rest = 0;
    for (; j + LANES <= w; j += LANES) {
        const VEC x = V(sub_epi16)(WIDEN_U8(a + j), WIDEN_U8(b + j));
        any = VSI(or)(any, x);
        store(out + j, x);
    }
    for (; j < w; j++)
        rest |= out[j] = (int16_t)(a[j] - b[j]);
    (void)bpc;
    return NOT_ZERO(any) || rest ? VMAF_MOTION_MOVES : 0;
}

static unsigned diff12(void *d, const void *older, const void *newer, int32_t w, uint32_t bpc)
{
    const uint16_t *a = older, *b = newer;
    int16_t *out = d;
    const uint32_t excess = ~0u << bpc;
    VEC any = VSI(setzero)(), bits = VSI(setzero)();
    uint32_t rest = 0, rest_bits = 0;
    int32_t j = 0;
    for (; j + LANES <= w; j += LANES) {
        const VEC va = load((const void *)(a + j)), vb = load((const void *)(b + j));
        const VEC x = V(sub_epi16)(va, vb);
        any = VSI(or)(any, x);
        bits = VSI(or)(bits, VSI(or)(va, vb));
        store(out + j, x);
    }
    for (; j < w; j++) {
        rest |= a[j] ^ b[j];
        rest_bits |= a[j] | b[j];
        out[j] = (int16_t)(a[j] - b[j]);
    }
    if (NOT_ZERO(VSI(and)(bits, V(set1_epi16)((short)excess))) || (rest_bits & excess))
        return VMAF_MOTION_WIDE;
    return NOT_ZERO(any) || rest ? VMAF_MOTION_MOVES : 0;
}

/* At 16 bits a difference has 17 and is kept in halves, the lows behind the highs. */
static unsigned diff16(void *d, const void *older, const void *newer, int32_t w, uint32_t bpc)
{
    const uint16_t *a = older, *b = newer;
    const Halves out = {d, (int16_t *)d + w};
    const VEC ones = V(set1_epi16)(-1), sign = V(set1_epi16)((short)0x8000);
    const VEC one = V(set1_epi16)(1);
    VEC any = VSI(setzero)();
    uint32_t rest = 0;
    int32_t j = 0;
    for (; j + LANES <= w; j += LANES) {
        const VEC va = load((const void *)(a + j)), vb = load((const void *)(b + j));
        const VEC x = VSI(xor)(va, vb);
        any = VSI(or)(any, x);
        /* The average of a and 65535 - b, rounded up, is 32768 more than floor((a - b) / 2). */
        store(out.high + j, VSI(xor)(V(avg_epu16)(va, VSI(xor)(vb, ones)), sign));
        store(out.low + j, VSI(and)(x, one));
    }
    for (; j < w; j++) {
        const int32_t x = a[j] - b[j];
        rest |= (uint32_t)x;
        out.high[j] = (int16_t)(x >> 1);
        out.low[j] = (int16_t)(x & 1);
    }
    (void)bpc;
    return NOT_ZERO(any) || rest ? VMAF_MOTION_MOVES : 0;
}

/* ---- down ---- */

static inline void store_halves(Halves v, int32_t j, VEC x0, VEC x1, __m128i shift)
{
    const VEC one = V(set1_epi32)(1);
    x0 = V(sra_epi32)(x0, shift);
    x1 = V(sra_epi32)(x1, shift);
    store(v.high + j, V(packs_epi32)(V(srai_epi32)(x0, 1), V(srai_epi32)(x1, 1)));
    store(v.low + j, V(packs_epi32)(VSI(and)(x0, one), VSI(and)(x1, one)));
}

static inline void store_value(Halves v, int32_t j, int32_t x)
{
    v.high[j] = (int16_t)(x >> 1);
    v.low[j] = (int16_t)(x & 1);
}

/* Constants of the pass down over differences of up to 12 bits. */
typedef struct Down {
    VEC far, mid, one;
    __m128i shift;
} Down;

static inline Down make_down(uint32_t bpc)
{
    return (Down){.far = tap_pair(T2, T1),
                  .mid = tap_pair(T0, 1 << (bpc - 1)),
                  .one = V(set1_epi16)(1),
                  .shift = _mm_cvtsi32_si128((int)bpc)};
}

/* Sums of LANES columns, not shifted yet: pairs of rows at the same distance fit 16 bits, all
 * together 32. Interleaving stays within 128-bit lanes, and so does the packing that follows. */
static inline void down_sums(VEC x[2], const int16_t *const row[VMAF_MOTION_TAPS], int32_t j,
                             const Down *k)
{
    const VEC p2 = V(add_epi16)(load(row[0] + j), load(row[4] + j));
    const VEC p1 = V(add_epi16)(load(row[1] + j), load(row[3] + j));
    const VEC c = load(row[2] + j);
    x[0] = V(add_epi32)(V(madd_epi16)(V(unpacklo_epi16)(p2, p1), k->far),
                        V(madd_epi16)(V(unpacklo_epi16)(c, k->one), k->mid));
    x[1] = V(add_epi32)(V(madd_epi16)(V(unpackhi_epi16)(p2, p1), k->far),
                        V(madd_epi16)(V(unpackhi_epi16)(c, k->one), k->mid));
}

static inline int32_t down_value(const int16_t *const row[VMAF_MOTION_TAPS], int32_t j,
                                 uint32_t bpc)
{
    return vmaf_motion_filter(row[0][j], row[1][j], row[2][j], row[3][j], row[4][j], bpc);
}

/** @return whether all values fit 16 bits, so that v holds them */
static bool down_short(int16_t *v, const void *const d[VMAF_MOTION_TAPS], int32_t w, uint32_t bpc)
{
    const int16_t *const row[VMAF_MOTION_TAPS] = {d[0], d[1], d[2], d[3], d[4]};
    const Down k = make_down(bpc);
    const VEC largest = V(set1_epi16)(INT16_MAX), smallest = V(set1_epi16)(INT16_MIN);
    int32_t j = 0;
    while (j + LANES <= w) {
        VEC most = VSI(setzero)(), least = VSI(setzero)();
        for (const int32_t end = run_end(j, w, 8); j < end; j += LANES) {
            VEC x[2];
            down_sums(x, row, j, &k);
            const VEC y = V(packs_epi32)(V(sra_epi32)(x[0], k.shift), V(sra_epi32)(x[1], k.shift));
            most = V(max_epi16)(most, y);
            least = V(min_epi16)(least, y);
            store(v + j, y);
        }
        /* Packing saturates: a value that does not fit has become an extreme one. */
        if (ANY_EQUAL(most, largest) || ANY_EQUAL(least, smallest))
            return false;
    }
    for (; j < w; j++) {
        const int32_t x = down_value(row, j, bpc);
        v[j] = (int16_t)x;
        if (v[j] != x)
            return false;
    }
    return true;
}

static void down_whole(Halves v, const void *const d[VMAF_MOTION_TAPS], int32_t w, uint32_t bpc)
{
    const int16_t *const row[VMAF_MOTION_TAPS] = {d[0], d[1], d[2], d[3], d[4]};
    const Down k = make_down(bpc);
    int32_t j = 0;
    for (; j + LANES <= w; j += LANES) {
        VEC x[2];
        down_sums(x, row, j, &k);
        store_halves(v, j, x[0], x[1], k.shift);
    }
    for (; j < w; j++)
        store_value(v, j, down_value(row, j, bpc));
}

static inline int32_t whole(Halves x, int32_t j)
{
    return 2 * x.high[j] + x.low[j];
}

static void down_halves(Halves v, const void *const d[VMAF_MOTION_TAPS], int32_t w, uint32_t bpc)
{
    Halves row[VMAF_MOTION_TAPS];
    for (int k = 0; k < VMAF_MOTION_TAPS; k++)
        row[k] = (Halves){(int16_t *)d[k], (int16_t *)d[k] + w};
    const VEC t21 = tap_pair(T2, T1), t01 = tap_pair(T0, T1), t2 = tap_pair(T2, 0);
    const VEC t0 = tap_pair(T0, 0), half = V(set1_epi32)(1 << (bpc - 1)), zero = VSI(setzero)();
    const __m128i shift = _mm_cvtsi32_si128((int)bpc - 1);
    int32_t j = 0;
    for (; j + LANES <= w; j += LANES) {
        VEC h[VMAF_MOTION_TAPS], a[2], b[2];
        for (int k = 0; k < VMAF_MOTION_TAPS; k++)
            h[k] = load(row[k].high + j);
        a[0] = V(add_epi32)(V(madd_epi16)(V(unpacklo_epi16)(h[0], h[1]), t21),
                            V(madd_epi16)(V(unpacklo_epi16)(h[2], h[3]), t01));
        a[1] = V(add_epi32)(V(madd_epi16)(V(unpackhi_epi16)(h[0], h[1]), t21),
                            V(madd_epi16)(V(unpackhi_epi16)(h[2], h[3]), t01));
        a[0] = V(add_epi32)(a[0], V(madd_epi16)(V(unpacklo_epi16)(h[4], zero), t2));
        a[1] = V(add_epi32)(a[1], V(madd_epi16)(V(unpackhi_epi16)(h[4], zero), t2));

        const VEC p2 = V(add_epi16)(load(row[0].low + j), load(row[4].low + j));
        const VEC p1 = V(add_epi16)(load(row[1].low + j), load(row[3].low + j));
        const VEC c = load(row[2].low + j);
        b[0] = V(add_epi32)(V(madd_epi16)(V(unpacklo_epi16)(p2, p1), t21),
                            V(madd_epi16)(V(unpacklo_epi16)(c, zero), t0));
        b[1] = V(add_epi32)(V(madd_epi16)(V(unpackhi_epi16)(p2, p1), t21),
                            V(madd_epi16)(V(unpackhi_epi16)(c, zero), t0));
        store_halves(v, j, join(a[0], b[0], half), join(a[1], b[1], half), shift);
    }
    for (; j < w; j++)
        store_value(v, j,
                    vmaf_motion_filter(whole(row[0], j), whole(row[1], j), whole(row[2], j),
                                       whole(row[3], j), whole(row[4], j), bpc));
}

/* ---- across ---- */

/* The values at five places from p on, weighted, for every second p. */
static inline VEC five(const int16_t *p)
{
    const VEC x = V(add_epi32)(V(madd_epi16)(load(p), tap_pair(T2, T1)),
                               V(madd_epi16)(load(p + 2), tap_pair(T0, T1)));
    return V(add_epi32)(x, V(madd_epi16)(load(p + 4), tap_pair(T2, 0)));
}

static void mirror(int16_t *v, int32_t w)
{
    for (int32_t k = 1; k <= VMAF_MOTION_RADIUS; k++) {
        v[-k] = v[vmaf_motion_reflect(-k, w)];
        v[w - 1 + k] = v[vmaf_motion_reflect(w - 1 + k, w)];
    }
}

/* Vectors whose magnitudes, two of 17 bits each to a lane, add up in 32 bits. */
#define SUM_RUN 4096

static inline VEC widen_sums(VEC x)
{
    return V(add_epi64)(VSI(and)(x, V64(0xffffffff)), V(srli_epi64)(x, 32));
}

static uint64_t across_short(int16_t *v, int32_t w)
{
    mirror(v, w);
    const VEC half = V(set1_epi32)(1 << (VMAF_MOTION_SHIFT_ACROSS - 1));
    VEC sum = VSI(setzero)();
    int32_t j = 0;
    while (j + LANES <= w) {
        VEC x = VSI(setzero)();
        for (const int32_t end = run_end(j, w, SUM_RUN); j < end; j += LANES) {
            for (int odd = 0; odd < 2; odd++) {
                const VEC y = V(add_epi32)(five(v + j - 2 + odd), half);
                x = V(add_epi32)(x, V(abs_epi32)(V(srai_epi32)(y, VMAF_MOTION_SHIFT_ACROSS)));
            }
        }
        sum = V(add_epi64)(sum, widen_sums(x));
    }
    uint64_t total = SUM_EPI64(sum);
    for (; j < w; j++)
        total += (uint64_t)abs(vmaf_motion_filter(v[j - 2], v[j - 1], v[j], v[j + 1], v[j + 2],
                                                  VMAF_MOTION_SHIFT_ACROSS));
    return total;
}

static uint64_t across_halves(Halves v, int32_t w)
{
    mirror(v.high, w);
    mirror(v.low, w);
    const VEC half = V(set1_epi32)(1 << (VMAF_MOTION_SHIFT_ACROSS - 1));
    VEC sum = VSI(setzero)();
    int32_t j = 0;
    while (j + LANES <= w) {
        VEC x = VSI(setzero)();
        for (const int32_t end = run_end(j, w, SUM_RUN); j < end; j += LANES) {
            for (int odd = 0; odd < 2; odd++) {
                const VEC y = join(five(v.high + j - 2 + odd), five(v.low + j - 2 + odd), half);
                x = V(add_epi32)(x, V(abs_epi32)(V(srai_epi32)(y, VMAF_MOTION_SHIFT_ACROSS - 1)));
            }
        }
        sum = V(add_epi64)(sum, widen_sums(x));
    }
    uint64_t total = SUM_EPI64(sum);
    for (; j < w; j++)
        total += (uint64_t)abs(vmaf_motion_filter(whole(v, j - 2), whole(v, j - 1), whole(v, j),
                                                  whole(v, j + 1), whole(v, j + 2),
                                                  VMAF_MOTION_SHIFT_ACROSS));
    return total;
}

static inline Halves scratch_halves(void *scratch, int32_t w)
{
    int16_t *high = (int16_t *)scratch + VMAF_MOTION_PAD;
    return (Halves){high, high + w + VMAF_MOTION_PAD};
}

static uint64_t blur_whole(const void *const d[VMAF_MOTION_TAPS], void *scratch, int32_t w,
                           uint32_t bpc)
{
    const Halves v = scratch_halves(scratch, w);
    if (down_short(v.high, d, w, bpc))
        return across_short(v.high, w);
    down_whole(v, d, w, bpc);
    return across_halves(v, w);
}

static uint64_t blur_halves(const void *const d[VMAF_MOTION_TAPS], void *scratch, int32_t w,
                            uint32_t bpc)
{
    const Halves v = scratch_halves(scratch, w);
    down_halves(v, d, w, bpc);
    return across_halves(v, w);
}

/* The table of an instruction set. */
#define MOTION_ROWS                                                                \
    {                                                                              \
        {.diff = diff8, .blur = blur_whole}, {.diff = diff12, .blur = blur_whole}, \
            {.diff = diff16, .blur = blur_halves},                                 \
    }
