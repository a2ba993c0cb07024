/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ms_ssim_gpu.h"

const VmafExtractor vmaf_fex_float_ms_ssim_hip =
    VMAF_FLOAT_MS_SSIM_GPU("float_ms_ssim_hip", VMAF_BACKEND_HIP);
