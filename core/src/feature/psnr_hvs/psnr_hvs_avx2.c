/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <immintrin.h>

#define WIDTH 8
#define GATHER(base, at) _mm256_i32gather_epi32((const int *)(const void *)(base), (__m256i)(at), 1)
#include "feature/psnr_hvs/psnr_hvs_x86.h"

const PsnrHvsLoops vmaf_psnr_hvs_loops_avx2 = {
    .load8 = load8,
    .load16 = load16,
    .terms = terms,
    .add = add,
};
