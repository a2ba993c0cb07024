/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_adm/float_adm_gpu.h"

const VmafExtractor vmaf_fex_float_adm_cuda =
    VMAF_FLOAT_ADM_GPU("float_adm_cuda", VMAF_BACKEND_CUDA);
