/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssimulacra2/ssimulacra2_rows_body.h"

const Ssimulacra2Rows vmaf_ssimulacra2_rows_avx512 = {
    .linear = rows_linear,
    .xyb = rows_xyb,
    .halve = rows_halve,
    .band = rows_band,
};
