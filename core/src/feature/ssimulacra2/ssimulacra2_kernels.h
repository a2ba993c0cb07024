/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_KERNELS_H
#define VMAF_SSIMULACRA2_KERNELS_H

#define VMAF_SIMT_UNIT ssimulacra2
#include "feature/ssimulacra2/ssimulacra2_args.h"
#include "gpu/simt.h"

struct alignas(8) Ssimulacra2Two {
    float v[2];
};
struct alignas(16) Ssimulacra2Four {
    float v[4];
};

/* ---- Pictures to XYB ---- */

#define SSIMULACRA2_HALF_TILE (SSIMULACRA2_TILE / 2u)

VMAF_DEVFN int32_t ssimulacra2_sample(const Ssimulacra2TileArgs &a,
                                      const Ssimulacra2GpuPicture &pic, unsigned plane, unsigned x,
                                      unsigned y)
{
    const unsigned char *const row =
        (const unsigned char *)pic.plane[plane] + (size_t)y * pic.pitch[plane];
    return a.bytes == 1 ? row[x] : ((const uint16_t *)(const void *)row)[x];
}

/* Linear RGB of a pixel. */
VMAF_DEVFN void ssimulacra2_linear(const Ssimulacra2TileArgs &a, const Ssimulacra2GpuPicture &pic,
                                   unsigned x, unsigned y, float *lin)
{
    const unsigned cx = x >> a.shift_x, cy = y >> a.shift_y;
    const bool gray = !pic.plane[1];
    const int32_t u = gray ? a.matrix.chroma_offset : ssimulacra2_sample(a, pic, 1, cx, cy);
    const int32_t v = gray ? a.matrix.chroma_offset : ssimulacra2_sample(a, pic, 2, cx, cy);

    ssimulacra2_rgb(&a.matrix, ssimulacra2_sample(a, pic, 0, x, y), u, v, lin);
    VMAF_UNROLL
    for (unsigned c = 0; c < 3; c++) {
        float f;
        const int32_t i = ssimulacra2_eotf_index(lin[c], &f);
        const Ssimulacra2Two pair = ((const Ssimulacra2Two *)(const void *)a.eotf)[i];
        lin[c] = ssimulacra2_eotf_between(pair.v[0], pair.v[1], f);
    }
}

VMAF_DEVFN float *ssimulacra2_plane(const Ssimulacra2GpuScale &s, unsigned picture,
                                    unsigned channel)
{
    return s.xyb + (size_t)(picture * 3 + channel) * s.h * s.pitch_px;
}

/* Scale 0 of the 2x2 pixels at (2x, 2y), and their mean, which is linear RGB of scale 1. */
VMAF_DEVFN void ssimulacra2_quad(const Ssimulacra2TileArgs &a, unsigned picture, unsigned x,
                                 unsigned y, float *mean)
{
    const Ssimulacra2GpuScale &s = a.scales.at[0];
    float lin[4][3], xyb[4][3];

    VMAF_UNROLL
    for (unsigned k = 0; k < 4; k++) {
        const unsigned px = 2 * x + k % 2, py = 2 * y + k / 2;
        ssimulacra2_linear(a, a.pic[picture], px < s.w ? px : s.w - 1, py < s.h ? py : s.h - 1,
                           lin[k]);
        ssimulacra2_xyb(lin[k][0], lin[k][1], lin[k][2], xyb[k]);
    }
    VMAF_UNROLL
    for (unsigned c = 0; c < 3; c++) {
        /* The row has an even number of columns in memory, so both can be written. */
        float *const out = ssimulacra2_plane(s, picture, c) + (size_t)2 * y * s.pitch_px + 2 * x;
        const Ssimulacra2Two top = {{xyb[0][c], xyb[1][c]}}, bottom = {{xyb[2][c], xyb[3][c]}};
        *(Ssimulacra2Two *)(void *)out = top;
        if (2 * y + 1 < s.h)
            *(Ssimulacra2Two *)(void *)(out + s.pitch_px) = bottom;
        mean[c] = ssimulacra2_halve(lin[0][c], lin[1][c], lin[2][c], lin[3][c]);
    }
}

