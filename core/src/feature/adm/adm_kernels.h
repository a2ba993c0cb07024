/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_KERNELS_H
#define VMAF_ADM_KERNELS_H

#define VMAF_SIMT_UNIT adm
#include "feature/adm/adm_args.h"
#include "gpu/simt.h"

/*
 * A tile is a part of all bands of a scale. Around its own sites stands one position on each
 * side, for the threshold of the masking. Everything between the input and the sums stays on the
 * multiprocessor; what leaves it is band a and nine sums per row.
 *
 * Position 0, 0 is above and left of the tile's own sites. Outside of the band a position stands
 * for the site that vmaf_adm_neighbour() gives, so that no border rule is left in the masking;
 * those of the wavelet are applied where the input is read.
 */
#define ADM_SITES_W (ADM_TILE_W + 2u)
#define ADM_SITES_H (ADM_TILE_H + 2u)
#define ADM_PAIRS (ADM_SITES_W + 1u)
#define ADM_STRIP 3u /* rows that a thread filters at a time */
#define ADM_STRIPS (ADM_SITES_H / ADM_STRIP)
#define ADM_LANES (ADM_TILE_THREADS / ADM_TILE_H) /* threads of a row */
#define ADM_SITES (ADM_TILE_W / ADM_LANES)        /* of a thread, ADM_LANES apart */
#define ADM_RIM (2u * ADM_SITES_W + 2u * ADM_TILE_H)
#define ADM_SHARES_STRIDE 72u

/* Vertically filtered input columns 2 j - 1 and 2 j, where j is a column of the band. */
template <typename Mid> struct alignas(2 * sizeof(Mid)) AdmPair {
    Mid odd, even;
};

enum { ADM_LO, ADM_HI };

template <typename Mid> struct AdmTile {
    static const int wide = sizeof(Mid) == 4; /* scales 1..3 */
    union {
        AdmPair<Mid> mid[2][2][ADM_SITES_H][ADM_PAIRS]; /* [picture][ADM_LO or ADM_HI] */
        uint64_t part[ADM_ROW_SUMS][ADM_TILE_H][ADM_LANES + 1u];
    };
    int32_t shares[2][ADM_SITES_H][ADM_SHARES_STRIDE]; /* [pass] AdmShares.neighbour */
};

/* The band sample at position 0, 0 of a tile. */
struct AdmPlace {
    int32_t x0, y0;
};

/* Bands of a picture at a site. */
struct AdmBands {
    int32_t a, detail[VMAF_ADM_BANDS];
};

/* What the masking needs of a site of the tile's own. */
struct AdmSite {
    int32_t signal[2][VMAF_ADM_BANDS]; /* [pass] */
    int32_t centre[2];
};

template <typename Mid> VMAF_DEVFN int32_t adm_low(const int32_t *v, uint32_t shift)
{
    return AdmTile<Mid>::wide ? vmaf_adm_low32(v[0], v[1], v[2], v[3], shift)
                              : vmaf_adm_low16(v[0], v[1], v[2], v[3], shift);
}

template <typename Mid> VMAF_DEVFN int32_t adm_high(const int32_t *v, uint32_t shift)
{
    return AdmTile<Mid>::wide ? vmaf_adm_high32(v[0], v[1], v[2], v[3], shift)
                              : vmaf_adm_high16(v[0], v[1], v[2], v[3], shift);
}

/* A sample of a picture, relative to half its range, or of band a. */
VMAF_DEVFN int32_t adm_sample(uint8_t v, int32_t half)
{
    return v - half;
}
VMAF_DEVFN int32_t adm_sample(uint16_t v, int32_t half)
{
    return v - half;
}
VMAF_DEVFN int32_t adm_sample(int16_t v, int32_t)
{
    return v;
}
VMAF_DEVFN int32_t adm_sample(int32_t v, int32_t)
{
    return v;
}

/* Input sample of a tap; what is beyond all taps is not used and may be any sample. */
VMAF_DEVFN int32_t adm_source(int32_t t, int32_t n)
{
    const int32_t low = t > -1 ? t : -1;
    return vmaf_adm_dwt_index(low < n + 1 ? low : n + 1, n);
}

/* The sample some rows below one. */
template <typename In> VMAF_DEVFN In adm_row(const In *p, uint32_t rows, uint32_t pitch)
{
    return *(const In *)(const void *)((const unsigned char *)p + (size_t)rows * pitch);
}

