/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define TABLE vmaf_vif_rows_avx512
#define DOT(acc, a, b) _mm512_add_epi32(acc, _mm512_madd_epi16(a, b))
#define LOW_BYTE(v) _mm512_and_si512(v, all32(0xff))
#define ADD_BYTE(acc, v) _mm512_add_epi32(acc, LOW_BYTE(v))
#define SUBTRACT_BYTE(acc, v) _mm512_sub_epi32(acc, LOW_BYTE(v))
#include "feature/vif/vif_x86_512.h"

#include "feature/vif/vif_x86.h"
