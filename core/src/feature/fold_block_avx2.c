/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_FOLD_BLOCK vmaf_fold_block_avx2
#define LANES 4
#include "feature/fold_block_body.h"