VMAF_DEVFN void ssimulacra2_write_pixel(const Ssimulacra2GpuScale &s, unsigned picture, unsigned x,
                                        unsigned y, const float *lin)
{
    float xyb[3];
    ssimulacra2_xyb(lin[0], lin[1], lin[2], xyb);
    VMAF_UNROLL
    for (unsigned c = 0; c < 3; c++)
        ssimulacra2_plane(s, picture, c)[(size_t)y * s.pitch_px + x] = xyb[c];
}

/* All scales of a tile: a tile has 32, 16, ... columns of them, cut from the pixels of its own. */
VMAF_KERNEL_OF(256) ssimulacra2_tiles(const Ssimulacra2TileArgs a)
{
    /* linear RGB of the scale above and of the one at hand, in turn */
    VMAF_SHARED float lin[2][3][SSIMULACRA2_HALF_TILE * SSIMULACRA2_HALF_TILE];
    const unsigned t = threadIdx.x, picture = blockIdx.y;
    const unsigned tile_x = blockIdx.x % a.tiles_x, tile_y = blockIdx.x / a.tiles_x;
    unsigned side = SSIMULACRA2_HALF_TILE;
    const unsigned x0 = tile_x * side + t % side, y0 = tile_y * side + t / side;

    if (2 * x0 < a.scales.at[0].w && 2 * y0 < a.scales.at[0].h) {
        float mean[3];
        ssimulacra2_quad(a, picture, x0, y0, mean);
        if (a.scales.n > 1)
            ssimulacra2_write_pixel(a.scales.at[1], picture, x0, y0, mean);
        for (unsigned c = 0; c < 3; c++)
            lin[1][c][t] = mean[c];
    }
    for (unsigned k = 2; k < a.scales.n; k++) {
        const Ssimulacra2GpuScale &above = a.scales.at[k - 1], &s = a.scales.at[k];
        const unsigned above_side = side;
        side /= 2;
        VMAF_SYNC();
        const unsigned x = tile_x * side + t % side, y = tile_y * side + t / side;
        if (t >= side * side || x >= s.w || y >= s.h)
            continue;
        const unsigned left = 2 * (t % side), top = 2 * (t / side) * above_side;
        const unsigned right = 2 * x + 1 < above.w ? left + 1 : left;
        const unsigned bottom = 2 * y + 1 < above.h ? top + above_side : top;
        float mean[3];
        VMAF_UNROLL
        for (unsigned c = 0; c < 3; c++) {
            const float *const in = lin[(k - 1) % 2][c];
            mean[c] = ssimulacra2_halve(in[top + left], in[top + right], in[bottom + left],
                                        in[bottom + right]);
            lin[k % 2][c][t] = mean[c];
        }
        ssimulacra2_write_pixel(s, picture, x, y, mean);
    }
}

/* ---- XYB to row sums ---- */

#define SSIMULACRA2_REACH_U ((unsigned)SSIMULACRA2_REACH)
#define SSIMULACRA2_BLUR_ROWS (SSIMULACRA2_STRIP + 2u * SSIMULACRA2_REACH_U)
#define SSIMULACRA2_LANES_U ((unsigned)SSIMULACRA2_LANES)
#define SSIMULACRA2_SUMS_U ((unsigned)SSIMULACRA2_SUMS)
/* Rows of a column that a thread makes at a time, and columns of a row. */
#define SSIMULACRA2_DOWN 4u
#define SSIMULACRA2_ACROSS 4u
/* Samples that the blurs of four columns read. */
#define SSIMULACRA2_WINDOW (SSIMULACRA2_ACROSS + 2u * SSIMULACRA2_REACH_U)
/* Two rows of terms lie in different banks. */
#define SSIMULACRA2_TERM_PITCH (SSIMULACRA2_STEP + 16u)
/* Rows of a strip between two rows of one thread, when it adds terms to its lane. */
#define SSIMULACRA2_ADD_ROWS (SSIMULACRA2_STRIP_THREADS / SSIMULACRA2_LANES)
#define SSIMULACRA2_ADDS (SSIMULACRA2_STRIP / SSIMULACRA2_ADD_ROWS)

