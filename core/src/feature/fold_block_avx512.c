/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define LANES 8
#include "feature/fold_block_body.h"

bool vmaf_fold_block_avx512(const double *term, size_t n, double *sum)
{
    return fold_block(term, n, sum);
}
