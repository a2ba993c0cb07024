/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_KERNELS_H
#define VMAF_VIF_KERNELS_H

#define VMAF_SIMT_UNIT vif
#include "feature/vif/vif_args.h"
#include "gpu/simt.h"

/*
 * A block filters its tile down, in registers, then across, out of shared memory. What leaves the
 * multiprocessor is a quarter of the tile's pixels for the next scale and four sums.
 */

/* Rows of a strip with those that the taps of the first filter reach. */
#define VIF_STRIP_ROWS (VIF_TILE_STRIP + 16u)
/* Values in a row of filtered columns: odd, so that neighbouring rows are in different banks. */
#define VIF_LINE (VIF_TILE_COLUMNS + 1u)
#define VIF_SUM_PARTS 32u

/* Filtered down: both means in a word, then the three products. */
enum { VIF_MEANS, VIF_QRR, VIF_QDD, VIF_QRD, VIF_LINES };

/* Sixteen bytes in one access. */
struct alignas(16) VifFour {
    uint32_t v[4];
};

struct alignas(16) VifTile {
    union {
        uint32_t line[VIF_LINES][VIF_TILE_H][VIF_LINE];
        /* where the lines have been read: looking up from here does not split into as many
         * accesses as different cache lines are hit */
        VifFour log[VMAF_VIF_LOG_SIZE / sizeof(VifFour)];
        int64_t part[4][VIF_TILE_THREADS];
    };
    union {
        uint32_t next[VIF_TILE_H / 2][VIF_LINE]; /* both means, with the next filter */
        int64_t total[4][VIF_SUM_PARTS];
    };
};

/*
 * What differs between scales: the filter, and how deep their samples are. Products of bytes fit
 * 16 bits, the sum of such products and all taps 32.
 */
template <typename In> struct VifInput;
template <> struct VifInput<uint8_t> {
    static const uint32_t filter = 0;
    static const bool bytes = true;
};
template <> struct VifInput<uint16_t> {
    static const uint32_t filter = 0;
    static const bool bytes = false;
};
/* Scales 1 to 3 have both samples of a pixel in a word. */
template <uint32_t scale> struct VifPacked;
template <uint32_t scale> struct VifInput<VifPacked<scale>> {
    static const uint32_t filter = scale;
    static const bool bytes = false;
};

/* Both samples of a pixel: ref in the lower half. */
template <typename In> struct VifReader {
    const In *ref, *dis;
    VMAF_DEVFN VifReader at(const VifTileArgs &a, uint32_t x)
    {
        const VifReader r = {(const In *)a.in[0] + x, (const In *)a.in[1] + x};
        return r;
    }
    VMAF_DEVFN uint32_t read(const VifTileArgs &a, const VifReader &r, uint32_t y)
    {
        const In s = *(const In *)(const void *)((const char *)r.ref + (size_t)y * a.pitch[0]);
        const In t = *(const In *)(const void *)((const char *)r.dis + (size_t)y * a.pitch[1]);
        return (s & a.peak) | (t & a.peak) << 16;
    }
};
template <uint32_t scale> struct VifReader<VifPacked<scale>> {
    const uint32_t *both;
    VMAF_DEVFN VifReader at(const VifTileArgs &a, uint32_t x)
    {
        const VifReader r = {(const uint32_t *)a.in[0] + x};
        return r;
    }
    VMAF_DEVFN uint32_t read(const VifTileArgs &a, const VifReader &r, uint32_t y)
    {
        return r.both[(size_t)y * a.w];
    }
};

VMAF_DEVFN uint32_t vif_low(uint32_t v)
{
    return v & 0xffffu;
}
VMAF_DEVFN uint32_t vif_high(uint32_t v)
{
    return v >> 16;
}

/* Taps and the values around v[0], for sums that fit 32 bits: equal taps are taken together. */
template <uint32_t filter> VMAF_DEVFN uint32_t vif_down(const uint32_t *v)
{
    const uint32_t half = vmaf_vif_half(filter);
    uint32_t sum = vmaf_vif_tap(filter, half) * v[0];
    VMAF_UNROLL
    for (int32_t t = 1; t <= (int32_t)half; t++)
        sum += vmaf_vif_tap(filter, half - (uint32_t)t) * (v[-t] + v[t]);
    return sum;
}

