/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_plan.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "base/libm.h"
#include "base/log.h"
#include "feature/adm/adm_csf.h"

/** The least c with 2^c >= n; n >= 1. */
static uint32_t ceil_log2(int32_t n)
{
    uint32_t c = 0;
    while (((int64_t)1 << c) < n)
        c++;
    return c;
}

static void plan_sizes(AdmScale *s, int32_t in_w, int32_t in_h)
{
    s->in_w = in_w;
    s->in_h = in_h;
    s->w = vmaf_adm_band_size(in_w);
    s->h = vmaf_adm_band_size(in_h);
    s->x0 = vmaf_adm_crop(s->w);
    s->x1 = s->w - s->x0;
    s->y0 = vmaf_adm_crop(s->h);
    s->y1 = s->h - s->y0;
}

/* The shifts of masking depend on the band, those of the denominator on the inner rectangle. */
static void plan_shifts(AdmPlan *plan, int scale)
{
    static const uint32_t vert[VMAF_ADM_SCALES] = {0, 0, 16, 16};
    static const uint32_t horiz[VMAF_ADM_SCALES] = {16, 15, 16, 15};
    static const uint32_t den_square[VMAF_ADM_SCALES] = {0, 31, 30, 31};
    static const int den_unit[VMAF_ADM_SCALES] = {18, 32, 27, 23};
    static const int num_unit[VMAF_ADM_SCALES] = {0, 45, 39, 36};
    AdmScale *s = &plan->scale[scale];

    s->vert_shift = scale ? vert[scale] : plan->bpc;
    s->horiz_shift = horiz[scale];
    s->row_shift = ceil_log2(s->h);
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const int diag = k == 2;
        s->thr_shift[k] = scale ? 0 : diag ? 12 : 10;
        s->square_shift[k] = scale || diag ? 30 : 29;
        s->cube_shift[k] = ceil_log2(s->w) - (scale ? 0 : diag ? 3 : 4);
        plan->num_exponent[scale][k] = (scale  ? num_unit[scale]
                                        : diag ? 57
                                               : 52) -
                                       (int)s->cube_shift[k] - (int)s->row_shift;
    }

    s->den_square_shift = den_square[scale];
    if (scale) {
        s->den_cube_shift = ceil_log2(s->x1 - s->x0);
        s->den_row_shift = ceil_log2(s->y1 - s->y0);
    } else {
        const uint32_t area = ceil_log2((s->x1 - s->x0) * (s->y1 - s->y0));
        s->den_cube_shift = 0;
        s->den_row_shift = area > 20 ? area - 20 : 0;
    }
    plan->den_exponent[scale] = den_unit[scale] - (int)s->den_row_shift - (int)s->den_cube_shift;
}

/* Values that do not fit wrap, which only csf mode 1 can reach. */
static void plan_factors(AdmPlan *plan, int scale)
{
    const AdmOptions *opt = &plan->opt;
    AdmScale *s = &plan->scale[scale];
    const float *f = plan->csf[scale];

    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const double unit = k == 2 ? 8388608.0 : 2097152.0;
        s->factor[k] =
            scale ? (uint32_t)(int64_t)(f[k] * 4294967296.0) : (uint16_t)(int64_t)(f[k] * unit);
        plan->csf_cubed[scale][k] = vmaf_pow((double)f[k], 3.0);
    }
    /* The default display has fixed factors at scale 0, a little off the computed ones. */
    if (!scale && !opt->csf_mode &&
        fabs(opt->norm_view_dist * opt->ref_display_height - 3240.0) < 1e-8) {
        s->factor[0] = s->factor[1] = 36453;
        s->factor[2] = 49417;
    }
}

