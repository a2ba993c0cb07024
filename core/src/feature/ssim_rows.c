/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SSIM_ROWS vmaf_ssim_rows_c
#include "ssim_rows_body.h"

const VmafSsimRows *vmaf_ssim_rows(void)
{
    return &vmaf_ssim_rows_c;
}
