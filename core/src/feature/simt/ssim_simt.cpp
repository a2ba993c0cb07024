/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT ssim
#include "kernels/ssim_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(ssim_terms), VMAF_SIMT_ENTRY(ssim_terms_wide));
