/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim.h"

#include <errno.h>

#include "base/log.h"
#include "feature/float_ssim/float_ssim_box.h"
#include "feature/float_ssim/float_ssim_plane.h"
#include "feature/ssim_db.h"

typedef struct FloatSsimPriv {
    VmafFloatSsimOptions opt;
    VmafFloatSsimShape shape;
    VmafFloatSsimPlane plane;
    VmafFloatSsimBox box; /* only when decimating */
} FloatSsimPriv;

const VmafOption vmaf_float_ssim_options[] = {
    {.name = "enable_lcs",
     .help = "also report the means of luminance, contrast and structure",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafFloatSsimOptions, enable_lcs)},
    {.name = "enable_db",
     .help = "report the score as -10 log10(1 - score)",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafFloatSsimOptions, enable_db)},
    {.name = "clip_db",
     .help = "with enable_db, bound the score by that of half a unit of squared error",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafFloatSsimOptions, clip_db)},
    {.name = "scale",
     .help = "decimate by this factor first; 0 chooses by the picture size",
     .type = VMAF_OPTION_TYPE_INT,
     .offset = offsetof(VmafFloatSsimOptions, scale),
     .min = 0,
     .max = 10},
    {.name = NULL},
};

const char *const vmaf_float_ssim_outputs[] = {"float_ssim", "float_ssim_l", "float_ssim_c",
                                               "float_ssim_s", NULL};

static const VmafTwinSum sums[] = {
    {"product", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1},
    {"luminance", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1}, /* this and the next: enable_lcs */
    {"contrast", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1},
    {"structure", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1},
};
const VmafTwinContract vmaf_float_ssim_contract = {"float_ssim", 1, sums, 4};

/* The shorter side in units of 256, rounded half up. */
static unsigned automatic_scale(const VmafFrameInfo *info)
{
    const unsigned side = info->w < info->h ? info->w : info->h;
    const unsigned scale = side / 256 + (side % 256 >= 128);
    return scale > 1 ? scale : 1;
}

int vmaf_float_ssim_shape(VmafFloatSsimShape *shape, const VmafFloatSsimOptions *opt,
                          const VmafFrameInfo *info)
{
    const unsigned f = opt->scale > 0 ? (unsigned)opt->scale : automatic_scale(info);
    const unsigned w = vmaf_float_ssim_decimated(info->w, f);
    const unsigned h = vmaf_float_ssim_decimated(info->h, f);
    if (w < VMAF_FLOAT_SSIM_TAPS || h < VMAF_FLOAT_SSIM_TAPS) {
        /* An odd side rounds up, so it may be shorter. */
        const unsigned even = f > 1 ? (11 * f + 1) / 2 * 2 : 12;
        const unsigned odd = f > 1 ? 10 * f / 2 * 2 + 1 : 11;
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "float_ssim: %ux%u is too small at scale %u: it leaves %ux%u and the window "
                 "needs 11x11; the smallest side is %u if odd, %u if even\n",
                 info->w, info->h, f, w, h, odd, even);
        return -EINVAL;
    }
    shape->scale = f;
    shape->w = w;
    shape->h = h;
    return 0;
}

int vmaf_float_ssim_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index,
                         const VmafFloatSsimShape *shape, const double *total)
{
    const VmafFloatSsimOptions *opt = c->priv;
    for (unsigned k = 0; k < (opt->enable_lcs ? 4 : 1); k++) {
        double value = (double)vmaf_float_ssim_mean(total[k], shape->w, shape->h);
        if (k == 0 && opt->enable_db)
            value = vmaf_ssim_db(value, vmaf_ssim_max_db(opt->clip_db, &c->info));
        const int err = vmaf_extractor_emit(c, out, k, index, value);
        if (err)
            return err;
    }
    return 0;
}

static int init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    FloatSsimPriv *s = c->priv;
    int err = vmaf_float_ssim_shape(&s->shape, &s->opt, info);
    if (err)
        return err;
    c->scale = s->shape.scale;
    err = vmaf_float_ssim_plane_init(&s->plane, s->shape.w, s->shape.h,
                                     s->opt.enable_lcs ? FSSIM_SUM_TLCS : FSSIM_SUM_T);
    if (err || s->shape.scale == 1)
        return err;
    return vmaf_float_ssim_box_init(&s->box, s->plane.rows, info->w, info->h, s->shape.scale);
}

static int submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                  unsigned index)
{
    (void)index;
    FloatSsimPriv *s = c->priv;
    vmaf_float_ssim_plane_begin(&s->plane);
    for (unsigned y = 0; y < s->shape.h; y++) {
        for (unsigned side = 0; side < 2; side++) {
            float *out = vmaf_float_ssim_plane_row(&s->plane, side);
            const VmafPicture *pic = side ? dis : ref;
            if (s->shape.scale > 1)
                vmaf_float_ssim_box_row(&s->box, out, pic, y);
            else
                vmaf_float_ssim_read(s->plane.rows, out, pic, y);
        }
        vmaf_float_ssim_plane_push(&s->plane);
    }
    return 0;
}

static int collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    const FloatSsimPriv *s = c->priv;
    return vmaf_float_ssim_emit(c, out, index, &s->shape, s->plane.total);
}

static void close_float_ssim(VmafExtractorCtx *c)
{
    FloatSsimPriv *s = c->priv;
    vmaf_float_ssim_plane_free(&s->plane);
    vmaf_float_ssim_box_free(&s->box);
}

const VmafExtractor vmaf_fex_float_ssim = {
    .name = "float_ssim",
    .feature = "float_ssim",
    .backend = VMAF_BACKEND_CPU,
    .outputs = vmaf_float_ssim_outputs,
    .options = vmaf_float_ssim_options,
    .contract = &vmaf_float_ssim_contract,
    .priv_size = sizeof(FloatSsimPriv),
    .planes = 1,
    .min_w = VMAF_FLOAT_SSIM_TAPS,
    .min_h = VMAF_FLOAT_SSIM_TAPS,
    .init = init,
    .submit = submit,
    .collect = collect,
    .close = close_float_ssim,
};
