/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_ADM_ROWS vmaf_adm_rows_avx2
#include "adm_rows_body.h"
