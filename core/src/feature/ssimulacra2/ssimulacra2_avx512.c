/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssimulacra2/ssimulacra2_rows_body.h"

const Ssimulacra2Rows vmaf_ssimulacra2_rows_avx512 = {rows_linear, rows_xyb, rows_halve, rows_band};
