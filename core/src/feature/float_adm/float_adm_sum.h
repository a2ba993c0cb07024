/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_SUM_H
#define VMAF_FLOAT_ADM_SUM_H

#include <immintrin.h>

/**
 * Row sums of float_adm with one lane per row: blocks of 8 rows x 8 columns are transposed, so that
 * each step adds the next column of every row. Included by files built with AVX2.
 */

static inline __m256 cube8(const float *x)
{
    const __m256 v = _mm256_loadu_ps(x);
    return _mm256_mul_ps(_mm256_mul_ps(v, v), v);
}

/* Add 8 columns of the cubes of 8 rows to one sum per row. */
static inline __m256 add_block(__m256 sum, const float *x, ptrdiff_t stride)
{
    const __m256 r0 = cube8(x), r1 = cube8(x + stride), r2 = cube8(x + 2 * stride),
                 r3 = cube8(x + 3 * stride), r4 = cube8(x + 4 * stride), r5 = cube8(x + 5 * stride),
                 r6 = cube8(x + 6 * stride), r7 = cube8(x + 7 * stride);
    const __m256 a0 = _mm256_unpacklo_ps(r0, r1), a1 = _mm256_unpackhi_ps(r0, r1);
    const __m256 a2 = _mm256_unpacklo_ps(r2, r3), a3 = _mm256_unpackhi_ps(r2, r3);
    const __m256 a4 = _mm256_unpacklo_ps(r4, r5), a5 = _mm256_unpackhi_ps(r4, r5);
    const __m256 a6 = _mm256_unpacklo_ps(r6, r7), a7 = _mm256_unpackhi_ps(r6, r7);
    const __m256 b0 = _mm256_shuffle_ps(a0, a2, 0x44), b1 = _mm256_shuffle_ps(a0, a2, 0xee);
    const __m256 b2 = _mm256_shuffle_ps(a1, a3, 0x44), b3 = _mm256_shuffle_ps(a1, a3, 0xee);
    const __m256 b4 = _mm256_shuffle_ps(a4, a6, 0x44), b5 = _mm256_shuffle_ps(a4, a6, 0xee);
    const __m256 b6 = _mm256_shuffle_ps(a5, a7, 0x44), b7 = _mm256_shuffle_ps(a5, a7, 0xee);
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b0, b4, 0x20));
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b1, b5, 0x20));
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b2, b6, 0x20));
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b3, b7, 0x20));
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b0, b4, 0x31));
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b1, b5, 0x31));
    sum = _mm256_add_ps(sum, _mm256_permute2f128_ps(b2, b6, 0x31));
    return _mm256_add_ps(sum, _mm256_permute2f128_ps(b3, b7, 0x31));
}

static void sum_cubes(float *row_total, const float *x, int stride, int n_rows, int n)
{
    const ptrdiff_t k = stride;
    const int blocks = n & ~7;
    int i = 0;
    for (; i + 8 <= n_rows; i += 8) {
        const float *rows = x + i * k;
        __m256 sum = _mm256_setzero_ps();
        for (int j = 0; j < blocks; j += 8)
            sum = add_block(sum, rows + j, k);
        _mm256_storeu_ps(row_total + i, sum);
        for (int r = 0; r < 8; r++)
            row_total[i + r] = add_cubes(row_total[i + r], rows + r * k + blocks, n - blocks);
    }
    for (; i < n_rows; i++)
        row_total[i] = add_cubes(0.0f, x + i * k, n);
}

#endif /* VMAF_FLOAT_ADM_SUM_H */
