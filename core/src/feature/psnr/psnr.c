/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The feature `psnr`: options, and how errors become scores, of pictures and of the clip. */
#include "feature/psnr/psnr.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "base/picture_priv.h"
#include "feature/psnr/psnr_score.h"

#define PLANES VMAF_PSNR_PLANES

/* An error of a clip outgrows 64 bits after 2^32 samples of 16 bits, black against white. In two
   words, since 32-bit targets have no type for it. */
typedef struct Uint128 {
    uint64_t high, low;
} Uint128;

static Uint128 add(Uint128 a, uint64_t b)
{
    a.low += b;
    a.high += a.low < b;
    return a;
}

/** a * b, exact. */
static Uint128 multiply(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    return (Uint128){a1 * b1 + (middle >> 32) + (other >> 32), a * b};
}

/** a * b modulo 2^128. */
static Uint128 multiply_more(Uint128 a, uint64_t b)
{
    Uint128 p = multiply(a.low, b);
    p.high += a.high * b;
    return p;
}

/** One rounding: what is below the upper 64 significant bits only tells whether it is there. */
static double to_double(Uint128 a)
{
    if (!a.high)
        return (double)a.low;
    int shift = 0;
    while (!(a.high >> 63)) {
        a.high = a.high << 1 | a.low >> 63;
        a.low <<= 1;
        shift++;
    }
    return ldexp((double)(a.high | (a.low != 0)), 64 - shift);
}

typedef struct PsnrOptions {
    bool enable_chroma, enable_mse, enable_apsnr, reduced_hbd_peak;
    double min_sse;
} PsnrOptions;

typedef struct PsnrSeries {
    Uint128 error[PLANES];
    uint64_t n_pictures;
    bool hole; /* an error is unknown */
} PsnrSeries;

static const VmafOption options[] = {
    VMAF_OPTION_BOOL(PsnrOptions, enable_chroma, "enable_chroma", NULL, "score the chroma planes",
                     true, 0),
    VMAF_OPTION_BOOL(PsnrOptions, enable_mse, "enable_mse", NULL,
                     "report the mean squared errors, too", false, 0),
    VMAF_OPTION_BOOL(PsnrOptions, enable_apsnr, "enable_apsnr", NULL,
                     "report a value of the whole clip, from its mean squared error", false, 0),
    VMAF_OPTION_BOOL(PsnrOptions, reduced_hbd_peak, "reduced_hbd_peak", NULL,
                     "above 8 bits take the peak of 8 bits, shifted, instead of the largest sample",
                     false, 0),
    VMAF_OPTION_DOUBLE(PsnrOptions, min_sse, "min_sse", NULL,
                       "bound values by that of a plane with this squared error; 0: by depth", 0.0,
                       0.0, DBL_MAX, 0),
    VMAF_OPTION_END,
};

/* In groups of a plane each, then the values of the clip. */
enum { PSNR, MSE, PER_PLANE, APSNR = PLANES * PER_PLANE };

static const VmafScoreName scores[] = {
    {.name = "psnr_y"},
    {.name = "mse_y"},
    {.name = "psnr_cb"},
    {.name = "mse_cb"},
    {.name = "psnr_cr"},
    {.name = "mse_cr"},
    {.name = "apsnr_y", .clip = true},
    {.name = "apsnr_cb", .clip = true},
    {.name = "apsnr_cr", .clip = true},
    {.name = NULL},
};

static unsigned n_planes(const PsnrOptions *opt, const VmafFrameInfo *info)
{
    return opt->enable_chroma && !(info && info->pix_fmt == VMAF_PIX_FMT_YUV400P) ? PLANES : 1;
}

static bool has_score(const void *opts, const VmafFrameInfo *info, unsigned score)
{
    const PsnrOptions *opt = opts;
    const unsigned n = n_planes(opt, info);
    if (score >= APSNR)
        return opt->enable_apsnr && score - APSNR < n;
    return score / PER_PLANE < n && (score % PER_PLANE == PSNR || opt->enable_mse);
}

