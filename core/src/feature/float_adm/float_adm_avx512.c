/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_adm/float_adm_rows_body.h"
#include "feature/float_adm/float_adm_sum.h"

const FloatAdmRowFns vmaf_float_adm_rows_avx512 = ROW_FNS;