/* The vertical pass for a pair of columns and ADM_STRIP rows from row y on. */
template <typename In, typename Mid>
VMAF_DEVFN void adm_vertical(const AdmTileArgs &a, AdmTile<Mid> &m, AdmPlace p, unsigned pic,
                             unsigned y, unsigned pair)
{
    const AdmScale &s = a.s;
    const int32_t first = 2 * (p.y0 + (int32_t)y) - 1, column = 2 * (p.x0 + (int32_t)pair);
    const In *const in = (const In *)a.in[pic];
    const In *const odd = in + (uint32_t)adm_source(column - 1, s.in_w);
    const In *const even = in + (uint32_t)adm_source(column, s.in_w);
    const int32_t half = (int32_t)((1u << s.vert_shift) >> 1);
    int32_t o[2 * ADM_STRIP + 2], e[2 * ADM_STRIP + 2];
    VMAF_UNROLL
    for (int32_t k = 0; k < (int32_t)(2 * ADM_STRIP + 2); k++) {
        const uint32_t row = (uint32_t)adm_source(first + k, s.in_h);
        o[k] = adm_sample(adm_row(odd, row, a.in_pitch[pic]), half);
        e[k] = adm_sample(adm_row(even, row, a.in_pitch[pic]), half);
    }
    VMAF_UNROLL
    for (unsigned n = 0; n < ADM_STRIP; n++) {
        AdmPair<Mid> lo, hi;
        lo.odd = (Mid)adm_low<Mid>(o + 2 * n, s.vert_shift);
        lo.even = (Mid)adm_low<Mid>(e + 2 * n, s.vert_shift);
        hi.odd = (Mid)adm_high<Mid>(o + 2 * n, s.vert_shift);
        hi.even = (Mid)adm_high<Mid>(e + 2 * n, s.vert_shift);
        m.mid[pic][ADM_LO][y + n][pair] = lo;
        m.mid[pic][ADM_HI][y + n][pair] = hi;
    }
}

/* The horizontal pass at a site. */
template <typename Mid>
VMAF_DEVFN AdmBands adm_bands(const AdmTile<Mid> &m, unsigned pic, unsigned y, unsigned pair,
                              uint32_t shift)
{
    const AdmPair<Mid> *const lo = &m.mid[pic][ADM_LO][y][pair];
    const AdmPair<Mid> *const hi = &m.mid[pic][ADM_HI][y][pair];
    const AdmPair<Mid> lo0 = lo[0], lo1 = lo[1], hi0 = hi[0], hi1 = hi[1];
    const int32_t l[4] = {lo0.odd, lo0.even, lo1.odd, lo1.even};
    const int32_t h[4] = {hi0.odd, hi0.even, hi1.odd, hi1.even};
    AdmBands b;
    b.a = adm_low<Mid>(l, shift);
    b.detail[0] = adm_low<Mid>(h, shift);
    b.detail[1] = adm_high<Mid>(l, shift);
    b.detail[2] = adm_high<Mid>(h, shift);
    return b;
}

VMAF_DEVFN bool adm_is_inner(const AdmScale &s, int32_t i, int32_t j)
{
    return i >= s.y0 && i < s.y1 && j >= s.x0 && j < s.x1;
}

/* Decouple a site, write its neighbour shares to position x, y and return the rest. */
template <typename Mid>
VMAF_DEVFN AdmSite adm_decouple(const AdmTileArgs &a, AdmTile<Mid> &m, const int32_t *ref,
                                const int32_t *dis, unsigned x, unsigned y)
{
    const int wide = AdmTile<Mid>::wide;
    const int32_t flag = vmaf_adm_angle_flag(ref[0], ref[1], dis[0], dis[1], wide);
    AdmWeighted r[VMAF_ADM_BANDS], ai[VMAF_ADM_BANDS];
    AdmSite site;
    VMAF_UNROLL
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const int32_t restored = vmaf_adm_restore(ref[k], dis[k], flag, a.gain, wide);
        r[k] = vmaf_adm_weigh(restored, a.s.factor[k], k == 2, wide);
        ai[k] = vmaf_adm_weigh(dis[k] - restored, a.s.factor[k], k == 2, wide);
        site.signal[VMAF_ADM_NUM][k] = r[k].signal;
        site.signal[VMAF_ADM_AIM][k] = ai[k].signal;
    }
    const AdmShares num = vmaf_adm_shares(ai[0], ai[1], ai[2]);
    const AdmShares aim = vmaf_adm_shares(r[0], r[1], r[2]);
    m.shares[VMAF_ADM_NUM][y][x] = num.neighbour;
    m.shares[VMAF_ADM_AIM][y][x] = aim.neighbour;
    site.centre[VMAF_ADM_NUM] = num.centre;
    site.centre[VMAF_ADM_AIM] = aim.centre;
    return site;
}

