/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_KERNELS_H
#define VMAF_SSIM_KERNELS_H

#define VMAF_SIMT_UNIT ssim
#include "feature/ssim/ssim_args.h"
#include "gpu/simt.h"

#define SSIM_TAPS (2u * VMAF_SSIM_RADIUS + 1u)
#define SSIM_SIDE (SSIM_TILE + SSIM_TAPS - 1u)
#define SSIM_ROWS_A_THREAD 4u

/* The window over nine values. */
VMAF_DEVFN uint32_t ssim_window(const uint32_t *v)
{
    return vmaf_ssim_window_u32(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
}
VMAF_DEVFN int64_t ssim_window(const int64_t *v)
{
    return vmaf_ssim_window_i64(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
}

/* Where the tile of a block begins. */
struct SsimPlace {
    unsigned x0, y0;
};

VMAF_DEVFN SsimPlace ssim_place(const SsimArgs &a)
{
    const SsimPlace p = {blockIdx.x % a.tiles_x * SSIM_TILE, blockIdx.x / a.tiles_x * SSIM_TILE};
    return p;
}

/* Samples outside the picture are zero: their taps then add nothing. */
VMAF_DEVFN uint16_t ssim_sample(const void *plane, uint32_t pitch, const SsimArgs &a, unsigned x,
                                unsigned y)
{
    if (x >= a.w || y >= a.h)
        return 0;
    const unsigned char *const row = (const unsigned char *)plane + (size_t)y * pitch;
    return a.bytes == 1 ? row[x] : ((const uint16_t *)(const void *)row)[x];
}

/* Weighted sums over a column of the tile, for the pixels of one thread. */
template <typename Out, typename In>
VMAF_DEVFN void ssim_column(double *sum, const In (*mid)[SSIM_TILE], unsigned x, unsigned y)
{
    Out v[SSIM_TAPS - 1 + SSIM_ROWS_A_THREAD];
    VMAF_UNROLL
    for (unsigned k = 0; k < SSIM_TAPS - 1 + SSIM_ROWS_A_THREAD; k++)
        v[k] = (Out)mid[y + k][x];
    VMAF_UNROLL
    for (unsigned i = 0; i < SSIM_ROWS_A_THREAD; i++)
        sum[i] = (double)ssim_window(v + i);
}

/* Samples of a tile and what is around it. @return the bits set in those of this thread */
VMAF_DEVFN uint32_t ssim_load(const SsimArgs &a, uint16_t (*in)[SSIM_SIDE][SSIM_SIDE])
{
    const SsimPlace p = ssim_place(a);
    uint32_t bits = 0;
    for (unsigned i = threadIdx.x; i < SSIM_SIDE * SSIM_SIDE; i += SSIM_THREADS) {
        /* left of and above the picture these wrap to large numbers */
        const unsigned x = p.x0 + i % SSIM_SIDE - VMAF_SSIM_RADIUS;
        const unsigned y = p.y0 + i / SSIM_SIDE - VMAF_SSIM_RADIUS;
        const uint16_t r = ssim_sample(a.ref, a.ref_pitch, a, x, y);
        const uint16_t d = ssim_sample(a.dis, a.dis_pitch, a, x, y);
        in[0][i / SSIM_SIDE][i % SSIM_SIDE] = r;
        in[1][i / SSIM_SIDE][i % SSIM_SIDE] = d;
        bits |= (uint32_t)r | d;
    }
    return bits;
}

/* Write the term of the pixel at x, y of the tile, if the picture has it. */
VMAF_DEVFN void ssim_put(const SsimArgs &a, unsigned x, unsigned y, double mx, double my, double x2,
                         double xy, double y2)
{
    const SsimPlace p = ssim_place(a);
    x += p.x0;
    y += p.y0;
    if (x >= a.w || y >= a.h)
        return;
    const double w = (double)(vmaf_ssim_weight(x, a.w) * vmaf_ssim_weight(y, a.h));
    a.term[(size_t)y * a.w + x] = vmaf_ssim_term(w, mx, my, x2, xy, y2, a.q);
}

/*
 * The terms of a tile pixel by pixel, for samples above the peak of their depth, whose moments do
 * not fit ssim_tile<uint32_t>. Slow, and met in pictures with something in the upper bits only.
 */
VMAF_DEVFN void ssim_tile_by_pixel(const SsimArgs &a, const uint16_t (*in)[SSIM_SIDE][SSIM_SIDE])
{
    for (unsigned i = threadIdx.x; i < SSIM_TILE * SSIM_TILE; i += SSIM_THREADS) {
        const unsigned x = i % SSIM_TILE, y = i / SSIM_TILE;
        int64_t sum[5] = {0, 0, 0, 0, 0};
        for (unsigned v = 0; v < SSIM_TAPS; v++) {
            for (unsigned u = 0; u < SSIM_TAPS; u++) {
                const int64_t r = in[0][y + v][x + u], d = in[1][y + v][x + u];
                const int64_t k =
                    vmaf_ssim_tap(u < 4 ? 4 - u : u - 4) * vmaf_ssim_tap(v < 4 ? 4 - v : v - 4);
                sum[0] += k * r;
                sum[1] += k * d;
                sum[2] += k * (r * r);
                sum[3] += k * (r * d);
                sum[4] += k * (d * d);
            }
        }
        ssim_put(a, x, y, (double)sum[0], (double)sum[1], (double)sum[2], (double)sum[3],
                 (double)sum[4]);
    }
}

/*
 * Both passes and the terms of a loaded tile. Moment holds the horizontal sums of products:
 * uint32_t for samples up to 12 bits, int64_t above. Sums of samples fit uint32_t at every depth,
 * through both passes.
 */
template <typename Moment>
VMAF_DEVFN void ssim_tile(const SsimArgs &a, const uint16_t (*in)[SSIM_SIDE][SSIM_SIDE],
                          uint32_t (*mean)[SSIM_SIDE][SSIM_TILE],
                          Moment (*moment)[SSIM_SIDE][SSIM_TILE])
{
    const unsigned t = threadIdx.x;
    for (unsigned i = t; i < SSIM_SIDE * SSIM_TILE; i += SSIM_THREADS) {
        const unsigned x = i % SSIM_TILE, y = i / SSIM_TILE;
        uint32_t r[SSIM_TAPS], d[SSIM_TAPS];
        Moment rr[SSIM_TAPS], rd[SSIM_TAPS], dd[SSIM_TAPS];
        VMAF_UNROLL
        for (unsigned k = 0; k < SSIM_TAPS; k++) {
            r[k] = in[0][y][x + k];
            d[k] = in[1][y][x + k];
            rr[k] = (Moment)r[k] * r[k];
            rd[k] = (Moment)r[k] * d[k];
            dd[k] = (Moment)d[k] * d[k];
        }
        mean[0][y][x] = ssim_window(r);
        mean[1][y][x] = ssim_window(d);
        moment[0][y][x] = ssim_window(rr);
        moment[1][y][x] = ssim_window(rd);
        moment[2][y][x] = ssim_window(dd);
    }
    VMAF_SYNC();

    const unsigned x = t % SSIM_TILE, y = t / SSIM_TILE * SSIM_ROWS_A_THREAD;
    double m[5][SSIM_ROWS_A_THREAD];
    ssim_column<uint32_t>(m[0], mean[0], x, y);
    ssim_column<uint32_t>(m[1], mean[1], x, y);
    ssim_column<int64_t>(m[2], moment[0], x, y);
    ssim_column<int64_t>(m[3], moment[1], x, y);
    ssim_column<int64_t>(m[4], moment[2], x, y);
    VMAF_UNROLL
    for (unsigned i = 0; i < SSIM_ROWS_A_THREAD; i++)
        ssim_put(a, x, y + i, m[0][i], m[1][i], m[2][i], m[3][i], m[4][i]);
}

/* Up to 12 bits. */
VMAF_KERNEL_OF(256) ssim_terms(const SsimArgs a)
{
    VMAF_SHARED uint16_t in[2][SSIM_SIDE][SSIM_SIDE];
    VMAF_SHARED uint32_t mean[2][SSIM_SIDE][SSIM_TILE];
    VMAF_SHARED uint32_t moment[3][SSIM_SIDE][SSIM_TILE];
    VMAF_SHARED uint32_t excess;
    excess = 0;
    const uint32_t bits = ssim_load(a, in);
    VMAF_SYNC();
    if (bits >> 12)
        excess = 1;
    VMAF_SYNC();
    if (excess)
        ssim_tile_by_pixel(a, in);
    else
        ssim_tile<uint32_t>(a, in, mean, moment);
}

/* 16 bits. */
VMAF_KERNEL_OF(256) ssim_terms_wide(const SsimArgs a)
{
    VMAF_SHARED uint16_t in[2][SSIM_SIDE][SSIM_SIDE];
    VMAF_SHARED uint32_t mean[2][SSIM_SIDE][SSIM_TILE];
    VMAF_SHARED int64_t moment[3][SSIM_SIDE][SSIM_TILE];
    ssim_load(a, in);
    VMAF_SYNC();
    ssim_tile<int64_t>(a, in, mean, moment);
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(ssim_terms), VMAF_SIMT_ENTRY(ssim_terms_wide));

#endif /* VMAF_SSIM_KERNELS_H */
