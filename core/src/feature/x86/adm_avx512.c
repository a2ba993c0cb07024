/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_ADM_ROWS vmaf_adm_rows_avx512
#include "adm_rows_body.h"
