/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ANSNR_KERNELS_H
#define VMAF_FLOAT_ANSNR_KERNELS_H

#define VMAF_SIMT_UNIT float_ansnr
#include "feature/float_ansnr/float_ansnr_args.h"
#include "gpu/simt.h"

#define FANSNR_SIDE (FLOAT_ANSNR_TILE + 2u * VMAF_FLOAT_ANSNR_RADIUS)
#define FANSNR_ROWS_A_THREAD (FLOAT_ANSNR_TILE * FLOAT_ANSNR_TILE / FLOAT_ANSNR_THREADS)

/* The place that stands in for i; any where no filter of the picture reaches. */
VMAF_DEVFN unsigned fansnr_place(int i, int n)
{
    const int behind = n - 1 + VMAF_FLOAT_ANSNR_RADIUS;
    return (unsigned)vmaf_float_ansnr_fold(i < behind ? i : behind, n);
}

VMAF_DEVFN float fansnr_sample(const FloatAnsnrArgs &a, const void *plane, uint32_t pitch,
                               unsigned x, unsigned y)
{
    const unsigned char *const row = (const unsigned char *)plane + (size_t)y * pitch;
    return vmaf_float_ansnr_sample(a.bytes == 1 ? row[x] : ((const uint16_t *)(const void *)row)[x],
                                   a.unit);
}

/* Samples, the sums of both filters over their rows, and over those the terms of a tile. */
VMAF_KERNEL_OF(256) float_ansnr_terms(const FloatAnsnrArgs a)
{
    VMAF_SHARED float in[2][FANSNR_SIDE][FANSNR_SIDE];
    VMAF_SHARED float sum[FANSNR_SUMS][FANSNR_SIDE][FLOAT_ANSNR_TILE];
    const unsigned t = threadIdx.x;
    const int x0 = (int)(blockIdx.x % a.tiles_x * FLOAT_ANSNR_TILE);
    const int y0 = (int)(blockIdx.x / a.tiles_x * FLOAT_ANSNR_TILE);

    for (unsigned i = t; i < FANSNR_SIDE * FANSNR_SIDE; i += FLOAT_ANSNR_THREADS) {
        const unsigned u = i % FANSNR_SIDE, v = i / FANSNR_SIDE;
        const unsigned x = fansnr_place(x0 + (int)u - VMAF_FLOAT_ANSNR_RADIUS, a.w);
        const unsigned y = fansnr_place(y0 + (int)v - VMAF_FLOAT_ANSNR_RADIUS, a.h);
        in[0][v][u] = fansnr_sample(a, a.ref, a.ref_pitch, x, y);
        in[1][v][u] = fansnr_sample(a, a.dis, a.dis_pitch, x, y);
    }
    VMAF_SYNC();
    for (unsigned i = t; i < FANSNR_SIDE * FLOAT_ANSNR_TILE; i += FLOAT_ANSNR_THREADS) {
        const unsigned x = i % FLOAT_ANSNR_TILE, y = i / FLOAT_ANSNR_TILE;
        const float *const r = in[0][y] + x, *const p = in[1][y] + x;
        sum[FANSNR_REF][y][x] = vmaf_float_ansnr_ref(r[1], r[2], r[3]);
        sum[FANSNR_DIS0][y][x] = vmaf_float_ansnr_dis0(p[0], p[1], p[2], p[3], p[4]);
        sum[FANSNR_DIS1][y][x] = vmaf_float_ansnr_dis1(p[0], p[1], p[2], p[3], p[4]);
        sum[FANSNR_DIS2][y][x] = vmaf_float_ansnr_dis2(p[0], p[1], p[2], p[3], p[4]);
    }
    VMAF_SYNC();

    const unsigned x = t % FLOAT_ANSNR_TILE;
    VMAF_UNROLL
    for (unsigned k = 0; k < FANSNR_ROWS_A_THREAD; k++) {
        const unsigned y = t / FLOAT_ANSNR_TILE * FANSNR_ROWS_A_THREAD + k;
        if (x0 + (int)x >= a.w || y0 + (int)y >= a.h)
            continue;
        const VmafFloatAnsnrTerm term = vmaf_float_ansnr_term(
            sum[FANSNR_REF][y + 1][x], sum[FANSNR_REF][y + 2][x], sum[FANSNR_REF][y + 3][x],
            sum[FANSNR_DIS0][y][x], sum[FANSNR_DIS1][y + 1][x], sum[FANSNR_DIS2][y + 2][x],
            sum[FANSNR_DIS1][y + 3][x], sum[FANSNR_DIS0][y + 4][x]);
        const size_t at = (size_t)((unsigned)y0 + y) * a.stride + (unsigned)x0 + x;
        a.sig[at] = term.sig;
        a.noise[at] = term.noise;
    }
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_ansnr_terms));

#endif /* VMAF_FLOAT_ANSNR_KERNELS_H */
