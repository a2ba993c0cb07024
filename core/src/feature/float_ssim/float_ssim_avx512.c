/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_FLOAT_SSIM_ROWS vmaf_float_ssim_rows_avx512
#include "feature/float_ssim/float_ssim_rows_body.h"
