/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim/ssim_gpu.h"

#include "feature/ssim/ssim_args.h"

int vmaf_ssim_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    VmafSsimGpu *s = c->priv;
    const char *kernel = info->bpc <= 12 ? "ssim_terms" : "ssim_terms_wide";
    unsigned sum;
    const int err = vmaf_gpu_kernel(c->gpu->dev, "ssim", kernel, &s->terms);
    return err ? err : vmaf_fold_gpu_add(&s->fold, c->gpu, (size_t)info->w * info->h, &sum);
}

int vmaf_ssim_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                         unsigned index)
{
    (void)ref, (void)dis, (void)index;
    const VmafSsimGpu *s = c->priv;
    VmafGpuFrame *f = c->gpu;
    const SsimArgs a = {.ref = f->ref[0].data,
                        .dis = f->dis[0].data,
                        .term = f->buffer[s->fold.plane[0]],
                        .ref_pitch = f->ref[0].pitch,
                        .dis_pitch = f->dis[0].pitch,
                        .w = c->info.w,
                        .h = c->info.h,
                        .bytes = c->info.bpc > 8 ? 2 : 1,
                        .tiles_x = vmaf_gpu_blocks(c->info.w, SSIM_TILE),
                        .q = vmaf_ssim_constants(c->info.bpc)};
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(a.h, SSIM_TILE), 1, 1};
    const int err =
        VMAF_GPU_LAUNCH(f->dev, s->terms, grid, ((VmafGpuDim){SSIM_THREADS, 1, 1}), &a, f->stream);
    return err ? err : vmaf_fold_gpu_submit(&s->fold, f);
}

int vmaf_ssim_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    VmafSsimGpu *s = c->priv;
    double total;
    const int err = vmaf_fold_gpu_collect(&s->fold, c->gpu, &total);
    return err ? err : vmaf_ssim_emit(c, out, index, total);
}

void vmaf_ssim_gpu_close(VmafExtractorCtx *c)
{
    VmafSsimGpu *s = c->priv;
    vmaf_fold_gpu_close(&s->fold);
}
