/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `float_vif`: options, scores, and how sums become them. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "base/log.h"
#include "feature/vif/float_vif_cpu.h"

#define NUMBER(field, name, alias, help, default_, min, max)                          \
    VMAF_OPTION_DOUBLE(FloatVifOptions, field, name, alias, help, default_, min, max, \
                       VMAF_OPT_FEATURE_PARAM)

static const VmafOption options[] = {
    VMAF_OPTION_BOOL(FloatVifOptions, debug, "debug", NULL,
                     "also emit the frame's num and den and those of each scale", false, 0),
    NUMBER(enhn_gain_limit, "vif_enhn_gain_limit", "egl",
           "largest gain credited to enhanced detail", 100.0, 1.0, 100.0),
    NUMBER(kernelscale, "vif_kernelscale", "ks", "factor of the widths of the filters", 1.0, 0.1,
           4.0),
    NUMBER(prescale, "vif_prescale", "ps", "factor by which pictures are resized first", 1.0, 0.1,
           4.0),
    VMAF_OPTION_STRING(FloatVifOptions, prescale_method, "vif_prescale_method", "pm",
                       "how: nearest, bilinear, bicubic or lanczos4", "nearest",
                       VMAF_OPT_FEATURE_PARAM),
    NUMBER(min_val[1], "vif_scale1_min_val", "s1miv", "lower limit of the score of scale 1", 0.0,
           0.0, 1.0),
    NUMBER(min_val[2], "vif_scale2_min_val", "s2miv", "lower limit of the score of scale 2", 0.0,
           0.0, 1.0),
    NUMBER(min_val[3], "vif_scale3_min_val", "s3miv", "lower limit of the score of scale 3", 0.0,
           0.0, 1.0),
    NUMBER(sigma_nsq, "vif_sigma_nsq", "snsq", "variance of the noise of the visual system", 2.0,
           0.0, 5.0),
    VMAF_OPTION_BOOL(FloatVifOptions, skip_scale0, "vif_skip_scale0", "ssclz",
                     "do not measure the finest scale: its score is 0", false,
                     VMAF_OPT_FEATURE_PARAM),
    VMAF_OPTION_END,
};

/* In the order of emission; those from OUT_VIF on with debug only. */
enum { OUT_SCALE0, OUT_VIF = OUT_SCALE0 + VMAF_FLOAT_VIF_SCALES, OUT_NUM, OUT_DEN, OUT_SCALE_SUMS };

static const VmafScoreName scores[] = {
    {.name = "VMAF_feature_vif_scale0_score"},
    {.name = "VMAF_feature_vif_scale1_score"},
    {.name = "VMAF_feature_vif_scale2_score"},
    {.name = "VMAF_feature_vif_scale3_score"},
    {.name = "vif"},
    {.name = "vif_num"},
    {.name = "vif_den"},
    {.name = "vif_num_scale0"},
    {.name = "vif_den_scale0"},
    {.name = "vif_num_scale1"},
    {.name = "vif_den_scale1"},
    {.name = "vif_num_scale2"},
    {.name = "vif_den_scale2"},
    {.name = "vif_num_scale3"},
    {.name = "vif_den_scale3"},
    {.name = NULL},
};

_Static_assert(sizeof(FloatVifSums) == 2 * VMAF_FLOAT_VIF_SCALES * sizeof(float),
               "a result without padding");

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    (void)info;
    const FloatVifOptions *opt = opts;
    return opt->debug || score < OUT_VIF;
}

/* The factors that the metric was made for. A value within a thousandth of one is taken as it is.
 */
static const float kernel_scales[] = {
    1.0f,           1.0f / 2.0f,  3.0f / 2.0f, 2.0f,         2.0f / 3.0f,  24.0f / 10.0f,
    360.0f / 97.0f, 4.0f / 3.0f,  3.5f / 3.0f, 3.75f / 3.0f, 4.25f / 3.0f, 5.0f / 3.0f,
    3.0f,           1.0f / 2.25f, 1.4746f,     1.54f,        1.6f,         1.06667f,
    0.711111f,      0.740740f,    1.111111f,
};
enum { N_KERNEL_SCALES = sizeof(kernel_scales) / sizeof(kernel_scales[0]) };

static int check_kernelscale(double kernelscale)
{
    char list[16 * N_KERNEL_SCALES] = "";
    size_t used = 0;
    for (unsigned i = 0; i < N_KERNEL_SCALES; i++) {
        if ((double)fabsf((float)kernelscale - kernel_scales[i]) < 1.0e-3)
            return 0;
        used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%g", i ? ", " : "",
                                 (double)kernel_scales[i]);
    }
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "float_vif: vif_kernelscale must be within 0.001 of one of %s, got %g\n", list,
             kernelscale);
    return -EINVAL;
}

