/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim/ssim_gpu.h"

const VmafExtractor vmaf_fex_ssim_simt = VMAF_SSIM_GPU("ssim_simt", VMAF_BACKEND_SIMT);
