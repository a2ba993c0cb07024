/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_gpu.h"

const VmafExtractor vmaf_fex_adm_hip = VMAF_ADM_GPU("adm_hip", VMAF_BACKEND_HIP);
