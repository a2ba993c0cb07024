/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_adm/float_adm_rows_body.h"
#include "feature/float_adm/float_adm_sum.h"

const FloatAdmRows vmaf_float_adm_rows_avx512 = {
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
