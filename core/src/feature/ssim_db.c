/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim_db.h"

#include <math.h>
#include <stdint.h>

#include "base/libm.h"

double vmaf_ssim_max_db(bool clip_db, const VmafFrameInfo *info)
{
    if (!clip_db)
        return INFINITY;
    /* Both products are of 32 bits by definition. */
    const uint32_t peak = (1u << info->bpc) - 1u;
    const uint32_t n = (uint32_t)info->w * (uint32_t)info->h;
    const double mse = 0.5 / (double)n;
    return ceil(10.0 * vmaf_log10((double)(peak * peak) / mse));
}

double vmaf_ssim_db(double score, double max_db)
{
    /* log10 of a negative number is NaN, and so fails the comparison. */
    const double db = -10.0 * vmaf_log10(1.0 - score);
    return db < max_db ? db : max_db;
}
