/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ms_ssim_gpu.h"

#include "base/mem.h"
#include "feature/float_ssim/float_ssim_plane.h"

#define LEVELS VMAF_MS_SSIM_LEVELS
#define STRIDE_ALIGN 16 /* rows of float planes start on a 64-byte boundary */

int vmaf_float_ms_ssim_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    VmafFloatMsSsimGpu *s = c->priv;
    VmafGpuFrame *f = c->gpu;
    int err = vmaf_gpu_kernel(f->dev, "float_ssim", "float_ssim_terms", &s->terms);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_ms_ssim", "float_ms_ssim_half", &s->half);
    uint32_t w = info->w, h = info->h;
    for (unsigned i = 0; i < LEVELS && !err; i++) {
        VmafMsSsimGpuLevel *l = &s->level[i];
        l->w = w;
        l->h = h;
        l->stride_px = (uint32_t)vmaf_align_up(w, STRIDE_ALIGN);
        l->with_l = i == LEVELS - 1 || s->opt.enable_lcs;
        const size_t bytes = (size_t)l->stride_px * h * sizeof(float);
        for (unsigned k = 0; k < 2 && i && !err; k++)
            err = vmaf_gpu_buffer(f, bytes, &l->plane[k]);
        const size_t n =
            (size_t)(w - (VMAF_FLOAT_SSIM_TAPS - 1)) * (h - (VMAF_FLOAT_SSIM_TAPS - 1));
        for (unsigned k = l->with_l ? 0 : 1; k < 3 && !err; k++) {
            unsigned sum;
            err = vmaf_fold_gpu_add(&s->fold, f, n, &sum);
        }
        w = vmaf_ms_ssim_half(w);
        h = vmaf_ms_ssim_half(h);
    }
    return err;
}

/* Make the planes of a level from those of the one before it. */
static int halve(const VmafFloatMsSsimGpu *s, VmafGpuFrame *f, const VmafMsSsimGpuLevel *l,
                 FloatSamples plane[2])
{
    MsSsimHalfArgs a = {.w = l->w, .h = l->h, .stride_px = l->stride_px};
    for (unsigned k = 0; k < 2; k++) {
        a.in[k] = plane[k];
        a.out[k] = f->buffer[l->plane[k]];
        plane[k] = vmaf_float_samples_of(a.out[k], a.w, a.h, a.stride_px);
    }
    a.tiles_x = vmaf_gpu_blocks(a.w, MS_SSIM_TILE_W);
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(a.h, MS_SSIM_TILE_H), 1, 2};
    return VMAF_GPU_LAUNCH(f->dev, s->half, grid,
                           ((VmafGpuDim){MS_SSIM_TILE_W * MS_SSIM_TILE_H, 1, 1}), &a, f->stream);
}

int vmaf_float_ms_ssim_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref,
                                  const VmafPicture *dis, unsigned index)
{
    (void)ref, (void)dis, (void)index;
    const VmafFloatMsSsimGpu *s = c->priv;
    VmafGpuFrame *f = c->gpu;
    FloatSamples plane[2] = {vmaf_float_samples(&f->ref[0], c->info.bpc),
                             vmaf_float_samples(&f->dis[0], c->info.bpc)};
    unsigned sum = 0;
    int err = 0;
    for (unsigned i = 0; i < LEVELS && !err; i++) {
        const VmafMsSsimGpuLevel *l = &s->level[i];
        double *term[FLOAT_SSIM_TERMS] = {NULL};
        for (unsigned k = l->with_l ? FLOAT_SSIM_L : FLOAT_SSIM_C; k <= FLOAT_SSIM_S; k++)
            term[k] = f->buffer[s->fold.plane[sum++]];
        if (i)
            err = halve(s, f, l, plane);
        if (!err)
            err = vmaf_float_ssim_launch(f, s->terms, plane[0], plane[1], term);
    }
    return err ? err : vmaf_fold_gpu_submit(&s->fold, f);
}

int vmaf_float_ms_ssim_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    VmafFloatMsSsimGpu *s = c->priv;
    double total[FOLD_MAX_SUMS];
    float lcs[LEVELS][3] = {{0.0f}};
    const int err = vmaf_fold_gpu_collect(&s->fold, c->gpu, total);
    if (err)
        return err;
    unsigned sum = 0;
    for (unsigned i = 0; i < LEVELS; i++) {
        const VmafMsSsimGpuLevel *l = &s->level[i];
        for (unsigned k = l->with_l ? 0 : 1; k < 3; k++)
            lcs[i][k] = vmaf_float_ssim_mean(total[sum++], l->w, l->h);
    }
    return vmaf_float_ms_ssim_emit(c, out, index, lcs);
}

void vmaf_float_ms_ssim_gpu_close(VmafExtractorCtx *c)
{
    VmafFloatMsSsimGpu *s = c->priv;
    vmaf_fold_gpu_close(&s->fold);
}
