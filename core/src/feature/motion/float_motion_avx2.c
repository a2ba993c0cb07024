/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m256
#define V(op) _mm256_##op
#define LANES 8
#define FROM_U8(p) \
    _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))))
#define FROM_U16(p) \
    _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define QUARTERS(p, step) _mm256_loadu2_m128((p) + (step), p)
#include "feature/motion/float_motion_x86.h"

const VmafFloatMotionRows vmaf_float_motion_rows_avx2 = FLOAT_MOTION_ROWS;
