/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_KERNELS_H
#define VMAF_FLOAT_ADM_KERNELS_H

#define VMAF_SIMT_UNIT float_adm
#include "feature/float_adm/float_adm_args.h"
#include "feature/row_sum.h"
#include "gpu/simt.h"

#define FADM_ROWS_A_THREAD 3
/* Pairs of input columns under a tile: one more on either side for the taps. */
#define FADM_PAIRS (FLOAT_ADM_LANES + 2u)
/* Rows that a thread filters vertically: all three groups of rows together are the tile. */
#define FADM_GROUP 8
#define FADM_TAP_ROWS (2 * FADM_GROUP + 2)

/* Vertically filtered samples of the columns 2j and 2j + 1. */
struct alignas(8) FadmPair {
    float even, odd;
};
/* Bands of a picture, vertically filtered: pair p of row r stands at [r][p]. */
typedef FadmPair FadmFiltered[FLOAT_ADM_ROWS][FADM_PAIRS];
/* What the samples of a part and band add to the thresholds of their neighbours. */
typedef float FadmSpread[FLOAT_ADM_ROWS][FLOAT_ADM_LANES];

enum { FADM_RESTORED, FADM_ADDITIVE, FADM_PARTS };

VMAF_DEVFN float fadm_sample(const uint8_t *p, float unit)
{
    return vmaf_float_adm_sample(*p, unit);
}
VMAF_DEVFN float fadm_sample(const uint16_t *p, float unit)
{
    return vmaf_float_adm_sample(*p, unit);
}
VMAF_DEVFN float fadm_sample(const float *p, float)
{
    return *p;
}

/* The source of a tap; any sample where nothing that counts has a tap. */
VMAF_DEVFN int fadm_tap(int x, int n)
{
    const int y = vmaf_float_adm_tap(x, n);
    return y > 0 ? y : 0;
}

/* The position whose sample stands at j, -1 and n included; any where nothing that counts does. */
VMAF_DEVFN int fadm_place(int j, int n)
{
    return j < 0 ? vmaf_float_adm_before(0) : j >= n ? vmaf_float_adm_after(n - 1, n) : j;
}

VMAF_DEVFN unsigned fadm_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Both vertical filters, or the low one, over the input rows of a tile. */
template <typename T>
VMAF_DEVFN void fadm_vertical(const FloatAdmScaleArgs &a, FadmFiltered *low, FadmFiltered *high,
                              int x0, int y0, bool details)
{
    const unsigned p = threadIdx.x % FADM_PAIRS, pic = threadIdx.x / FADM_PAIRS % 2;
    const unsigned first = threadIdx.x / (2 * FADM_PAIRS) * FADM_GROUP;
    if (first >= FLOAT_ADM_ROWS)
        return;
    const unsigned char *const in = (const unsigned char *)(pic ? a.in[1] : a.in[0]);
    const uint32_t pitch = pic ? a.in_pitch[1] : a.in_pitch[0];
    const int x = 2 * (x0 - 2 + (int)p), y = 2 * (y0 - 1 + (int)first) - 1;
    const unsigned char *const even = in + (size_t)fadm_tap(x, a.in_w) * sizeof(T);
    const unsigned char *const odd = in + (size_t)fadm_tap(x + 1, a.in_w) * sizeof(T);

    FadmPair s[FADM_TAP_ROWS];
    VMAF_UNROLL
    for (int k = 0; k < FADM_TAP_ROWS; k++) {
        const uint64_t row = (uint64_t)(uint32_t)fadm_tap(y + k, a.in_h) * pitch;
        s[k].even = fadm_sample((const T *)(const void *)(even + row), a.unit);
        s[k].odd = fadm_sample((const T *)(const void *)(odd + row), a.unit);
    }
    VMAF_UNROLL
    for (int i = 0; i < FADM_GROUP; i++) {
        const FadmPair *q = s + 2 * i;
        FadmPair l;
        l.even = vmaf_float_adm_low(q[0].even, q[1].even, q[2].even, q[3].even);
        l.odd = vmaf_float_adm_low(q[0].odd, q[1].odd, q[2].odd, q[3].odd);
        low[pic][first + i][p] = l;
    }
    if (!details)
        return;
    VMAF_UNROLL
    for (int i = 0; i < FADM_GROUP; i++) {
        const FadmPair *q = s + 2 * i;
        FadmPair h;
        h.even = vmaf_float_adm_high(q[0].even, q[1].even, q[2].even, q[3].even);
        h.odd = vmaf_float_adm_high(q[0].odd, q[1].odd, q[2].odd, q[3].odd);
        high[pic][first + i][p] = h;
    }
}

