/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/vif_rows.h"

#include "base/cpu.h"
#include "config.h"

/* A pair of plain C: two rows of the reference, then two of the distorted picture. */
static const uint16_t *pair_row(const VifScale *s, const void *pair, unsigned picture, unsigned row)
{
    return (const uint16_t *)pair + (2 * picture + row) * s->stride;
}

static void pair8(const VifScale *s, void *pair, const uint8_t *const ref[2],
                  const uint8_t *const dis[2])
{
    uint16_t *out = pair;
    for (unsigned i = 0; i < 2; i++) {
        for (uint32_t x = 0; x < s->w; x++) {
            out[i * s->stride + x] = ref[i][x];
            out[(2 + i) * s->stride + x] = dis[i][x];
        }
    }
}

static void pair16(const VifScale *s, void *pair, const uint16_t *const ref[2],
                   const uint16_t *const dis[2], uint16_t peak)
{
    uint16_t *out = pair;
    for (unsigned i = 0; i < 2; i++) {
        for (uint32_t x = 0; x < s->w; x++) {
            out[i * s->stride + x] = ref[i][x] & peak;
            out[(2 + i) * s->stride + x] = dis[i][x] & peak;
        }
    }
}

static int16_t biased(uint64_t v)
{
    return (int16_t)((int32_t)(v & 0xffff) - 32768);
}

typedef struct Filter {
    uint32_t half, tap[17];
} Filter;

static Filter filter_of(uint32_t filter)
{
    Filter f = {.half = vmaf_vif_half(filter)};
    for (uint32_t t = 0; t < 2 * f.half + 1; t++)
        f.tap[t] = vmaf_vif_tap(filter, t);
    return f;
}

/* Vertical pass of one value, which is a sample or the product of two. */
static void vert_value(const VifScale *s, int16_t *const line[VIF_GROUP], unsigned value,
                       const void *const *pair, unsigned a, unsigned b)
{
    const bool mean = value < VIF_Q1_LOW;
    const Filter f = filter_of(s->filter);
    const uint32_t width = 2 * f.half + 1;
    const uint32_t shift = mean ? s->mean_shift : s->product_shift;
    for (unsigned i = 0; i < VIF_GROUP; i++) {
        int16_t *low = line[i] + value * s->stride, *high = mean ? NULL : low + s->stride;
        const uint16_t *row_a[17], *row_b[17];
        for (uint32_t t = 0; t < width; t++) {
            row_a[t] = pair_row(s, pair[(i + t) / 2], a, (i + t) % 2);
            row_b[t] = pair_row(s, pair[(i + t) / 2], b, (i + t) % 2);
        }
        for (uint32_t x = 0; x < s->w; x++) {
            uint64_t sum = 0;
            for (uint32_t t = 0; t < width; t++)
                sum +=
                    (uint64_t)f.tap[t] * (mean ? row_a[t][x] : (uint32_t)row_a[t][x] * row_b[t][x]);
            sum = vmaf_vif_round_shift(sum, shift);
            low[x] = biased(sum);
            if (high)
                high[x] = biased(sum >> 16);
        }
    }
}

/* Both samples with the next filter. */
static void vert_next(const VifScale *s, int16_t *const line[VIF_GROUP / 2],
                      const void *const *pair)
{
    const Filter f = filter_of(s->filter + 1);
    const uint32_t first = vmaf_vif_half(s->filter) - f.half;
    for (unsigned i = 0; i < VIF_GROUP / 2; i++) {
        for (unsigned k = 0; k < 2; k++) {
            for (uint32_t x = 0; x < s->w; x++) {
                uint32_t sum = 0;
                for (uint32_t t = 0; t < 2 * f.half + 1; t++) {
                    const uint32_t row = 2 * i + first + t;
                    sum += f.tap[t] * pair_row(s, pair[row / 2], k, row % 2)[x];
                }
                line[i][k * s->stride + x] = biased(vmaf_vif_round_mean(sum, s->mean_shift));
            }
        }
    }
}

static void vert(const VifScale *s, int16_t *const line[VIF_GROUP],
                 int16_t *const next[VIF_GROUP / 2], const void *const *pair)
{
    if (next)
        vert_next(s, next, pair);
    vert_value(s, line, VIF_M1, pair, 0, 0);
    vert_value(s, line, VIF_M2, pair, 1, 1);
    vert_value(s, line, VIF_Q1_LOW, pair, 0, 0);
    vert_value(s, line, VIF_Q2_LOW, pair, 1, 1);
    vert_value(s, line, VIF_Q12_LOW, pair, 0, 1);
}

/* Sum of taps and values around a column, from which the bias is taken off. */
static uint32_t horizontal(const Filter *f, const int16_t *at)
{
    uint32_t sum = 0;
    for (uint32_t t = 0; t < 2 * f->half + 1; t++)
        sum += f->tap[t] * (uint32_t)(at[(int32_t)t - (int32_t)f->half] + 32768);
    return sum;
}

static void horiz_next(const VifScale *s, uint16_t *out, const int16_t *line)
{
    const Filter f = filter_of(s->filter + 1);
    for (uint32_t x = 0; x < s->w / 2; x++)
        out[x] = (uint16_t)vmaf_vif_round_mean(horizontal(&f, line + 2 * x), 16);
}

/* The sum of taps and 32-bit values, rounded by 16. */
static uint32_t product(const Filter *f, const int16_t *low, size_t stride)
{
    const uint64_t sum = ((uint64_t)horizontal(f, low + stride) << 16) + horizontal(f, low);
    return (uint32_t)vmaf_vif_round_shift(sum, 16);
}

static void add(const VifScale *s, VifSums *sums, const int16_t *line, const uint8_t *table,
                double limit)
{
    const Filter f = filter_of(s->filter);
    for (uint32_t x = 0; x < s->w; x++) {
        const int16_t *at = line + x;
        const VifMoments m = vmaf_vif_moments(horizontal(&f, at + VIF_M1 * s->stride),
                                              horizontal(&f, at + VIF_M2 * s->stride),
                                              product(&f, at + VIF_Q1_LOW * s->stride, s->stride),
                                              product(&f, at + VIF_Q2_LOW * s->stride, s->stride),
                                              product(&f, at + VIF_Q12_LOW * s->stride, s->stride));
        vmaf_vif_add(sums, table, m, limit);
    }
}

const VifRows vmaf_vif_rows_c = {
    .pair8 = pair8,
    .pair16 = pair16,
    .vert = vert,
    .horiz_next = horiz_next,
    .add = add,
};

const VifRows *vmaf_vif_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512ICL)
        return &vmaf_vif_rows_avx512icl;
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_vif_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_vif_rows_avx2;
#else
    (void)isa;
#endif
    return &vmaf_vif_rows_c;
}
