/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/psnr/psnr_score.h"

#include <math.h>

#include "base/libm.h"

double vmaf_psnr_db(double ratio)
{
    return 10.0 * vmaf_log10(ratio);
}

double vmaf_psnr_capped(double signal, double error, double least, double cap)
{
    const double db = vmaf_psnr_db(signal / (error > least ? error : least));
    return db < cap ? db : cap;
}

double vmaf_psnr_clip(double peak2, double samples, double error, double twice)
{
    /* Infinite without an error. */
    const double db = 10.0 * ((vmaf_log10(peak2) + vmaf_log10(samples)) - vmaf_log10(error));
    const double cap = ceil(vmaf_psnr_db(twice));
    return db < cap ? db : cap;
}

double vmaf_psnr_cap(unsigned bpc)
{
    return (double)(6 * bpc + 12);
}

double vmaf_psnr_float_peak2(unsigned bpc)
{
    const double peak = (double)((1u << bpc) - 1) / (double)(1u << (bpc - 8));
    return peak * peak;
}
