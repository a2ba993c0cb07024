/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SIMT_UNIT fold
#include "kernels/fold_kernels.h"

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(fold_block_sums), VMAF_SIMT_ENTRY(fold_super_scan),
                VMAF_SIMT_ENTRY(fold_block_pairs), VMAF_SIMT_ENTRY(fold_walk));
