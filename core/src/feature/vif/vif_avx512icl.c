/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* VNNI: multiply and add in one. */
#define TABLE vmaf_vif_rows_avx512icl
#define DOT(acc, a, b) _mm512_dpwssd_epi32(acc, a, b)
#define ADD_BYTE(acc, v) _mm512_dpbusd_epi32(acc, v, all32(1))
#define SUBTRACT_BYTE(acc, v) _mm512_dpbusd_epi32(acc, v, all32(0xff))
#include "feature/vif/vif_x86_512.h"

#include "feature/vif/vif_x86.h"
