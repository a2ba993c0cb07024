/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The loops of FloatVifRows in vectors of any width: each lane is a column, whose sums keep their
 * order. The file of an instruction set defines
 *
 *     TABLE              the table's name
 *     VF, VI, VD, LANES  vectors of floats, of integers and of doubles; lanes of a VF
 *     V(op), VSI(op)     the intrinsic op, for VSI with the suffix si256 or si512
 *     BITS_OF(v), FLOATS_OF(v)  a VF as a VI and back
 *     MASK, LESS(a, b)   flags of the lanes where a < b
 *     PICK(m, a, b)      a in the lanes with a flag, b in the others
 *     LESS_D(lo, hi, b)  the same of doubles in two halves
 *     LOW_F64(v), HIGH_F64(v)  half of the lanes as doubles
 *     JOIN(lo, hi)       the reverse, rounded
 *     EVEN(a, b)         the even lanes of a, then those of b
 *     LOAD_FEW(in, n), STORE_FEW(out, n, v)  the first n lanes, n < LANES; nothing else is touched
 */
#include <immintrin.h>

#include "feature/vif/float_vif_rows.h"

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

/* Store the first n lanes. */
INLINE void store_some(float *out, VF v, uint32_t n)
{
    if (n >= LANES)
        V(storeu_ps)(out, v);
    else
        STORE_FEW(out, n, v);
}

INLINE VF load_some(const float *in, uint32_t n)
{
    return n >= LANES ? V(loadu_ps)(in) : LOAD_FEW(in, n);
}

INLINE VF add_product(VF sum, VF tap, VF v)
{
    return V(add_ps)(sum, V(mul_ps)(tap, v));
}

/*
 * The second row's sums begin a step later, the first's end a step earlier: tap 0, times anything
 * finite, adds a zero, which changes no sum that began with +0.
 */
static void vert(const FloatVifFilter *f, float *const line[FLOAT_VIF_GROUP], size_t stride,
                 const float *const *ref, const float *const *dis, uint32_t w)
{
    for (uint32_t x = 0; x < w; x += LANES) {
        VF sum[FLOAT_VIF_GROUP][FLOAT_VIF_PLANES];
        UNROLL
        for (int i = 0; i < FLOAT_VIF_GROUP * FLOAT_VIF_PLANES; i++)
            sum[i / FLOAT_VIF_PLANES][i % FLOAT_VIF_PLANES] = V(setzero_ps)();
        VF before = V(setzero_ps)();
        for (uint32_t t = 0; t <= f->width; t++) {
            const VF tap = V(set1_ps)(f->tap[t]);
            const VF r = load_some(ref[t] + x, w - x), d = load_some(dis[t] + x, w - x);
            const VF v[FLOAT_VIF_PLANES] = {r, d, V(mul_ps)(r, r), V(mul_ps)(d, d),
                                            V(mul_ps)(r, d)};
            UNROLL
            for (int k = 0; k < FLOAT_VIF_PLANES; k++) {
                sum[0][k] = add_product(sum[0][k], tap, v[k]);
                sum[1][k] = add_product(sum[1][k], before, v[k]);
            }
            before = tap;
        }
        UNROLL
        for (int k = 0; k < FLOAT_VIF_PLANES; k++) {
            store_some(line[0] + (size_t)k * stride + x, sum[0][k], w - x);
            store_some(line[1] + (size_t)k * stride + x, sum[1][k], w - x);
        }
    }
}

static void vert_plain(const FloatVifFilter *f, float *out, const float *const *in, uint32_t w)
{
    for (uint32_t x = 0; x < w; x += LANES) {
        VF sum = V(setzero_ps)();
        for (uint32_t t = 0; t < f->width; t++)
            sum = add_product(sum, V(set1_ps)(f->tap[t]), load_some(in[t] + x, w - x));
        store_some(out + x, sum, w - x);
    }
}

static void horiz_even(const FloatVifFilter *f, float *out, const float *in, uint32_t w)
{
    for (uint32_t x = 0; x < w / 2; x += LANES) {
        const float *const at = in + 2 * x - f->width / 2;
        VF a = V(setzero_ps)(), b = a;
        for (uint32_t t = 0; t < f->width; t++) {
            const VF tap = V(set1_ps)(f->tap[t]);
            a = add_product(a, tap, V(loadu_ps)(at + t));
            b = add_product(b, tap, V(loadu_ps)(at + t + LANES));
        }
        store_some(out + x, EVEN(a, b), w / 2 - x);
    }
}

