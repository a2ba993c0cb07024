/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_KERNELS_H
#define VMAF_FLOAT_VIF_KERNELS_H

#define VMAF_SIMT_UNIT float_vif
#include "feature/resample_terms.h"
#include "feature/vif/float_vif_args.h"
#include "feature/vif/vif_terms.h"
#include "gpu/simt.h"

/*
 * A block filters its tile down, in registers, then across, out of shared memory. Every value is a
 * sum over the taps from the first to the last, so samples are taken one after the other and added
 * to all values of a thread that they belong to. What leaves the multiprocessor is a quarter of the
 * tile's pixels for the next scale and two terms a pixel, whose rows are added by another kernel.
 */

enum { FVIF_M1, FVIF_M2, FVIF_XX, FVIF_YY, FVIF_XY, FVIF_PLANES };

/* Columns of a tile, and values in a row of filtered ones: 4 more than a multiple of 16, which puts
 * what neighbouring threads read across into different banks. */
#define FVIF_COLUMNS(half) (FLOAT_VIF_TILE_W + 2u * (half))
#define FVIF_LINE(half) (FVIF_COLUMNS(half) + 4u)

/* The usual widths and those up to the largest. */
#define FVIF_USUAL_HALF (FLOAT_VIF_USUAL_TAPS / 2u)
#define FVIF_MOST_TAPS 65u

template <uint32_t half> struct FvifTile {
    static const uint32_t line_size = FVIF_LINE(half);
    float line[FVIF_PLANES][FLOAT_VIF_TILE_H][FVIF_LINE(half)];
    float next[2][FLOAT_VIF_TILE_H / 2][FVIF_LINE(half)]; /* both pictures, with the next filter */
};

/* A filter of a width that the compiler knows, out of the arguments; width 0: none. */
template <int32_t n> struct FvifUsualTaps {
    const float *tap;
};
template <int32_t n> VMAF_DEVFN int32_t fvif_width(const FvifUsualTaps<n> &)
{
    return n;
}
template <int32_t n> VMAF_DEVFN float fvif_tap(const FvifUsualTaps<n> &f, int32_t t)
{
    return f.tap[t];
}

/* Any filter, out of shared memory. */
struct FvifAnyTaps {
    const float *tap;
    int32_t width;
};
VMAF_DEVFN int32_t fvif_width(const FvifAnyTaps &f)
{
    return f.width;
}
VMAF_DEVFN float fvif_tap(const FvifAnyTaps &f, int32_t t)
{
    return f.tap[t];
}

/* Add a value to the sum whose tap t it has, if it has one. */
template <typename Taps> VMAF_DEVFN void fvif_add(float &sum, const Taps &f, int32_t t, float value)
{
    if (t >= 0 && t < fvif_width(f))
        sum = sum + fvif_tap(f, t) * value;
}

/* The samples of a column: of pictures, or of both in one plane. */
template <typename In> struct FvifReader {
    const In *ref, *dis;
};
template <> struct FvifReader<FloatVifPair> {
    const FloatVifPair *both;
};

VMAF_DEVFN void fvif_column(FvifReader<FloatVifPair> &r, const FloatVifTileArgs &a, uint32_t x)
{
    r.both = (const FloatVifPair *)a.in[0] + x;
}
template <typename In>
VMAF_DEVFN void fvif_column(FvifReader<In> &r, const FloatVifTileArgs &a, uint32_t x)
{
    r.ref = (const In *)a.in[0] + x;
    r.dis = (const In *)a.in[1] + x;
}

template <typename In>
VMAF_DEVFN float fvif_sample(const In *at, uint32_t y, uint32_t pitch, float unit)
{
    return vmaf_float_vif_sample(
        *(const In *)(const void *)((const unsigned char *)at + (size_t)y * pitch), unit);
}

VMAF_DEVFN FloatVifPair fvif_read(const FvifReader<FloatVifPair> &r, const FloatVifTileArgs &a,
                                  uint32_t y)
{
    return r.both[(size_t)y * a.w];
}
template <typename In>
VMAF_DEVFN FloatVifPair fvif_read(const FvifReader<In> &r, const FloatVifTileArgs &a, uint32_t y)
{
    FloatVifPair p;
    p.ref = fvif_sample(r.ref, y, a.pitch[0], a.unit);
    p.dis = fvif_sample(r.dis, y, a.pitch[1], a.unit);
    return p;
}

/*
 * The vertical pass of a column of the tile, which stands for a column of the scale as its mirrors
 * give it. moments: those are wanted, not only the samples of the next scale.
 */
