/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `cambi` in plain C. An instruction set compiles it with its own flags,
 * and replaces the loops that a compiler does not turn into vectors. No include guard.
 */
#include <string.h>

#include "feature/cambi/cambi_rows.h"

static inline uint32_t codes8(uint16_t *to, const uint8_t *in, unsigned w, unsigned bits)
{
    uint32_t all = 0;
    for (unsigned j = 0; j < w; j++) {
        all |= in[j];
        to[j] = (uint16_t)vmaf_cambi_code(in[j], bits);
    }
    return all;
}

static inline uint32_t codes16(uint16_t *to, const uint16_t *in, unsigned w, unsigned bits)
{
    uint32_t all = 0;
    for (unsigned j = 0; j < w; j++)
        all |= in[j];
    if (bits == 10) {
        memcpy(to, in, w * sizeof(*to));
        return all;
    }
    for (unsigned j = 0; j < w; j++)
        to[j] = (uint16_t)vmaf_cambi_code(in[j], bits);
    return all;
}

static inline void box(uint16_t *to, const uint16_t *row, const uint16_t *below, unsigned w)
{
    const unsigned last = w - 1;
    if (!below) {
        for (unsigned j = 0; j < last; j++)
            to[j] = (uint16_t)((row[j] + row[j + 1]) >> 1);
        to[last] = row[last];
        return;
    }
    for (unsigned j = 0; j < last; j++)
        to[j] = (uint16_t)((row[j] + row[j + 1] + below[j] + below[j + 1]) >> 2);
    to[last] = (uint16_t)((row[last] + below[last]) >> 1);
}

static inline void flat(uint64_t *to, const uint16_t *row, const uint16_t *below, unsigned w)
{
    if (!below)
        below = row;
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        const unsigned n = w - j0 < 64 ? w - j0 : 64;
        uint64_t bits = 0;
        for (unsigned j = 0; j < n; j++) {
            const uint16_t v = row[j0 + j];
            const bool right = j0 + j + 1 == w || v == row[j0 + j + 1];
            bits |= (uint64_t)(right && v == below[j0 + j]) << j;
        }
        to[j0 / 64] = bits;
    }
}

static inline void count_flat(uint8_t *count, const uint64_t *enter, const uint64_t *leave,
                              unsigned w)
{
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        const uint64_t in = enter ? enter[j0 / 64] : 0, out = leave ? leave[j0 / 64] : 0;
        if (!(in ^ out))
            continue;
        for (unsigned j = 0; j < 64; j++)
            count[j0 + j] = (uint8_t)(count[j0 + j] + (in >> j & 1) - (out >> j & 1));
    }
}

static inline void mask(uint64_t *to, const uint8_t *count, unsigned w, int limit)
{
    for (unsigned j0 = 0; j0 < w; j0 += 64) {
        const unsigned n = w - j0 < 64 ? w - j0 : 64;
        const uint8_t *c = count + j0;
        uint64_t bits = 0;
        int sum = 0;
        for (int k = -VMAF_CAMBI_MASK_PAD; k < VMAF_CAMBI_MASK_PAD; k++)
            sum += c[k];
        for (unsigned j = 0; j < n; j++, c++) {
            sum += c[VMAF_CAMBI_MASK_PAD];
            bits |= (uint64_t)(sum > limit) << j;
            sum -= c[-VMAF_CAMBI_MASK_PAD];
        }
        to[j0 / 64] = bits;
    }
}

static inline void halve(uint16_t *to, const uint16_t *in, unsigned w)
{
    for (unsigned j = 0; j < w; j++)
        to[j] = in[2 * (size_t)j];
}

/* The even bits, gathered in the lower half. */
static inline uint64_t even_bits(uint64_t x)
{
    x &= UINT64_C(0x5555555555555555);
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

static inline void halve_bits(uint64_t *to, const uint64_t *in, unsigned w)
{
    for (unsigned j0 = 0; j0 < w; j0 += 64, to++, in += 2)
        *to = even_bits(in[0]) | (w - j0 > 32 ? even_bits(in[1]) << 32 : 0);
}

static inline void mode_across(uint16_t *to, const uint16_t *in, unsigned w)
{
    to[0] = in[0];
    to[w - 1] = in[w - 1];
    for (unsigned j = 1; j + 1 < w; j++)
        to[j] = (uint16_t)vmaf_cambi_mode3(in[j - 1], in[j], in[j + 1]);
}

static inline void mode_down(uint16_t *to, const uint16_t *above, const uint16_t *row,
                             const uint16_t *below, unsigned w)
{
    for (unsigned j = 0; j < w; j++)
        to[j] = (uint16_t)vmaf_cambi_mode3(above[j], row[j], below[j]);
}

static inline unsigned runs(CambiRun *run, const uint16_t *row, const uint64_t *bits, unsigned w,
                            unsigned low, unsigned high)
{
    unsigned n = 0;
    for (unsigned j = 0; j < w;) {
        const uint64_t left = bits[j / 64] >> (j % 64);
        if (!left) {
            j = (j | 63) + 1;
            continue;
        }
        j += (unsigned)__builtin_ctzll(left);
        const uint16_t code = row[j];
        const unsigned at = j;
        do
            j++;
        while (j < w && row[j] == code && (bits[j / 64] >> (j % 64) & 1));
        if (code >= low && code <= high)
            run[n++] = (CambiRun){(uint16_t)at, (uint16_t)(j - at), code};
    }
    return n;
}

/* A run of n samples, each of which counts for all that have it in their window. */
static inline uint16_t spread(unsigned x, unsigned n, unsigned window)
{
    const unsigned end = n + window - 1 - x, top = n < window ? n : window;
    const unsigned side = x + 1 < end ? x + 1 : end;
    return (uint16_t)(side < top ? side : top);
}

static inline void count(const CambiCounts *counts, const CambiRun *run, unsigned n_runs,
                         bool leave)
{
    const unsigned window = 2 * counts->pad + 1;
    for (unsigned i = 0; i < n_runs; i++, run++) {
        uint16_t *c = counts->of + (size_t)(run->code - counts->first) * counts->stride + run->at;
        for (unsigned x = 0; x < run->n + window - 1; x++) {
            const uint16_t s = spread(x, run->n, window);
            c[x] = (uint16_t)(leave ? c[x] - s : c[x] + s);
        }
    }
}

static inline unsigned values(float *value, const CambiValues *v, const CambiCounts *counts,
                              const CambiRun *run, unsigned n_runs)
{
    unsigned n = 0;
    for (unsigned i = 0; i < n_runs; i++, run++) {
        if (run->code < v->low || run->code > v->high)
            continue;
        const uint16_t *own = counts->of + (size_t)(run->code - counts->first) * counts->stride +
                              counts->pad + run->at;
        for (unsigned j = 0; j < run->n; j++, own++) {
            float most = 0.0f;
            for (unsigned k = 1; k <= v->steps; k++) {
                if (!(v->visible[run->code] >> (k - 1) & 1))
                    continue;
                const int up = own[k * counts->stride];
                const int down = *(own - k * counts->stride);
                const int m = up > down ? up : down;
                const float c =
                    vmaf_cambi_value(vmaf_cambi_weight(k), *own, m, v->reciprocal[*own + m]);
                most = c > most ? c : most;
            }
            value[n++] = most;
        }
    }
    return n;
}

static inline unsigned sum(CambiSum *s, float *value, unsigned n)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        const float c = value[i];
        if (c == 0.0f)
            continue;
        value[kept++] = c;
        s->sum += (double)c;
        s->least = c < s->least ? c : s->least;
    }
    s->n += kept;
    return kept;
}
