/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_gpu.h"

const VmafExtractor vmaf_fex_float_ssim_simt =
    VMAF_FLOAT_SSIM_GPU("float_ssim_simt", VMAF_BACKEND_SIMT);
