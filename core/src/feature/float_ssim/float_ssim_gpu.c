/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_gpu.h"

#include "base/mem.h"

/* Rows of float planes start on a 64-byte boundary. */
#define STRIDE_ALIGN 16

FloatSamples vmaf_float_samples(const VmafGpuPlane *plane, unsigned bpc)
{
    return (FloatSamples){.data = plane->data,
                          .pitch = plane->pitch,
                          .w = plane->w,
                          .h = plane->h,
                          .bytes = bpc > 8 ? 2 : 1,
                          .unit = vmaf_float_ssim_unit(bpc)};
}

FloatSamples vmaf_float_samples_of(const void *buffer, uint32_t w, uint32_t h, uint32_t stride_px)
{
    return (FloatSamples){.data = buffer,
                          .pitch = stride_px * (uint32_t)sizeof(float),
                          .w = w,
                          .h = h,
                          .bytes = sizeof(float),
                          .unit = 1.0f};
}

int vmaf_float_ssim_launch(VmafGpuFrame *f, VmafGpuKernel *k, FloatSamples ref, FloatSamples dis,
                           double *const term[FLOAT_SSIM_TERMS])
{
    FloatSsimArgs a = {.ref = ref,
                       .dis = dis,
                       .dw = ref.w - (VMAF_FLOAT_SSIM_TAPS - 1),
                       .dh = ref.h - (VMAF_FLOAT_SSIM_TAPS - 1)};
    for (unsigned i = 0; i < FLOAT_SSIM_TERMS; i++)
        a.term[i] = term[i];
    a.tiles_x = vmaf_gpu_blocks(a.dw, FLOAT_SSIM_TILE);
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(a.dh, FLOAT_SSIM_TILE), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, k, grid, ((VmafGpuDim){FLOAT_SSIM_THREADS, 1, 1}), &a,
                           f->stream);
}

int vmaf_float_ssim_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    VmafFloatSsimGpu *s = c->priv;
    VmafGpuFrame *f = c->gpu;
    int err = vmaf_float_ssim_shape(&s->shape, &s->opt, info);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_ssim", "float_ssim_terms", &s->terms);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_ssim", "float_ssim_box", &s->box);
    c->scale = s->shape.scale;
    s->stride_px = (uint32_t)vmaf_align_up(s->shape.w, STRIDE_ALIGN);
    const size_t bytes = (size_t)s->stride_px * s->shape.h * sizeof(float);
    for (unsigned k = 0; k < 2 && s->shape.scale > 1 && !err; k++)
        err = vmaf_gpu_buffer(f, bytes, &s->decimated[k]);
    const size_t n = (size_t)(s->shape.w - (VMAF_FLOAT_SSIM_TAPS - 1)) *
                     (s->shape.h - (VMAF_FLOAT_SSIM_TAPS - 1));
    for (unsigned k = 0; k < (s->opt.enable_lcs ? FLOAT_SSIM_TERMS : 1u) && !err; k++) {
        unsigned sum;
        err = vmaf_fold_gpu_add(&s->fold, f, n, &sum);
    }
    return err;
}

static int decimate(const VmafFloatSsimGpu *s, VmafGpuFrame *f, FloatSamples plane[2])
{
    FloatSsimBoxArgs a = {
        .w = s->shape.w, .h = s->shape.h, .stride_px = s->stride_px, .factor = s->shape.scale};
    for (unsigned k = 0; k < 2; k++) {
        a.in[k] = plane[k];
        a.out[k] = f->buffer[s->decimated[k]];
        plane[k] = vmaf_float_samples_of(a.out[k], a.w, a.h, a.stride_px);
    }
    a.tiles_x = vmaf_gpu_blocks(a.w, FLOAT_SSIM_BOX_W);
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(a.h, FLOAT_SSIM_BOX_H), 1, 2};
    return VMAF_GPU_LAUNCH(f->dev, s->box, grid,
                           ((VmafGpuDim){FLOAT_SSIM_BOX_W * FLOAT_SSIM_BOX_H, 1, 1}), &a,
                           f->stream);
}

int vmaf_float_ssim_gpu_terms(VmafExtractorCtx *c)
{
    const VmafFloatSsimGpu *s = c->priv;
    VmafGpuFrame *f = c->gpu;
    FloatSamples plane[2] = {vmaf_float_samples(&f->ref[0], c->info.bpc),
                             vmaf_float_samples(&f->dis[0], c->info.bpc)};
    double *term[FLOAT_SSIM_TERMS] = {NULL};
    for (unsigned i = 0; i < s->fold.n_sums; i++)
        term[i] = f->buffer[s->fold.plane[i]];
    int err = s->shape.scale > 1 ? decimate(s, f, plane) : 0;
    return err ? err : vmaf_float_ssim_launch(f, s->terms, plane[0], plane[1], term);
}

int vmaf_float_ssim_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                               unsigned index)
{
    (void)ref, (void)dis, (void)index;
    const VmafFloatSsimGpu *s = c->priv;
    const int err = vmaf_float_ssim_gpu_terms(c);
    return err ? err : vmaf_fold_gpu_submit(&s->fold, c->gpu);
}

int vmaf_float_ssim_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    VmafFloatSsimGpu *s = c->priv;
    double total[FOLD_MAX_SUMS];
    const int err = vmaf_fold_gpu_collect(&s->fold, c->gpu, total);
    return err ? err : vmaf_float_ssim_emit(c, out, index, &s->shape, total);
}

void vmaf_float_ssim_gpu_close(VmafExtractorCtx *c)
{
    VmafFloatSsimGpu *s = c->priv;
    vmaf_fold_gpu_close(&s->fold);
}
