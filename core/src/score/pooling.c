/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "score/pooling.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

int vmaf_pool_scores(VmafCollector *c, const char *name, unsigned n_subsample, unsigned low,
                     unsigned high, VmafPooled *pooled)
{
    const unsigned step = n_subsample > 1 ? n_subsample : 1;
    const uint64_t first = ((uint64_t)low + step - 1) / step * step;
    double count = 0.0, sum = 0.0, inverse_sum = 0.0, min = 0.0, max = 0.0;
    bool harmonic = true;
    for (uint64_t i = first; i <= high; i += step) {
        double s;
        if (vmaf_collector_get(c, name, (unsigned)i, &s))
            return -EINVAL;
        count += 1.0;
        sum = sum + s;
        harmonic = harmonic && !(s <= -1.0);
        inverse_sum = inverse_sum + 1.0 / (s + 1.0);
        if (i == first || s < min)
            min = s;
        if (i == first || s > max)
            max = s;
    }
    if (count == 0.0)
        return -EINVAL;
    *pooled = (VmafPooled){
        .min = min,
        .max = max,
        .mean = sum / count,
        .harmonic_mean = harmonic ? count / inverse_sum - 1.0 : NAN,
    };
    return 0;
}
