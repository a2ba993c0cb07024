/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define TABLE vmaf_float_vif_rows_avx2
#define VF __m256
#define VI __m256i
#define VD __m256d
#define LANES 8
#define V(op) _mm256_##op
#define VSI(op) _mm256_##op##_si256
#define BITS_OF(v) _mm256_castps_si256(v)
#define FLOATS_OF(v) _mm256_castsi256_ps(v)

#define MASK __m256
#define LESS(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define PICK(m, a, b) _mm256_blendv_ps(b, a, m)
/* all of a flag's 64 bits, so that any half of them is the flag of a float */
#define HALF_FLAGS(v, b)                                                            \
    _mm256_castps256_ps128(                                                         \
        _mm256_permutevar8x32_ps(_mm256_castpd_ps(_mm256_cmp_pd(v, b, _CMP_LT_OQ)), \
                                 _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)))
#define LESS_D(lo, hi, b) _mm256_set_m128(HALF_FLAGS(hi, b), HALF_FLAGS(lo, b))

#define LOW_F64(v) _mm256_cvtps_pd(_mm256_castps256_ps128(v))
#define HIGH_F64(v) _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1))
#define JOIN(lo, hi) _mm256_set_m128(_mm256_cvtpd_ps(hi), _mm256_cvtpd_ps(lo))
#define EVEN(a, b) \
    _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88)), 0xd8))
#define FEW(n) \
    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#define LOAD_FEW(in, n) _mm256_maskload_ps(in, FEW(n))
#define STORE_FEW(out, n, v) _mm256_maskstore_ps(out, FEW(n), v)
#include "feature/vif/float_vif_x86.h"
