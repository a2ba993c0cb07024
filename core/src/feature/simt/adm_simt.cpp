/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT adm
#include "kernels/adm_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(adm_tile_8), VMAF_SIMT_ENTRY(adm_tile_16),
                VMAF_SIMT_ENTRY(adm_tile_low16), VMAF_SIMT_ENTRY(adm_tile_low32),
                VMAF_SIMT_ENTRY(adm_rows));
