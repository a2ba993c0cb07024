/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_gpu.h"

const VmafExtractor vmaf_fex_float_ssim_cuda =
    VMAF_FLOAT_SSIM_GPU("float_ssim_cuda", VMAF_BACKEND_CUDA);
