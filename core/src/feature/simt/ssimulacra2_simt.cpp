/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT ssimulacra2
#include "kernels/ssimulacra2_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(ssimulacra2_tiles), VMAF_SIMT_ENTRY(ssimulacra2_strips),
                VMAF_SIMT_ENTRY(ssimulacra2_rows));