template <bool moments, typename In, typename Tile, typename Taps, typename Next>
VMAF_DEVFN void fvif_vertical(const FloatVifTileArgs &a, Tile &m, const Taps &f, const Next &g,
                              uint32_t x0, uint32_t y0, uint32_t column)
{
    const int32_t rows = (int32_t)FLOAT_VIF_TILE_H;
    const int32_t half = fvif_width(f) / 2, before = half - fvif_width(g) / 2;
    float sum[FVIF_PLANES][FLOAT_VIF_TILE_H], next[2][FLOAT_VIF_TILE_H / 2];
    VMAF_UNROLL
    for (int32_t j = 0; j < rows; j++) {
        VMAF_UNROLL
        for (int32_t k = 0; k < FVIF_PLANES; k++)
            sum[k][j] = 0.0f;
        next[0][j / 2] = next[1][j / 2] = 0.0f;
    }
    FvifReader<In> reader;
    fvif_column(reader, a, (uint32_t)vmaf_vif_reflect((int32_t)(x0 + column) - half, (int32_t)a.w));
    VMAF_UNROLL
    for (int32_t i = 0; i < fvif_width(f) + rows - 1; i++) {
        const FloatVifPair p =
            fvif_read(reader, a, (uint32_t)vmaf_vif_reflect((int32_t)y0 + i - half, (int32_t)a.h));
        const float xx = p.ref * p.ref, yy = p.dis * p.dis, xy = p.ref * p.dis;
        VMAF_UNROLL
        for (int32_t j = 0; j < rows && moments; j++) {
            fvif_add(sum[FVIF_M1][j], f, i - j, p.ref);
            fvif_add(sum[FVIF_M2][j], f, i - j, p.dis);
            fvif_add(sum[FVIF_XX][j], f, i - j, xx);
            fvif_add(sum[FVIF_YY][j], f, i - j, yy);
            fvif_add(sum[FVIF_XY][j], f, i - j, xy);
        }
        VMAF_UNROLL
        for (int32_t j = 0; j < rows; j += 2) {
            fvif_add(next[0][j / 2], g, i - j - before, p.ref);
            fvif_add(next[1][j / 2], g, i - j - before, p.dis);
        }
    }
    VMAF_UNROLL
    for (int32_t j = 0; j < rows; j++) {
        VMAF_UNROLL
        for (int32_t k = 0; k < FVIF_PLANES && moments; k++)
            m.line[k][j][column] = sum[k][j];
        if (j % 2 == 0) {
            m.next[0][j / 2][column] = next[0][j / 2];
            m.next[1][j / 2][column] = next[1][j / 2];
        }
    }
}

/* The horizontal pass for the samples of the next scale; before: columns that its filter leaves out
 * at either end. */
template <typename Tile, typename Next>
VMAF_DEVFN void fvif_horizontal_next(const FloatVifTileArgs &a, const Tile &m, const Next &g,
                                     uint32_t before, uint32_t x0, uint32_t y0)
{
    const uint32_t columns = FLOAT_VIF_TILE_W / 2, rows = FLOAT_VIF_TILE_H / 2;
    for (uint32_t n = threadIdx.x; n < columns * rows; n += FLOAT_VIF_TILE_THREADS) {
        const uint32_t column = n % columns, row = n / columns;
        const uint32_t x = x0 / 2 + column, y = y0 / 2 + row;
        if (x >= a.w / 2 || y >= a.h / 2)
            continue;
        FloatVifPair p = {0.0f, 0.0f};
        VMAF_UNROLL
        for (int32_t t = 0; t < fvif_width(g); t++) {
            fvif_add(p.ref, g, t, m.next[0][row][2 * column + before + (uint32_t)t]);
            fvif_add(p.dis, g, t, m.next[1][row][2 * column + before + (uint32_t)t]);
        }
        a.next[(size_t)y * (a.w / 2) + x] = p;
    }
}

/* The horizontal pass of a plane for a run of columns. */
template <typename Taps> VMAF_DEVFN void fvif_across(float *sum, const Taps &f, const float *line)
{
    const int32_t run = (int32_t)FLOAT_VIF_TILE_RUN;
    VMAF_UNROLL
    for (int32_t j = 0; j < run; j++)
        sum[j] = 0.0f;
    VMAF_UNROLL
    for (int32_t i = 0; i < fvif_width(f) + run - 1; i++) {
        const float v = line[i];
        VMAF_UNROLL
        for (int32_t j = 0; j < run; j++)
            fvif_add(sum[j], f, i - j, v);
    }
}

