/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `float_ms_ssim`: terms and next level in turn, then all folds. */
#include "base/mem.h"
#include "feature/float_ssim/float_ms_ssim.h"
#include "feature/float_ssim/float_ssim_gpu.h"

#define LEVELS VMAF_MS_SSIM_LEVELS
#define STRIDE_ALIGN 16 /* rows of float planes start on a 64-byte boundary */

typedef struct FloatMsSsimGpu {
    uint32_t stride_px[LEVELS];
    unsigned plane[LEVELS][2]; /**< buffers of ref and dis; none at level 0 */
    VmafFoldGpu fold;          /**< level by level: l, where it has one, c and s */
    VmafGpuKernel *terms, *half;
} FloatMsSsimGpu;

static int open_ms_ssim(void *state, const void *plan, VmafGpuFrame *f)
{
    FloatMsSsimGpu *s = state;
    const FloatMsSsimPlan *p = plan;
    int err = vmaf_gpu_kernel(f->dev, "float_ssim", "float_ssim_terms", &s->terms);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_ms_ssim", "float_ms_ssim_half", &s->half);
    for (unsigned i = 0; i < LEVELS && !err; i++) {
        const FloatMsSsimLevel *l = &p->level[i];
        s->stride_px[i] = (uint32_t)vmaf_align_up(l->w, STRIDE_ALIGN);
        const size_t bytes = (size_t)s->stride_px[i] * l->h * sizeof(float);
        for (unsigned k = 0; k < 2 && i && !err; k++)
            err = vmaf_gpu_buffer(f, bytes, &s->plane[i][k]);
        const size_t n =
            (size_t)(l->w - (VMAF_FLOAT_SSIM_TAPS - 1)) * (l->h - (VMAF_FLOAT_SSIM_TAPS - 1));
        for (unsigned k = !l->with_l; k < 3 && !err; k++) {
            unsigned sum;
            err = vmaf_fold_gpu_add(&s->fold, f, n, &sum);
        }
    }
    return err;
}

/* Make the planes of level i from those of the one before it. */
static int halve(const FloatMsSsimGpu *s, const FloatMsSsimPlan *p, VmafGpuFrame *f, unsigned i,
                 FloatSamples plane[2])
{
    MsSsimHalfArgs a = {.w = p->level[i].w, .h = p->level[i].h, .stride_px = s->stride_px[i]};
    for (unsigned k = 0; k < 2; k++) {
        a.in[k] = plane[k];
        a.out[k] = f->buffer[s->plane[i][k]];
        plane[k] = vmaf_float_samples_of(a.out[k], a.w, a.h, a.stride_px);
    }
    a.tiles_x = vmaf_gpu_blocks(a.w, MS_SSIM_TILE_W);
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(a.h, MS_SSIM_TILE_H), 1, 2};
    return VMAF_GPU_LAUNCH(f->dev, s->half, grid,
                           ((VmafGpuDim){MS_SSIM_TILE_W * MS_SSIM_TILE_H, 1, 1}), &a, f->stream);
}

static int launch_ms_ssim(const void *state, const void *plan, VmafGpuFrame *f)
{
    const FloatMsSsimGpu *s = state;
    const FloatMsSsimPlan *p = plan;
    FloatSamples plane[2] = {vmaf_float_samples(&f->pair[0].ref[0], p->bpc),
                             vmaf_float_samples(&f->pair[0].dis[0], p->bpc)};
    unsigned sum = 0;
    int err = 0;
    for (unsigned i = 0; i < LEVELS && !err; i++) {
        double *term[FLOAT_SSIM_TERMS] = {NULL};
        for (unsigned k = p->level[i].with_l ? FLOAT_SSIM_L : FLOAT_SSIM_C; k <= FLOAT_SSIM_S; k++)
            term[k] = f->buffer[s->fold.plane[sum++]];
        if (i)
            err = halve(s, p, f, i, plane);
        if (!err)
            err = vmaf_float_ssim_launch(f, s->terms, plane[0], plane[1], term);
    }
    return err ? err : vmaf_fold_gpu_launch(&s->fold, f);
}

static int read_ms_ssim(const void *state, const void *plan, VmafGpuFrame *f)
{
    (void)plan;
    const FloatMsSsimGpu *s = state;
    return vmaf_fold_gpu_read(&s->fold, f);
}

static int settle_ms_ssim(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    const FloatMsSsimGpu *s = state;
    const FloatMsSsimPlan *p = plan;
    double sum[FOLD_MAX_SUMS];
    const double *total[LEVELS];
    vmaf_fold_gpu_settle(&s->fold, f, p->isa, sum);
    for (unsigned i = 0, next = 0; i < LEVELS; next += p->level[i++].with_l ? 3 : 2)
        total[i] = sum + next;
    vmaf_float_ms_ssim_settle(p, result, total);
    return 0;
}

const VmafGpuEngine vmaf_float_ms_ssim_gpu = {
    .state_size = sizeof(FloatMsSsimGpu),
    .open = open_ms_ssim,
    .launch = launch_ms_ssim,
    .read = read_ms_ssim,
    .settle = settle_ms_ssim,
};
