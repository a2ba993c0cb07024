/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MS_SSIM_KERNELS_H
#define VMAF_FLOAT_MS_SSIM_KERNELS_H

#define VMAF_SIMT_UNIT float_ms_ssim
#include "feature/float_ssim/float_ms_ssim_terms.h"
#include "feature/float_ssim/float_samples.h"

#define MS_SSIM_TAPS (2 * VMAF_MS_SSIM_RADIUS + 1)
#define MS_SSIM_IN_W (2u * MS_SSIM_TILE_W + MS_SSIM_TAPS - 2u)
#define MS_SSIM_IN_H (2u * MS_SSIM_TILE_H + MS_SSIM_TAPS - 2u)

/* The step to the next level: a 9x9 low-pass at every other sample of every other row. */
VMAF_KERNEL_OF(256) float_ms_ssim_half(const MsSsimHalfArgs a)
{
    /* Even and odd columns apart, so that neighbouring threads read neighbouring words. */
    VMAF_SHARED float tile[MS_SSIM_IN_H][2][MS_SSIM_IN_W / 2 + 1];
    const FloatSamples in = blockIdx.z ? a.in[1] : a.in[0];
    const unsigned t = threadIdx.x;
    const unsigned x0 = blockIdx.x % a.tiles_x * MS_SSIM_TILE_W;
    const unsigned y0 = blockIdx.x / a.tiles_x * MS_SSIM_TILE_H;

    for (unsigned i = t; i < MS_SSIM_IN_H * MS_SSIM_IN_W; i += MS_SSIM_TILE_W * MS_SSIM_TILE_H) {
        const unsigned x = i % MS_SSIM_IN_W, y = i / MS_SSIM_IN_W;
        const unsigned sx = vmaf_float_ssim_mirror(2 * (int64_t)x0 + x - VMAF_MS_SSIM_RADIUS, in.w);
        const unsigned sy = vmaf_float_ssim_mirror(2 * (int64_t)y0 + y - VMAF_MS_SSIM_RADIUS, in.h);
        tile[y][x & 1][x / 2] = float_sample(in, sx, sy);
    }
    VMAF_SYNC();
    const unsigned x = t % MS_SSIM_TILE_W, y = t / MS_SSIM_TILE_W;
    if (x0 + x >= a.w || y0 + y >= a.h)
        return;
    double sum = 0.0;
    VMAF_UNROLL
    for (int v = -VMAF_MS_SSIM_RADIUS; v <= VMAF_MS_SSIM_RADIUS; v++) {
        const unsigned iy = 2 * y + (unsigned)(v + VMAF_MS_SSIM_RADIUS);
        const float *const e = &tile[iy][0][x], *const o = &tile[iy][1][x];
        sum = vmaf_ms_ssim_row(sum, vmaf_ms_ssim_taps((unsigned)(v < 0 ? -v : v)), e[0], o[0], e[1],
                               o[1], e[2], o[2], e[3], o[3], e[4]);
    }
    (blockIdx.z ? a.out[1] : a.out[0])[(size_t)(y0 + y) * a.stride_px + x0 + x] = (float)sum;
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_ms_ssim_half));

#endif /* VMAF_FLOAT_MS_SSIM_KERNELS_H */
