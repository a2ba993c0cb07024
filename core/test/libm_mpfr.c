/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * vmaf_sin() against MPFR, rounded to the nearest double.
 *   libm_mpfr [N]    N arguments of interpolation weights; a tenth as many of other ranges
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpfr.h>

#include "base/libm.h"
#include "libm_sequence.h"

static mpfr_t number;

static int differs(double x)
{
    mpfr_set_d(number, x, MPFR_RNDN);
    mpfr_sin(number, number, MPFR_RNDN);
    const double want = mpfr_get_d(number, MPFR_RNDN), got = vmaf_sin(x);
    if (vmaf_bits_of_f64(want) == vmaf_bits_of_f64(got))
        return 0;
    printf("sin(%a): wanted %a, got %a\n", x, want, got);
    return 1;
}

int main(int argc, char **argv)
{
    const double pi = 3.14159265358979323846;
    const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    uint64_t s = 1;
    int bad = 0;

    mpfr_init2(number, 53);
    /* Lanczos weights of four lobes: a float t in (-4, 4), sin(pi t) and sin(pi t / 4). */
    for (uint64_t i = 0; i < n && bad < 20; i++) {
        const double t = (double)(float)(libm_uniform(&s) * 8.0 - 4.0);
        bad += differs(i % 2 ? pi * t : pi * t / 4.0);
    }
    for (uint64_t i = 0; i < n / 10 && bad < 20; i++) {
        bad += differs(libm_binades(&s, -30, 40));
        bad += differs(-libm_binades(&s, -1022, 2045));
        /* next to a multiple of pi / 2 */
        bad += differs(rint(libm_uniform(&s) * 0x1p+30) * (pi / 2.0));
    }
    mpfr_clear(number);
    printf("%llu arguments of weights: %s\n", (unsigned long long)n,
           bad ? "differences" : "no difference");
    return bad != 0;
}
