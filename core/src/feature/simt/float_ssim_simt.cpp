/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT float_ssim
#include "kernels/float_ssim_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_ssim_terms), VMAF_SIMT_ENTRY(float_ssim_box));