/* Blurs of x1^2, x2^2, x1 x2, x1, x2 along rows; when all terms are added, the lanes. */
union alignas(16) Ssimulacra2StripMemory {
    float blur[SSIMULACRA2_BLUR_ROWS][5][SSIMULACRA2_STEP];
    /* One more, so that the sums of a row start in different banks. */
    double lane[SSIMULACRA2_STRIP][SSIMULACRA2_SUMS][SSIMULACRA2_LANES + 1];
};

/* Samples of the four columns from x on, a multiple of four, and of the neighbours that their blurs
 * read; zeros outside the row. */
VMAF_DEVFN void ssimulacra2_load(const float *row, unsigned x, unsigned w, float *v)
{
    const unsigned first = x - SSIMULACRA2_REACH_U; /* wraps at the left border */
    if (x && x + SSIMULACRA2_ACROSS + SSIMULACRA2_REACH_U <= w) {
        const float *const in = row + first;
        VMAF_UNROLL
        for (unsigned i = 0; i < SSIMULACRA2_WINDOW; i += 4) {
            const Ssimulacra2Four four = *(const Ssimulacra2Four *)(const void *)(in + i);
            VMAF_UNROLL
            for (unsigned k = 0; k < 4; k++)
                v[i + k] = four.v[k];
        }
    } else {
        VMAF_UNROLL
        for (unsigned i = 0; i < SSIMULACRA2_WINDOW; i++)
            v[i] = first + i < w ? row[first + i] : 0.0f;
    }
}

/* Blurs around v[REACH], v[REACH + 1], ... */
template <unsigned n> VMAF_DEVFN void ssimulacra2_blur(const float *v, float *out)
{
    VMAF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        const float *const at = v + i + SSIMULACRA2_REACH;
        float acc = ssimulacra2_blur_centre(at[0]);
        VMAF_UNROLL
        for (int m = 1; m <= SSIMULACRA2_REACH; m++)
            acc = ssimulacra2_blur_pair(m, at[-m], at[m], acc);
        out[i] = acc;
    }
}

/* The horizontal blurs of four columns of a row, into blur[5][STEP]. */
VMAF_DEVFN void ssimulacra2_across(const float *row1, const float *row2, unsigned x, unsigned w,
                                   float (*blur)[SSIMULACRA2_STEP], unsigned column)
{
    float x1[SSIMULACRA2_WINDOW], x2[SSIMULACRA2_WINDOW], product[SSIMULACRA2_WINDOW];
    Ssimulacra2Four out;

    ssimulacra2_load(row1, x, w, x1);
    ssimulacra2_load(row2, x, w, x2);
    VMAF_UNROLL
    for (unsigned q = 0; q < 5; q++) {
        VMAF_UNROLL
        for (unsigned i = 0; i < SSIMULACRA2_WINDOW; i++)
            product[i] = q == 0   ? x1[i] * x1[i]
                         : q == 1 ? x2[i] * x2[i]
                         : q == 2 ? x1[i] * x2[i]
                         : q == 3 ? x1[i]
                                  : x2[i];
        ssimulacra2_blur<SSIMULACRA2_ACROSS>(product, out.v);
        *(Ssimulacra2Four *)(void *)&blur[q][column] = out;
    }
}

/* Part of a strip that all its threads know. */
struct Ssimulacra2Strip {
    const float *x1, *x2; /* planes */
    unsigned w, h, pitch_px;
    unsigned y; /* of its first row */
};

