/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_LIBM_H
#define VMAF_LIBM_H

/**
 * The library's own mathematics. A score may depend on no function of the C library but those that
 * are exact or correctly rounded everywhere: sqrt, floor, ceil, rint, fabs, copysign, ldexp and
 * their float forms. Everything else is here, and returns one bit pattern on every host.
 *
 * All are defined for every argument, set no errno, and need no initialisation; threads may call
 * them at once. Where a result is NaN, its sign and payload are not defined.
 * The first six give the bits of glibc 2.36 on x86-64 with FMA; docs/adr/0013-own-mathematics.md.
 * On x86-64 they use the fused multiply-add of the CPU if it has one, whatever instruction sets a
 * context forbids: the result is the same.
 */
double vmaf_exp(double x);
double vmaf_pow(double x, double y);
/** The natural logarithm; vmaf_log() writes messages. */
double vmaf_ln(double x);
double vmaf_log2(double x);
double vmaf_log10(double x);
float vmaf_powf(float x, float y);

/** Correctly rounded: the double nearest to the sine of x. */
double vmaf_sin(double x);

#endif /* VMAF_LIBM_H */
