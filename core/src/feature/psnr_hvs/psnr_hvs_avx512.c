/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define WIDTH 16
#define GATHER(base, at) _mm512_i32gather_epi32((__m512i)(at), base, 1)
#include "feature/psnr_hvs/psnr_hvs_x86.h"

const PsnrHvsLoops vmaf_psnr_hvs_loops_avx512 = {
    .load8 = load8,
    .load16 = load16,
    .terms = terms,
    .add = add,
};