/* The same for values of 32 bits. */
template <uint32_t filter> VMAF_DEVFN uint64_t vif_down_wide(const uint32_t *v)
{
    const uint32_t half = vmaf_vif_half(filter);
    uint64_t sum = 0;
    VMAF_UNROLL
    for (uint32_t t = 0; t <= 2 * half; t++)
        sum += (uint64_t)vmaf_vif_tap(filter, t) * v[(int32_t)t - (int32_t)half];
    return sum;
}

/* One product of a strip, filtered down; v: the values of its rows. */
template <typename In>
VMAF_DEVFN void vif_products(const VifTileArgs &a, uint32_t (*line)[VIF_LINE], uint32_t column,
                             const uint32_t *v)
{
    const uint32_t filter = VifInput<In>::filter, half = vmaf_vif_half(filter);
    const uint32_t shift = filter ? 16u : a.product_shift;
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP; i++)
        line[i][column] =
            VifInput<In>::bytes
                ? vif_down<filter>(v + i + half)
                : (uint32_t)vmaf_vif_round_shift(vif_down_wide<filter>(v + i + half), shift);
}

/*
 * Both means of a strip's column: those of its own scale, and at even rows those with the filter of
 * the next one.
 */
template <typename In>
VMAF_DEVFN void vif_means(const VifTileArgs &a, VifTile &m, uint32_t y, uint32_t column,
                          const uint32_t *both)
{
    const uint32_t filter = VifInput<In>::filter, half = vmaf_vif_half(filter);
    const uint32_t shift = VifInput<In>::bytes ? 8u : filter ? 16u : a.mean_shift;
    uint32_t v[VIF_STRIP_ROWS], mean[VIF_TILE_STRIP], next[VIF_TILE_STRIP / 2];
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP + 2 * half; i++)
        v[i] = vif_low(both[i]);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP; i++)
        mean[i] = vmaf_vif_round_mean(vif_down<filter>(v + i + half), shift);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP; i += 2)
        next[i / 2] = vmaf_vif_round_mean(vif_down<filter + 1>(v + i + half), shift);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP + 2 * half; i++)
        v[i] = vif_high(both[i]);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP; i++)
        m.line[VIF_MEANS][y + i][column] =
            mean[i] | vmaf_vif_round_mean(vif_down<filter>(v + i + half), shift) << 16;
    if (filter + 1 == VMAF_VIF_SCALES)
        return;
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP; i += 2)
        m.next[(y + i) / 2][column] =
            next[i / 2] | vmaf_vif_round_mean(vif_down<filter + 1>(v + i + half), shift) << 16;
}

/* The three products of a strip's column. */
template <typename In>
VMAF_DEVFN void vif_vertical(const VifTileArgs &a, VifTile &m, uint32_t y, uint32_t column,
                             const uint32_t *both)
{
    const uint32_t half = vmaf_vif_half(VifInput<In>::filter);
    uint32_t v[VIF_STRIP_ROWS];
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP + 2 * half; i++)
        v[i] = vif_low(both[i]) * vif_low(both[i]);
    vif_products<In>(a, &m.line[VIF_QRR][y], column, v);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP + 2 * half; i++)
        v[i] = vif_high(both[i]) * vif_high(both[i]);
    vif_products<In>(a, &m.line[VIF_QDD][y], column, v);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP + 2 * half; i++)
        v[i] = vif_low(both[i]) * vif_high(both[i]);
    vif_products<In>(a, &m.line[VIF_QRD][y], column, v);
}

/* The vertical pass of a strip: rows and columns outside of the scale are its own, reflected. */
template <typename In>
VMAF_DEVFN void vif_strip(const VifTileArgs &a, VifTile &m, uint32_t x0, uint32_t y0)
{
    const uint32_t filter = VifInput<In>::filter, half = vmaf_vif_half(filter);
    const uint32_t column = threadIdx.x % VIF_TILE_COLUMNS;
    const uint32_t y = threadIdx.x / VIF_TILE_COLUMNS * VIF_TILE_STRIP;
    if (column >= VIF_TILE_W + 2 * half || x0 + column >= a.w + 2 * half || y0 + y >= a.h)
        return;
    const VifReader<In> reader = VifReader<In>::at(
        a, (uint32_t)vmaf_vif_reflect((int32_t)(x0 + column) - (int32_t)half, (int32_t)a.w));
    uint32_t both[VIF_STRIP_ROWS];
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_STRIP + 2 * half; i++)
        both[i] = VifReader<In>::read(
            a, reader,
            (uint32_t)vmaf_vif_reflect((int32_t)(y0 + y + i) - (int32_t)half, (int32_t)a.h));
    if (a.sums)
        vif_vertical<In>(a, m, y, column, both);
    vif_means<In>(a, m, y, column, both);
}

