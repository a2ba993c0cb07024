/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/float_adm/float_adm_rows_body.h"

/* Four sums at once hide the latency of the additions. */
static void sum_cubes(float *row_total, const float *x, int stride, int n_rows, int n)
{
    const ptrdiff_t k = stride;
    int i = 0;
    for (; i + 4 <= n_rows; i += 4) {
        const float *r = x + i * k;
        float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
        for (int j = 0; j < n; j++) {
            s0 = s0 + vmaf_float_adm_cube(r[j]);
            s1 = s1 + vmaf_float_adm_cube(r[k + j]);
            s2 = s2 + vmaf_float_adm_cube(r[2 * k + j]);
            s3 = s3 + vmaf_float_adm_cube(r[3 * k + j]);
        }
        row_total[i] = s0;
        row_total[i + 1] = s1;
        row_total[i + 2] = s2;
        row_total[i + 3] = s3;
    }
    for (; i < n_rows; i++)
        row_total[i] = add_cubes(0.0f, x + i * k, n);
}

static const FloatAdmRows rows_c = {
    .split8 = split8,
    .split16 = split16,
    .split = split,
    .low = low,
    .low_high = low_high,
    .approx = approx,
    .decouple = decouple,
    .mask = mask,
    .sum_cubes = sum_cubes,
};

const FloatAdmRows *vmaf_float_adm_rows(unsigned isa)
{
    const FloatAdmRows *rows = &rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = &vmaf_float_adm_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = &vmaf_float_adm_rows_avx512;
#endif
    (void)isa;
    return rows;
}
