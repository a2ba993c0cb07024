/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `ssim`: one kernel of terms, and the fold. */
#include "feature/fold_gpu.h"
#include "feature/ssim/ssim.h"
#include "feature/ssim/ssim_args.h"

typedef struct SsimGpu {
    VmafFoldGpu fold;
    VmafGpuKernel *terms;
} SsimGpu;

static int open_ssim(void *state, const void *plan, VmafGpuFrame *f)
{
    SsimGpu *s = state;
    const VmafFrameInfo *info = &((const SsimPlan *)plan)->info;
    const char *kernel = info->bpc <= 12 ? "ssim_terms" : "ssim_terms_wide";
    unsigned sum;
    const int err = vmaf_gpu_kernel(f->dev, "ssim", kernel, &s->terms);
    return err ? err : vmaf_fold_gpu_add(&s->fold, f, (size_t)info->w * info->h, &sum);
}

static int launch_ssim(const void *state, const void *plan, VmafGpuFrame *f)
{
    const SsimGpu *s = state;
    const VmafFrameInfo *info = &((const SsimPlan *)plan)->info;
    const VmafGpuPlane *ref = &f->pair[0].ref[0], *dis = &f->pair[0].dis[0];
    const SsimArgs a = {.ref = ref->data,
                        .dis = dis->data,
                        .term = f->buffer[s->fold.plane[0]],
                        .ref_pitch = ref->pitch,
                        .dis_pitch = dis->pitch,
                        .w = info->w,
                        .h = info->h,
                        .bytes = info->bpc > 8 ? 2 : 1,
                        .tiles_x = vmaf_gpu_blocks(info->w, SSIM_TILE),
                        .q = vmaf_ssim_constants(info->bpc)};
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(a.h, SSIM_TILE), 1, 1};
    const int err =
        VMAF_GPU_LAUNCH(f->dev, s->terms, grid, ((VmafGpuDim){SSIM_THREADS, 1, 1}), &a, f->stream);
    return err ? err : vmaf_fold_gpu_launch(&s->fold, f);
}

static int read_ssim(const void *state, const void *plan, VmafGpuFrame *f)
{
    (void)plan;
    const SsimGpu *s = state;
    return vmaf_fold_gpu_read(&s->fold, f);
}

static int settle_ssim(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    const SsimGpu *s = state;
    double total;
    vmaf_fold_gpu_settle(&s->fold, f, ((const SsimPlan *)plan)->isa, &total);
    vmaf_ssim_settle(result, total);
    return 0;
}

const VmafGpuEngine vmaf_ssim_gpu = {
    .state_size = sizeof(SsimGpu),
    .open = open_ssim,
    .launch = launch_ssim,
    .read = read_ssim,
    .settle = settle_ssim,
};
