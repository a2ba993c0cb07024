/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_CIEDE_TERMS vmaf_ciede_terms_avx512
#include "feature/ciede/ciede_rows_body.h"
