/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PSNR_SCORE_H
#define VMAF_PSNR_SCORE_H

/** Decibels of `psnr`, `float_psnr` and `float_ansnr`, and the bounds that they are given. */

/** @return 10 log10(ratio) */
double vmaf_psnr_db(double ratio);

/** @return 10 log10(signal / max(error, least)), or cap if that is less */
double vmaf_psnr_capped(double signal, double error, double least, double cap);

/**
 * The value of a plane over a clip, bounded by that of an error of a half.
 *
 * @param peak2   square of the largest sample
 * @param samples in the clip
 * @param error   the sum of their squared errors
 * @param twice   2 peak2 samples, rounded once
 */
double vmaf_psnr_clip(double peak2, double samples, double error, double twice);

/** @return the bound of a depth when no option sets another */
double vmaf_psnr_cap(unsigned bpc);

/** @return the square of the largest sample of the float features, whose unit is that of 8 bits */
double vmaf_psnr_float_peak2(unsigned bpc);

#endif /* VMAF_PSNR_SCORE_H */
