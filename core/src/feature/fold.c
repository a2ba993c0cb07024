/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "fold.h"

#include <errno.h>

int vmaf_fold_f64_more(const double *term, size_t n, unsigned per_site, double *sum)
{
    /* One body per width keeps the accumulators in registers; the chains overlap. */
    switch (per_site) {
    case 1: {
        double s0 = sum[0];
        for (size_t i = 0; i < n; i++)
            s0 += term[i];
        sum[0] = s0;
        return 0;
    }
    case 2: {
        double s0 = sum[0], s1 = sum[1];
        for (size_t i = 0; i < n; i++, term += 2) {
            s0 += term[0];
            s1 += term[1];
        }
        sum[0] = s0, sum[1] = s1;
        return 0;
    }
    case 3: {
        double s0 = sum[0], s1 = sum[1], s2 = sum[2];
        for (size_t i = 0; i < n; i++, term += 3) {
            s0 += term[0];
            s1 += term[1];
            s2 += term[2];
        }
        sum[0] = s0, sum[1] = s1, sum[2] = s2;
        return 0;
    }
    case 4: {
        double s0 = sum[0], s1 = sum[1], s2 = sum[2], s3 = sum[3];
        for (size_t i = 0; i < n; i++, term += 4) {
            s0 += term[0];
            s1 += term[1];
            s2 += term[2];
            s3 += term[3];
        }
        sum[0] = s0, sum[1] = s1, sum[2] = s2, sum[3] = s3;
        return 0;
    }
    default:
        return -EINVAL;
    }
}

int vmaf_fold_f64(const double *term, size_t n, unsigned per_site, double *sum)
{
    if (per_site < 1 || per_site > 4)
        return -EINVAL;
    for (unsigned k = 0; k < per_site; k++)
        sum[k] = 0.0;
    return vmaf_fold_f64_more(term, n, per_site, sum);
}
