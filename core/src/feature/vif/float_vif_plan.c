/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/float_vif_plan.h"

#include <math.h>
#include <string.h>

#include "base/libm.h"

#define PI 3.14159265358979323846

static uint32_t filter_width(double kernelscale, unsigned scale)
{
    const float whole = (float)((1u << (4 - scale)) + 1) * (float)kernelscale;
    const uint32_t width = (uint32_t)ceilf(whole) | 1u;
    return width < 3 ? 3 : width;
}

void vmaf_float_vif_filter(FloatVifFilter *f, double kernelscale, unsigned scale)
{
    const uint32_t width = filter_width(kernelscale, scale);
    const float sd = (float)width / 5.0f;
    const float den = (float)(1.0 / ((double)sd * sqrt(2.0 * PI)));
    float sum = 0.0f;
    memset(f, 0, sizeof(*f));
    f->width = width;
    for (uint32_t i = 0; i < width; i++) {
        const double x = (double)((int32_t)i - (int32_t)(width - 1) / 2);
        const float e = (float)vmaf_exp((((-0.5 * x) / (double)sd) * x) / (double)sd);
        f->tap[i] = e / den;
        sum += f->tap[i];
    }
    for (uint32_t i = 0; i < width; i++)
        f->tap[i] = f->tap[i] / sum;
}

uint32_t vmaf_float_vif_min_side(double kernelscale)
{
    uint32_t side = 0;
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        const uint32_t needs = (filter_width(kernelscale, k) / 2 + 1) << k;
        side = side > needs ? side : needs;
    }
    return side;
}

int vmaf_float_vif_plan(FloatVifPlan *plan, const FloatVifOptions *opt, unsigned bpc, uint32_t w,
                        uint32_t h)
{
    const uint32_t scaled_w = (uint32_t)vmaf_resample_side(w, opt->prescale);
    const uint32_t scaled_h = (uint32_t)vmaf_resample_side(h, opt->prescale);
    plan->model.noise = opt->sigma_nsq;
    plan->model.limit = (float)opt->enhn_gain_limit;
    plan->model.flat_scale =
        (float)((double)vmaf_powf((float)opt->sigma_nsq, 2.0f) / (255.0 * 255.0));
    plan->skip_scale0 = opt->skip_scale0;
    plan->debug = opt->debug;
    memcpy(plan->min_val, opt->min_val, sizeof(plan->min_val));
    plan->bpc = bpc;
    plan->unit = 1.0f / (float)(1u << (bpc - 8));
    plan->source_w = w;
    plan->source_h = h;
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        plan->w[k] = scaled_w >> k;
        plan->h[k] = scaled_h >> k;
        vmaf_float_vif_filter(&plan->filter[k], opt->kernelscale, k);
    }
    if (scaled_w == w && scaled_h == h)
        return 0;
    const enum VmafResampleMethod method = vmaf_resample_method(opt->prescale_method);
    plan->normalise = method == VMAF_RESAMPLE_LANCZOS4;
    const int err = vmaf_resample_axis(&plan->column, method, w, scaled_w);
    return err ? err : vmaf_resample_axis(&plan->row, method, h, scaled_h);
}

void vmaf_float_vif_plan_close(FloatVifPlan *plan)
{
    vmaf_resample_axis_close(&plan->column);
    vmaf_resample_axis_close(&plan->row);
}