/* The horizontal filters at a lane: its pair is q[1]. */
VMAF_DEVFN float fadm_low(const FadmPair *q)
{
    return vmaf_float_adm_low(q[0].odd, q[1].even, q[1].odd, q[2].even);
}
VMAF_DEVFN float fadm_high(const FadmPair *q)
{
    return vmaf_float_adm_high(q[0].odd, q[1].even, q[1].odd, q[2].even);
}

/* The low bands: the input of the next scale. */
VMAF_DEVFN void fadm_approx(const FloatAdmScaleArgs &a, const FadmFiltered *low, int x0, int y0)
{
    const unsigned lane = threadIdx.x % FLOAT_ADM_LANES;
    const unsigned first = threadIdx.x / FLOAT_ADM_LANES * FADM_ROWS_A_THREAD;
    const int j = x0 - 1 + (int)lane;
    VMAF_UNROLL
    for (unsigned k = 0; k < FADM_ROWS_A_THREAD; k++) {
        const unsigned r = first + k;
        const int i = y0 - 1 + (int)r;
        if (lane - 1 >= FLOAT_ADM_TILE_W || r - 1 >= FLOAT_ADM_TILE_H || j >= a.w || i >= a.h)
            continue;
        const size_t at = (size_t)i * a.low_stride + (size_t)j;
        a.low[0][at] = fadm_low(&low[0][r][lane]);
        a.low[1][at] = fadm_low(&low[1][r][lane]);
    }
}

/* What is stored of a term: the others get their power from the kernel float_adm_powers. */
template <bool cube> VMAF_DEVFN float fadm_term(float x)
{
    return cube ? vmaf_float_adm_cube(x) : x;
}

/*
 * Where in a.term the terms of column j of row i stand, those of a sum every a.term_stride. Out of
 * the array for those that the sums leave out, so a pointer is formed only where they are included.
 * @return whether the tile gives them and the sums include them
 */
VMAF_DEVFN bool fadm_summed(const FloatAdmScaleArgs &a, unsigned lane, unsigned r, int j, int i,
                            size_t *at)
{
    *at = (size_t)(i - a.top) * VMAF_FLOAT_ADM_SUMS * a.term_stride + (size_t)(j - a.left);
    return lane - 1 < FLOAT_ADM_TILE_W && r - 1 < FLOAT_ADM_TILE_H && j >= a.left && j < a.right &&
           i >= a.top && i < a.bottom;
}

/*
 * Details, their split and weights, and the denominator terms. Beyond the border stand the samples
 * that the masking takes there.
 */
