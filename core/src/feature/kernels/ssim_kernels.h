/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_KERNELS_H
#define VMAF_SSIM_KERNELS_H

#include "kernels/simt.h"
#include "kernels/ssim_args.h"

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

/*
 * Both passes and the terms of a tile. Moment holds the horizontal sums of products: uint32_t up
 * to 12 bits, int64_t above. Sums of samples fit uint32_t at every depth, through both passes.
 */
template <typename Moment>
VMAF_DEVFN void ssim_tile(const SsimArgs &a, uint16_t (*in)[SSIM_SIDE][SSIM_SIDE],
                          uint32_t (*mean)[SSIM_SIDE][SSIM_TILE],
                          Moment (*moment)[SSIM_SIDE][SSIM_TILE])
{
    const unsigned t = threadIdx.x;
    const unsigned x0 = blockIdx.x % a.tiles_x * SSIM_TILE;
    const unsigned y0 = blockIdx.x / a.tiles_x * SSIM_TILE;

    for (unsigned i = t; i < SSIM_SIDE * SSIM_SIDE; i += SSIM_THREADS) {
        /* left of and above the picture these wrap to large numbers */
        const unsigned x = x0 + i % SSIM_SIDE - VMAF_SSIM_RADIUS;
        const unsigned y = y0 + i / SSIM_SIDE - VMAF_SSIM_RADIUS;
        in[0][i / SSIM_SIDE][i % SSIM_SIDE] = ssim_sample(a.ref, a.ref_pitch, a, x, y);
        in[1][i / SSIM_SIDE][i % SSIM_SIDE] = ssim_sample(a.dis, a.dis_pitch, a, x, y);
    }
    VMAF_SYNC();
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
    if (x0 + x >= a.w)
        return;
    const int32_t wx = vmaf_ssim_weight(x0 + x, a.w);
    VMAF_UNROLL
    for (unsigned i = 0; i < SSIM_ROWS_A_THREAD; i++) {
        const unsigned row = y0 + y + i;
        if (row >= a.h)
            continue;
        const double w = (double)(wx * vmaf_ssim_weight(row, a.h));
        a.term[(size_t)row * a.w + x0 + x] =
            vmaf_ssim_term(w, m[0][i], m[1][i], m[2][i], m[3][i], m[4][i], a.q);
    }
}

/* Up to 12 bits. */
VMAF_KERNEL_OF(256) ssim_terms(const SsimArgs a)
{
    VMAF_SHARED uint16_t in[2][SSIM_SIDE][SSIM_SIDE];
    VMAF_SHARED uint32_t mean[2][SSIM_SIDE][SSIM_TILE];
    VMAF_SHARED uint32_t moment[3][SSIM_SIDE][SSIM_TILE];
    ssim_tile<uint32_t>(a, in, mean, moment);
}

/* 16 bits. */
VMAF_KERNEL_OF(256) ssim_terms_wide(const SsimArgs a)
{
    VMAF_SHARED uint16_t in[2][SSIM_SIDE][SSIM_SIDE];
    VMAF_SHARED uint32_t mean[2][SSIM_SIDE][SSIM_TILE];
    VMAF_SHARED int64_t moment[3][SSIM_SIDE][SSIM_TILE];
    ssim_tile<int64_t>(a, in, mean, moment);
}

#endif /* VMAF_SSIM_KERNELS_H */
