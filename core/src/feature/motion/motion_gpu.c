/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `motion`: one launch, on the planes of two pictures that are on the device. */
#include "feature/motion/motion.h"
#include "feature/motion/motion_args.h"

typedef struct MotionGpu {
    VmafGpuKernel *kernel;
    size_t sad; /* result */
} MotionGpu;

static int open_motion(void *state, const void *plan, VmafGpuFrame *f)
{
    MotionGpu *s = state;
    const MotionPlan *p = plan;
    const char *kernel = p->bpc == 8 ? "motion_sad_u8" : "motion_sad_u16";
    const int err = vmaf_gpu_kernel(f->dev, "motion", kernel, &s->kernel);
    return err ? err : vmaf_gpu_result(f, sizeof(uint64_t), &s->sad);
}

static int launch_motion(const void *state, const void *plan, VmafGpuFrame *f)
{
    const MotionGpu *s = state;
    const MotionPlan *p = plan;
    if (f->n_before < p->distance)
        return 0;
    const VmafGpuPlane *older = &f->pair[p->distance].ref[0], *newer = &f->pair[0].ref[0];
    const MotionArgs a = {.older = older->data,
                          .newer = newer->data,
                          .sad = (unsigned long long *)(void *)(f->result + s->sad),
                          .older_pitch = older->pitch,
                          .newer_pitch = newer->pitch,
                          .w = (int32_t)p->w,
                          .h = (int32_t)p->h,
                          .bpc = p->bpc,
                          .tiles_x = vmaf_gpu_blocks(p->w, MOTION_TILE_W)};
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(p->h, MOTION_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->kernel, grid, ((VmafGpuDim){MOTION_THREADS, 1, 1}), &a,
                           f->stream);
}

static int settle_motion(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    const MotionGpu *s = state;
    MotionResult *r = result;
    (void)plan; /* nothing was added for the first pictures */
    r->sad = *(const uint64_t *)(const void *)(f->host_result + s->sad);
    return 0;
}

const VmafGpuEngine vmaf_motion_gpu = {
    .state_size = sizeof(MotionGpu),
    .open = open_motion,
    .launch = launch_motion,
    .settle = settle_motion,
};