/* The terms of a run of columns. Threads of neighbouring rows write side by side. */
template <typename Tile, typename Taps>
VMAF_DEVFN void fvif_terms(const FloatVifTileArgs &a, const Tile &m, const Taps &f, uint32_t x0,
                           uint32_t y0)
{
    const uint32_t row = threadIdx.x % FLOAT_VIF_TILE_H;
    const uint32_t column = threadIdx.x / FLOAT_VIF_TILE_H * FLOAT_VIF_TILE_RUN;
    if (y0 + row >= a.h || x0 + column >= a.w)
        return;
    float v[FVIF_PLANES][FLOAT_VIF_TILE_RUN];
    VMAF_UNROLL
    for (int32_t k = 0; k < FVIF_PLANES; k++)
        fvif_across(v[k], f, &m.line[k][row][column]);
    VMAF_UNROLL
    for (uint32_t j = 0; j < FLOAT_VIF_TILE_RUN; j++) {
        const uint32_t x = x0 + column + j;
        if (x >= a.w)
            continue;
        const FloatVifTerms t = vmaf_float_vif_terms(&a.model, v[FVIF_M1][j], v[FVIF_M2][j],
                                                     v[FVIF_XX][j], v[FVIF_YY][j], v[FVIF_XY][j]);
        float *const at = a.term + (size_t)x * 2 * a.term_stride + y0 + row;
        at[0] = t.num;
        at[a.term_stride] = t.den;
    }
}

template <typename In, typename Tile, typename Taps, typename Next>
VMAF_DEVFN void fvif_tile(const FloatVifTileArgs &a, Tile &m, const Taps &f, const Next &g)
{
    const uint32_t x0 = blockIdx.x % a.tiles_x * FLOAT_VIF_TILE_W;
    const uint32_t y0 = blockIdx.x / a.tiles_x * FLOAT_VIF_TILE_H;
    const uint32_t half = (uint32_t)fvif_width(f) / 2;
    for (uint32_t c = threadIdx.x; c < FVIF_COLUMNS(half); c += FLOAT_VIF_TILE_THREADS) {
        if (x0 + c >= a.w + 2 * half)
            continue;
        if (a.term)
            fvif_vertical<true, In>(a, m, f, g, x0, y0, c);
        else
            fvif_vertical<false, In>(a, m, f, g, x0, y0, c);
    }
    VMAF_SYNC();
    if (a.next)
        fvif_horizontal_next(a, m, g, half - (uint32_t)fvif_width(g) / 2, x0, y0);
    if (a.term)
        fvif_terms(a, m, f, x0, y0);
}

/* A filter of n taps, the next scale's of next. */
#define FVIF_USUAL(In, n, next)                 \
    VMAF_SHARED FvifTile<FVIF_USUAL_HALF> m;    \
    const FvifUsualTaps<(n)> f = {a.tap[0]};    \
    const FvifUsualTaps<(next)> g = {a.tap[1]}; \
    fvif_tile<In>(a, m, f, g)

VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 5) float_vif_17_8(const FloatVifTileArgs a)
{
    FVIF_USUAL(uint8_t, 17, 9);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 5) float_vif_17_16(const FloatVifTileArgs a)
{
    FVIF_USUAL(uint16_t, 17, 9);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 5) float_vif_17(const FloatVifTileArgs a)
{
    FVIF_USUAL(FloatVifPair, 17, 9);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 6) float_vif_9(const FloatVifTileArgs a)
{
    FVIF_USUAL(FloatVifPair, 9, 5);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 6) float_vif_5(const FloatVifTileArgs a)
{
    FVIF_USUAL(FloatVifPair, 5, 3);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 6) float_vif_3(const FloatVifTileArgs a)
{
    FVIF_USUAL(FloatVifPair, 3, 0);
}

#define FVIF_ANY(In)                                                                  \
    VMAF_SHARED FvifTile<FVIF_MOST_TAPS / 2> m;                                       \
    VMAF_SHARED float tap[2][FVIF_MOST_TAPS];                                         \
    for (uint32_t i = threadIdx.x; i < FVIF_MOST_TAPS; i += FLOAT_VIF_TILE_THREADS) { \
        tap[0][i] = i < a.any[0].width ? a.any[0].tap[i] : 0.0f;                      \
        tap[1][i] = i < a.any[1].width ? a.any[1].tap[i] : 0.0f;                      \
    }                                                                                 \
    VMAF_SYNC();                                                                      \
    const FvifAnyTaps f = {tap[0], (int32_t)a.any[0].width};                          \
    const FvifAnyTaps g = {tap[1], (int32_t)a.any[1].width};                          \
    fvif_tile<In>(a, m, f, g)

VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 4) float_vif_any_8(const FloatVifTileArgs a)
{
    FVIF_ANY(uint8_t);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 4) float_vif_any_16(const FloatVifTileArgs a)
{
    FVIF_ANY(uint16_t);
}
VMAF_KERNEL_OF(FLOAT_VIF_TILE_THREADS, 4) float_vif_any(const FloatVifTileArgs a)
{
    FVIF_ANY(FloatVifPair);
}

/* A sample of both pictures in their other size. */
template <typename In> VMAF_DEVFN void fvif_resize(const FloatVifResizeArgs &a)
{
    const uint32_t x = blockIdx.x % a.blocks_x * FLOAT_VIF_RESIZE_THREADS + threadIdx.x;
    const uint32_t y = blockIdx.x / a.blocks_x;
    if (x >= a.w)
        return;
    const uint32_t *const row = a.row + (size_t)y * a.taps;
    const uint32_t *const column = a.column + (size_t)x * a.taps;
    VmafResampleSum ref = {0.0f, 0.0f}, dis = {0.0f, 0.0f};
    for (uint32_t j = 0; j < a.taps; j++) {
        const float down = a.row_weight[(size_t)y * a.taps + j];
        for (uint32_t i = 0; i < a.taps; i++) {
            const float across = a.column_weight[(size_t)x * a.taps + i];
            const In *const r = (const In *)a.in[0] + column[i];
            const In *const d = (const In *)a.in[1] + column[i];
            vmaf_resample_add(&ref, fvif_sample(r, row[j], a.pitch[0], a.unit), across, down);
            vmaf_resample_add(&dis, fvif_sample(d, row[j], a.pitch[1], a.unit), across, down);
        }
    }
    FloatVifPair p;
    p.ref = vmaf_resample_value(ref, a.normalise);
    p.dis = vmaf_resample_value(dis, a.normalise);
    a.out[(size_t)y * a.w + x] = p;
}

VMAF_KERNEL_OF(FLOAT_VIF_RESIZE_THREADS) float_vif_resize_8(const FloatVifResizeArgs a)
{
    fvif_resize<uint8_t>(a);
}
VMAF_KERNEL_OF(FLOAT_VIF_RESIZE_THREADS) float_vif_resize_16(const FloatVifResizeArgs a)
{
    fvif_resize<uint16_t>(a);
}

/* Of the scale of this block. An index known at run time would copy the arguments to memory. */
template <typename T> VMAF_DEVFN T fvif_of_scale(const T (&v)[VMAF_FLOAT_VIF_SCALES])
{
    const unsigned i = blockIdx.y;
    return i == 0 ? v[0] : i == 1 ? v[1] : i == 2 ? v[2] : v[3];
}

/* The sum of each row from left to right. Its terms are read well before their turn. */
VMAF_KERNEL_OF(FLOAT_VIF_WALKERS) float_vif_totals(const FloatVifTotalsArgs a)
{
    const uint32_t y = blockIdx.x * FLOAT_VIF_WALKERS + threadIdx.x;
    const uint32_t w = fvif_of_scale(a.w), h = fvif_of_scale(a.h);
    const size_t stride = fvif_of_scale(a.stride);
    if (y >= h)
        return;
    const float *const term = fvif_of_scale(a.term) + blockIdx.z * stride + y;
    float sum = 0.0f;
    for (uint32_t x = 0; x < w; x += FLOAT_VIF_WALK) {
        float v[FLOAT_VIF_WALK];
        VMAF_UNROLL
        for (uint32_t k = 0; k < FLOAT_VIF_WALK; k++)
            v[k] = x + k < w ? term[(size_t)(x + k) * 2 * stride] : 0.0f;
        VMAF_UNROLL
        for (uint32_t k = 0; k < FLOAT_VIF_WALK; k++) {
            if (x + k < w)
                sum = sum + v[k];
        }
    }
    fvif_of_scale(a.total)[blockIdx.z * h + y] = sum;
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_vif_17_8), VMAF_SIMT_ENTRY(float_vif_17_16),
                VMAF_SIMT_ENTRY(float_vif_17), VMAF_SIMT_ENTRY(float_vif_9),
                VMAF_SIMT_ENTRY(float_vif_5), VMAF_SIMT_ENTRY(float_vif_3),
                VMAF_SIMT_ENTRY(float_vif_any_8), VMAF_SIMT_ENTRY(float_vif_any_16),
                VMAF_SIMT_ENTRY(float_vif_any), VMAF_SIMT_ENTRY(float_vif_resize_8),
                VMAF_SIMT_ENTRY(float_vif_resize_16), VMAF_SIMT_ENTRY(float_vif_totals));

#endif /* VMAF_FLOAT_VIF_KERNELS_H */