/* Blur the columns [x, x + STEP) of the strip and the rows around it along rows. */
VMAF_DEVFN void ssimulacra2_blur_rows(const Ssimulacra2Strip &s, unsigned x,
                                      float (*blur)[5][SSIMULACRA2_STEP])
{
    const unsigned groups = SSIMULACRA2_STEP / SSIMULACRA2_ACROSS;

    for (unsigned i = threadIdx.x; i < SSIMULACRA2_BLUR_ROWS * groups;
         i += SSIMULACRA2_STRIP_THREADS) {
        const unsigned column = i % groups * SSIMULACRA2_ACROSS, row = i / groups;
        const unsigned y = s.y + row - SSIMULACRA2_REACH_U; /* wraps above the plane */
        if (y < s.h) {
            const size_t at = (size_t)y * s.pitch_px;
            ssimulacra2_across(s.x1 + at, s.x2 + at, x + column, s.w, blur[row], column);
        } else {
            const Ssimulacra2Four zero = {{0.0f, 0.0f, 0.0f, 0.0f}};
            VMAF_UNROLL
            for (unsigned q = 0; q < 5; q++)
                *(Ssimulacra2Four *)(void *)&blur[row][q][column] = zero;
        }
    }
}

/* Blur along columns and make the terms: the error, and the edge term with its sign. */
VMAF_DEVFN void ssimulacra2_make_terms(const Ssimulacra2Strip &s, unsigned x,
                                       const float (*blur)[5][SSIMULACRA2_STEP],
                                       float (*term)[SSIMULACRA2_STRIP][SSIMULACRA2_TERM_PITCH])
{
    const unsigned n = SSIMULACRA2_DOWN + 2u * SSIMULACRA2_REACH_U;

    for (unsigned i = threadIdx.x; i < SSIMULACRA2_STRIP / SSIMULACRA2_DOWN * SSIMULACRA2_STEP;
         i += SSIMULACRA2_STRIP_THREADS) {
        const unsigned column = i % SSIMULACRA2_STEP;
        const unsigned row = i / SSIMULACRA2_STEP * SSIMULACRA2_DOWN;
        float v[n], m[5][SSIMULACRA2_DOWN], x1[SSIMULACRA2_DOWN], x2[SSIMULACRA2_DOWN];
        if (x + column >= s.w)
            continue;
        VMAF_UNROLL
        for (unsigned k = 0; k < SSIMULACRA2_DOWN; k++) {
            /* Terms below the plane are made but not added: that is faster than branches. */
            const unsigned y = s.y + row + k < s.h ? s.y + row + k : s.h - 1;
            const size_t at = (size_t)y * s.pitch_px + x + column;
            x1[k] = s.x1[at];
            x2[k] = s.x2[at];
        }
        VMAF_UNROLL
        for (unsigned q = 0; q < 5; q++) {
            VMAF_UNROLL
            for (unsigned k = 0; k < n; k++)
                v[k] = blur[row + k][q][column];
            ssimulacra2_blur<SSIMULACRA2_DOWN>(v, m[q]);
        }
        VMAF_UNROLL
        for (unsigned k = 0; k < SSIMULACRA2_DOWN; k++) {
            term[0][row + k][column] =
                ssimulacra2_error(m[3][k], m[4][k], m[0][k], m[1][k], m[2][k]);
            term[1][row + k][column] = ssimulacra2_edge(x1[k], m[3][k], x2[k], m[4][k]);
        }
    }
}

/* Add the terms of a lane of a row, from left to right. */
VMAF_DEVFN void ssimulacra2_add_terms(const float *error, const float *edge, unsigned n,
                                      double *sum)
{
    for (unsigned i = threadIdx.x % SSIMULACRA2_LANES_U; i < n; i += SSIMULACRA2_LANES_U) {
        const double z[3] = {(double)ssimulacra2_positive(error[i]),
                             (double)ssimulacra2_positive(edge[i]),
                             (double)ssimulacra2_positive(-edge[i])};
        VMAF_UNROLL
        for (unsigned k = 0; k < 3; k++) {
            sum[k] += z[k];
            sum[3 + k] += SSIMULACRA2_FOURTH(z[k]);
        }
    }
}

