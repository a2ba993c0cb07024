/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m256i
#define LANES 16
#define V(op) _mm256_##op
#define VSI(op) _mm256_##op##_si256
#define V64(x) _mm256_set1_epi64x(x)
#define WIDEN_U8(p) _mm256_cvtepu8_epi16(_mm_loadu_si128((const void *)(p)))
#define NOT_ZERO(x) (!_mm256_testz_si256(x, x))
#define ANY_EQUAL(x, y) (_mm256_movemask_epi8(_mm256_cmpeq_epi16(x, y)) != 0)
#define SUM_EPI64(x)                                                      \
    ((uint64_t)(_mm256_extract_epi64(x, 0) + _mm256_extract_epi64(x, 1) + \
                _mm256_extract_epi64(x, 2) + _mm256_extract_epi64(x, 3)))
#include "feature/motion/motion_x86.h"

const VmafMotionRows vmaf_motion_rows_avx2[3] = MOTION_ROWS;
