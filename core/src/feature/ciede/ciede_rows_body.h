/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The loop of `ciede` over samples, compiled once per instruction set: the including file gives it
 * an outside name. No include guard.
 */
#if defined(__GNUC__) && !defined(__clang__)
/* The chain is longer than what a processor looks ahead: a tenth of the time is in the order. */
#pragma GCC optimize("schedule-insns")
#endif
#include <math.h>

#include "feature/ciede/ciede_rows.h"
#include "feature/ciede/ciede_terms.h"

#define CHAIN(name) fast_##name
#define POW24 vmaf_ciede_pow24
#define ROOT vmaf_ciede_root
#define POW7 vmaf_ciede_pow7
#define SIN vmaf_ciede_sin
#define EXP_MINUS vmaf_ciede_exp_minus
#define ATAN2 vmaf_ciede_atan2
#define TONES vmaf_ciede_tones
#define UNSURE(v, error) vmaf_ciede_two_floats(v, error)
#define UNSURE_NORMAL(v, error) vmaf_ciede_near_half(v, error)
#define UNSURE_UNITS(v) vmaf_ciede_near_half_units(v)
#include "feature/ciede/ciede_chain.h"

/* Colours of a chunk; loops over plain arrays become vectors. */
typedef struct Colours {
    float l[VMAF_CIEDE_CHUNK], a[VMAF_CIEDE_CHUNK], b[VMAF_CIEDE_CHUNK];
    int32_t unsure[VMAF_CIEDE_CHUNK];
} Colours;

static void colours(Colours *restrict out, const CiedeSamples *in, CiedeRange range, size_t n)
{
    const float *restrict y = in->y, *restrict u = in->u, *restrict v = in->v;
    for (size_t i = 0; i < n; i++) {
        const CiedeLab lab = fast_lab((double)y[i], (double)u[i], (double)v[i], range);
        out->l[i] = lab.l;
        out->a[i] = lab.a;
        out->b[i] = lab.b;
        out->unsure[i] = lab.unsure;
    }
}

static void terms(float *restrict term, int32_t *restrict unsure, const CiedeSamples *ref,
                  const CiedeSamples *dis, CiedeRange range, size_t n)
{
    Colours r, d;
    colours(&r, ref, range, n);
    colours(&d, dis, range, n);
    for (size_t i = 0; i < n; i++) {
        const CiedeLab lab1 = {r.l[i], r.a[i], r.b[i], r.unsure[i]};
        const CiedeLab lab2 = {d.l[i], d.a[i], d.b[i], d.unsure[i]};
        const CiedeTerm t = fast_difference(lab1, lab2);
        term[i] = t.term;
        unsure[i] = t.unsure;
    }
}
