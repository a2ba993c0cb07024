/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_adm/float_adm_plan.h"

#include "base/libm.h"

#include <stdint.h>

int vmaf_float_adm_crop(int n)
{
    return (int)(n * 0.1 - 0.5);
}

void vmaf_float_adm_plan(FloatAdmPlan *p, const FloatAdmOptions *opt, int w, int h, unsigned bpc)
{
    *p = (FloatAdmPlan){
        .opt = *opt,
        .w = w,
        .h = h,
        .bpc = bpc,
        .unit = 1.0f / (float)(1 << (bpc - 8)),
        .wide_gain = (double)(float)opt->gain_limit != opt->gain_limit,
        .cube = vmaf_float_adm_is_cube(opt->p_norm),
        .p_norm = (float)opt->p_norm,
        .bypass = opt->bypass_cm != 0,
        .first_sum = opt->skip_scale0,
    };
    for (int s = 0; s < VMAF_FLOAT_ADM_SCALES; s++) {
        FloatAdmScale *sc = &p->scale[s];
        float f[2];
        vmaf_float_adm_factors(opt, s, f);
        *sc = (FloatAdmScale){
            .in_w = w, .in_h = h, .w = (w + 1) / 2, .h = (h + 1) / 2, .factor = {f[0], f[0], f[1]}};
        sc->left = vmaf_float_adm_crop(sc->w);
        sc->right = sc->w - sc->left;
        sc->top = vmaf_float_adm_crop(sc->h);
        sc->bottom = sc->h - sc->top;
        w = sc->w;
        h = sc->h;
    }
}

void vmaf_float_adm_add_rows(float *acc, const float *row_total, int n)
{
    for (int i = 0; i < n; i++)
        *acc = *acc + row_total[i];
}

void vmaf_float_adm_settle(FloatAdmSums *sums)
{
    for (int s = 0; s < VMAF_FLOAT_ADM_SCALES; s++) {
        for (int i = 0; i < VMAF_FLOAT_ADM_SUMS; i++)
            sums->v[s][i] = vmaf_one_nanf(sums->v[s][i]);
    }
}

/* Pool the sums of the three bands over n positions. */
static float pool(const FloatAdmPlan *p, const float acc[3], double n, double noise_weight)
{
    const float q = (float)(1.0 / p->opt.p_norm);
    const float noise = vmaf_powf((float)(n * noise_weight), q);
    float v[3];
    for (int b = 0; b < 3; b++)
        v[b] = vmaf_powf(acc[b], q) + noise;
    return (v[0] + v[1]) + v[2];
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

void vmaf_float_adm_finish(const FloatAdmPlan *p, const FloatAdmSums *sums, FloatAdmScores *scores)
{
    const FloatAdmOptions *o = &p->opt;
    const double limit = (1e-10 * ((double)p->w * p->h)) / (1920.0 * 1080.0);
    double num = 0.0, den = 0.0, aim_num = 0.0, aim_den = 0.0;

    for (int s = 0; s < VMAF_FLOAT_ADM_SCALES; s++) {
        const FloatAdmScale *sc = &p->scale[s];
        const double n = (double)(sc->right - sc->left) * (sc->bottom - sc->top);
        float num_s = 0.0f, den_s = (float)1e-10, aim_s = 0.0f;
        if (s >= p->first_sum) {
            den_s = pool(p, sums->v[s] + VMAF_FLOAT_ADM_DEN, n, o->noise_weight);
            num_s = pool(p, sums->v[s] + VMAF_FLOAT_ADM_NUM, n, o->noise_weight);
            aim_s = pool(p, sums->v[s] + VMAF_FLOAT_ADM_AIM, n, 0.0);
        }
        num += (double)num_s;
        den += (double)den_s;
        if (o->skip_aim_scale != s) {
            aim_den += (double)den_s;
            aim_num += (double)aim_s;
        }
        scores->scale_num[s] = num_s;
        scores->scale_den[s] = den_s;
    }
    num = num < limit ? 0.0 : num;
    den = den < limit ? 0.0 : den;

    double adm2 = 1.0, aim = 0.0;
    if (den != 0.0) {
        const double q = aim_num / aim_den;
        aim = q < 1.0 ? q : 1.0;
        adm2 = num / den;
    }
    const double mean = o->adm3_apply_hm ? ((2 * adm2) * aim) / (adm2 + aim)
                                         : adm2 * o->dlm_weight + (1 - aim) * (1 - o->dlm_weight);
    scores->adm2 = adm2;
    scores->aim = aim;
    scores->adm3 = larger(mean, o->min_val);
    scores->num = num;
    scores->den = den;
}
