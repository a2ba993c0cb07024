/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/float_vif_plan.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/libm.h"
#include "base/mem.h"
#include "feature/vif/vif_terms.h"

#define PI 3.14159265358979323846

/* Taps along one direction by method. */
static const uint32_t method_taps[FLOAT_VIF_METHODS] = {1, 2, 4, 9};

const char *const vmaf_float_vif_methods[FLOAT_VIF_METHODS + 1] = {"nearest", "bilinear", "bicubic",
                                                                   "lanczos4", NULL};

enum FloatVifMethod vmaf_float_vif_method(const char *name)
{
    enum FloatVifMethod m = FLOAT_VIF_NEAREST;
    while (m < FLOAT_VIF_METHODS && strcmp(name, vmaf_float_vif_methods[m]))
        m++;
    return m;
}

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

double vmaf_float_vif_scaled(uint32_t n, double prescale)
{
    return floor((double)n * prescale + 0.5);
}

/* ---- resizing ---- */

static float bicubic(float t)
{
    t = fabsf(t);
    if (t < 1.0f)
        return ((1.25f * t - 2.25f) * t) * t + 1.0f;
    if (t < 2.0f)
        return (((t - 5.0f) * t + 8.0f) * t - 4.0f) * -0.75f;
    return 0.0f;
}

static float lanczos4(float t_float)
{
    const double t = (double)t_float;
    if (t == 0.0)
        return 1.0f;
    if (!(t > -4.0 && t < 4.0))
        return 0.0f;
    const double x = PI * t;
    return (float)(((4.0 * vmaf_sin(x)) * vmaf_sin(x / 4.0)) / (((PI * PI) * t) * t));
}

static uint32_t reflect(int64_t i, uint32_t n)
{
    return (uint32_t)vmaf_vif_reflect((int32_t)i, (int32_t)n);
}

/* What sample i of n_out is made of, by method. A bilinear one takes its distance from the index
 * after reflection, so that the first of an enlarged row is extrapolated. */
static void axis_sample(enum FloatVifMethod method, uint32_t i, uint32_t n, float ratio,
                        uint32_t *index, float *weight)
{
    if (method == FLOAT_VIF_NEAREST) {
        index[0] = reflect((int64_t)((float)i * ratio), n);
        weight[0] = 1.0f;
        return;
    }
    const float at = (float)(((double)i + 0.5) * (double)ratio - 0.5);
    const int64_t below = (int64_t)floorf(at);
    if (method == FLOAT_VIF_BILINEAR) {
        index[0] = reflect(below, n);
        index[1] = reflect((int64_t)ceilf(at), n);
        weight[1] = at - (float)index[0];
        weight[0] = 1.0f - weight[1];
        return;
    }
    const int32_t first = method == FLOAT_VIF_BICUBIC ? -1 : -4;
    const float distance = at - (float)below;
    for (int32_t k = 0; k < (int32_t)method_taps[method]; k++) {
        const float t = (float)(first + k) - distance;
        index[k] = reflect(below + first + k, n);
        weight[k] = method == FLOAT_VIF_BICUBIC ? bicubic(t) : lanczos4(t);
    }
}

static int plan_axis(FloatVifAxis *a, enum FloatVifMethod method, uint32_t n, uint32_t n_out)
{
    const uint32_t taps = method_taps[method];
    const float ratio = (float)n / (float)n_out;
    a->index = vmaf_aligned_alloc(n_out, taps * sizeof(*a->index));
    a->weight = vmaf_aligned_alloc(n_out, taps * sizeof(*a->weight));
    if (!a->index || !a->weight)
        return -ENOMEM;
    for (uint32_t i = 0; i < n_out; i++)
        axis_sample(method, i, n, ratio, a->index + (size_t)i * taps, a->weight + (size_t)i * taps);
    return 0;
}

int vmaf_float_vif_plan(FloatVifPlan *plan, const FloatVifOptions *opt, unsigned bpc, uint32_t w,
                        uint32_t h)
{
    const uint32_t scaled_w = (uint32_t)vmaf_float_vif_scaled(w, opt->prescale);
    const uint32_t scaled_h = (uint32_t)vmaf_float_vif_scaled(h, opt->prescale);
    plan->model.noise = opt->sigma_nsq;
    plan->model.limit = (float)opt->enhn_gain_limit;
    plan->model.flat_scale =
        (float)((double)vmaf_powf((float)opt->sigma_nsq, 2.0f) / (255.0 * 255.0));
    plan->skip_scale0 = opt->skip_scale0;
    plan->debug = opt->debug;
    memcpy(plan->min_val, opt->min_val, sizeof(plan->min_val));
    plan->bpc = bpc;
    plan->source_w = w;
    plan->source_h = h;
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        plan->w[k] = scaled_w >> k;
        plan->h[k] = scaled_h >> k;
        vmaf_float_vif_filter(&plan->filter[k], opt->kernelscale, k);
    }
    if (scaled_w == w && scaled_h == h)
        return 0;
    const enum FloatVifMethod method = vmaf_float_vif_method(opt->prescale_method);
    plan->taps = method_taps[method];
    plan->normalise = method == FLOAT_VIF_LANCZOS4;
    const int err = plan_axis(&plan->column, method, w, scaled_w);
    return err ? err : plan_axis(&plan->row, method, h, scaled_h);
}

void vmaf_float_vif_plan_close(FloatVifPlan *plan)
{
    vmaf_aligned_free(plan->column.index);
    vmaf_aligned_free(plan->column.weight);
    vmaf_aligned_free(plan->row.index);
    vmaf_aligned_free(plan->row.weight);
}
