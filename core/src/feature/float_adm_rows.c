/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "float_adm_rows_body.h"

#include "config.h"

static void sum_cubes(float *row_total, const float *x, int stride, int n_rows, int n)
{
    for (int i = 0; i < n_rows; i++) {
        const float *row = x + (ptrdiff_t)i * stride;
        float s = 0.0f;
        for (int j = 0; j < n; j++)
            s = s + vmaf_float_adm_cube(row[j]);
        row_total[i] = s;
    }
}

void vmaf_float_adm_rows(FloatAdmRowFns *fns, unsigned flags)
{
    *fns = (FloatAdmRowFns){
        .split8 = split8,
        .split16 = split16,
        .split = split,
        .low = low,
        .high = high,
        .approx = approx,
        .decouple = decouple,
        .mask = mask,
        .sum_cubes = sum_cubes,
    };
    (void)flags;
}
