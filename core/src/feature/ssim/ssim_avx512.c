/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SSIM_ROWS vmaf_ssim_rows_avx512
#include "feature/ssim/ssim_rows_body.h"
