/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_KERNELS_H
#define VMAF_PSNR_KERNELS_H

#define VMAF_SIMT_UNIT psnr
#include "feature/block_sum.h"
#include "feature/psnr/psnr_args.h"

/* What one access gets. */
struct alignas(16) PsnrWords {
    uint32_t a, b, c, d;
};

/* A field of the plane of the block. An index that is no constant would put the arguments, which
   are then copied, into local memory. */
#define PSNR_OF_PLANE(a, field)             \
    (blockIdx.y == 0   ? (a).plane[0].field \
     : blockIdx.y == 1 ? (a).plane[1].field \
                       : (a).plane[2].field)

/* Samples of a word. */
VMAF_DEVFN void psnr_unpack(const uint8_t *, uint32_t word, int32_t *out)
{
    out[0] = (int32_t)(word & 255);
    out[1] = (int32_t)(word >> 8 & 255);
    out[2] = (int32_t)(word >> 16 & 255);
    out[3] = (int32_t)(word >> 24);
}
VMAF_DEVFN void psnr_unpack(const uint16_t *, uint32_t word, int32_t *out)
{
    out[0] = (int32_t)(word & 65535);
    out[1] = (int32_t)(word >> 16);
}

/* The samples of an access, the first of which is in column x; zeros right of the picture, whose
   padding may never have been written. */
template <typename T>
VMAF_DEVFN void psnr_load(const void *plane, uint32_t pitch, uint32_t x, uint32_t y, uint32_t w,
                          int32_t *out)
{
    const uint32_t n = PSNR_ACCESS / sizeof(T), in_word = 4 / sizeof(T);
    const T *const p =
        (const T *)(const void *)((const unsigned char *)plane + (size_t)y * pitch) + x;
    if (w - x >= n) {
        const PsnrWords words = *(const PsnrWords *)(const void *)p;
        psnr_unpack(p, words.a, out);
        psnr_unpack(p, words.b, out + in_word);
        psnr_unpack(p, words.c, out + 2 * in_word);
        psnr_unpack(p, words.d, out + 3 * in_word);
        return;
    }
    VMAF_UNROLL
    for (uint32_t i = 0; i < n; i++)
        out[i] = i < w - x ? p[i] : 0;
}

/* Where an access of a thread stands. @return false past the last one */
template <typename T>
VMAF_DEVFN bool psnr_place(const PsnrArgs &a, uint32_t access, uint32_t *x, uint32_t *y)
{
    const uint32_t i = (blockIdx.x * PSNR_ACCESSES + access) * PSNR_THREADS + threadIdx.x;
    const uint32_t in_row = PSNR_OF_PLANE(a, accesses);
    *y = i / in_row;
    *x = i % in_row * (PSNR_ACCESS / (uint32_t)sizeof(T));
    return *y < PSNR_OF_PLANE(a, h);
}

/* Squares as a float has them, where some of them are rounded. */
template <bool rounded> VMAF_DEVFN uint32_t psnr_square(int32_t d)
{
    return rounded ? vmaf_psnr_float_square(d) : vmaf_psnr_square(d);
}

/* The squared errors that a thread has. */
template <typename T, bool rounded> VMAF_DEVFN unsigned long long psnr_errors(const PsnrArgs &a)
{
    const uint32_t n = PSNR_ACCESS / sizeof(T);
    int32_t ref[PSNR_ACCESSES][n] = {}, dis[PSNR_ACCESSES][n] = {};
    VMAF_UNROLL
    for (uint32_t k = 0; k < PSNR_ACCESSES; k++) {
        uint32_t x, y;
        if (!psnr_place<T>(a, k, &x, &y))
            continue;
        const uint32_t w = PSNR_OF_PLANE(a, w);
        psnr_load<T>(PSNR_OF_PLANE(a, ref), PSNR_OF_PLANE(a, ref_pitch), x, y, w, ref[k]);
        psnr_load<T>(PSNR_OF_PLANE(a, dis), PSNR_OF_PLANE(a, dis_pitch), x, y, w, dis[k]);
    }
    unsigned long long sum = 0;
    VMAF_UNROLL
    for (uint32_t k = 0; k < PSNR_ACCESSES; k++) {
        unsigned long long part = 0;
        VMAF_UNROLL
        for (uint32_t i = 0; i < n; i++)
            part += psnr_square<rounded>(ref[k][i] - dis[k][i]);
        sum += part;
    }
    return sum;
}

/* Sums of the samples and of their squares that a thread has; a plane is that of one picture. */
template <typename T, bool rounded>
VMAF_DEVFN void psnr_moments(const PsnrArgs &a, unsigned long long *first,
                             unsigned long long *second)
{
    const uint32_t n = PSNR_ACCESS / sizeof(T);
    int32_t in[PSNR_ACCESSES][n] = {};
    VMAF_UNROLL
    for (uint32_t k = 0; k < PSNR_ACCESSES; k++) {
        uint32_t x, y;
        if (psnr_place<T>(a, k, &x, &y))
            psnr_load<T>(PSNR_OF_PLANE(a, ref), PSNR_OF_PLANE(a, ref_pitch), x, y,
                         PSNR_OF_PLANE(a, w), in[k]);
    }
    *first = *second = 0;
    VMAF_UNROLL
    for (uint32_t k = 0; k < PSNR_ACCESSES; k++) {
        VMAF_UNROLL
        for (uint32_t i = 0; i < n; i++) {
            *first += (uint32_t)in[k][i];
            *second += psnr_square<rounded>(in[k][i]);
        }
    }
}

#define PSNR_SSE(T, rounded)                                   \
    VMAF_SHARED unsigned long long scratch[BLOCK_SUM_THREADS]; \
    block_sum(a.sum + blockIdx.y, psnr_errors<T, rounded>(a), scratch)

VMAF_KERNEL_OF(256) psnr_sse_u8(const PsnrArgs a)
{
    PSNR_SSE(uint8_t, false);
}
VMAF_KERNEL_OF(256) psnr_sse_u16(const PsnrArgs a)
{
    PSNR_SSE(uint16_t, false);
}
VMAF_KERNEL_OF(256) psnr_float_sse_u16(const PsnrArgs a)
{
    PSNR_SSE(uint16_t, true);
}

#define PSNR_MOMENTS(T, rounded)                                  \
    VMAF_SHARED unsigned long long scratch[2][BLOCK_SUM_THREADS]; \
    unsigned long long first, second;                             \
    psnr_moments<T, rounded>(a, &first, &second);                 \
    block_sum(a.sum + 2 * blockIdx.y, first, scratch[0]);         \
    block_sum(a.sum + 2 * blockIdx.y + 1, second, scratch[1])

VMAF_KERNEL_OF(256) psnr_moments_u8(const PsnrArgs a)
{
    PSNR_MOMENTS(uint8_t, false);
}
VMAF_KERNEL_OF(256) psnr_moments_u16(const PsnrArgs a)
{
    PSNR_MOMENTS(uint16_t, true);
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(psnr_sse_u8), VMAF_SIMT_ENTRY(psnr_sse_u16),
                VMAF_SIMT_ENTRY(psnr_float_sse_u16), VMAF_SIMT_ENTRY(psnr_moments_u8),
                VMAF_SIMT_ENTRY(psnr_moments_u16));

#endif /* VMAF_PSNR_KERNELS_H */
