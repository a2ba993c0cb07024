/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/speed/speed_rows_body.h"

static void means(float sum[N], const float *p, size_t stride, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++) {
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++)
                sum[SIDE * y + x] = sum[SIDE * y + x] + p[y * stride + j + x];
        }
    }
}

static void covariance(SpeedSums *sum, const float *p, size_t stride, const float mean[N],
                       uint32_t n)
{
    for (uint32_t j = 0; j < n; j++) {
        double centred[N];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++)
                centred[SIDE * y + x] = (double)p[y * stride + j + x] - (double)mean[SIDE * y + x];
        }
        for (int a = 0; a < N; a++) {
            for (int b = 0; b <= a; b++)
                sum->at[a][b] = sum->at[a][b] + centred[a] * centred[b];
        }
    }
}

static void product(SpeedMatrix *restrict out, const SpeedMatrix *restrict left,
                    const SpeedMatrix *restrict right)
{
    for (int i = 0; i < N; i++) {
        float *row = out->at[i];
        for (int j = 0; j < PITCH; j++)
            row[j] = 0.0f;
        for (int k = 0; k < N; k++) {
            const float l = left->at[i][k];
            for (int j = 0; j < PITCH; j++)
                row[j] = row[j] + l * right->at[k][j];
        }
    }
}

const SpeedRows vmaf_speed_rows_c = {
    .samples = samples,
    .add = add,
    .means = means,
    .covariance = covariance,
    .product = product,
};

const SpeedRows *vmaf_speed_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_speed_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_speed_rows_avx2;
#endif
    (void)isa;
    return &vmaf_speed_rows_c;
}
