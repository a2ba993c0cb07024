/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Run at configure time with the flags of the build, in C and in C++: every operation rounds once,
 * in the order and type that the source has. Prints what does not hold; the exit status counts it.
 */
#include <float.h>
#include <stdio.h>

/* Loaded and stored as they are, so that no value is known while compiling. */
static volatile float f1 = 1.0f, f_step = 1.0f + 1.0f / 4096, f_product = 1.0f + 1.0f / 2048;
static volatile float f_big = 1e8f, f_min = FLT_MIN, f_five = 5.0f, f_three = 3.0f;
static volatile float f_minus_zero = -0.0f;
static volatile double d1 = 1.0, d_step = 1.0 + 1.0 / 134217728, d_product = 1.0 + 1.0 / 67108864;
static volatile double d_big = 1e17, d_min = DBL_MIN;

static int n_broken;

static void rule(int holds, const char *broken)
{
    if (!holds)
        printf("%s%s", n_broken++ ? ", " : "", broken);
}

int main(void)
{
    const float a = f_step, c = f_product, x = f1, big = f_big, five = f_five;
    const double b = d_step, d = d_product, y = d1, wide = d_big;
    rule(a * a - c == 0.0f && b * b - d == 0.0, "products and sums are fused");
    rule((x + big) - big == 0.0f && (y + wide) - wide == 0.0, "sums are reordered");
    rule(five / 3.0f == five / f_three, "quotients become products");
    rule(f_min * 0.5f != 0.0f && d_min * 0.5 != 0.0, "small numbers are flushed to zero");
    rule(1.0f / (f_minus_zero + 0.0f) > 0.0f, "the sign of zero is ignored");
    rule(sizeof(0.1) == sizeof(double), "constants are single precision");
    return n_broken;
}
