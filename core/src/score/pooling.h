/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_POOLING_H
#define VMAF_POOLING_H

#include "score/collector.h"

typedef struct VmafPooled {
    double min, max, mean;
    double harmonic_mean; /**< of the scores plus 1, minus 1; NaN if one of them is not above -1 */
} VmafPooled;

/**
 * Pool one score over low..high (inclusive), indexes ascending, skipping those that n_subsample
 * skips. The sums are sequential in double.
 *
 * @param name internal name or alias
 * @return 0; -EINVAL if a score is missing or no index is kept
 */
int vmaf_pool_scores(VmafCollector *c, const char *name, unsigned n_subsample, unsigned low,
                     unsigned high, VmafPooled *pooled);

#endif /* VMAF_POOLING_H */
