/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m512i
#define LANES 32
#define V(op) _mm512_##op
#define VSI(op) _mm512_##op##_si512
#define V64(x) _mm512_set1_epi64(x)
#define WIDEN_U8(p) _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)(p)))
#define NOT_ZERO(x) (_mm512_test_epi32_mask(x, x) != 0)
#define ANY_EQUAL(x, y) (_mm512_cmpeq_epi16_mask(x, y) != 0)
#define SUM_EPI64(x) ((uint64_t)_mm512_reduce_add_epi64(x))
#include "feature/motion/motion_x86.h"

const VmafMotionRows vmaf_motion_rows_avx512[3] = MOTION_ROWS;
