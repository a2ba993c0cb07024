/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_KERNELS_H
#define VMAF_ADM_KERNELS_H

#include "kernels/adm_args.h"
#include "kernels/simt.h"

/*
 * A tile is a part of all bands of a scale. Around its own sites stands one site on each side,
 * for the threshold of the masking. Everything between the input and the sums stays on the
 * multiprocessor; what leaves it is band a and nine sums per row.
 *
 * Positions are relative to the site above and left of the tile's own. Outside of the band a
 * position stands for the site that vmaf_adm_neighbour() gives, so that no border rule is left in
 * the masking; those of the wavelet are applied where the input is read.
 */
#define ADM_SITES_W (ADM_TILE_W + 2u)
#define ADM_SITES_H (ADM_TILE_H + 2u)
#define ADM_PAIRS (ADM_SITES_W + 1u)
#define ADM_LANES (ADM_TILE_THREADS / ADM_TILE_H) /* threads of a row */
#define ADM_SITES (ADM_TILE_W / ADM_LANES)        /* of a thread, ADM_LANES apart */
#define ADM_RIM (2u * ADM_SITES_W + 2u * ADM_TILE_H)
#define ADM_SHARES_STRIDE 72u

/* Vertically filtered columns 2 p - 1 and 2 p, where p is a column of the band. */
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

/* What the masking needs of a site of the tile's own. */
struct AdmSite {
    int32_t signal[2][VMAF_ADM_BANDS]; /* [pass] */
    int32_t centre[2];
};

/* A sample of a picture, relative to half its range, or of band a. */
template <typename In> VMAF_DEVFN int32_t adm_sample(const AdmTileArgs &a, const In *row, int32_t x)
{
    return sizeof(In) == 4 ? (int32_t)row[x]
                           : (int32_t)row[x] - ((int32_t)1 << (a.s.vert_shift - 1));
}

/* The vertical pass of the wavelet for one pair of columns. */
template <typename In, typename Mid>
VMAF_DEVFN void adm_vertical(const AdmTileArgs &a, AdmTile<Mid> &m, int32_t x0, int32_t y0,
                             unsigned pic, unsigned y, unsigned pair)
{
    const AdmScale &s = a.s;
    const int32_t p = x0 + (int32_t)pair, q = y0 + (int32_t)y;
    if (p < 0 || p > s.w || q > s.h)
        return;
    const int32_t first = 2 * vmaf_adm_neighbour(q, s.h) - 1;
    const int32_t odd = vmaf_adm_dwt_index(2 * p - 1, s.in_w);
    const int32_t even = vmaf_adm_dwt_index(2 * p, s.in_w);
    int32_t o[4], e[4];
    VMAF_UNROLL
    for (int32_t k = 0; k < 4; k++) {
        const size_t at = (size_t)vmaf_adm_dwt_index(first + k, s.in_h) * a.in_pitch[pic];
        const In *row = (const In *)(const void *)((const unsigned char *)a.in[pic] + at);
        o[k] = adm_sample(a, row, odd);
        e[k] = adm_sample(a, row, even);
    }
    AdmPair<Mid> lo, hi;
    if (AdmTile<Mid>::wide) {
        lo.odd = (Mid)vmaf_adm_low32(o[0], o[1], o[2], o[3], s.vert_shift);
        lo.even = (Mid)vmaf_adm_low32(e[0], e[1], e[2], e[3], s.vert_shift);
        hi.odd = (Mid)vmaf_adm_high32(o[0], o[1], o[2], o[3], s.vert_shift);
        hi.even = (Mid)vmaf_adm_high32(e[0], e[1], e[2], e[3], s.vert_shift);
    } else {
        lo.odd = (Mid)vmaf_adm_low16(o[0], o[1], o[2], o[3], s.vert_shift);
        lo.even = (Mid)vmaf_adm_low16(e[0], e[1], e[2], e[3], s.vert_shift);
        hi.odd = (Mid)vmaf_adm_high16(o[0], o[1], o[2], o[3], s.vert_shift);
        hi.even = (Mid)vmaf_adm_high16(e[0], e[1], e[2], e[3], s.vert_shift);
    }
    m.mid[pic][ADM_LO][y][pair] = lo;
    m.mid[pic][ADM_HI][y][pair] = hi;
}

template <typename Mid> VMAF_DEVFN int32_t adm_low(const AdmPair<Mid> *p, uint32_t shift)
{
    const AdmPair<Mid> l = p[0], r = p[1];
    return AdmTile<Mid>::wide ? vmaf_adm_low32(l.odd, l.even, r.odd, r.even, shift)
                              : vmaf_adm_low16(l.odd, l.even, r.odd, r.even, shift);
}