template <bool cube, bool wide>
VMAF_DEVFN void fadm_decouple(const FloatAdmScaleArgs &a, const FadmFiltered *low,
                              const FadmFiltered *high, FadmSpread (*spread)[3], int x0, int y0,
                              float (*csf)[FADM_PARTS][3])
{
    const unsigned lane = threadIdx.x % FLOAT_ADM_LANES;
    const unsigned first = threadIdx.x / FLOAT_ADM_LANES * FADM_ROWS_A_THREAD;
    const int j = x0 - 1 + (int)lane;
    const unsigned p = fadm_min((unsigned)(fadm_place(j, a.w) - x0 + 1), FLOAT_ADM_LANES - 1);
    VMAF_UNROLL
    for (unsigned k = 0; k < FADM_ROWS_A_THREAD; k++) {
        const unsigned r = first + k;
        const int i = y0 - 1 + (int)r;
        const unsigned q = fadm_min((unsigned)(fadm_place(i, a.h) - y0 + 1), FLOAT_ADM_ROWS - 1);
        VmafFloatAdmDetail x;
        x.ref[0] = fadm_low(&high[0][q][p]);
        x.ref[1] = fadm_high(&low[0][q][p]);
        x.ref[2] = fadm_high(&high[0][q][p]);
        x.dis[0] = fadm_low(&high[1][q][p]);
        x.dis[1] = fadm_high(&low[1][q][p]);
        x.dis[2] = fadm_high(&high[1][q][p]);
        const VmafFloatAdmSplit s = vmaf_float_adm_decouple(&x, a.gain_limit, wide);
        size_t at;
        const bool summed = fadm_summed(a, lane, r, j, i, &at);
        VMAF_UNROLL
        for (unsigned b = 0; b < 3; b++) {
            const float restored = vmaf_float_adm_csf(a.factor[b], s.restored[b]);
            const float additive = vmaf_float_adm_csf(a.factor[b], s.additive[b]);
            csf[k][FADM_RESTORED][b] = restored;
            csf[k][FADM_ADDITIVE][b] = additive;
            spread[FADM_RESTORED][b][r][lane] = vmaf_float_adm_spread(restored);
            spread[FADM_ADDITIVE][b][r][lane] = vmaf_float_adm_spread(additive);
            if (summed)
                a.term[at + (VMAF_FLOAT_ADM_DEN + b) * a.term_stride] =
                    fadm_term<cube>(vmaf_float_adm_csf(a.factor[b], x.ref[b]));
        }
    }
}

/* The terms of what is left of one part above the threshold of the other. */
template <bool cube>
VMAF_DEVFN void fadm_mask(const FloatAdmScaleArgs &a, const FadmSpread *spread, unsigned part,
                          unsigned sum, int x0, int y0, const float (*csf)[FADM_PARTS][3])
{
    const unsigned lane = threadIdx.x % FLOAT_ADM_LANES;
    const unsigned first = threadIdx.x / FLOAT_ADM_LANES * FADM_ROWS_A_THREAD;
    const int j = (int)lane;
    /* The outermost lanes and rows have no results and read what is at hand. */
    const int before = j > 0 ? j - 1 : 0, after = (int)fadm_min(lane + 1, FLOAT_ADM_LANES - 1);
    unsigned row[FADM_ROWS_A_THREAD + 2];
    VMAF_UNROLL
    for (unsigned k = 0; k < FADM_ROWS_A_THREAD + 2; k++)
        row[k] = first + k > 0 ? fadm_min(first + k - 1, FLOAT_ADM_ROWS - 1) : 0;

    float threshold[FADM_ROWS_A_THREAD] = {};
    if (!a.bypass) {
        VMAF_UNROLL
        for (unsigned b = 0; b < 3; b++) {
            VMAF_UNROLL
            for (unsigned k = 0; k < FADM_ROWS_A_THREAD; k++) {
                const float t =
                    vmaf_float_adm_mask(spread[b][row[k]], spread[b][row[k + 1]],
                                        spread[b][row[k + 2]], csf[k][!part][b], j, before, after);
                threshold[k] = b ? threshold[k] + t : t;
            }
        }
    }
    VMAF_UNROLL
    for (unsigned k = 0; k < FADM_ROWS_A_THREAD; k++) {
        const unsigned r = first + k;
        size_t at;
        if (!fadm_summed(a, lane, r, x0 - 1 + j, y0 - 1 + (int)r, &at))
            continue;
        VMAF_UNROLL
        for (unsigned b = 0; b < 3; b++)
            a.term[at + (sum + b) * a.term_stride] =
                fadm_term<cube>(vmaf_float_adm_visible(csf[k][part][b], threshold[k]));
    }
}