/* vmaf_float_vif_log2() */
INLINE VF log_of(VF x)
{
    const VI bits = BITS_OF(x);
    const VI field = VSI(and)(V(srli_epi32)(bits, 23), V(set1_epi32)(255));
    const VF exponent = V(cvtepi32_ps)(V(sub_epi32)(field, V(set1_epi32)(127)));
    const VI mantissa = VSI(or)(VSI(and)(bits, V(set1_epi32)(0x7fffff)), V(set1_epi32)(0x3f800000));
    const VF m = V(sub_ps)(FLOATS_OF(mantissa), V(set1_ps)(1.0f));
    VF v = V(set1_ps)(vmaf_float_vif_log_term(0));
    UNROLL
    for (uint32_t i = 1; i < VMAF_FLOAT_VIF_LOG_TERMS; i++)
        v = V(add_ps)(V(mul_ps)(v, m), V(set1_ps)(vmaf_float_vif_log_term(i)));
    return V(add_ps)(exponent, V(mul_ps)(v, m));
}

/* 1 + a / b */
INLINE VD ratio(VD a, VD b)
{
    return V(add_pd)(V(set1_pd)(1.0), V(div_pd)(a, b));
}

/* vmaf_float_vif_terms() */
INLINE void terms_of(const FloatVifModel *model, VF *num, VF *den, const VF v[FLOAT_VIF_PLANES])
{
    const VF zero = V(setzero_ps)(), one = V(set1_ps)(1.0f), eps = V(set1_ps)(VMAF_FLOAT_VIF_EPS);
    const VF m1 = v[FLOAT_VIF_M1], m2 = v[FLOAT_VIF_M2];
    const VD noise = V(set1_pd)(model->noise);
    VF s1 = V(max_ps)(V(sub_ps)(v[FLOAT_VIF_XX], V(mul_ps)(m1, m1)), zero);
    VF s2 = V(max_ps)(V(sub_ps)(v[FLOAT_VIF_YY], V(mul_ps)(m2, m2)), zero);
    const VF s12 = V(sub_ps)(v[FLOAT_VIF_XY], V(mul_ps)(m1, m2));
    VF g = V(div_ps)(s12, V(add_ps)(s1, eps));
    VF sv = V(sub_ps)(s2, V(mul_ps)(g, s12));
    const MASK none1 = LESS(s1, eps), none2 = LESS(s2, eps);
    g = PICK(none1, zero, g);
    sv = PICK(none1, s2, sv);
    s1 = PICK(none1, zero, s1);
    g = PICK(none2, zero, g);
    sv = PICK(none2, zero, sv);
    const MASK negative = LESS(g, zero);
    g = PICK(negative, zero, g);
    sv = PICK(negative, s2, sv);
    sv = V(max_ps)(sv, eps);
    g = V(min_ps)(g, V(set1_ps)(model->limit));

    const VF gain = V(mul_ps)(V(mul_ps)(g, g), s1);
    const VD s1_low = LOW_F64(s1), s1_high = HIGH_F64(s1);
    const VF n = JOIN(ratio(LOW_F64(gain), V(add_pd)(LOW_F64(sv), noise)),
                      ratio(HIGH_F64(gain), V(add_pd)(HIGH_F64(sv), noise)));
    const VF d = JOIN(ratio(s1_low, noise), ratio(s1_high, noise));
    VF log_d = log_of(d);
    if (model->noise == 0.0)
        log_d = PICK(LESS(zero, s1), log_d, V(set1_ps)(VMAF_FLOAT_VIF_LOG_OF_NAN));
    const VF log_n = PICK(LESS(s12, zero), zero, log_of(n));
    const MASK flat = LESS_D(s1_low, s1_high, noise);
    const VF energy = V(sub_ps)(one, V(mul_ps)(s2, V(set1_ps)(model->flat_scale)));
    *num = PICK(flat, energy, log_n);
    *den = PICK(flat, one, log_d);
}

static void terms(const FloatVifFilter *f, const FloatVifModel *model, float *num, float *den,
                  const float *line, size_t stride, uint32_t w)
{
    for (uint32_t x = 0; x < w; x += 2 * LANES) {
        const float *const at = line + x - f->width / 2;
        VF sum[2][FLOAT_VIF_PLANES];
        UNROLL
        for (int i = 0; i < 2 * FLOAT_VIF_PLANES; i++)
            sum[i / FLOAT_VIF_PLANES][i % FLOAT_VIF_PLANES] = V(setzero_ps)();
        for (uint32_t t = 0; t < f->width; t++) {
            const VF tap = V(set1_ps)(f->tap[t]);
            UNROLL
            for (int k = 0; k < FLOAT_VIF_PLANES; k++) {
                const float *const from = at + (size_t)k * stride + t;
                sum[0][k] = add_product(sum[0][k], tap, V(loadu_ps)(from));
                sum[1][k] = add_product(sum[1][k], tap, V(loadu_ps)(from + LANES));
            }
        }
        for (uint32_t i = 0; i < 2 && x + i * LANES < w; i++) {
            VF n, d;
            terms_of(model, &n, &d, sum[i]);
            store_some(num + x + i * LANES, n, w - x - i * LANES);
            store_some(den + x + i * LANES, d, w - x - i * LANES);
        }
    }
}

const FloatVifRows TABLE = {
    .vert = vert,
    .vert_plain = vert_plain,
    .horiz_even = horiz_even,
    .terms = terms,
};
