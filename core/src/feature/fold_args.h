/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FOLD_ARGS_H
#define VMAF_FOLD_ARGS_H

#include <stdint.h>

/**
 * What the kernels of fold_kernels.h share with their host side. A plane of n terms is cut into
 * blocks of FOLD_BLOCK terms and super-blocks of FOLD_SUPER blocks.
 */
#define FOLD_BLOCK 256u
#define FOLD_SUPER 16u
#define FOLD_SUPER_TERMS (FOLD_BLOCK * FOLD_SUPER)
#define FOLD_MAX_SUMS 24
/** More unsafe blocks than that: the host folds. */
#define FOLD_MAX_UNSAFE 200u
/** Threads of a thread block in every fold kernel. */
#define FOLD_THREADS 256u

/**
 * How a run of terms acts on a running sum k * 2^(e-52): it adds even or even + diff to k, as k is
 * even or odd; diff is -1, 0 or 1. Packed as (e << 2) + diff + 1; FOLD_UNSAFE: the run must be
 * opened or added term by term.
 */
#define FOLD_UNSAFE INT16_MAX

typedef struct FoldResult {
    double sum;         /**< valid if decided */
    uint32_t undecided; /**< non-zero: the host must fold the plane */
    uint32_t n_unsafe;  /**< blocks added term by term */
} FoldResult;

/** One sum; arrays in device memory, all written by the kernels themselves. */
typedef struct FoldSum {
    const double *term; /**< [n] */
    double *block_sum;  /**< [n_blocks][3]: sum of the blocks before it in its super-block; sum of
                             its positive terms; sum of its negated negative terms */
    double *super_sum;  /**< [n_supers][2]: sum of the terms, later of all terms before it; sum of
                             their absolute values */
    double *total;      /**< [1] sum of the absolute values of all terms */
    int64_t *block_even, *super_even;
    int16_t *block_meta, *super_meta;
    FoldResult *result;
    uint32_t n, n_blocks, n_supers;
    uint32_t first_super; /**< super-blocks of the sums before this one */
} FoldSum;

/** The argument of every fold kernel. */
typedef struct FoldArgs {
    FoldSum sum[FOLD_MAX_SUMS];
    uint32_t n_sums, n_supers; /**< n_supers: of all sums */
} FoldArgs;

#endif /* VMAF_FOLD_ARGS_H */