int vmaf_adm_plan_init(AdmPlan *plan, const AdmOptions *opt, unsigned bpc, unsigned w, unsigned h)
{
    const double lines = opt->norm_view_dist * opt->ref_display_height;
    if (lines < 3240.0) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "adm: adm_norm_view_dist * adm_ref_display_height must be at least 3240, "
                 "got %g * %d = %g\n",
                 opt->norm_view_dist, opt->ref_display_height, lines);
        return -EINVAL;
    }
    if ((uint64_t)w * h > INT_MAX) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "adm: at most %d pixels in a frame, got %ux%u\n", INT_MAX, w,
                 h);
        return -EINVAL;
    }

    plan->opt = *opt;
    plan->bpc = bpc;
    plan->w = w;
    plan->h = h;
    if (vmaf_adm_csf_factors(opt, plan->csf)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "adm: adm_csf_mode=%d has no table for adm_ref_display_height=%d with "
                 "adm_norm_view_dist=%g; it has %s\n",
                 opt->csf_mode, opt->ref_display_height, opt->norm_view_dist,
                 vmaf_adm_csf_displays);
        return -EINVAL;
    }

    int32_t in_w = (int32_t)w, in_h = (int32_t)h;
    for (int scale = 0; scale < VMAF_ADM_SCALES; scale++) {
        AdmScale *s = &plan->scale[scale];
        plan_sizes(s, in_w, in_h);
        plan_shifts(plan, scale);
        plan_factors(plan, scale);
        const double area = (double)((s->x1 - s->x0) * (s->y1 - s->y0));
        plan->noise[scale] = vmaf_powf((float)(area * opt->noise_weight), 1.0f / 3.0f);
        in_w = s->w;
        in_h = s->h;
    }
    return 0;
}

/** Cube roots with noise, added over the bands. */
static float pool(const float *v, float noise)
{
    float t[VMAF_ADM_BANDS];
    for (int k = 0; k < VMAF_ADM_BANDS; k++)
        t[k] = vmaf_powf(v[k], 1.0f / 3.0f) + noise;
    return (t[0] + t[1]) + t[2];
}

/* Scale 0 goes to float through double, which rounds twice; scales 1..3 go directly. */
static float pool_num(const AdmPlan *plan, int scale, const uint64_t *acc, float noise)
{
    float v[VMAF_ADM_BANDS];
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const int64_t sum = (int64_t)acc[k];
        const int e = -plan->num_exponent[scale][k];
        v[k] = scale ? ldexpf((float)sum, e) : (float)ldexp((double)sum, e);
    }
    return pool(v, noise);
}

static float pool_den(const AdmPlan *plan, int scale, const uint64_t *acc, float noise)
{
    float v[VMAF_ADM_BANDS];
    for (int k = 0; k < VMAF_ADM_BANDS; k++)
        v[k] =
            (float)(ldexp((double)acc[k], -plan->den_exponent[scale]) * plan->csf_cubed[scale][k]);
    return pool(v, noise);
}

void vmaf_adm_finish(const AdmPlan *plan, const AdmSums *sums, double *score)
{
    const AdmOptions *opt = &plan->opt;
    double num = 0.0, den = 0.0, aim = 0.0;

    for (int s = 0; s < VMAF_ADM_SCALES; s++) {
        float num_s = 0.0f, den_s = 1e-10f, aim_s = 0.0f;
        if (s || !opt->skip_scale0) {
            num_s = pool_num(plan, s, sums->acc[s][VMAF_ADM_NUM], plan->noise[s]);
            den_s = pool_den(plan, s, sums->acc[s][VMAF_ADM_DEN], plan->noise[s]);
            if (!opt->skip_aim)
                aim_s = pool_num(plan, s, sums->acc[s][VMAF_ADM_AIM], 0.0f);
        }
        num += num_s;
        den += den_s;
        aim += aim_s;
        score[VMAF_ADM_OUT_SCALE0 + s] = (double)num_s / (double)den_s;
        score[VMAF_ADM_OUT_NUM_SCALE0 + 2 * s] = num_s;
        score[VMAF_ADM_OUT_NUM_SCALE0 + 2 * s + 1] = den_s;
    }

    const double limit = 1e-10 * (double)((int)plan->w * (int)plan->h) / (1920.0 * 1080.0);
    if (num < limit)
        num = 0;
    if (den < limit)
        den = 0;

    const double adm2 = den == 0.0 ? 1.0 : num / den;
    const double aim_score = den == 0.0 ? 0.0 : aim / den;
    const double adm3 = adm2 * opt->dlm_weight + (1 - aim_score) * (1 - opt->dlm_weight);
    score[VMAF_ADM_OUT_ADM2] = score[VMAF_ADM_OUT_ADM] = adm2;
    score[VMAF_ADM_OUT_AIM] = aim_score;
    score[VMAF_ADM_OUT_ADM3] = adm3 > opt->min_val ? adm3 : opt->min_val; /* NaN: min_val */
    score[VMAF_ADM_OUT_NUM] = num;
    score[VMAF_ADM_OUT_DEN] = den;
}
