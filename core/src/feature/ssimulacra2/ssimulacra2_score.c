/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <math.h>

#include "base/libm.h"
#include "feature/ssimulacra2/ssimulacra2.h"

/* Trained by the authors of SSIMULACRA 2; indexed as Ssimulacra2Sums. */
static const double weight[3][SSIMULACRA2_MAX_SCALES][SSIMULACRA2_SUMS] = {
    {
        {0.0, 0.0007376606707406586, 0.0, 0.0, 0.0007793481682867309, 0.0},
        {0.0, 0.0004371155730107379, 0.0, 1.1041726426657346, 0.00066284834129271,
         0.00015231632783718752},
        {0.0, 0.0016406437456599754, 0.0, 1.8422455520539298, 11.441172603757666, 0.0},
        {0.0007989109436015163, 0.000176816438078653, 0.0, 1.8787594979546387, 10.94906990605142,
         0.0},
        {0.0007289346991508072, 0.9677937080626833, 0.0, 0.00014003424285435884, 0.9981766977854967,
         0.00031949755934435053},
        {0.0004550992113792063, 0.0, 0.0, 0.0013648766163243398, 0.0, 0.0},
    },
    {
        {0.0, 0.0, 0.0, 7.466890328078848, 0.0, 17.445833984131262},
        {0.0006235601634041466, 0.0, 0.0, 6.683678146179332, 0.00037724407979611296,
         1.027889937768264},
        {225.20515300849274, 0.0, 0.0, 19.213238186143016, 0.0011401524586618361,
         0.001237755635509985},
        {176.39317598450694, 0.0, 0.0, 24.43300999870476, 0.28520802612117757,
         0.0004485436923833408},
        {0.0, 0.0, 0.0, 34.77906344483772, 44.835625328877896, 0.0},
        {0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
    },
    {
        {0.0, 0.0008680556573291698, 0.0, 0.0, 0.0, 0.0},
        {0.0, 0.0005313191874358747, 0.0, 0.00016533814161379112, 0.0, 0.0},
        {0.0, 0.0, 0.0, 0.0004179171803251336, 0.0017290828234722833, 0.0},
        {0.0020827005846636437, 0.0, 0.0, 8.826982764996862, 23.19243343998926, 0.0},
        {95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493,
         171.2667255897307, 0.9807858872435379},
        {0.0, 0.0, 0.0, 0.0005130064588990679, 0.0, 0.00010854057858411537},
    },
};

void vmaf_ssimulacra2_scales(unsigned w, unsigned h, Ssimulacra2Scales *scales)
{
    *scales = (Ssimulacra2Scales){0};
    while (scales->n < SSIMULACRA2_MAX_SCALES && w >= SSIMULACRA2_MIN_SIDE &&
           h >= SSIMULACRA2_MIN_SIDE) {
        /* A scale exists if its parent is large enough, not if it is. */
        if (scales->n > 0) {
            w = (w + 1) / 2;
            h = (h + 1) / 2;
        }
        scales->w[scales->n] = w;
        scales->h[scales->n] = h;
        scales->n++;
    }
}

void vmaf_ssimulacra2_matrix(int yuv_matrix, unsigned bpc, Ssimulacra2Matrix *m)
{
    const bool full = yuv_matrix >= 2, bt601 = yuv_matrix & 1;
    const double kr = bt601 ? 0.299 : 0.2126, kb = bt601 ? 0.114 : 0.0722;
    const double kg = 1.0 - kr - kb;
    const int32_t one = 1 << (bpc - 8);
    const double max = (double)((1 << bpc) - 1);

    *m = (Ssimulacra2Matrix){
        .luma_offset = full ? 0 : 16 * one,
        .chroma_offset = 128 * one,
        .luma_scale = (float)(1.0 / (full ? max : 219.0 * one)),
        .chroma_scale = (float)(1.0 / (full ? max : 224.0 * one)),
        .r_v = (float)(2.0 * (1.0 - kr)),
        .g_u = (float)(-2.0 * kb * (1.0 - kb) / kg),
        .g_v = (float)(-2.0 * kr * (1.0 - kr) / kg),
        .b_u = (float)(2.0 * (1.0 - kb)),
    };
}

void vmaf_ssimulacra2_eotf(float *table)
{
    for (int i = 0; i < SSIMULACRA2_EOTF_SIZE; i++) {
        const int step = i < SSIMULACRA2_EOTF_STEPS ? i : SSIMULACRA2_EOTF_STEPS;
        const double x = step / (double)SSIMULACRA2_EOTF_STEPS;
        table[i] = (float)(x <= 0.04045 ? x / 12.92 : vmaf_pow((x + 0.055) / 1.055, 2.4));
    }
}

void vmaf_ssimulacra2_norms(const Ssimulacra2Scales *scales, Ssimulacra2Sums *sums)
{
    for (unsigned s = 0; s < SSIMULACRA2_MAX_SCALES; s++) {
        const double per_px = s < scales->n ? 1.0 / ((double)scales->w[s] * scales->h[s]) : 0.0;
        for (unsigned c = 0; c < 3; c++) {
            double *v = sums->v[c][s];
            for (unsigned k = 0; k < SSIMULACRA2_SUMS / 2; k++)
                v[k] = per_px * v[k];
            for (unsigned k = SSIMULACRA2_SUMS / 2; k < SSIMULACRA2_SUMS; k++)
                v[k] = sqrt(sqrt(per_px * v[k]));
        }
    }
}

double vmaf_ssimulacra2_score(const Ssimulacra2Sums *norms)
{
    double v = 0.0;

    for (unsigned c = 0; c < 3; c++) {
        for (unsigned s = 0; s < SSIMULACRA2_MAX_SCALES; s++) {
            for (unsigned k = 0; k < SSIMULACRA2_SUMS; k++)
                v += weight[c][s][k] * fabs(norms->v[c][s][k]);
        }
    }
    v *= 0.9562382616834844;
    v = ((2.326765642916932 * v) - ((0.020884521182843837 * v) * v)) +
        (((6.248496625763138e-05 * v) * v) * v);
    return v > 0.0 ? 100.0 - 10.0 * vmaf_pow(v, 0.6276336467831387) : 100.0;
}