/* A tile of a scale from its input to its low bands and terms. */
template <typename T, bool cube>
VMAF_DEVFN void fadm_tile(const FloatAdmScaleArgs &a, FadmFiltered *low, FadmFiltered *high,
                          FadmSpread (*spread)[3])
{
    const int x0 = (int)(blockIdx.x % a.tiles_x * FLOAT_ADM_TILE_W);
    const int y0 = (int)(blockIdx.x / a.tiles_x * FLOAT_ADM_TILE_H);
    const bool details = x0 < a.right && x0 + (int)FLOAT_ADM_TILE_W > a.left && y0 < a.bottom &&
                         y0 + (int)FLOAT_ADM_TILE_H > a.top && a.left < a.right;
    if (!details && !a.low[0])
        return;
    fadm_vertical<T>(a, low, high, x0, y0, details);
    VMAF_SYNC();
    if (a.low[0])
        fadm_approx(a, low, x0, y0);
    if (!details)
        return;
    float csf[FADM_ROWS_A_THREAD][FADM_PARTS][3];
    if (a.wide_gain)
        fadm_decouple<cube, true>(a, low, high, spread, x0, y0, csf);
    else
        fadm_decouple<cube, false>(a, low, high, spread, x0, y0, csf);
    VMAF_SYNC();
    fadm_mask<cube>(a, spread[FADM_ADDITIVE], FADM_RESTORED, VMAF_FLOAT_ADM_NUM, x0, y0, csf);
    fadm_mask<cube>(a, spread[FADM_RESTORED], FADM_ADDITIVE, VMAF_FLOAT_ADM_AIM, x0, y0, csf);
}

#define FADM_SCALE(T, cube)                       \
    VMAF_SHARED FadmFiltered low[2], high[2];     \
    VMAF_SHARED FadmSpread spread[FADM_PARTS][3]; \
    fadm_tile<T, cube>(a, low, high, spread)

/* Scale 0 of 8 bits, of more bits, and the other scales; then the same for another norm than 3. */
VMAF_KERNEL_OF(256, 4) float_adm_scale_u8(const FloatAdmScaleArgs a)
{
    FADM_SCALE(uint8_t, true);
}
VMAF_KERNEL_OF(256, 4) float_adm_scale_u16(const FloatAdmScaleArgs a)
{
    FADM_SCALE(uint16_t, true);
}
VMAF_KERNEL_OF(256, 4) float_adm_scale_f32(const FloatAdmScaleArgs a)
{
    FADM_SCALE(float, true);
}
VMAF_KERNEL_OF(256, 4) float_adm_scale_u8_power(const FloatAdmScaleArgs a)
{
    FADM_SCALE(uint8_t, false);
}
VMAF_KERNEL_OF(256, 4) float_adm_scale_u16_power(const FloatAdmScaleArgs a)
{
    FADM_SCALE(uint16_t, false);
}
VMAF_KERNEL_OF(256, 4) float_adm_scale_f32_power(const FloatAdmScaleArgs a)
{
    FADM_SCALE(float, false);
}

/* The sum of each row from left to right. */
VMAF_KERNEL_OF(32) float_adm_row_totals(const FloatAdmTotalsArgs a)
{
    const uint32_t i = blockIdx.x * FLOAT_ADM_WALKERS + threadIdx.x;
    const FloatAdmTermRows *const s = a.scale;
    if (i >= FLOAT_ADM_OF_SCALE(n_rows))
        return;
    const float *const term = FLOAT_ADM_OF_SCALE(term) + (size_t)i * FLOAT_ADM_OF_SCALE(stride);
    const float sum = row_sum(term, FLOAT_ADM_OF_SCALE(n));
    /* The host adds the rows of one sum after the other. */
    const uint32_t n_rows = FLOAT_ADM_OF_SCALE(n_rows) / VMAF_FLOAT_ADM_SUMS;
    FLOAT_ADM_OF_SCALE(total)[i % VMAF_FLOAT_ADM_SUMS * n_rows + i / VMAF_FLOAT_ADM_SUMS] = sum;
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_adm_scale_u8), VMAF_SIMT_ENTRY(float_adm_scale_u16),
                VMAF_SIMT_ENTRY(float_adm_scale_f32), VMAF_SIMT_ENTRY(float_adm_scale_u8_power),
                VMAF_SIMT_ENTRY(float_adm_scale_u16_power),
                VMAF_SIMT_ENTRY(float_adm_scale_f32_power), VMAF_SIMT_ENTRY(float_adm_row_totals));

#endif /* VMAF_FLOAT_ADM_KERNELS_H */
