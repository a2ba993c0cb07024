/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ciede/ciede_exact.h"

#include <math.h>

#include "base/libm.h"
#include "feature/ciede/ciede_terms.h"

/* An unevaluated sum: high is the double nearest to it. */
typedef struct Pair {
    double high, low;
} Pair;

/* a + b exactly; |a| >= |b|, or a = 0. */
static Pair sum_ordered(double a, double b)
{
    const double s = a + b;
    return (Pair){s, b - (s - a)};
}

static Pair sum_exact(double a, double b)
{
    const double s = a + b, t = s - a;
    return (Pair){s, (a - (s - t)) + (b - t)};
}

/* The upper 26 bits, and the lower ones with their sign; |a| < 2^990. */
static Pair halves(double a)
{
    const double t = 134217729.0 * a, high = t - (t - a);
    return (Pair){high, a - high};
}

/* By halves, whose products are exact: the fused multiply-add is no instruction everywhere. */
static Pair product_exact(double a, double b)
{
    const double p = a * b;
    const Pair x = halves(a), y = halves(b);
    return (Pair){p, ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

/* Sums and products of pairs are off by a few 2^-104. */
static Pair add(Pair a, Pair b)
{
    Pair s = sum_exact(a.high, b.high), t = sum_exact(a.low, b.low);
    s = sum_ordered(s.high, s.low + t.high);
    return sum_ordered(s.high, s.low + t.low);
}

static Pair negative(Pair a)
{
    return (Pair){-a.high, -a.low};
}

static Pair multiply(Pair a, Pair b)
{
    const Pair p = product_exact(a.high, b.high);
    return sum_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static Pair times(Pair a, double b)
{
    return multiply(a, (Pair){b, 0.0});
}

/* By a small integer. */
static Pair divide(Pair a, double b)
{
    const double q = a.high / b;
    const Pair back = product_exact(q, b);
    return sum_ordered(q, (((a.high - back.high) - back.low) + a.low) / b);
}

/* a - k c, c in three parts and k an integer of few bits. */
static Pair reduced(Pair a, double k, const double c[3])
{
    a = add(a, negative(product_exact(k, c[0])));
    a = add(a, negative(product_exact(k, c[1])));
    return add(a, (Pair){-k * c[2], 0.0});
}

/* |a| < 600 */
static Pair exponential(Pair a)
{
    static const double ln2[3] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
                                  0x1.7b57a079a1934p-111};
    const Pair one = {1.0, 0.0};
    const double k = rint(a.high * 0x1.71547652b82fep+0);
    const Pair r = reduced(a, k, ln2);
    Pair sum = one;
    for (int n = 28; n; n--)
        sum = add(one, divide(multiply(r, sum), n));
    return (Pair){ldexp(sum.high, (int)k), ldexp(sum.low, (int)k)};
}

/* A logarithm of double precision and what is missing: x / e^l = 1 + r. */
static Pair logarithm(double x)
{
    const double l = vmaf_ln(x);
    const Pair q = times(exponential((Pair){-l, 0.0}), x);
    const Pair r = add(q, (Pair){-1.0, 0.0});
    const Pair ln = add(r, (Pair){-0.5 * r.high * r.high, 0.0});
    return add((Pair){l, 0.0}, ln);
}

/* |x| < 40 */
static void sine_cosine(double x, Pair *sine, Pair *cosine)
{
    static const double half_pi[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                      -0x1.f1976b7ed8fbcp-110};
    const Pair one = {1.0, 0.0};
    const double k = rint(x * (2.0 / VMAF_CIEDE_PI));
    const Pair r = reduced((Pair){x, 0.0}, k, half_pi), minus_r2 = negative(multiply(r, r));
    Pair s = one, c = one;
    for (int n = 30; n; n -= 2) {
        s = add(one, divide(multiply(minus_r2, s), n * (n + 1)));
        c = add(one, divide(multiply(minus_r2, c), n * (n - 1)));
    }
    s = multiply(r, s);
    const int quarter = (int)k & 3;
    *sine = quarter & 1 ? c : s;
    *cosine = quarter & 1 ? s : c;
    if (quarter & 2)
        *sine = negative(*sine);
    if ((quarter + 1) & 2)
        *cosine = negative(*cosine);
}

double vmaf_ciede_exact_pow(double x, double y)
{
    return exponential(times(logarithm(x), y)).high;
}

double vmaf_ciede_exact_pow7(double x)
{
    /* x is a float: its square is exact. */
    const Pair x2 = {x * x, 0.0};
    return multiply(multiply(x2, x2), times(x2, x)).high;
}

double vmaf_ciede_exact_sin(double x)
{
    Pair s, c;
    sine_cosine(x, &s, &c);
    return s.high;
}

double vmaf_ciede_exact_cos(double x)
{
    Pair s, c;
    sine_cosine(x, &s, &c);
    return c.high;
}

double vmaf_ciede_exact_exp_minus(double x)
{
    return exponential((Pair){-x, 0.0}).high;
}

double vmaf_ciede_exact_atan2(double b, double a)
{
    /* The angle between (a, b) and that of double precision is so small that it is its tangent. */
    const double angle = vmaf_ciede_atan2(b, a);
    Pair s, c;
    sine_cosine(angle, &s, &c);
    const Pair off = add(times(c, b), negative(times(s, a)));
    const double along = a * c.high + b * s.high;
    return add((Pair){angle, 0.0}, (Pair){(off.high + off.low) / along, 0.0}).high;
}
