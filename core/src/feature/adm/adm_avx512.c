/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define VEC __m512i
#define LANES 16
#define V(op) _mm512_##op
#define VSI(op) _mm512_##op##_si512
#define V64(x) _mm512_set1_epi64(x)
#define WIDEN_U8(p) _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)(p)))
#include "feature/adm/adm_x86.h"

const AdmRows vmaf_adm_rows_avx512 = {
    .vert8 = vert8_simd,
    .vert16 = vert16_simd,
    .vert32 = vert32,
    .horiz16 = horiz16_simd,
    .horiz32 = horiz32,
    .decouple16 = decouple16,
    .decouple32 = decouple32,
    .mask = mask_simd,
    .den16 = den16,
    .den32 = den32,
};