template <typename Mid> VMAF_DEVFN int32_t adm_high(const AdmPair<Mid> *p, uint32_t shift)
{
    const AdmPair<Mid> l = p[0], r = p[1];
    return AdmTile<Mid>::wide ? vmaf_adm_high32(l.odd, l.even, r.odd, r.even, shift)
                              : vmaf_adm_high16(l.odd, l.even, r.odd, r.even, shift);
}

/* Bands h, v, d of both pictures at a site. */
struct AdmDetail {
    int32_t ref[VMAF_ADM_BANDS], dis[VMAF_ADM_BANDS];
};

template <typename Mid>
VMAF_DEVFN void adm_detail(int32_t *band, const AdmTile<Mid> &m, unsigned pic, unsigned y,
                           unsigned pair, uint32_t shift)
{
    band[0] = adm_low(&m.mid[pic][ADM_HI][y][pair], shift);
    band[1] = adm_high(&m.mid[pic][ADM_LO][y][pair], shift);
    band[2] = adm_high(&m.mid[pic][ADM_HI][y][pair], shift);
}

/* Decouple a site: write its neighbour shares, return the rest. */
template <typename Mid>
VMAF_DEVFN AdmSite adm_site(const AdmTileArgs &a, AdmTile<Mid> &m, const AdmDetail &b, unsigned x,
                            unsigned y)
{
    const int wide = AdmTile<Mid>::wide;
    const int32_t flag = vmaf_adm_angle_flag(b.ref[0], b.ref[1], b.dis[0], b.dis[1], wide);
    AdmWeighted r[VMAF_ADM_BANDS], ai[VMAF_ADM_BANDS];
    AdmSite site;
    VMAF_UNROLL
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const int32_t restored = vmaf_adm_restore(b.ref[k], b.dis[k], flag, a.gain, wide);
        r[k] = vmaf_adm_weigh(restored, a.s.factor[k], k == 2, wide);
        ai[k] = vmaf_adm_weigh(b.dis[k] - restored, a.s.factor[k], k == 2, wide);
        site.signal[0][k] = r[k].signal;
        site.signal[1][k] = ai[k].signal;
    }
    const AdmShares num = vmaf_adm_shares(ai[0], ai[1], ai[2]);
    const AdmShares aim = vmaf_adm_shares(r[0], r[1], r[2]);
    m.shares[0][y][x] = num.neighbour;
    m.shares[1][y][x] = aim.neighbour;
    site.centre[0] = num.centre;
    site.centre[1] = aim.centre;
    return site;
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

