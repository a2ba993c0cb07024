/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/ciede/ciede_exact.h"
#include "feature/ciede/ciede_rows_body.h"

void vmaf_ciede_terms_c(float *term, int32_t *unsure, const CiedeSamples *ref,
                        const CiedeSamples *dis, CiedeRange range, size_t n)
{
    terms(term, unsure, ref, dis, range, n);
}

#undef CHAIN
#undef POW24
#undef ROOT
#undef POW7
#undef SIN
#undef EXP_MINUS
#undef ATAN2
#undef TONES
#undef UNSURE
#undef UNSURE_NORMAL
#undef UNSURE_UNITS

/* The chain drops powers of what is too small. */
static double exact_power(double x, double y)
{
    return x > 0.0 ? vmaf_ciede_exact_pow(x, y) : 0.0;
}

static CiedeRoot exact_root(double x)
{
    return (CiedeRoot){exact_power(x, 1.0 / 3.0), 0.0};
}

static double exact_tones(double h)
{
    const double pi = VMAF_CIEDE_PI;
    return (((1.0 - 0.17 * vmaf_ciede_exact_cos(h - pi / 6.0)) +
             0.24 * vmaf_ciede_exact_cos(2.0 * h)) +
            0.32 * vmaf_ciede_exact_cos(3.0 * h + pi / 30.0)) -
           0.2 * vmaf_ciede_exact_cos(4.0 * h - 7.0 * pi / 20.0);
}

#define CHAIN(name) exact_##name
#define POW24(x) exact_power(x, 2.4)
#define ROOT exact_root
#define POW7 vmaf_ciede_exact_pow7
#define SIN vmaf_ciede_exact_sin
#define EXP_MINUS vmaf_ciede_exact_exp_minus
#define ATAN2 vmaf_ciede_exact_atan2
#define TONES exact_tones
#define UNSURE(v, error) ((void)(v), (void)(error), 0)
#define UNSURE_NORMAL(v, error) ((void)(v), (void)(error), 0)
#define UNSURE_UNITS(v) ((void)(v), 0)
#include "feature/ciede/ciede_chain.h"

static CiedeLab exact_colour(const CiedeSamples *in, CiedeRange range, size_t i)
{
    return exact_lab((double)in->y[i], (double)in->u[i], (double)in->v[i], range);
}

float vmaf_ciede_exact_term(const CiedeSamples *ref, const CiedeSamples *dis, CiedeRange range,
                            size_t i)
{
    return exact_difference(exact_colour(ref, range, i), exact_colour(dis, range, i)).term;
}

CiedeTerms vmaf_ciede_terms(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return vmaf_ciede_terms_avx512;
    if (isa & VMAF_CPU_AVX2)
        return vmaf_ciede_terms_avx2;
#endif
    (void)isa;
    return vmaf_ciede_terms_c;
}
