/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * The element-wise row loops of float_adm, compiled once per instruction set: columns are
 * independent of one another, so that the compiler may take as many at once as it likes.
 */
#include "feature/float_adm/float_adm_rows.h"

/* Before element-wise loops only: a loop that adds up would lose its order with clang. */
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* The samples beyond both ends of a split row of w samples. */
static void split_border(float *even, int half, int w)
{
    float *const halves[2] = {even, even + half};
    const int n = (w + 1) / 2;
    for (int x = -1; x <= 2 * n; x = x < 0 ? w : x + 1) {
        const int from = vmaf_float_adm_tap(x, w);
        halves[x & 1][x < 0 ? -1 : x / 2] = halves[from & 1][from / 2];
    }
}

static void split8(float *restrict even, int half, const uint8_t *restrict src, int w, float unit)
{
    float *restrict odd = even + half;
    INDEPENDENT
    for (int j = 0; j < w / 2; j++) {
        even[j] = vmaf_float_adm_sample(src[2 * j], unit);
        odd[j] = vmaf_float_adm_sample(src[2 * j + 1], unit);
    }
    if (w & 1)
        even[w / 2] = vmaf_float_adm_sample(src[w - 1], unit);
    split_border(even, half, w);
}

static void split16(float *restrict even, int half, const uint16_t *restrict src, int w, float unit)
{
    float *restrict odd = even + half;
    INDEPENDENT
    for (int j = 0; j < w / 2; j++) {
        even[j] = vmaf_float_adm_sample(src[2 * j], unit);
        odd[j] = vmaf_float_adm_sample(src[2 * j + 1], unit);
    }
    if (w & 1)
        even[w / 2] = vmaf_float_adm_sample(src[w - 1], unit);
    split_border(even, half, w);
}

static void split(float *restrict even, int half, const float *restrict src, int w)
{
    float *restrict odd = even + half;
    INDEPENDENT
    for (int j = 0; j < w / 2; j++) {
        even[j] = src[2 * j];
        odd[j] = src[2 * j + 1];
    }
    if (w & 1)
        even[w / 2] = src[w - 1];
    split_border(even, half, w);
}

static void low(float *restrict dst, const float *const row[4], int n)
{
    const float *r0 = row[0], *r1 = row[1], *r2 = row[2], *r3 = row[3];
    INDEPENDENT
    for (int j = 0; j < n; j++)
        dst[j] = vmaf_float_adm_low(r0[j], r1[j], r2[j], r3[j]);
}

static void low_high(float *restrict dst_low, float *restrict dst_high, const float *const row[4],
                     int n)
{
    const float *r0 = row[0], *r1 = row[1], *r2 = row[2], *r3 = row[3];
    INDEPENDENT
    for (int j = 0; j < n; j++) {
        dst_low[j] = vmaf_float_adm_low(r0[j], r1[j], r2[j], r3[j]);
        dst_high[j] = vmaf_float_adm_high(r0[j], r1[j], r2[j], r3[j]);
    }
}

static void approx(float *restrict dst, const float *even, int half, int n)
{
    const float *odd = even + half;
    INDEPENDENT
    for (int j = 0; j < n; j++)
        dst[j] = vmaf_float_adm_low(odd[j - 1], even[j], odd[j], even[j + 1]);
}

