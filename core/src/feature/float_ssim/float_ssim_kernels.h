/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_KERNELS_H
#define VMAF_FLOAT_SSIM_KERNELS_H

#define VMAF_SIMT_UNIT float_ssim
#include "feature/float_ssim/float_samples.h"
#include "feature/float_ssim/float_ssim_terms.h"

#define FSSIM_HALO (VMAF_FLOAT_SSIM_TAPS - 1u)
#define FSSIM_SIDE (FLOAT_SSIM_TILE + FSSIM_HALO)
#define FSSIM_ROWS_A_THREAD 4u

/* The window over eleven values p[0], p[step], ... */
VMAF_DEVFN float fssim_gauss(const float *p)
{
    return vmaf_float_ssim_gauss(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10]);
}

/* The same over products of two rows. */
VMAF_DEVFN float fssim_gauss_product(const float *p, const float *q)
{
    return vmaf_float_ssim_gauss(p[0] * q[0], p[1] * q[1], p[2] * q[2], p[3] * q[3], p[4] * q[4],
                                 p[5] * q[5], p[6] * q[6], p[7] * q[7], p[8] * q[8], p[9] * q[9],
                                 p[10] * q[10]);
}

/* Both passes and the terms of a tile of windows, without leaving the multiprocessor. */
VMAF_KERNEL_OF(256) float_ssim_terms(const FloatSsimArgs a)
{
    VMAF_SHARED float in[2][FSSIM_SIDE][FSSIM_SIDE];
    VMAF_SHARED float mid[5][FSSIM_SIDE][FLOAT_SSIM_TILE];
    const unsigned t = threadIdx.x;
    const unsigned x0 = blockIdx.x % a.tiles_x * FLOAT_SSIM_TILE;
    const unsigned y0 = blockIdx.x / a.tiles_x * FLOAT_SSIM_TILE;

    for (unsigned i = t; i < FSSIM_SIDE * FSSIM_SIDE; i += FLOAT_SSIM_THREADS) {
        const unsigned x = i % FSSIM_SIDE, y = i / FSSIM_SIDE;
        const bool inside = x0 + x < a.ref.w && y0 + y < a.ref.h;
        in[0][y][x] = inside ? float_sample(a.ref, x0 + x, y0 + y) : 0.0f;
        in[1][y][x] = inside ? float_sample(a.dis, x0 + x, y0 + y) : 0.0f;
    }
    VMAF_SYNC();
    for (unsigned i = t; i < FSSIM_SIDE * FLOAT_SSIM_TILE; i += FLOAT_SSIM_THREADS) {
        const unsigned x = i % FLOAT_SSIM_TILE, y = i / FLOAT_SSIM_TILE;
        float r[VMAF_FLOAT_SSIM_TAPS], c[VMAF_FLOAT_SSIM_TAPS];
        VMAF_UNROLL
        for (unsigned k = 0; k < VMAF_FLOAT_SSIM_TAPS; k++) {
            r[k] = in[0][y][x + k];
            c[k] = in[1][y][x + k];
        }
        mid[0][y][x] = fssim_gauss(r);
        mid[1][y][x] = fssim_gauss(c);
        mid[2][y][x] = fssim_gauss_product(r, r);
        mid[3][y][x] = fssim_gauss_product(c, c);
        mid[4][y][x] = fssim_gauss_product(r, c);
    }
    VMAF_SYNC();

    const unsigned x = t % FLOAT_SSIM_TILE, y = t / FLOAT_SSIM_TILE * FSSIM_ROWS_A_THREAD;
    float mean[5][FSSIM_ROWS_A_THREAD];
    VMAF_UNROLL
    for (unsigned q = 0; q < 5; q++) {
        float v[FSSIM_HALO + FSSIM_ROWS_A_THREAD];
        VMAF_UNROLL
        for (unsigned k = 0; k < FSSIM_HALO + FSSIM_ROWS_A_THREAD; k++)
            v[k] = mid[q][y + k][x];
        VMAF_UNROLL
        for (unsigned i = 0; i < FSSIM_ROWS_A_THREAD; i++)
            mean[q][i] = fssim_gauss(v + i);
    }
    VMAF_UNROLL
    for (unsigned i = 0; i < FSSIM_ROWS_A_THREAD; i++) {
        if (x0 + x >= a.dw || y0 + y + i >= a.dh)
            continue;
        const size_t at = (size_t)(y0 + y + i) * a.dw + x0 + x;
        const VmafFloatSsimTerm term =
            vmaf_float_ssim_term(mean[0][i], mean[1][i], mean[2][i], mean[3][i], mean[4][i]);
        if (a.term[FLOAT_SSIM_T])
            a.term[FLOAT_SSIM_T][at] = vmaf_float_ssim_product(term);
        if (a.term[FLOAT_SSIM_L])
            a.term[FLOAT_SSIM_L][at] = term.l;
        if (a.term[FLOAT_SSIM_C])
            a.term[FLOAT_SSIM_C][at] = term.c;
        if (a.term[FLOAT_SSIM_S])
            a.term[FLOAT_SSIM_S][at] = (double)term.s;
    }
}

/* Decimation: the sum over a box of factor x factor samples, rows first, borders mirrored. */
VMAF_KERNEL_OF(256) float_ssim_box(const FloatSsimBoxArgs a)
{
    const unsigned t = threadIdx.x;
    const unsigned x = blockIdx.x % a.tiles_x * FLOAT_SSIM_BOX_W + t % FLOAT_SSIM_BOX_W;
    const unsigned y = blockIdx.x / a.tiles_x * FLOAT_SSIM_BOX_H + t / FLOAT_SSIM_BOX_W;
    if (x >= a.w || y >= a.h)
        return;
    const FloatSamples in = blockIdx.z ? a.in[1] : a.in[0];
    const float tap = vmaf_float_ssim_box_tap(a.factor);
    const int64_t first = vmaf_float_ssim_box_first(a.factor);
    const int64_t left = (int64_t)x * a.factor + first, top = (int64_t)y * a.factor + first;
    const bool inside = left >= 0 && top >= 0 && left + a.factor <= in.w && top + a.factor <= in.h;
    double sum = 0.0;
    for (unsigned v = 0; v < a.factor; v++) {
        const unsigned iy = inside ? (unsigned)(top + v) : vmaf_float_ssim_mirror(top + v, in.h);
        for (unsigned u = 0; u < a.factor; u++) {
            const unsigned ix =
                inside ? (unsigned)(left + u) : vmaf_float_ssim_mirror(left + u, in.w);
            sum = vmaf_float_ssim_add(sum, float_sample(in, ix, iy), tap);
        }
    }
    (blockIdx.z ? a.out[1] : a.out[0])[(size_t)y * a.stride_px + x] = (float)sum;
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_ssim_terms), VMAF_SIMT_ENTRY(float_ssim_box));

#endif /* VMAF_FLOAT_SSIM_KERNELS_H */
