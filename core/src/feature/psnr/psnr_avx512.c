/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m512i
#define V(op) _mm512_##op
#define VSI(op) _mm512_##op##_si512
#include "feature/psnr/psnr_x86.h"

const PsnrRows vmaf_psnr_rows_avx512 = {
    .sse8 = sse8_simd,
    .sse16 = sse16_simd,
    .float_sse16 = float_sse16,
    .moments8 = moments8_simd,
    .moments16 = moments16,
};
