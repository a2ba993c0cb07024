/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_DB_H
#define VMAF_SSIM_DB_H

#include <stdbool.h>

#include "feature/feature.h"

/**
 * The bound of a score in decibels for the options of the SSIM family.
 *
 * @param info full-size luma dimensions and depth
 * @return +inf without clip_db, else the score of a picture with half a unit of squared error
 */
double vmaf_ssim_max_db(bool clip_db, const VmafFrameInfo *info);

/** @return -10 log10(1 - score), at most max_db; max_db also for scores above 1 and NaN */
double vmaf_ssim_db(double score, double max_db);

#endif /* VMAF_SSIM_DB_H */