/* The horizontal pass for the samples of the next scale. */
template <typename In>
VMAF_DEVFN void vif_horizontal_next(const VifTileArgs &a, const VifTile &m, uint32_t x0,
                                    uint32_t y0)
{
    const uint32_t filter = VifInput<In>::filter + 1, half = vmaf_vif_half(filter);
    const uint32_t first = vmaf_vif_half(VifInput<In>::filter) - half;
    for (uint32_t n = threadIdx.x; n < VIF_TILE_W / 2 * (VIF_TILE_H / 2); n += VIF_TILE_THREADS) {
        const uint32_t column = n % (VIF_TILE_W / 2), row = n / (VIF_TILE_W / 2);
        const uint32_t x = x0 / 2 + column, y = y0 / 2 + row;
        if (x >= a.w / 2 || y >= a.h / 2)
            continue;
        uint32_t r = 0, d = 0;
        VMAF_UNROLL
        for (uint32_t t = 0; t <= 2 * half; t++) {
            const uint32_t v = m.next[row][2 * column + first + t];
            r += vmaf_vif_tap(filter, t) * vif_low(v);
            d += vmaf_vif_tap(filter, t) * vif_high(v);
        }
        a.next[(size_t)y * (a.w / 2) + x] = vmaf_vif_round_mean(r, 16) | vmaf_vif_round_mean(d, 16)
                                                                             << 16;
    }
}

/* The horizontal pass of both means for a run of columns. */
template <uint32_t filter>
VMAF_DEVFN void vif_across(const uint32_t *line, uint32_t *m1, uint32_t *m2)
{
    const uint32_t half = vmaf_vif_half(filter);
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_RUN; i++)
        m1[i] = m2[i] = 0;
    VMAF_UNROLL
    for (uint32_t k = 0; k < VIF_TILE_RUN + 2 * half; k++) {
        const uint32_t v = line[k], r = vif_low(v), d = vif_high(v);
        VMAF_UNROLL
        for (uint32_t i = 0; i < VIF_TILE_RUN; i++) {
            if (k >= i && k - i <= 2 * half) {
                m1[i] += vmaf_vif_tap(filter, k - i) * r;
                m2[i] += vmaf_vif_tap(filter, k - i) * d;
            }
        }
    }
}

/* The same of a product, rounded. */
template <uint32_t filter> VMAF_DEVFN void vif_across_wide(const uint32_t *line, uint32_t *q)
{
    const uint32_t half = vmaf_vif_half(filter);
    uint64_t sum[VIF_TILE_RUN];
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_RUN; i++)
        sum[i] = 0;
    VMAF_UNROLL
    for (uint32_t k = 0; k < VIF_TILE_RUN + 2 * half; k++) {
        const uint32_t v = line[k];
        VMAF_UNROLL
        for (uint32_t i = 0; i < VIF_TILE_RUN; i++) {
            if (k >= i && k - i <= 2 * half)
                sum[i] += (uint64_t)vmaf_vif_tap(filter, k - i) * v;
        }
    }
    VMAF_UNROLL
    for (uint32_t i = 0; i < VIF_TILE_RUN; i++)
        q[i] = (uint32_t)vmaf_vif_round_shift(sum[i], 16);
}

/* Add the sums of all threads to those of the scale: they are integers, so any order does. */
VMAF_DEVFN void vif_add_up(const VifTileArgs &a, VifTile &m, const VifSums &sums)
{
    const uint32_t t = threadIdx.x, n = VIF_TILE_THREADS / VIF_SUM_PARTS;
    m.part[0][t] = sums.num_log;
    m.part[1][t] = sums.den_log;
    m.part[2][t] = sums.flat_energy;
    m.part[3][t] = sums.n_flat;
    VMAF_SYNC();
    if (t < 4 * VIF_SUM_PARTS) {
        int64_t total = 0;
        for (uint32_t i = 0; i < n; i++)
            total += m.part[t / VIF_SUM_PARTS][i * VIF_SUM_PARTS + t % VIF_SUM_PARTS];
        m.total[t / VIF_SUM_PARTS][t % VIF_SUM_PARTS] = total;
    }
    VMAF_SYNC();
    if (t < 4) {
        int64_t total = 0;
        for (uint32_t i = 0; i < VIF_SUM_PARTS; i++)
            total += m.total[t][i];
        if (total)
            atomicAdd(&a.sums[t], (unsigned long long)total);
    }
}

