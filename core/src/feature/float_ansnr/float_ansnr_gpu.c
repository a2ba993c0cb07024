/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `float_ansnr`: one kernel of terms, and the sums of their rows. */
#include "feature/float_ansnr/float_ansnr.h"
#include "feature/float_ansnr/float_ansnr_args.h"
#include "feature/row_sum_gpu.h"

typedef struct FloatAnsnrGpu {
    VmafGpuKernel *terms;
    VmafRowSumGpu rows;
    unsigned sig, noise; /* planes of terms */
} FloatAnsnrGpu;

static int open_ansnr(void *state, const void *plan, VmafGpuFrame *f)
{
    FloatAnsnrGpu *s = state;
    const VmafFrameInfo *info = &((const FloatAnsnrPlan *)plan)->info;
    int err = vmaf_gpu_kernel(f->dev, "float_ansnr", "float_ansnr_terms", &s->terms);
    if (!err)
        err = vmaf_row_sum_gpu_add(&s->rows, f, info->w, info->h, &s->sig);
    if (!err)
        err = vmaf_row_sum_gpu_add(&s->rows, f, info->w, info->h, &s->noise);
    return err;
}

static int launch_ansnr(const void *state, const void *plan, VmafGpuFrame *f)
{
    const FloatAnsnrGpu *s = state;
    const VmafFrameInfo *info = &((const FloatAnsnrPlan *)plan)->info;
    const VmafGpuPlane *ref = &f->pair[0].ref[0], *dis = &f->pair[0].dis[0];
    const FloatAnsnrArgs a = {.ref = ref->data,
                              .dis = dis->data,
                              .sig = f->buffer[s->rows.plane[s->sig]],
                              .noise = f->buffer[s->rows.plane[s->noise]],
                              .ref_pitch = ref->pitch,
                              .dis_pitch = dis->pitch,
                              .w = (int32_t)info->w,
                              .h = (int32_t)info->h,
                              .stride = s->rows.stride[s->sig],
                              .bytes = info->bpc > 8 ? 2 : 1,
                              .unit = vmaf_float_ansnr_unit(info->bpc),
                              .tiles_x = vmaf_gpu_blocks(info->w, FLOAT_ANSNR_TILE)};
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(info->h, FLOAT_ANSNR_TILE), 1, 1};
    const int err = VMAF_GPU_LAUNCH(f->dev, s->terms, grid,
                                    ((VmafGpuDim){FLOAT_ANSNR_THREADS, 1, 1}), &a, f->stream);
    return err ? err : vmaf_row_sum_gpu_launch(&s->rows, f);
}

static int settle_ansnr(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    (void)plan;
    const FloatAnsnrGpu *s = state;
    FloatAnsnrSums *r = result;
    r->sig = vmaf_row_sum_gpu_settle(&s->rows, f, s->sig);
    r->noise = vmaf_row_sum_gpu_settle(&s->rows, f, s->noise);
    return 0;
}

const VmafGpuEngine vmaf_float_ansnr_gpu = {
    .state_size = sizeof(FloatAnsnrGpu),
    .open = open_ansnr,
    .launch = launch_ansnr,
    .settle = settle_ansnr,
};
