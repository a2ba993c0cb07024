/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT float_adm
#include "kernels/float_adm_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_adm_scale_u8), VMAF_SIMT_ENTRY(float_adm_scale_u16),
                VMAF_SIMT_ENTRY(float_adm_scale_f32), VMAF_SIMT_ENTRY(float_adm_row_totals));