/* All of a position up to the masking. sum: of the row, if the position is the tile's own. */
template <typename Mid>
VMAF_DEVFN AdmSite adm_position(const AdmTileArgs &a, AdmTile<Mid> &m, AdmPlace p, unsigned x,
                                unsigned y, uint64_t *sum)
{
    const AdmScale &s = a.s;
    const int32_t i = p.y0 + (int32_t)y, j = p.x0 + (int32_t)x;
    AdmSite site = {};
    if (i > s.h || j > s.w)
        return site;
    const unsigned row = (unsigned)(vmaf_adm_neighbour(i, s.h) - p.y0);
    const unsigned pair = (unsigned)(vmaf_adm_neighbour(j, s.w) - p.x0);
    const AdmBands ref = adm_bands(m, 0, row, pair, s.horiz_shift);
    const AdmBands dis = adm_bands(m, 1, row, pair, s.horiz_shift);
    if (sum && a.low[0] && i < s.h && j < s.w) {
        const size_t at = (size_t)i * (unsigned)s.w + (unsigned)j;
        ((Mid *)a.low[0])[at] = (Mid)ref.a;
        ((Mid *)a.low[1])[at] = (Mid)dis.a;
    }
    if (!a.detail)
        return site;
    if (sum && adm_is_inner(s, i, j)) {
        VMAF_UNROLL
        for (int k = 0; k < VMAF_ADM_BANDS; k++)
            sum[VMAF_ADM_DEN * VMAF_ADM_BANDS + k] +=
                AdmTile<Mid>::wide
                    ? vmaf_adm_den_cube32(ref.detail[k], s.den_square_shift, s.den_cube_shift)
                    : vmaf_adm_den_cube16(ref.detail[k]);
    }
    return adm_decouple(a, m, ref.detail, dis.detail, x, y);
}

/* Shares of a site and the eight around it. */
VMAF_DEVFN int32_t adm_box(const int32_t (*shares)[ADM_SHARES_STRIDE], unsigned x, unsigned y)
{
    int32_t row[3];
    VMAF_UNROLL
    for (unsigned k = 0; k < 3; k++)
        row[k] =
            vmaf_adm_add3(shares[y - 1 + k][x - 1], shares[y - 1 + k][x], shares[y - 1 + k][x + 1]);
    return vmaf_adm_add3(row[0], row[1], row[2]);
}

/*
 * Add the masked cubes of a site to the sums of its row, if it is inside. A select instead of a
 * branch: the constants of the shifts are then made once for all sites.
 */
template <typename Mid>
VMAF_DEVFN void adm_mask(const AdmTileArgs &a, const AdmTile<Mid> &m, const AdmSite &site,
                         unsigned x, unsigned y, unsigned pass, bool inner, uint64_t *sum)
{
    const AdmScale &s = a.s;
    const int32_t threshold = vmaf_adm_add3(adm_box(m.shares[pass], x, y), site.centre[pass], 0);
    VMAF_UNROLL
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const uint64_t cube = (uint64_t)vmaf_adm_masked_cube(
            site.signal[pass][k], threshold, s.thr_shift[k], s.square_shift[k], s.cube_shift[k]);
        sum[pass * VMAF_ADM_BANDS + k] += inner ? cube : 0;
    }
}

template <typename In, typename Mid> VMAF_DEVFN void adm_tile(const AdmTileArgs &a, AdmTile<Mid> &m)
{
    const AdmScale &s = a.s;
    const unsigned t = threadIdx.x, tile_x = blockIdx.x % a.tiles_x;
    const AdmPlace p = {(int32_t)(tile_x * ADM_TILE_W) - 1,
                        (int32_t)(blockIdx.x / a.tiles_x * ADM_TILE_H) - 1};

    for (unsigned n = t; n < 2 * ADM_STRIPS * ADM_PAIRS; n += ADM_TILE_THREADS)
        adm_vertical<In>(a, m, p, n / (ADM_STRIPS * ADM_PAIRS),
                         n / ADM_PAIRS % ADM_STRIPS * ADM_STRIP, n % ADM_PAIRS);
    VMAF_SYNC();

    /* A thread's own sites are all in one row. */
    const unsigned x = t % ADM_LANES + 1, y = t / ADM_LANES + 1;
    uint64_t sum[ADM_ROW_SUMS] = {};
    AdmSite site[ADM_SITES];
    VMAF_UNROLL
    for (unsigned n = 0; n < ADM_SITES; n++)
        site[n] = adm_position(a, m, p, x + n * ADM_LANES, y, sum);
    if (!a.detail)
        return;
    /* Around them: the row above, the row below, then left and right. */
    if (t < ADM_RIM) {
        const bool ends = t < 2 * ADM_SITES_W;
        const unsigned r = t - 2 * ADM_SITES_W;
        adm_position(a, m, p, ends ? t % ADM_SITES_W : r % 2 * (ADM_SITES_W - 1),
                     ends ? t / ADM_SITES_W * (ADM_SITES_H - 1) : r / 2 + 1, NULL);
    }
    VMAF_SYNC();

    VMAF_UNROLL
    for (unsigned pass = VMAF_ADM_NUM; pass <= VMAF_ADM_AIM; pass++) {
        if (pass == VMAF_ADM_AIM && !a.aim)
            continue;
        VMAF_UNROLL
        for (unsigned n = 0; n < ADM_SITES; n++) {
            const unsigned column = x + n * ADM_LANES;
            const bool inner = adm_is_inner(s, p.y0 + (int32_t)y, p.x0 + (int32_t)column);
            adm_mask(a, m, site[n], column, y, pass, inner, sum);
        }
    }
    /* The filtered columns are no longer read: the sums take their place. */
    VMAF_UNROLL
    for (unsigned k = 0; k < ADM_ROW_SUMS; k++)
        m.part[k][y - 1][x - 1] = sum[k];
    VMAF_SYNC();

    const unsigned row = t / ADM_ROW_SUMS, k = t % ADM_ROW_SUMS;
    const int32_t i = p.y0 + 1 + (int32_t)row;
    if (row < ADM_TILE_H && i >= s.y0 && i < s.y1) {
        uint64_t total = 0;
        for (unsigned n = 0; n < ADM_LANES; n++)
            total += m.part[k][row][n];
        const size_t n_rows = (size_t)(s.y1 - s.y0);
        a.part[(tile_x * n_rows + (size_t)(i - s.y0)) * ADM_ROW_SUMS + k] = total;
    }
}

