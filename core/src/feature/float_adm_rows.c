/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "config.h"
#include "cpu.h"
#include "float_adm_rows_body.h"

static void sum_cubes(float *row_total, const float *x, int stride, int n_rows, int n)
{
    for (int i = 0; i < n_rows; i++)
        row_total[i] = add_cubes(0.0f, x + (ptrdiff_t)i * stride, n);
}

static const FloatAdmRowFns rows_c = ROW_FNS;

const FloatAdmRowFns *vmaf_float_adm_rows(unsigned flags)
{
    const FloatAdmRowFns *rows = &rows_c;
#if HAVE_ASM
    if (flags & VMAF_CPU_AVX2)
        rows = &vmaf_float_adm_rows_avx2;
    if (flags & VMAF_CPU_AVX512)
        rows = &vmaf_float_adm_rows_avx512;
#else
    (void)flags;
#endif
    return rows;
}
