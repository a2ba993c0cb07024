/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim/ssim_gpu.h"

const VmafExtractor vmaf_fex_ssim_hip = VMAF_SSIM_GPU("ssim_hip", VMAF_BACKEND_HIP);
