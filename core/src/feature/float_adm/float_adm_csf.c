/* SPDX-License-Identifier: BSD-2-Clause-Patent */

#include "base/libm.h"
#include "feature/float_adm/float_adm_plan.h"

/* Pixels per degree of viewing angle. */
static float pixels_per_degree(const FloatAdmOptions *opt)
{
    const double pi = 3.14159265358979323846;
    return (float)(opt->view_dist * opt->display_height * pi / 180.0);
}

/* Quantisation steps of the wavelet (Watson), luminance. */
static float watson(float r, int scale, bool diagonal)
{
    static const float amplitude[VMAF_FLOAT_ADM_SCALES][2] = {
        {0.67234f, 0.72709f}, {0.41317f, 0.49428f}, {0.22727f, 0.28688f}, {0.11792f, 0.15214f}};
    const float a = 0.495f, k = 0.466f, f0 = 0.401f;
    const float orientation = diagonal ? 0.534f : 1.0f;
    const double cycles = (double)(2 << scale);

    const float t = (float)vmaf_log10(((cycles * (double)f0) * (double)orientation) / (double)r);
    const float e = (k * t) * t;
    const float step = (float)(((2.0 * (double)a) * vmaf_pow(10.0, (double)e)) /
                               (double)amplitude[scale][diagonal]);
    return 1.0f / step;
}

/* Contrast sensitivity of the DLM. */
static float dlm(float r, int scale, bool diagonal)
{
    float sf = (float)((double)r / (double)(2 << scale));
    if (diagonal)
        sf = (float)((double)sf / 0.7);
    return (float)((0.31 + 0.69 * (double)sf) * vmaf_exp(-0.29 * (double)sf));
}

/* Contrast sensitivity (Barten) at 100 cd/m2, between the anchors of 20 and 150 cd/m2. */
static float barten(float r, int scale, double gain)
{
    static const float at20[4] = {0.334278f, 3.79542f, 1.07327f, 6.4635f};
    static const float at150[4] = {0.394533f, 2.7755f, 1.16577f, 7.45665f};
    static const float ma[4] = {0.424838596301290f, 0.572435103936480f, 0.000167576239164937f,
                                0.00255872352306433f};
    static const float mb[4] = {0.028f, 0.37f, 37.0f, 360.0f};
    const float low = (float)vmaf_log10(20.0), high = (float)vmaf_log10(150.0),
                here = (float)vmaf_log10(100.0);
    const float sf = (float)((double)r / (double)(2 << scale));

    float p[4];
    for (int n = 0; n < 4; n++)
        p[n] = at20[n] + (((at150[n] - at20[n]) / (high - low)) * (here - low));
    const float a = (float)(1.0 + vmaf_pow((double)(p[0] * sf), (double)p[1]));
    const double u = (double)(sf / 7.0f);
    const float b = (float)(1.0 / vmaf_pow(1 - vmaf_exp(-(u * u)), (double)p[2]));
    const float neural = (float)((double)p[3] / vmaf_pow((double)(a * b), 0.5));

    float optical = 0.0f;
    for (int n = 0; n < 4; n++)
        optical = (float)((double)optical + (double)ma[n] * vmaf_exp((double)(-mb[n] * sf)));

    const float ratio = 4.0627f / 100.0f;
    const float retinal =
        (float)((double)30.162f *
                vmaf_pow(vmaf_pow((double)ratio, (double)1.6596f) + 1.0, -(double)0.2712f));
    return (float)((double)((neural * optical) * retinal) * gain);
}

void vmaf_float_adm_factors(const FloatAdmOptions *opt, int scale, float f[2])
{
    const float r = pixels_per_degree(opt);
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        if (opt->csf_mode == 1)
            f[diagonal] = barten(r, scale, diagonal ? opt->csf_diag_scale : opt->csf_scale);
        else if (opt->csf_mode == 2)
            f[diagonal] = dlm(r, scale, diagonal);
        else
            f[diagonal] = watson(r, scale, diagonal);
        const double forced = diagonal ? opt->f2[scale] : opt->f1[scale];
        if (forced >= 0.0)
            f[diagonal] = (float)forced;
    }
}
