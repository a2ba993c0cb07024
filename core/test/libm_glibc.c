/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The functions of libm.h against the C library, where it is the one that defines their bits:
 * glibc 2.36 on x86-64 with FMA. Elsewhere the exit status is 77.
 *   libm_glibc [N]    N arguments for each function
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/libm.h"
#include "libm_sequence.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

/* Pointers that the compiler cannot see through: it would compute constant calls itself. */
typedef double One(double);
typedef double Two(double, double);
static One *volatile c_exp = exp, *volatile c_log = log, *volatile c_log2 = log2,
                     *volatile c_log10 = log10;
static Two *volatile c_pow = pow;
static float (*volatile c_powf)(float, float) = powf;

static const char *unfit(void)
{
#if !defined(__GLIBC__) || !defined(__x86_64__)
    return "not glibc on x86-64";
#else
    static char why[80];
    if (strcmp(gnu_get_libc_version(), "2.36") != 0) {
        snprintf(why, sizeof(why), "glibc is %s, not 2.36", gnu_get_libc_version());
        return why;
    }
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2") ? NULL
                                                                           : "this CPU has no FMA";
#endif
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || vmaf_bits_of_f64(a) == vmaf_bits_of_f64(b);
}

static double any(uint64_t *s)
{
    return vmaf_f64_of_bits(libm_next(s));
}

/** An argument of exp. */
static double exponent(uint64_t *s, unsigned i)
{
    switch (i % 4) {
    case 0:
        return libm_uniform(s) * 1500 - 745;
    case 1:
        return libm_uniform(s) * 20 - 10;
    case 2: /* both ends */
        return i % 8 < 4 ? libm_uniform(s) * 40 - 746 : libm_uniform(s) * 4 + 707;
    default:
        return libm_next(s) % 2 ? any(s) : -libm_binades(s, -60, 70);
    }
}

/** An argument of a logarithm. */
static double positive(uint64_t *s, unsigned i)
{
    switch (i % 8) {
    case 0:
    case 1:
        return libm_binades(s, -64, 128);
    case 2:
        return 0.9 + libm_uniform(s) * 0.2;
    case 3:
        return (double)(libm_next(s) % 1000000);
    case 4:
        return libm_uniform(s) * 1e12;
    case 5:
        return 65025.0 / (libm_uniform(s) * 100);
    case 6:
        return libm_binades(s, -1022, 2045);
    default:
        return i % 16 < 8 ? any(s) : vmaf_f64_of_bits(libm_next(s) >> 12); /* subnormal */
    }
}

static double base(uint64_t *s, unsigned i)
{
    switch (i % 8) {
    case 0:
        return libm_uniform(s);
    case 1:
        return (double)(libm_next(s) % 65536) / 65535;
    case 2:
        return 0.999 + libm_uniform(s) * 0.002;
    case 3:
        return libm_uniform(s) * 0x1p+20;
    case 4:
        return libm_binades(s, -1022, 1042);
    case 5:
        return libm_binades(s, -40, 60);
    case 6:
        return -libm_binades(s, -10, 20);
    default:
        return any(s);
    }
}

static double power(uint64_t *s, unsigned i)
{
    static const double used[] = {2.4,    1 / 2.4, 1.0 / 3, 2.0 / 3, 3,      0.5,    1.5,    2,
                                  0.0448, 0.2856,  0.3001,  0.2363,  0.1333, 1.6596, 0.6276, 7};
    switch (i / 8 % 8) {
    case 0:
    case 1:
        return used[libm_next(s) % 16];
    case 2:
        return (double)(float)used[libm_next(s) % 16];
    case 3:
        return (double)(int64_t)(libm_next(s) % 2048) - 1024;
    case 4:
    case 5:
        return libm_uniform(s) * 40 - 20;
    case 6:
        return libm_uniform(s) * 2000 - 1000;
    default:
        return any(s);
    }
}

static float floating(uint64_t *s, unsigned i)
{
    switch (i % 4) {
    case 0:
        return (float)(libm_uniform(s) * 1e6);
    case 1:
        return (float)libm_uniform(s);
    case 2:
        return (float)libm_binades(s, -149, 277);
    default:
        return vmaf_f32_of_bits((uint32_t)libm_next(s));
    }
}

static int differs(const char *name, double x, double y, double want, double got)
{
    if (same(want, got))
        return 0;
    printf("%s(%a, %a): glibc %a, here %a\n", name, x, y, want, got);
    return 1;
}

int main(int argc, char **argv)
{
    const uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    const char *why = unfit();
    if (why) {
        printf("SKIP: %s\n", why);
        return 77;
    }

    uint64_t s = 1;
    int bad = 0;
    for (uint64_t k = 0; k < n && bad < 20; k++) {
        const unsigned i = (unsigned)k;
        double x = exponent(&s, i), y;
        bad += differs("exp", x, 0, c_exp(x), vmaf_exp(x));
        x = positive(&s, i);
        bad += differs("log", x, 0, c_log(x), vmaf_ln(x));
        bad += differs("log2", x, 0, c_log2(x), vmaf_log2(x));
        bad += differs("log10", x, 0, c_log10(x), vmaf_log10(x));
        x = base(&s, i);
        y = power(&s, i);
        bad += differs("pow", x, y, c_pow(x, y), vmaf_pow(x, y));
        const float fx = floating(&s, i), fy = (float)power(&s, i);
        bad += differs("powf", (double)fx, (double)fy, (double)c_powf(fx, fy),
                       (double)vmaf_powf(fx, fy));
    }
    printf("%llu arguments for each of six functions: %s\n", (unsigned long long)n,
           bad ? "differences" : "no difference");
    return bad != 0;
}