template <typename In, typename Mid> VMAF_DEVFN void adm_tile(const AdmTileArgs &a, AdmTile<Mid> &m)
{
    const AdmScale &s = a.s;
    const int wide = AdmTile<Mid>::wide;
    const unsigned t = threadIdx.x;
    const int32_t x0 = (int32_t)(blockIdx.x * ADM_TILE_W) - 1;
    const int32_t y0 = (int32_t)(blockIdx.y * ADM_TILE_H) - 1;

    for (unsigned i = t; i < 2 * ADM_SITES_H * ADM_PAIRS; i += ADM_TILE_THREADS)
        adm_vertical<In>(a, m, x0, y0, i / (ADM_SITES_H * ADM_PAIRS), i / ADM_PAIRS % ADM_SITES_H,
                         i % ADM_PAIRS);
    VMAF_SYNC();

    /* The tile's own sites, in the order of the columns. */
    const unsigned y = t / ADM_LANES + 1, lane = t % ADM_LANES;
    const int32_t i = y0 + (int32_t)y;
    const bool inner_row = i >= s.y0 && i < s.y1;
    AdmSite site[ADM_SITES];
    uint64_t sum[ADM_ROW_SUMS] = {};
    VMAF_UNROLL
    for (unsigned n = 0; n < ADM_SITES; n++) {
        const unsigned x = lane + n * ADM_LANES + 1;
        const int32_t j = x0 + (int32_t)x;
        if (i > s.h || j > s.w)
            continue;
        const unsigned pair = (unsigned)(vmaf_adm_neighbour(j, s.w) - x0);
        if (a.low[0] && i < s.h && j < s.w) {
            const size_t at = (size_t)i * (unsigned)s.w + (unsigned)j;
            a.low[0][at] = adm_low(&m.mid[0][ADM_LO][y][pair], s.horiz_shift);
            a.low[1][at] = adm_low(&m.mid[1][ADM_LO][y][pair], s.horiz_shift);
        }
        if (!a.detail)
            continue;
        AdmDetail b;
        adm_detail(b.ref, m, 0, y, pair, s.horiz_shift);
        adm_detail(b.dis, m, 1, y, pair, s.horiz_shift);
        site[n] = adm_site(a, m, b, x, y);
        if (inner_row && j >= s.x0 && j < s.x1) {
            VMAF_UNROLL
            for (int k = 0; k < VMAF_ADM_BANDS; k++)
                sum[2 * VMAF_ADM_BANDS + k] +=
                    wide ? vmaf_adm_den_cube32(b.ref[k], s.den_square_shift, s.den_cube_shift)
                         : vmaf_adm_den_cube16(b.ref[k]);
        }
    }
    if (!a.detail)
        return;

    /* The sites around: the row above, the row below, then left and right. */
    if (t < ADM_RIM) {
        const unsigned r = t < 2 * ADM_SITES_W ? t : t - 2 * ADM_SITES_W;
        const unsigned px = t < 2 * ADM_SITES_W ? r % ADM_SITES_W : r % 2 * (ADM_SITES_W - 1);
        const unsigned py = t < 2 * ADM_SITES_W ? r / ADM_SITES_W * (ADM_SITES_H - 1) : r / 2 + 1;
        const int32_t j = x0 + (int32_t)px;
        if (y0 + (int32_t)py <= s.h && j <= s.w) {
            const unsigned pair = (unsigned)(vmaf_adm_neighbour(j, s.w) - x0);
            AdmDetail b;
            adm_detail(b.ref, m, 0, py, pair, s.horiz_shift);
            adm_detail(b.dis, m, 1, py, pair, s.horiz_shift);
            adm_site(a, m, b, px, py);
        }
    }
    VMAF_SYNC();

    VMAF_UNROLL
    for (unsigned pass = 0; pass < 2; pass++) {
        VMAF_UNROLL
        for (unsigned n = 0; n < ADM_SITES; n++) {
            const unsigned x = lane + n * ADM_LANES + 1;
            const int32_t j = x0 + (int32_t)x;
            if (!inner_row || j < s.x0 || j >= s.x1 || (pass && !a.aim))
                continue;
            const int32_t thr =
                vmaf_adm_add3(adm_box(m.shares[pass], x, y), site[n].centre[pass], 0);
            VMAF_UNROLL
            for (int k = 0; k < VMAF_ADM_BANDS; k++)
                sum[pass * VMAF_ADM_BANDS + k] +=
                    (uint64_t)vmaf_adm_masked_cube(site[n].signal[pass][k], thr, s.thr_shift[k],
                                                   s.square_shift[k], s.cube_shift[k]);
        }
    }
    /* The filtered columns are no longer read: the sums take their place. */
    VMAF_UNROLL
    for (unsigned k = 0; k < ADM_ROW_SUMS; k++)
        m.part[k][y - 1][lane] = sum[k];
    VMAF_SYNC();

    if (t < ADM_TILE_H * ADM_ROW_SUMS) {
        const unsigned row = t / ADM_ROW_SUMS, k = t % ADM_ROW_SUMS;
        const int32_t at = y0 + 1 + (int32_t)row;
        if (at >= s.y0 && at < s.y1) {
            uint64_t total = 0;
            for (unsigned n = 0; n < ADM_LANES; n++)
                total += m.part[k][row][n];
            const size_t n_rows = (size_t)(s.y1 - s.y0);
            a.part[(blockIdx.x * n_rows + (size_t)(at - s.y0)) * ADM_ROW_SUMS + k] = total;
        }
    }
}

/* Scale 0 of 8-bit pictures. */
VMAF_KERNEL_OF(256) adm_tile_8(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int16_t> m;
    adm_tile<uint8_t>(a, m);
}

/* Scale 0 of deeper pictures. */
VMAF_KERNEL_OF(256) adm_tile_16(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int16_t> m;
    adm_tile<uint16_t>(a, m);
}

/* Scales 1..3. */
VMAF_KERNEL_OF(256) adm_tile_band(const AdmTileArgs a)
{
    VMAF_SHARED AdmTile<int32_t> m;
    adm_tile<int32_t>(a, m);
}

VMAF_KERNEL_OF(288) adm_rows(const AdmRowsArgs a)
{
    VMAF_SHARED uint64_t rounded[ADM_ROWS_THREADS];
    AdmRowsScale s = a.scale[0]; /* an index known at run time would copy them to memory */
    VMAF_UNROLL
    for (unsigned i = 1; i < VMAF_ADM_SCALES; i++) {
        if (blockIdx.y == i)
            s = a.scale[i];
    }
    const unsigned t = threadIdx.x, k = t % ADM_ROW_SUMS;
    const unsigned row = blockIdx.x * ADM_ROWS_A_BLOCK + t / ADM_ROW_SUMS;
    const size_t part_size = (size_t)s.n_rows * ADM_ROW_SUMS;

    rounded[t] = 0;
    if (row < s.n_rows) {
        const uint64_t *part = s.part + (size_t)row * ADM_ROW_SUMS + k;
        uint64_t sum = 0;
        for (unsigned i = 0; i < s.n_parts; i++)
            sum += part[i * part_size];
        rounded[t] = k < 2 * VMAF_ADM_BANDS ? vmaf_adm_round_row(sum, s.shift)
                                            : vmaf_adm_round_row_den(sum, s.den_shift);
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

#endif /* VMAF_ADM_KERNELS_H */
