/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_VIF_TERMS_H
#define VMAF_FLOAT_VIF_TERMS_H

#include <stdint.h>
#include <string.h>

#include "base/hd.h"

/*
 * The arithmetic of the float VIF, a pixel at a time. Every operation is rounded once, in the type
 * of its operands; sums go left to right.
 */

#define VMAF_FLOAT_VIF_SCALES 4

/**
 * A sample on the scale of 8 bits, less 128: exact at every depth.
 *
 * @param unit 2^(8-bits)
 */
static VMAF_HD float vmaf_float_vif_sample(uint32_t sample, float unit)
{
    return (float)sample * unit - 128.0f;
}

/** What the options make of the statistic. */
typedef struct FloatVifModel {
    double noise;     /**< variance of the noise, in samples of 8 bits squared */
    float limit;      /**< largest gain credited to an enhanced picture, at least 1 */
    float flat_scale; /**< of the distorted variance where the reference is flat */
} FloatVifModel;

/** Terms of a pixel: numerator and denominator. */
typedef struct FloatVifTerms {
    float num, den;
} FloatVifTerms;

/** The coefficients of the logarithm's mantissa part, from the highest power on. */
#define VMAF_FLOAT_VIF_LOG_TERMS 8
static VMAF_HD float vmaf_float_vif_log_term(uint32_t i)
{
    return i == 0   ? -0.012671635276421f
           : i == 1 ? 0.064841182402670f
           : i == 2 ? -0.157048836463065f
           : i == 3 ? 0.257167726303123f
           : i == 4 ? -0.353800560300520f
           : i == 5 ? 0.480131410397451f
           : i == 6 ? -0.721314327952201f
                    : 1.442694803896991f;
}

/** log2(x) for x > 0 as the metric defines it: the exponent and a polynomial of the mantissa. */
static VMAF_HD float vmaf_float_vif_log2(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    const float exponent = (float)((int32_t)(bits >> 23 & 255u) - 127);
    bits = (bits & 0x7fffffu) | 0x3f800000u;
    float m;
    memcpy(&m, &bits, sizeof(m));
    m = m - 1.0f;
    float v = vmaf_float_vif_log_term(0);
    for (uint32_t i = 1; i < VMAF_FLOAT_VIF_LOG_TERMS; i++)
        v = v * m + vmaf_float_vif_log_term(i);
    return exponent + v * m;
}

/**
 * What the definition's logarithm gives for the NaN of 0 / 0, which a noise variance of 0 divides
 * where the reference has none either. A constant, since machines differ in the bits of a NaN.
 */
#define VMAF_FLOAT_VIF_LOG_OF_NAN 128.584961f

/** Below it a variance counts as none. */
#define VMAF_FLOAT_VIF_EPS 1.0e-10f

/**
 * @param m1,m2     filtered samples
 * @param xx,yy,xy  filtered products
 */
static VMAF_HD FloatVifTerms vmaf_float_vif_terms(const FloatVifModel *model, float m1, float m2,
                                                  float xx, float yy, float xy)
{
    const float eps = VMAF_FLOAT_VIF_EPS;
    float s1 = xx - m1 * m1, s2 = yy - m2 * m2;
    const float s12 = xy - m1 * m2;
    s1 = s1 > 0.0f ? s1 : 0.0f;
    s2 = s2 > 0.0f ? s2 : 0.0f;
    float g = s12 / (s1 + eps);
    float sv = s2 - g * s12;
    if (s1 < eps) {
        g = 0.0f;
        sv = s2;
        s1 = 0.0f;
    }
    if (s2 < eps) {
        g = 0.0f;
        sv = 0.0f;
    }
    if (g < 0.0f) {
        g = 0.0f;
        sv = s2;
    }
    sv = sv > eps ? sv : eps;
    g = g < model->limit ? g : model->limit;

    FloatVifTerms t;
    if ((double)s1 < model->noise) {
        t.num = 1.0f - s2 * model->flat_scale;
        t.den = 1.0f;
        return t;
    }
    t.num = vmaf_float_vif_log2((float)(1.0 + (double)(g * g * s1) / ((double)sv + model->noise)));
    t.den = s1 == 0.0f && model->noise == 0.0
                ? VMAF_FLOAT_VIF_LOG_OF_NAN
                : vmaf_float_vif_log2((float)(1.0 + (double)s1 / model->noise));
    if (s12 < 0.0f)
        t.num = 0.0f;
    return t;
}

#endif /* VMAF_FLOAT_VIF_TERMS_H */
