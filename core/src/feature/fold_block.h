/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FOLD_BLOCK_H
#define VMAF_FOLD_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

/** Terms of a block come in groups of this many. */
#define VMAF_FOLD_GROUP 16

/**
 * Add a block of terms to *sum, with the bits of the loop of vmaf_fold_f64_more(), if that can be
 * told from looking at the block as a whole.
 *
 * @param n a multiple of VMAF_FOLD_GROUP
 * @return false, with *sum as it was, if the loop has to be run
 */
typedef bool (*VmafFoldBlock)(const double *term, size_t n, double *sum);

bool vmaf_fold_block_avx2(const double *term, size_t n, double *sum);
bool vmaf_fold_block_avx512(const double *term, size_t n, double *sum);

#endif /* VMAF_FOLD_BLOCK_H */
