/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CIEDE_EXACT_H
#define VMAF_CIEDE_EXACT_H

/**
 * The functions of `ciede` for samples that the fast chain leaves open: the double nearest to the
 * value. They work with two doubles, 100 bits; that a value lies closer to half way between two
 * doubles than that has a chance of 2^-45, and then a float would still have to hang on it. Slow.
 * Arguments are those of the functions in ciede_terms.h.
 */
double vmaf_ciede_exact_pow(double x, double y);
double vmaf_ciede_exact_pow7(double x);
double vmaf_ciede_exact_sin(double x);
double vmaf_ciede_exact_cos(double x);
double vmaf_ciede_exact_exp_minus(double x);
double vmaf_ciede_exact_atan2(double b, double a);

#endif /* VMAF_CIEDE_EXACT_H */
