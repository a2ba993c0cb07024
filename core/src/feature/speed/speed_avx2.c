/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m256
#define VECD __m256d
#define V(op) _mm256_##op
#define LANES 8
#define FROM_FLOATS(p) _mm256_cvtps_pd(_mm_loadu_ps(p))
#include "feature/speed/speed_x86.h"

const SpeedRows vmaf_speed_rows_avx2 = SPEED_ROWS;
