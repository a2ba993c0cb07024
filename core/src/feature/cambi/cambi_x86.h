/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Row loops of `cambi` in vectors of codes. The including file defines LANES, codes in a vector
 * VEC, half as many floats in FLOATS, V(op) and VSI(op), the names of intrinsics, and
 *
 *     uint64_t equal64(const uint16_t *a, const uint16_t *b)   which of 64 codes are equal
 *     VEC select_equal(VEC a, VEC b, VEC then, VEC otherwise)  lane by lane
 *     VEC widen8(const uint8_t *p)                             LANES bytes as codes
 *     VEC widen16(const uint16_t *p)                           LANES / 2 codes in 32 bits
 *     bool all_zero(VEC x)
 *     FLOATS look_up(const float *table, VEC at)               table[at] of 32-bit lanes
 *
 * Rows of codes are written up to LANES codes beyond their end. No include guard.
 */
#include "feature/cambi/cambi_rows_body.h"

static inline VEC load(const void *p)
{
    return VSI(loadu)(p);
}

static inline void store(void *p, VEC x)
{
    VSI(storeu)(p, x);
}

static uint32_t codes8_simd(uint16_t *to, const uint8_t *in, unsigned w, unsigned bits)
{
    unsigned j = 0;
    for (; j + LANES <= w; j += LANES)
        store(to + j, V(slli_epi16)(widen8(in + j), 2));
    codes8(to + j, in + j, w - j, bits);
    return 0; /* bytes do not exceed their depth */
}

static void box_simd(uint16_t *to, const uint16_t *row, const uint16_t *below, unsigned w)
{
    if (!below) {
        box(to, row, below, w);
        return;
    }
    for (unsigned j = 0; j < w; j += LANES) {
        const VEC up = V(add_epi16)(load(row + j), load(row + j + 1));
        const VEC down = V(add_epi16)(load(below + j), load(below + j + 1));
        store(to + j, V(srli_epi16)(V(add_epi16)(up, down), 2));
    }
    to[w - 1] = (uint16_t)((row[w - 1] + below[w - 1]) >> 1);
}

/* The bits of samples j0 and on that are in a row. */
static inline uint64_t in_row(unsigned j0, unsigned w)
{
    return w - j0 >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (w - j0)) - 1;
}

static void flat_simd(uint64_t *to, const uint16_t *row, const uint16_t *below, unsigned w)
{
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        const uint64_t down = below ? equal64(row + j0, below + j0) : ~UINT64_C(0);
        to[j0 / 64] = equal64(row + j0, row + j0 + 1) & down & in_row(j0, w);
    }
    const unsigned last = w - 1;
    if (!below || row[last] == below[last])
        to[last / 64] |= UINT64_C(1) << (last % 64);
}

static inline VEC mode3(VEC a, VEC b, VEC c)
{
    const VEC least = V(min_epu16)(V(min_epu16)(a, b), c);
    return select_equal(a, b, a, select_equal(a, c, a, select_equal(b, c, b, least)));
}

static void mode_across_simd(uint16_t *to, const uint16_t *in, unsigned w)
{
    for (unsigned j = 0; j < w; j += LANES)
        store(to + j, mode3(load(in + j - 1), load(in + j), load(in + j + 1)));
    to[0] = in[0];
    to[w - 1] = in[w - 1];
}

static void mode_down_simd(uint16_t *to, const uint16_t *above, const uint16_t *row,
                           const uint16_t *below, unsigned w)
{
    for (unsigned j = 0; j < w; j += LANES)
        store(to + j, mode3(load(above + j), load(row + j), load(below + j)));
}

/*
 * A run starts at a sample of the mask whose left neighbour is not in the mask or has another code;
 * the next start, or the next sample that is not in the mask, ends it.
 */
static unsigned runs_simd(CambiRun *run, const uint16_t *row, const uint64_t *bits, unsigned w,
                          unsigned low, unsigned high)
{
    CambiRun *to = run;
    uint64_t before = 0; /* whether the sample to the left is in the mask */
    bool open = false;   /* whether run *to has begun in a word to the left */
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        const uint64_t m = bits[j0 / 64];
        if (!m && !open) {
            before = 0;
            continue;
        }
        const uint64_t joins = (m << 1 | before) & equal64(row + j0, row + j0 - 1);
        uint64_t starts = m & ~joins, ends = starts | ~m;
        before = m >> 63;
        if (open) {
            if (!ends)
                continue;
            to->n = (uint16_t)(j0 + (unsigned)__builtin_ctzll(ends) - to->at);
            to++;
            open = false;
        }
        while (starts) {
            const unsigned at = (unsigned)__builtin_ctzll(starts);
            const uint16_t code = row[j0 + at];
            starts &= starts - 1;
            if (code < low || code > high)
                continue;
            const uint64_t later = ends & (~UINT64_C(1) << at);
            to->at = (uint16_t)(j0 + at);
            to->code = code;
            if (!later) {
                open = true;
                break;
            }
            to->n = (uint16_t)((unsigned)__builtin_ctzll(later) - at);
            to++;
        }
    }
    if (open) {
        to->n = (uint16_t)(w - to->at);
        to++;
    }
    return (unsigned)(to - run);
}

