/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FOLD_H
#define VMAF_FOLD_H

#include <stddef.h>

/**
 * Add a term plane in raster order: s = 0.0; s = s + term[i] for i ascending. This function is the
 * definition of every frame sum of doubles; anything faster must return its bits.
 *
 * @param term     [n][per_site] doubles, site-major, site = window in raster order
 * @param n        sites; 0 gives sums of 0.0
 * @param per_site accumulators per site, 1..4, independent of one another
 * @param isa      enum VmafCpuFlag bits that may be used
 * @param sum      [per_site], overwritten; not divided by n
 * @return 0, or -EINVAL if per_site is out of range
 */
int vmaf_fold_f64(const double *term, size_t n, unsigned per_site, unsigned isa, double *sum);

/**
 * The same for sums that continue from what sum[] holds, so that a plane can be folded row by row
 * without being stored.
 */
int vmaf_fold_f64_more(const double *term, size_t n, unsigned per_site, unsigned isa, double *sum);

#endif /* VMAF_FOLD_H */