static void set_needs(VmafNeeds *needs, const PsnrOptions *opt, unsigned planes)
{
    needs->planes[0] = needs->planes[1] = (1u << planes) - 1;
    if (opt->enable_apsnr)
        needs->reach_before = needs->reach_after = UINT_MAX;
}

static int check(const void *opts, VmafNeeds *needs)
{
    set_needs(needs, opts, n_planes(opts, NULL));
    return 0;
}

static int plan(void *to, const void *opts, const VmafFrameInfo *info, unsigned isa,
                VmafNeeds *needs)
{
    (void)isa;
    const PsnrOptions *opt = opts;
    PsnrPlan *p = to;
    VmafPicture pic;
    size_t bytes;
    const int err = vmaf_picture_layout(&pic, info->pix_fmt, info->bpc, info->w, info->h, &bytes);
    if (err)
        return err;

    const unsigned peak = opt->reduced_hbd_peak ? 255u << (info->bpc - 8) : (1u << info->bpc) - 1;
    p->n_planes = n_planes(opt, info);
    p->bpc = info->bpc;
    p->mse = opt->enable_mse;
    p->apsnr = opt->enable_apsnr;
    p->peak2 = (double)peak * (double)peak;
    for (unsigned i = 0; i < p->n_planes; i++) {
        p->samples[i] = (uint64_t)pic.w[i] * pic.h[i];
        p->cap[i] = vmaf_psnr_cap(info->bpc);
        if (opt->min_sse != 0.0)
            p->cap[i] = ceil(vmaf_psnr_db(p->peak2 / (opt->min_sse / (double)p->samples[i])));
    }
    set_needs(needs, opt, p->n_planes);
    return 0;
}

static int finish(VmafSeries *s, const void *result, unsigned index)
{
    const PsnrPlan *p = s->plan;
    const PsnrErrors *r = result;
    PsnrSeries *clip = s->state;
    if (!r) {
        clip->hole = true;
        return 0;
    }
    clip->n_pictures++;
    for (unsigned i = 0; i < p->n_planes; i++) {
        const double mse = (double)r->sse[i] / (double)p->samples[i];
        vmaf_series_emit(s, i * PER_PLANE + PSNR, index,
                         vmaf_psnr_capped(p->peak2, mse, 1e-16, p->cap[i]));
        if (p->mse)
            vmaf_series_emit(s, i * PER_PLANE + MSE, index, mse);
        clip->error[i] = add(clip->error[i], r->sse[i]);
    }
    return 0;
}

static int flush(VmafSeries *s)
{
    const PsnrPlan *p = s->plan;
    const PsnrSeries *clip = s->state;
    if (!p->apsnr || clip->hole || !clip->n_pictures)
        return 0;
    for (unsigned i = 0; i < p->n_planes; i++) {
        const Uint128 samples = multiply(clip->n_pictures, p->samples[i]);
        const Uint128 twice = multiply_more(samples, 2 * (uint64_t)p->peak2);
        vmaf_series_emit_clip(s, APSNR + i,
                              vmaf_psnr_clip(p->peak2, to_double(samples),
                                             to_double(clip->error[i]), to_double(twice)));
    }
    return 0;
}

const VmafFeature vmaf_feature_psnr = {
    .name = "psnr",
    .scores = scores,
    .has_score = has_score,
    .options = options,
    .options_size = sizeof(PsnrOptions),
    .plan_size = sizeof(PsnrPlan),
    .result_size = sizeof(PsnrErrors),
    .series_size = sizeof(PsnrSeries),
    .needs = {.planes = {7, 7}, .every_picture = true, .min_w = 1, .min_h = 1},
    .check = check,
    .plan = plan,
    .cpu = &vmaf_psnr_cpu,
    .gpu = &vmaf_psnr_gpu,
    .finish = finish,
    .flush = flush,
};
