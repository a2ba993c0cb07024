/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_FLOAT_ANSNR_ROWS vmaf_float_ansnr_rows_avx512
#include "feature/float_ansnr/float_ansnr_rows_body.h"
