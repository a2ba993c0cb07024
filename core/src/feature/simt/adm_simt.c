/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_gpu.h"

const VmafExtractor vmaf_fex_adm_simt = VMAF_ADM_GPU("adm_simt", VMAF_BACKEND_SIMT);
