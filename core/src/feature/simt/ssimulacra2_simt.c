/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssimulacra2/ssimulacra2_gpu.h"

const VmafExtractor vmaf_fex_ssimulacra2_simt =
    VMAF_SSIMULACRA2_GPU("ssimulacra2_simt", VMAF_BACKEND_SIMT);
