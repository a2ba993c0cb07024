/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_csf.h"

#include <errno.h>
#include <stddef.h>

#include "base/libm.h"

/*
 * Every expression keeps the types and the order of its definition: a float stands where the
 * definition rounds to float, everything between is double.
 */

/** Pixels per degree of visual angle. */
static float resolution(const AdmOptions *opt)
{
    const double pi = 3.14159265358979323846;
    return (float)(opt->norm_view_dist * opt->ref_display_height * pi / 180.0);
}

/* ---- mode 0: threshold of a wavelet basis function, Watson et al. 1997 ---- */

static float watson(float r, int scale, int diag)
{
    const float a = 0.495f, k = 0.466f, f0 = 0.401f;
    const float g = diag ? 0.534f : 1.0f;
    static const float amplitude[VMAF_ADM_SCALES][2] = {
        {0.67234f, 0.72709f},
        {0.41317f, 0.49428f},
        {0.22727f, 0.28688f},
        {0.11792f, 0.15214f},
    };
    const float t = (float)vmaf_log10((double)(2 << scale) * f0 * g / r);
    const float e = (k * t) * t;
    const float q = (float)(2.0 * a * vmaf_pow(10.0, (double)e) / amplitude[scale][diag]);
    return 1.0f / q;
}

/* ---- mode 1: Barten's contrast sensitivity at a luminance of 100 cd/m2 ---- */

static float barten(float r, int scale, double gain)
{
    const float sf = (float)(r / (double)(2 << scale));

    const float low = (float)vmaf_log10(20.0), high = (float)vmaf_log10(150.0),
                at = (float)vmaf_log10(100.0);
    static const float at_low[4] = {0.334278f, 3.79542f, 1.07327f, 6.4635f};
    static const float at_high[4] = {0.394533f, 2.7755f, 1.16577f, 7.45665f};
    float p[4];
    for (int i = 0; i < 4; i++)
        p[i] = at_low[i] + ((at_high[i] - at_low[i]) / (high - low)) * (at - low);

    const float pa = p[0] * sf;
    const float a = (float)(1.0 + vmaf_pow((double)pa, (double)p[1]));
    const double octave = (double)(sf / 7.0f);
    const float b = (float)(1.0 / vmaf_pow(1 - vmaf_exp(-(octave * octave)), (double)p[2]));
    const float ab = a * b;
    const float c = (float)(p[3] / vmaf_pow((double)ab, 0.5));

    static const float weight[4] = {0.424838596301290f, 0.572435103936480f, 0.000167576239164937f,
                                    0.00255872352306433f};
    static const float decay[4] = {0.028f, 0.37f, 37.0f, 360.0f};
    float m = 0.0f;
    for (int i = 0; i < 4; i++) {
        const float x = -decay[i] * sf;
        m = (float)((double)m + weight[i] * vmaf_exp((double)x));
    }

    const float lum = 4.0627f / 100.0f;
    const float d =
        (float)(30.162f * vmaf_pow(vmaf_pow((double)lum, (double)1.6596f) + 1, (double)-0.2712f));
    const float cm = c * m;
    const float cmd = cm * d;
    return (float)((double)cmd * gain);
}

/* ---- modes 2 and 3: tables by display ---- */

typedef struct CsfRow {
    int height;                                                 /* lines of the display */
    double distance;                                            /* in display heights */
    float mode2[2][VMAF_ADM_SCALES], mode3[2][VMAF_ADM_SCALES]; /* [h and v, d][scale] */
} CsfRow;

#define HV_AND_D(h0, h1, h2, h3, d0, d1, d2, d3) \
    {                                            \
        {h0, h1, h2, h3},                        \
        {                                        \
            d0, d1, d2, d3                       \
        }                                        \
    }

static const CsfRow csf_rows[] = {
    {1080, 3.0,
     HV_AND_D(0.01183f, 0.025026f, 0.04295f, 0.058621f, 0.004302f, 0.011778f, 0.023918f, 0.035901f),
     HV_AND_D(0.011249f, 0.022606f, 0.035930f, 0.045673f, 0.004097f, 0.010921f, 0.021430f,
              0.031313f)},
    {1080, 5.0,
     HV_AND_D(0.004212f, 0.014809f, 0.029642f, 0.047464f, 0.000984f, 0.005852f, 0.0146f, 0.027574f),
     HV_AND_D(0.004052f, 0.013939f, 0.026298f, 0.038833f, 0.000927f, 0.005544f, 0.013415f,
              0.024515f)},
    {2160, 1.5, /* the same angles as 1080 lines from 3 heights */
     HV_AND_D(0.01183f, 0.025026f, 0.04295f, 0.058621f, 0.004302f, 0.011778f, 0.023918f, 0.035901f),
     HV_AND_D(0.011249f, 0.022606f, 0.035930f, 0.045673f, 0.004097f, 0.010921f, 0.021430f,
              0.031313f)},
    {2160, 3.0,
     HV_AND_D(0.00226f, 0.01183f, 0.025026f, 0.04295f, 0.000479f, 0.004302f, 0.011778f, 0.023918f),
     HV_AND_D(0.002166f, 0.011249f, 0.022606f, 0.035930f, 0.000447f, 0.004097f, 0.010921f,
              0.021430f)},
    {2160, 5.0,
     HV_AND_D(0.000092f, 0.004212f, 0.014809f, 0.029642f, 0.000050f, 0.000984f, 0.005852f, 0.0146f),
     HV_AND_D(0.000077f, 0.004052f, 0.013939f, 0.026298f, 0.000045f, 0.000927f, 0.005544f,
              0.013415f)},
    {720, 5.0,
     HV_AND_D(0.010144f, 0.022561f, 0.040309f, 0.05672f, 0.003463f, 0.010282f, 0.021839f,
              0.034641f),
     HV_AND_D(0.009689f, 0.020577f, 0.034162f, 0.044523f, 0.003302f, 0.009579f, 0.019661f,
              0.030318f)},
};

/* The source also has 720/3, 480/3 and 480/5, which the least viewing distance excludes. */
const char vmaf_adm_csf_displays[] = "1080/3, 1080/5, 2160/1.5, 2160/3, 2160/5, 720/5";

int vmaf_adm_csf_factors(const AdmOptions *opt, float factor[VMAF_ADM_SCALES][VMAF_ADM_BANDS])
{
    const CsfRow *row = NULL;
    if (opt->csf_mode >= 2) {
        for (size_t i = 0; i < sizeof(csf_rows) / sizeof(csf_rows[0]); i++) {
            if (csf_rows[i].height == opt->ref_display_height &&
                csf_rows[i].distance == opt->norm_view_dist)
                row = &csf_rows[i];
        }
        if (!row)
            return -EINVAL;
    }

    const float r = resolution(opt);
    for (int s = 0; s < VMAF_ADM_SCALES; s++) {
        for (int k = 0; k < VMAF_ADM_BANDS; k++) {
            const int diag = k == 2;
            switch (opt->csf_mode) {
            case 0:
                factor[s][k] = watson(r, s, diag);
                break;
            case 1:
                factor[s][k] = barten(r, s, diag ? opt->csf_diag_scale : opt->csf_scale);
                break;
            case 2:
                factor[s][k] = row->mode2[diag][s];
                break;
            default:
                factor[s][k] = row->mode3[diag][s];
                break;
            }
        }
    }
    return 0;
}
