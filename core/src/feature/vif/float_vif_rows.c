/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/float_vif_rows.h"

#include "base/cpu.h"
#include "config.h"

static void vert(const FloatVifFilter *f, float *const line[FLOAT_VIF_GROUP], size_t stride,
                 const float *const *ref, const float *const *dis, uint32_t w)
{
    for (uint32_t i = 0; i < FLOAT_VIF_GROUP; i++) {
        float *const out = line[i];
        for (uint32_t x = 0; x < w; x++) {
            float m1 = 0.0f, m2 = 0.0f, xx = 0.0f, yy = 0.0f, xy = 0.0f;
            for (uint32_t t = 0; t < f->width; t++) {
                const float r = ref[i + t][x], d = dis[i + t][x];
                m1 += f->tap[t] * r;
                m2 += f->tap[t] * d;
                xx += f->tap[t] * (r * r);
                yy += f->tap[t] * (d * d);
                xy += f->tap[t] * (r * d);
            }
            out[FLOAT_VIF_M1 * stride + x] = m1;
            out[FLOAT_VIF_M2 * stride + x] = m2;
            out[FLOAT_VIF_XX * stride + x] = xx;
            out[FLOAT_VIF_YY * stride + x] = yy;
            out[FLOAT_VIF_XY * stride + x] = xy;
        }
    }
}

static void vert_plain(const FloatVifFilter *f, float *out, const float *const *in, uint32_t w)
{
    for (uint32_t x = 0; x < w; x++) {
        float sum = 0.0f;
        for (uint32_t t = 0; t < f->width; t++)
            sum += f->tap[t] * in[t][x];
        out[x] = sum;
    }
}

static float horizontal(const FloatVifFilter *f, const float *at)
{
    const float *const first = at - f->width / 2;
    float sum = 0.0f;
    for (uint32_t t = 0; t < f->width; t++)
        sum += f->tap[t] * first[t];
    return sum;
}

static void horiz_even(const FloatVifFilter *f, float *out, const float *in, uint32_t w)
{
    for (uint32_t x = 0; x < w / 2; x++)
        out[x] = horizontal(f, in + 2 * x);
}

static void terms(const FloatVifFilter *f, const FloatVifModel *model, float *num, float *den,
                  const float *line, size_t stride, uint32_t w)
{
    for (uint32_t x = 0; x < w; x++) {
        float v[FLOAT_VIF_PLANES];
        for (unsigned k = 0; k < FLOAT_VIF_PLANES; k++)
            v[k] = horizontal(f, line + k * stride + x);
        const FloatVifTerms t =
            vmaf_float_vif_terms(model, v[FLOAT_VIF_M1], v[FLOAT_VIF_M2], v[FLOAT_VIF_XX],
                                 v[FLOAT_VIF_YY], v[FLOAT_VIF_XY]);
        num[x] = t.num;
        den[x] = t.den;
    }
}

const FloatVifRows vmaf_float_vif_rows_c = {
    .vert = vert,
    .vert_plain = vert_plain,
    .horiz_even = horiz_even,
    .terms = terms,
};

const FloatVifRows *vmaf_float_vif_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_float_vif_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_float_vif_rows_avx2;
#else
    (void)isa;
#endif
    return &vmaf_float_vif_rows_c;
}
