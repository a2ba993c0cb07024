/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Body of the row loops of `psnr`, `float_psnr` and `float_moment`, compiled once per instruction
 * set. No include guard.
 */
#include "feature/psnr/psnr_rows.h"

/* Samples of 8 bits whose squares 32 bits can hold together: 65025 * 2^16 < 2^32. */
#define PSNR_CHUNK ((size_t)1 << 16)

static inline size_t chunk_of(size_t n)
{
    return n < PSNR_CHUNK ? n : PSNR_CHUNK;
}

static uint64_t sse8(const uint8_t *ref, const uint8_t *dis, size_t n)
{
    uint64_t sum = 0;
    for (size_t size; n; n -= size, ref += size, dis += size) {
        uint32_t part = 0;
        size = chunk_of(n);
        for (size_t j = 0; j < size; j++)
            part += vmaf_psnr_square(ref[j] - dis[j]);
        sum += part;
    }
    return sum;
}

static uint64_t sse16(const uint16_t *ref, const uint16_t *dis, size_t n)
{
    uint64_t sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += vmaf_psnr_square(ref[j] - dis[j]);
    return sum;
}

static uint64_t float_sse16(const uint16_t *ref, const uint16_t *dis, size_t n)
{
    uint64_t sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += vmaf_psnr_float_square(ref[j] - dis[j]);
    return sum;
}

static PsnrMoments moments8(const uint8_t *in, size_t n)
{
    PsnrMoments m = {0, 0};
    for (size_t size; n; n -= size, in += size) {
        uint32_t first = 0, second = 0;
        size = chunk_of(n);
        for (size_t j = 0; j < size; j++) {
            first += in[j];
            second += vmaf_psnr_square(in[j]);
        }
        m.first += first;
        m.second += second;
    }
    return m;
}

static PsnrMoments moments16(const uint16_t *in, size_t n)
{
    PsnrMoments m = {0, 0};
    for (size_t j = 0; j < n; j++) {
        m.first += in[j];
        m.second += vmaf_psnr_float_square(in[j]);
    }
    return m;
}