/* Scale 0 of 8-bit pictures. */
VMAF_KERNEL_OF(ADM_TILE_THREADS, 3) adm_tile_8(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int16_t> m;
    adm_tile<uint8_t>(a, m);
}

/* Scale 0 of deeper pictures. */
VMAF_KERNEL_OF(ADM_TILE_THREADS, 3) adm_tile_16(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int16_t> m;
    adm_tile<uint16_t>(a, m);
}

/* Scale 1. */
VMAF_KERNEL_OF(ADM_TILE_THREADS, 2) adm_tile_low16(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int32_t> m;
    adm_tile<int16_t>(a, m);
}

/* Scales 2 and 3. */
VMAF_KERNEL_OF(ADM_TILE_THREADS, 2) adm_tile_low32(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int32_t> m;
    adm_tile<int32_t>(a, m);
}

/* Of the scale of this block. An index known at run time would copy the arguments to memory. */
template <typename T> VMAF_DEVFN T adm_of_scale(const T (&v)[VMAF_ADM_SCALES])
{
    const unsigned i = blockIdx.y;
    return i == 0 ? v[0] : i == 1 ? v[1] : i == 2 ? v[2] : v[3];
}

/* Complete the rows of a block, round each once and add them up. */
VMAF_KERNEL_OF(ADM_ROWS_THREADS) adm_rows(const AdmRowsArgs a)
{
    VMAF_SHARED uint64_t rounded[ADM_ROWS_THREADS];
    const unsigned t = threadIdx.x, k = t % ADM_ROW_SUMS;
    const unsigned row = blockIdx.x * ADM_ROWS_A_BLOCK + t / ADM_ROW_SUMS;
    const unsigned n_rows = adm_of_scale(a.n_rows), n_parts = adm_of_scale(a.n_parts);
    const size_t part_size = (size_t)n_rows * ADM_ROW_SUMS;

    rounded[t] = 0;
    if (row < n_rows) {
        const uint64_t *part = adm_of_scale(a.part) + (size_t)row * ADM_ROW_SUMS + k;
        uint64_t sum = 0;
        for (unsigned i = 0; i < n_parts; i++)
            sum += part[i * part_size];
        rounded[t] = k < VMAF_ADM_DEN * VMAF_ADM_BANDS
                         ? vmaf_adm_round_row(sum, adm_of_scale(a.shift))
                         : vmaf_adm_round_row_den(sum, adm_of_scale(a.den_shift));
    }
    VMAF_SYNC();
    if (t < ADM_ROW_SUMS) {
        unsigned long long total = 0;
        for (unsigned i = 0; i < ADM_ROWS_A_BLOCK; i++)
            total += rounded[i * ADM_ROW_SUMS + t];
        if (total)
            atomicAdd(&a.acc[blockIdx.y * ADM_ROW_SUMS + t], total);
    }
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(adm_tile_8), VMAF_SIMT_ENTRY(adm_tile_16),
                VMAF_SIMT_ENTRY(adm_tile_low16), VMAF_SIMT_ENTRY(adm_tile_low32),
                VMAF_SIMT_ENTRY(adm_rows));

#endif /* VMAF_ADM_KERNELS_H */
