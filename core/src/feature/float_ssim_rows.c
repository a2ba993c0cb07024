/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_FLOAT_SSIM_ROWS vmaf_float_ssim_rows_c
#include "float_ssim_rows_body.h"

const VmafFloatSsimRows *vmaf_float_ssim_rows(void)
{
    return &vmaf_float_ssim_rows_c;
}
