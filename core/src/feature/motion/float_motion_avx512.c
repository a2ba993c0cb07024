/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>
#include <stddef.h>

static inline __m512 quarters(const float *p, ptrdiff_t step)
{
    __m512 x = _mm512_castps128_ps512(_mm_loadu_ps(p));
    x = _mm512_mask_broadcast_f32x4(x, 0x00f0, _mm_loadu_ps(p + step));
    x = _mm512_mask_broadcast_f32x4(x, 0x0f00, _mm_loadu_ps(p + 2 * step));
    return _mm512_mask_broadcast_f32x4(x, 0xf000, _mm_loadu_ps(p + 3 * step));
}

#define VEC __m512
#define V(op) _mm512_##op
#define LANES 16
#define FROM_U8(p) \
    _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define FROM_U16(p)     \
    _mm512_cvtepi32_ps( \
        _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(p))))
#define QUARTERS(p, step) quarters(p, step)
#include "feature/motion/float_motion_x86.h"

const VmafFloatMotionRows vmaf_float_motion_rows_avx512 = FLOAT_MOTION_ROWS;
