/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m512
#define VECD __m512d
#define V(op) _mm512_##op
#define LANES 16
#define FROM_FLOATS(p) _mm512_cvtps_pd(_mm256_loadu_ps(p))
#include "feature/speed/speed_x86.h"

const SpeedRows vmaf_speed_rows_avx512 = SPEED_ROWS;