static int check_float_vif(const void *opts, VmafNeeds *needs)
{
    const FloatVifOptions *opt = opts;
    const enum VmafResampleMethod method = vmaf_resample_method(opt->prescale_method);
    if (method == VMAF_RESAMPLE_METHODS) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "float_vif: vif_prescale_method must be nearest, bilinear, bicubic or lanczos4, "
                 "got \"%s\"\n",
                 opt->prescale_method);
        return -EINVAL;
    }
    if (check_kernelscale(opt->kernelscale))
        return -EINVAL;

    const double least = (double)vmaf_float_vif_min_side(opt->kernelscale);
    unsigned side = 1;
    while (vmaf_resample_side(side, opt->prescale) < least)
        side++;
    /* A picture of this side is enlarged, and 9 samples around an edge are reflected once. */
    if (method == VMAF_RESAMPLE_LANCZOS4 && side < 6)
        side = 6;
    needs->min_w = needs->min_h = side;
    return 0;
}

static int plan_float_vif(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                          VmafNeeds *needs)
{
    (void)isa, (void)needs;
    const FloatVifOptions *opt = opts;
    const double w = vmaf_resample_side(info->w, opt->prescale);
    const double h = vmaf_resample_side(info->h, opt->prescale);
    const double most =
        vmaf_resample_method(opt->prescale_method) == VMAF_RESAMPLE_BILINEAR ? 7680.0 : INT_MAX;
    if (w > most || h > INT_MAX) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "float_vif: at most %.0f columns and %d rows after vif_prescale=%g with "
                 "vif_prescale_method=%s, got %.0fx%.0f\n",
                 most, INT_MAX, opt->prescale, opt->prescale_method, w, h);
        return -EINVAL;
    }
    return vmaf_float_vif_plan(plan, opt, info->bpc, info->w, info->h);
}

static void plan_close(void *plan)
{
    vmaf_float_vif_plan_close(plan);
}

static int open_float_vif(void *scratch, const void *plan, unsigned isa)
{
    return vmaf_float_vif_open(scratch, plan, isa);
}

static int measure_float_vif(void *scratch, const void *plan, const VmafWindow *window,
                             void *result)
{
    vmaf_float_vif_measure(scratch, plan, window->ref[0], window->dis[0], result);
    return 0;
}

static void close_float_vif(void *scratch)
{
    vmaf_float_vif_close(scratch);
}

static const VmafCpuEngine cpu = {
    .scratch_size = sizeof(FloatVifScratch),
    .open = open_float_vif,
    .measure = measure_float_vif,
    .close = close_float_vif,
};

static int finish_float_vif(VmafSeries *s, const void *result, unsigned index)
{
    const FloatVifPlan *plan = s->plan;
    const FloatVifSums *sums = result;
    double num_sum = 0.0, den_sum = 0.0;
    double num[VMAF_FLOAT_VIF_SCALES], den[VMAF_FLOAT_VIF_SCALES];
    if (!sums)
        return 0;
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        if (!k && plan->skip_scale0) {
            num[k] = 0.0;
            den[k] = -1.0;
            vmaf_series_emit(s, OUT_SCALE0, index, 0.0);
            continue;
        }
        num[k] = (double)sums->num[k];
        den[k] = (double)sums->den[k];
        num_sum += num[k];
        den_sum += den[k];
        const double score = num[k] / den[k];
        vmaf_series_emit(s, OUT_SCALE0 + k, index,
                         !k || score > plan->min_val[k] ? score : plan->min_val[k]);
    }
    if (!plan->debug)
        return 0;
    vmaf_series_emit(s, OUT_VIF, index, num_sum / den_sum);
    vmaf_series_emit(s, OUT_NUM, index, num_sum);
    vmaf_series_emit(s, OUT_DEN, index, den_sum);
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        vmaf_series_emit(s, OUT_SCALE_SUMS + 2 * k, index, num[k]);
        vmaf_series_emit(s, OUT_SCALE_SUMS + 2 * k + 1, index, den[k]);
    }
    return 0;
}

const VmafFeature vmaf_feature_float_vif = {
    .name = "float_vif",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(FloatVifOptions),
    .plan_size = sizeof(FloatVifPlan),
    .result_size = sizeof(FloatVifSums),
    .needs = {.planes = {1, 1}, .min_w = 16, .min_h = 16},
    .check = check_float_vif,
    .plan = plan_float_vif,
    .plan_close = plan_close,
    .cpu = &cpu,
    .gpu = &vmaf_float_vif_gpu,
    .finish = finish_float_vif,
};
