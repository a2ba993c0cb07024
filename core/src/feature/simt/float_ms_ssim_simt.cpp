/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT float_ms_ssim
#include "kernels/float_ms_ssim_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_ms_ssim_half));