static inline __attribute__((always_inline)) void
decouple_loop(float *restrict weighted, int stride, float *restrict energy, int energy_stride,
              const FloatAdmFiltered *ref, const FloatAdmFiltered *dis, int half, int first,
              int end, double gain_limit, bool wide, const float factor[3])
{
    const float *rle = ref->low, *rlo = rle + half, *rhe = ref->high, *rho = rhe + half;
    const float *dle = dis->low, *dlo = dle + half, *dhe = dis->high, *dho = dhe + half;
    const float f[3] = {factor[0], factor[1], factor[2]};
    float *csf_r[3], *csf_a[3], *spread_r[3], *spread_a[3], *den[3];
    for (int b = 0; b < 3; b++) {
        csf_r[b] = weighted + (FLOAT_ADM_CSF_RESTORED + b) * stride;
        csf_a[b] = weighted + (FLOAT_ADM_CSF_ADDITIVE + b) * stride;
        spread_r[b] = weighted + (FLOAT_ADM_SPREAD_RESTORED + b) * stride;
        spread_a[b] = weighted + (FLOAT_ADM_SPREAD_ADDITIVE + b) * stride;
        den[b] = energy + b * energy_stride;
    }
    INDEPENDENT
    for (int j = first; j < end; j++) {
        VmafFloatAdmDetail x;
        x.ref[0] = vmaf_float_adm_low(rho[j - 1], rhe[j], rho[j], rhe[j + 1]);
        x.ref[1] = vmaf_float_adm_high(rlo[j - 1], rle[j], rlo[j], rle[j + 1]);
        x.ref[2] = vmaf_float_adm_high(rho[j - 1], rhe[j], rho[j], rhe[j + 1]);
        x.dis[0] = vmaf_float_adm_low(dho[j - 1], dhe[j], dho[j], dhe[j + 1]);
        x.dis[1] = vmaf_float_adm_high(dlo[j - 1], dle[j], dlo[j], dle[j + 1]);
        x.dis[2] = vmaf_float_adm_high(dho[j - 1], dhe[j], dho[j], dhe[j + 1]);
        const VmafFloatAdmSplit s = vmaf_float_adm_decouple(&x, gain_limit, wide);
        for (int b = 0; b < 3; b++) {
            const float r = vmaf_float_adm_csf(f[b], s.restored[b]);
            const float a = vmaf_float_adm_csf(f[b], s.additive[b]);
            csf_r[b][j] = r;
            csf_a[b][j] = a;
            spread_r[b][j] = vmaf_float_adm_spread(r);
            spread_a[b][j] = vmaf_float_adm_spread(a);
            den[b][j] = vmaf_float_adm_csf(f[b], x.ref[b]);
        }
    }
}

static void decouple(float *weighted, int stride, float *energy, int energy_stride,
                     const FloatAdmFiltered *ref, const FloatAdmFiltered *dis, int half, int first,
                     int end, const FloatAdmPlan *p, const float factor[3])
{
    if (p->wide_gain)
        decouple_loop(weighted, stride, energy, energy_stride, ref, dis, half, first, end,
                      p->opt.gain_limit, true, factor);
    else
        decouple_loop(weighted, stride, energy, energy_stride, ref, dis, half, first, end,
                      p->opt.gain_limit, false, factor);
}

static void mask(float *restrict dst, int dst_stride, const FloatAdmMasked *m, int first, int end)
{
    const float *own = m->own, *centre = m->centre;
    const float *above = m->above, *here = m->here, *below = m->below;
    const int k = m->stride;
    INDEPENDENT
    for (int j = first; j < end; j++) {
        const float h = vmaf_float_adm_mask(above, here, below, centre[j], j, j - 1, j + 1);
        const float v =
            vmaf_float_adm_mask(above + k, here + k, below + k, centre[k + j], j, j - 1, j + 1);
        const float d = vmaf_float_adm_mask(above + 2 * k, here + 2 * k, below + 2 * k,
                                            centre[2 * k + j], j, j - 1, j + 1);
        const float threshold = (h + v) + d;
        dst[j] = vmaf_float_adm_visible(own[j], threshold);
        dst[dst_stride + j] = vmaf_float_adm_visible(own[k + j], threshold);
        dst[2 * dst_stride + j] = vmaf_float_adm_visible(own[2 * k + j], threshold);
    }
}

/* Continue the sum of a row over n more columns. */
static inline float add_cubes(float sum, const float *x, int n)
{
    for (int j = 0; j < n; j++)
        sum = sum + vmaf_float_adm_cube(x[j]);
    return sum;
}