/* The row sums of a strip of one channel of one scale. */
VMAF_KERNEL_OF(128) ssimulacra2_strips(const Ssimulacra2StripArgs a)
{
    VMAF_SHARED Ssimulacra2StripMemory memory;
    VMAF_SHARED float term[2][SSIMULACRA2_STRIP][SSIMULACRA2_TERM_PITCH];
    const unsigned t = threadIdx.x;
    unsigned k = 0;
    while (k + 1 < a.scales.n && blockIdx.x >= a.scales.at[k + 1].first)
        k++;
    const Ssimulacra2GpuScale &scale = a.scales.at[k];
    const unsigned channel = (blockIdx.x - scale.first) % 3;
    const Ssimulacra2Strip s = {ssimulacra2_plane(scale, 0, channel),
                                ssimulacra2_plane(scale, 1, channel),
                                scale.w,
                                scale.h,
                                scale.pitch_px,
                                (blockIdx.x - scale.first) / 3 * SSIMULACRA2_STRIP};
    double sum[SSIMULACRA2_ADDS][SSIMULACRA2_SUMS] = {};

    for (unsigned x = 0; x < s.w; x += SSIMULACRA2_STEP) {
        ssimulacra2_blur_rows(s, x, memory.blur);
        VMAF_SYNC();
        ssimulacra2_make_terms(s, x, memory.blur, term);
        VMAF_SYNC();
        const unsigned n = s.w - x < SSIMULACRA2_STEP ? s.w - x : SSIMULACRA2_STEP;
        VMAF_UNROLL
        for (unsigned i = 0; i < SSIMULACRA2_ADDS; i++) {
            const unsigned row = t / SSIMULACRA2_LANES_U + i * SSIMULACRA2_ADD_ROWS;
            if (s.y + row < s.h)
                ssimulacra2_add_terms(term[0][row], term[1][row], n, sum[i]);
        }
    }

    VMAF_UNROLL
    for (unsigned i = 0; i < SSIMULACRA2_ADDS; i++) {
        const unsigned row = t / SSIMULACRA2_LANES_U + i * SSIMULACRA2_ADD_ROWS;
        VMAF_UNROLL
        for (unsigned q = 0; q < SSIMULACRA2_SUMS_U; q++)
            memory.lane[row][q][t % SSIMULACRA2_LANES_U] = sum[i][q];
    }
    VMAF_SYNC();
    const unsigned row = t / SSIMULACRA2_SUMS_U, q = t % SSIMULACRA2_SUMS_U;
    if (row < SSIMULACRA2_STRIP && s.y + row < s.h) {
        double *const out = scale.row + (size_t)(s.y + row) * SSIMULACRA2_ROW_SUMS;
        out[channel * SSIMULACRA2_SUMS_U + q] = ssimulacra2_lane_tree(memory.lane[row][q]);
    }
}

/* ---- Row sums to plane sums ---- */

/* Rows read ahead of their addition. */
#define SSIMULACRA2_AHEAD 16u

VMAF_KERNEL_OF(32) ssimulacra2_rows(const Ssimulacra2RowArgs a)
{
    const Ssimulacra2GpuScale &s = a.scales.at[blockIdx.x];
    const unsigned t = threadIdx.x;
    if (t >= SSIMULACRA2_ROW_SUMS)
        return;
    double sum = 0.0;
    unsigned y = 0;
    for (; y + SSIMULACRA2_AHEAD <= s.h; y += SSIMULACRA2_AHEAD) {
        double ahead[SSIMULACRA2_AHEAD];
        VMAF_UNROLL
        for (unsigned i = 0; i < SSIMULACRA2_AHEAD; i++)
            ahead[i] = s.row[(size_t)(y + i) * SSIMULACRA2_ROW_SUMS + t];
        VMAF_UNROLL
        for (unsigned i = 0; i < SSIMULACRA2_AHEAD; i++)
            sum += ahead[i];
    }
    for (; y < s.h; y++)
        sum += s.row[(size_t)y * SSIMULACRA2_ROW_SUMS + t];
    a.sum[(t / SSIMULACRA2_SUMS_U * SSIMULACRA2_MAX_SCALES + blockIdx.x) * SSIMULACRA2_SUMS_U +
          t % SSIMULACRA2_SUMS_U] = sum;
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(ssimulacra2_tiles), VMAF_SIMT_ENTRY(ssimulacra2_strips),
                VMAF_SIMT_ENTRY(ssimulacra2_rows));

#endif /* VMAF_SSIMULACRA2_KERNELS_H */
