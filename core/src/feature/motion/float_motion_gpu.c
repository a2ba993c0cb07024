/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The GPU engine of `float_motion`: for each plane one kernel of terms, with motion_add_scale1
 * another one at half size, and the sums of all their rows in one launch. Both pictures are blurred
 * for every frame: frames in flight have buffers of their own, and share no blurred plane.
 */
#include "feature/motion/float_motion.h"
#include "feature/motion/float_motion_args.h"
#include "feature/row_sum_gpu.h"

typedef struct FloatMotionGpu {
    VmafGpuKernel *terms, *half;
    VmafRowSumGpu rows;
    unsigned whole_terms[3], half_terms[3]; /* planes of rows */
    unsigned blurred[3][2];                 /* buffers, with motion_add_scale1 */
} FloatMotionGpu;

static int open_plane(FloatMotionGpu *s, const FloatMotionPlan *p, VmafGpuFrame *f, unsigned c)
{
    const uint32_t w = p->plane_w[c], h = p->plane_h[c];
    int err = vmaf_row_sum_gpu_add(&s->rows, f, w, h, &s->whole_terms[c]);
    if (err || !p->opt.add_scale1)
        return err;
    const size_t bytes = (size_t)s->rows.stride[s->whole_terms[c]] * h * sizeof(float);
    for (unsigned k = 0; k < 2 && !err; k++)
        err = vmaf_gpu_buffer(f, bytes, &s->blurred[c][k]);
    return err ? err
               : vmaf_row_sum_gpu_add(&s->rows, f, vmaf_float_motion_half(w),
                                      vmaf_float_motion_half(h), &s->half_terms[c]);
}

static int open_float_motion(void *state, const void *plan, VmafGpuFrame *f)
{
    FloatMotionGpu *s = state;
    const FloatMotionPlan *p = plan;
    const char *kernel = p->bpc == 8 ? "float_motion_terms_u8" : "float_motion_terms_u16";
    int err = vmaf_gpu_kernel(f->dev, "float_motion", kernel, &s->terms);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_motion", "float_motion_half", &s->half);
    for (unsigned c = 0; c < p->n_planes && !err; c++)
        err = open_plane(s, p, f, c);
    return err;
}

static int launch_terms(const FloatMotionGpu *s, const FloatMotionPlan *p, VmafGpuFrame *f,
                        unsigned c)
{
    const VmafGpuPlane *older = &f->pair[1].ref[c], *newer = &f->pair[0].ref[c];
    const unsigned rows = s->whole_terms[c];
    FloatMotionArgs a = {.in = {older->data, newer->data},
                         .pitch = {older->pitch, newer->pitch},
                         .term = f->buffer[s->rows.plane[rows]],
                         .w = (int32_t)p->plane_w[c],
                         .h = (int32_t)p->plane_h[c],
                         .stride = s->rows.stride[rows],
                         .scale = vmaf_float_motion_scale(p->bpc),
                         .taps = p->taps,
                         .tiles_x = vmaf_gpu_blocks(p->plane_w[c], MOTION_TILE_W)};
    for (unsigned k = 0; k < 2 && p->opt.add_scale1; k++)
        a.blurred[k] = f->buffer[s->blurred[c][k]];
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(p->plane_h[c], MOTION_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->terms, grid, ((VmafGpuDim){MOTION_THREADS, 1, 1}), &a,
                           f->stream);
}

static int launch_half(const FloatMotionGpu *s, const FloatMotionPlan *p, VmafGpuFrame *f,
                       unsigned c)
{
    const unsigned rows = s->half_terms[c];
    const FloatMotionHalfArgs a = {.in = {f->buffer[s->blurred[c][0]], f->buffer[s->blurred[c][1]]},
                                   .term = f->buffer[s->rows.plane[rows]],
                                   .w = p->plane_w[c],
                                   .h = p->plane_h[c],
                                   .in_stride = s->rows.stride[s->whole_terms[c]],
                                   .stride = s->rows.stride[rows],
                                   .blocks_x =
                                       vmaf_gpu_blocks(s->rows.w[rows], FLOAT_MOTION_HALF_THREADS)};
    const VmafGpuDim grid = {a.blocks_x * s->rows.h[rows], 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->half, grid, ((VmafGpuDim){FLOAT_MOTION_HALF_THREADS, 1, 1}),
                           &a, f->stream);
}

static int launch_float_motion(const void *state, const void *plan, VmafGpuFrame *f)
{
    const FloatMotionGpu *s = state;
    const FloatMotionPlan *p = plan;
    int err = 0;
    if (!f->n_before)
        return 0;
    for (unsigned c = 0; c < p->n_planes && !err; c++) {
        err = launch_terms(s, p, f, c);
        if (!err && p->opt.add_scale1)
            err = launch_half(s, p, f, c);
    }
    return err ? err : vmaf_row_sum_gpu_launch(&s->rows, f);
}

static int settle_float_motion(const void *state, const void *plan, const VmafGpuFrame *f,
                               void *result)
{
    const FloatMotionGpu *s = state;
    const FloatMotionPlan *p = plan;
    FloatMotionResult *r = result;
    for (unsigned c = 0; c < p->n_planes && f->n_before; c++) {
        const float total = vmaf_row_sum_gpu_settle(&s->rows, f, s->whole_terms[c]);
        r->plane[c] = vmaf_float_motion_mean(total, p->plane_w[c], p->plane_h[c]);
        if (p->opt.add_scale1)
            r->plane[c] = vmaf_float_motion_add_half(
                r->plane[c], vmaf_row_sum_gpu_settle(&s->rows, f, s->half_terms[c]), p->plane_w[c],
                p->plane_h[c]);
    }
    return 0;
}

const VmafGpuEngine vmaf_float_motion_gpu = {
    .state_size = sizeof(FloatMotionGpu),
    .open = open_float_motion,
    .launch = launch_float_motion,
    .settle = settle_float_motion,
};
