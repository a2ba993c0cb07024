/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <math.h>

#include "base/libm.h"
#include "base/log.h"
#include "feature/speed/speed.h"
#include "feature/speed/speed_score.h"

#define PI 0x1.921fb54442d18p+1

/* Values that speed_kernelscale may have; a thousandth beside them, too. */
static const float kernelscales[] = {
    1.0f,        0.5f,        1.5f,  2.0f,         2.0f / 3.0f, 2.4f,     360.0f / 97.0f,
    4.0f / 3.0f, 3.5f / 3.0f, 1.25f, 4.25f / 3.0f, 5.0f / 3.0f, 3.0f,     1.0f / 2.25f,
    1.4746f,     1.54f,       1.6f,  1.06667f,     0.711111f,   0.74074f, 1.111111f,
};

static bool is_kernelscale(float k)
{
    for (unsigned i = 0; i < sizeof(kernelscales) / sizeof(*kernelscales); i++) {
        if ((double)fabsf(k - kernelscales[i]) < 1e-3)
            return true;
    }
    return false;
}

int vmaf_speed_check(const char *who, const SpeedOptions *opt)
{
    if (!is_kernelscale((float)opt->kernelscale)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s: speed_kernelscale %g is none of 1, 1/2, 3/2, 2, 2/3, 2.4, 360/97, 4/3, "
                 "3.5/3, 1.25, 4.25/3, 5/3, 3, 1/2.25, 1.4746, 1.54, 1.6, 1.06667, 0.711111, "
                 "0.74074, 1.111111\n",
                 who, opt->kernelscale);
        return -EINVAL;
    }
    if (vmaf_resample_method(opt->prescale_method) == VMAF_RESAMPLE_METHODS) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: speed_prescale_method \"%s\" is none of %s\n", who,
                 opt->prescale_method, vmaf_resample_names);
        return -EINVAL;
    }
    return 0;
}

/* Next to 1 planes are not resampled, but may lose their last columns and rows. */
static bool is_near_one(double prescale)
{
    return fabs(prescale - 1.0) < 0.001;
}

static uint32_t scaled_side(uint32_t n, double prescale)
{
    const uint32_t side = (uint32_t)vmaf_resample_side(n, prescale);
    return is_near_one(prescale) && side > n ? n : side;
}

uint32_t vmaf_speed_min_side(double prescale)
{
    uint32_t n = 1;
    while (scaled_side(n, prescale) < VMAF_SPEED_MIN_SIDE)
        n++;
    return n;
}

static uint32_t odd_taps(uint32_t n, float kernelscale)
{
    const uint32_t taps = (uint32_t)ceilf((float)n * kernelscale) | 1u;
    return taps < 3 ? 3 : taps;
}

/* The height of the bell is divided by, which cancels but for its rounding. */
static void make_taps(VmafSpeedTaps *t, uint32_t n, float sigma)
{
    const double s = (double)sigma;
    const float height = (float)(1.0 / (s * sqrt(2.0 * PI)));
    float total = 0.0f;
    t->n = n;
    for (uint32_t i = 0; i < n; i++) {
        const double d = (double)((int32_t)i - (int32_t)(n / 2));
        t->tap[i] = (float)vmaf_exp((((-0.5 * d) / s) * d) / s) / height;
        total = total + t->tap[i];
    }
    for (uint32_t i = 0; i < n; i++)
        t->tap[i] = t->tap[i] / total;
}

int vmaf_speed_plan(SpeedPlan *p, const SpeedOptions *opt, unsigned bpc, uint32_t w, uint32_t h)
{
    const float kernelscale = (float)opt->kernelscale;
    p->bpc = bpc;
    p->w = w;
    p->h = h;
    p->scaled_w = scaled_side(w, opt->prescale);
    p->scaled_h = scaled_side(h, opt->prescale);
    p->low_w = p->scaled_w / VMAF_SPEED_STEP;
    p->low_h = p->scaled_h / VMAF_SPEED_STEP;
    p->blocks_w = p->low_w / VMAF_SPEED_SIDE;
    p->blocks_h = p->low_h / VMAF_SPEED_SIDE;
    p->sigma = (float)opt->sigma_nn;
    p->base = vmaf_speed_base(p->sigma, (float)opt->nn_floor);
    p->weight_var_mode = opt->weight_var_mode;
    p->use_ref_diff = opt->use_ref_diff;
    p->max_val = opt->max_val;

    const uint32_t first = odd_taps(9, kernelscale), second = odd_taps(2, kernelscale);
    make_taps(&p->first, first, (float)(2.0 * (double)first / 5.0));
    make_taps(&p->second, second, (float)second / 5.0f);

    p->resample = !is_near_one(opt->prescale) && !(p->scaled_w == w && p->scaled_h == h);
    if (!p->resample)
        return 0;
    const enum VmafResampleMethod method = vmaf_resample_method(opt->prescale_method);
    p->normalise = method == VMAF_RESAMPLE_LANCZOS4;
    const int err = vmaf_resample_axis(&p->column, method, w, p->scaled_w);
    return err ? err : vmaf_resample_axis(&p->row, method, h, p->scaled_h);
}

void vmaf_speed_plan_close(void *plan)
{
    SpeedPlan *p = plan;
    vmaf_resample_axis_close(&p->column);
    vmaf_resample_axis_close(&p->row);
}

void vmaf_speed_tell_singular(const char *who, unsigned index, uint32_t n_singular, bool *told)
{
    if (!n_singular)
        return;
    vmaf_log(*told ? VMAF_LOG_LEVEL_DEBUG : VMAF_LOG_LEVEL_WARNING,
             "%s: picture %u: the covariance matrix of %u plane%s is singular, as of flat, "
             "repeated or small planes; the score of such a plane is 0%s\n",
             who, index, n_singular, n_singular == 1 ? "" : "s",
             *told ? "" : " (further ones at log level debug)");
    *told = true;
}