static void count_simd(const CambiCounts *counts, const CambiRun *run, unsigned n_runs, bool leave)
{
    static const uint16_t iota[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                      11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                      22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    const unsigned window = 2 * counts->pad + 1;
    const VEC first = load(iota), one = V(set1_epi16)(1);
    /* x becomes x ^ sign - sign. */
    const VEC sign = V(set1_epi16)(leave ? -1 : 0);
    for (unsigned i = 0; i < n_runs; i++, run++) {
        uint16_t *c = counts->of + (size_t)(run->code - counts->first) * counts->stride + run->at;
        const unsigned n = run->n, total = n + window - 1;
        const VEC end = V(set1_epi16)((short)total);
        const VEC top = V(set1_epi16)((short)(n < window ? n : window));
        VEC x = first;
        for (unsigned j = 0; j < total; j += LANES) {
            const VEC rising = V(add_epi16)(x, one), falling = V(subs_epu16)(end, x);
            const VEC s = V(min_epu16)(V(min_epu16)(rising, falling), top);
            store(c + j, V(add_epi16)(load(c + j), V(sub_epi16)(VSI(xor)(s, sign), sign)));
            x = V(add_epi16)(x, V(set1_epi16)(LANES));
        }
    }
}

/* Counts of a run, its own and the larger ones of both sides, where the step may be visible. */
static inline void gather_run(const CambiValues *v, const CambiCounts *counts, const CambiRun *run,
                              unsigned at)
{
    const uint16_t *own =
        counts->of + (size_t)(run->code - counts->first) * counts->stride + counts->pad + run->at;
    const uint32_t visible = v->visible[run->code];
    for (unsigned j = 0; j < run->n; j += LANES) {
        store(v->own + at + j, load(own + j));
        const uint16_t *up = own + j + counts->stride, *down = own + j - counts->stride;
        uint16_t *other = v->other + at + j;
        for (unsigned k = 0; k < v->steps; k++) {
            VEC m = VSI(setzero)();
            if (visible >> k & 1)
                m = V(max_epu16)(load(up), load(down));
            store(other, m);
            other += v->other_stride;
            up += counts->stride;
            down -= counts->stride;
        }
    }
}

/* LANES / 2 values from own[n...] and other[k][n...] */
static inline FLOATS value_lanes(const CambiValues *v, unsigned n)
{
    const VEC own = widen16(v->own + n);
    const FLOATS own_f = V(cvtepi32_ps)(own);
    FLOATS most = V(setzero_ps)();
    const uint16_t *other = v->other + n;
    for (unsigned k = 1; k <= v->steps; k++, other += v->other_stride) {
        const VEC m = widen16(other);
        if (all_zero(m))
            continue;
        /* The product of the counts is below 2^24, exact, so only that with the weight rounds. */
        const FLOATS both = V(mul_ps)(own_f, V(cvtepi32_ps)(m));
        const FLOATS product = V(mul_ps)(both, V(set1_ps)((float)vmaf_cambi_weight(k)));
        const FLOATS r = look_up(v->reciprocal, V(add_epi32)(own, m));
        most = V(max_ps)(most, V(mul_ps)(product, r));
    }
    return most;
}

static unsigned values_simd(float *value, const CambiValues *v, const CambiCounts *counts,
                            const CambiRun *run, unsigned n_runs)
{
    unsigned n = 0;
    for (unsigned i = 0; i < n_runs; i++, run++) {
        if (run->code < v->low || run->code > v->high)
            continue;
        gather_run(v, counts, run, n);
        n += run->n;
    }
    /* What stands after the last run is of an earlier row, or 0: counts that the table has. */
    for (unsigned j = 0; j < n; j += LANES / 2)
        V(storeu_ps)(value + j, value_lanes(v, j));
    return n;
}
