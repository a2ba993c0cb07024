/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_gpu.h"

const VmafExtractor vmaf_fex_adm_cuda = VMAF_ADM_GPU("adm_cuda", VMAF_BACKEND_CUDA);
