/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_gpu.h"

#include "base/mem.h"
#include "feature/float_ssim/float_ssim.h"

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

static int open_float_ssim(void *state, const void *plan, VmafGpuFrame *f)
{
    FloatSsimGpu *s = state;
    const FloatSsimPlan *p = plan;
    int err = vmaf_gpu_kernel(f->dev, "float_ssim", "float_ssim_terms", &s->terms);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_ssim", "float_ssim_box", &s->box);
    s->stride_px = (uint32_t)vmaf_align_up(p->w, STRIDE_ALIGN);
    const size_t bytes = (size_t)s->stride_px * p->h * sizeof(float);
    for (unsigned k = 0; k < 2 && p->scale > 1 && !err; k++)
        err = vmaf_gpu_buffer(f, bytes, &s->decimated[k]);
    const size_t n =
        (size_t)(p->w - (VMAF_FLOAT_SSIM_TAPS - 1)) * (p->h - (VMAF_FLOAT_SSIM_TAPS - 1));
    for (unsigned k = 0; k < p->n_sums && !err; k++) {
        unsigned sum;
        err = vmaf_fold_gpu_add(&s->fold, f, n, &sum);
    }
    return err;
}

static int decimate(const FloatSsimGpu *s, const FloatSsimPlan *p, VmafGpuFrame *f,
                    FloatSamples plane[2])
{
    FloatSsimBoxArgs a = {.w = p->w, .h = p->h, .stride_px = s->stride_px, .factor = p->scale};
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

int vmaf_float_ssim_gpu_launch_terms(const void *state, const void *plan, VmafGpuFrame *f)
{
    const FloatSsimGpu *s = state;
    const FloatSsimPlan *p = plan;
    FloatSamples plane[2] = {vmaf_float_samples(&f->pair[0].ref[0], p->info.bpc),
                             vmaf_float_samples(&f->pair[0].dis[0], p->info.bpc)};
    double *term[FLOAT_SSIM_TERMS] = {NULL};
    for (unsigned i = 0; i < s->fold.n_sums; i++)
        term[i] = f->buffer[s->fold.plane[i]];
    int err = p->scale > 1 ? decimate(s, p, f, plane) : 0;
    return err ? err : vmaf_float_ssim_launch(f, s->terms, plane[0], plane[1], term);
}

static int launch_float_ssim(const void *state, const void *plan, VmafGpuFrame *f)
{
    const FloatSsimGpu *s = state;
    const int err = vmaf_float_ssim_gpu_launch_terms(state, plan, f);
    return err ? err : vmaf_fold_gpu_launch(&s->fold, f);
}

static int read_float_ssim(const void *state, const void *plan, VmafGpuFrame *f)
{
    (void)plan;
    const FloatSsimGpu *s = state;
    return vmaf_fold_gpu_read(&s->fold, f);
}

static int settle_float_ssim(const void *state, const void *plan, const VmafGpuFrame *f,
                             void *result)
{
    const FloatSsimGpu *s = state;
    const FloatSsimPlan *p = plan;
    double total[FOLD_MAX_SUMS];
    vmaf_fold_gpu_settle(&s->fold, f, p->isa, total);
    vmaf_float_ssim_settle(p, result, total);
    return 0;
}

const VmafGpuEngine vmaf_float_ssim_gpu = {
    .state_size = sizeof(FloatSsimGpu),
    .open = open_float_ssim,
    .launch = launch_float_ssim,
    .read = read_float_ssim,
    .settle = settle_float_ssim,
};