template <typename In> VMAF_DEVFN void vif_tile(const VifTileArgs &a, VifTile &m)
{
    const uint32_t filter = VifInput<In>::filter, t = threadIdx.x;
    const uint32_t x0 = blockIdx.x % a.tiles_x * VIF_TILE_W;
    const uint32_t y0 = blockIdx.x / a.tiles_x * VIF_TILE_H;

    vif_strip<In>(a, m, x0, y0);
    VMAF_SYNC();
    if (filter + 1 < VMAF_VIF_SCALES)
        vif_horizontal_next<In>(a, m, x0, y0);
    if (!a.sums)
        return;

    /* Neighbouring threads are in neighbouring rows. */
    const uint32_t row = t % VIF_TILE_H, column = t / VIF_TILE_H * VIF_TILE_RUN;
    const bool inside = y0 + row < a.h && x0 + column < a.w;
    uint32_t m1[VIF_TILE_RUN], m2[VIF_TILE_RUN];
    uint32_t rr[VIF_TILE_RUN], dd[VIF_TILE_RUN], rd[VIF_TILE_RUN];
    if (inside) {
        vif_across<filter>(&m.line[VIF_MEANS][row][column], m1, m2);
        vif_across_wide<filter>(&m.line[VIF_QRR][row][column], rr);
        vif_across_wide<filter>(&m.line[VIF_QDD][row][column], dd);
        vif_across_wide<filter>(&m.line[VIF_QRD][row][column], rd);
    }
    VMAF_SYNC();

    const VifFour *const log = (const VifFour *)(const void *)a.log;
    for (uint32_t i = t; i < VMAF_VIF_LOG_SIZE / sizeof(VifFour); i += VIF_TILE_THREADS)
        m.log[i] = log[i];
    VMAF_SYNC();

    VifSums sums = {0, 0, 0, 0};
    if (inside) {
        VMAF_UNROLL
        for (uint32_t i = 0; i < VIF_TILE_RUN; i++) {
            if (x0 + column + i < a.w)
                vmaf_vif_add(&sums, (const uint8_t *)(const void *)m.log,
                             vmaf_vif_moments(m1[i], m2[i], rr[i], dd[i], rd[i]), a.limit);
        }
    }
    VMAF_SYNC();
    vif_add_up(a, m, sums);
}

VMAF_KERNEL_OF(VIF_TILE_THREADS, 3) vif_tile_8(const VifTileArgs a)
{
    VMAF_SHARED VifTile m;
    vif_tile<uint8_t>(a, m);
}

VMAF_KERNEL_OF(VIF_TILE_THREADS, 3) vif_tile_16(const VifTileArgs a)
{
    VMAF_SHARED VifTile m;
    vif_tile<uint16_t>(a, m);
}

VMAF_KERNEL_OF(VIF_TILE_THREADS, 3) vif_tile_scale1(const VifTileArgs a)
{
    VMAF_SHARED VifTile m;
    vif_tile<VifPacked<1>>(a, m);
}

VMAF_KERNEL_OF(VIF_TILE_THREADS, 3) vif_tile_scale2(const VifTileArgs a)
{
    VMAF_SHARED VifTile m;
    vif_tile<VifPacked<2>>(a, m);
}

VMAF_KERNEL_OF(VIF_TILE_THREADS, 3) vif_tile_scale3(const VifTileArgs a)
{
    VMAF_SHARED VifTile m;
    vif_tile<VifPacked<3>>(a, m);
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(vif_tile_8), VMAF_SIMT_ENTRY(vif_tile_16),
                VMAF_SIMT_ENTRY(vif_tile_scale1), VMAF_SIMT_ENTRY(vif_tile_scale2),
                VMAF_SIMT_ENTRY(vif_tile_scale3));

#endif /* VMAF_VIF_KERNELS_H */
