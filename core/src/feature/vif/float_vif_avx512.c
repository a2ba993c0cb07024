/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define TABLE vmaf_float_vif_rows_avx512
#define VF __m512
#define VI __m512i
#define VD __m512d
#define LANES 16
#define V(op) _mm512_##op
#define VSI(op) _mm512_##op##_si512
#define BITS_OF(v) _mm512_castps_si512(v)
#define FLOATS_OF(v) _mm512_castsi512_ps(v)

#define MASK __mmask16
#define LESS(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define PICK(m, a, b) _mm512_mask_blend_ps(m, b, a)
#define LESS_D(lo, hi, b)                                                                      \
    ((__mmask16)(_mm512_cmp_pd_mask(lo, b, _CMP_LT_OQ) | _mm512_cmp_pd_mask(hi, b, _CMP_LT_OQ) \
                                                             << 8))

#define LOW_F64(v) _mm512_cvtps_pd(_mm512_castps512_ps256(v))
#define HIGH_F64(v) _mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1))
#define JOIN(lo, hi) \
    _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(lo)), _mm512_cvtpd_ps(hi), 1)
#define EVEN(a, b)          \
    _mm512_permutex2var_ps( \
        a, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), b)
#define FEW(n) ((__mmask16)((1u << (n)) - 1))
#define LOAD_FEW(in, n) _mm512_maskz_loadu_ps(FEW(n), in)
#define STORE_FEW(out, n, v) _mm512_mask_storeu_ps(out, FEW(n), v)
#include "feature/vif/float_vif_x86.h"
