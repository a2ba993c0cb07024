/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim.h"
#include "feature/float_ssim/float_ssim_box.h"
#include "feature/float_ssim/float_ssim_plane.h"

typedef struct FloatSsimScratch {
    const FloatSsimPlan *plan;
    VmafFloatSsimPlane plane;
    VmafFloatSsimBox box; /* only when decimating */
} FloatSsimScratch;

static int open_float_ssim(void *scratch, const void *plan, unsigned isa)
{
    FloatSsimScratch *s = scratch;
    const FloatSsimPlan *p = s->plan = plan;
    const int err = vmaf_float_ssim_plane_init(&s->plane, p->w, p->h,
                                               p->enable_lcs ? FSSIM_SUM_TLCS : FSSIM_SUM_T, isa);
    if (err || p->scale == 1)
        return err;
    return vmaf_float_ssim_box_init(&s->box, s->plane.rows, p->info.w, p->info.h, p->scale);
}

static int measure_float_ssim(void *scratch, const void *plan, const VmafWindow *window,
                              void *result)
{
    FloatSsimScratch *s = scratch;
    const FloatSsimPlan *p = plan;
    vmaf_float_ssim_plane_begin(&s->plane);
    for (unsigned y = 0; y < p->h; y++) {
        for (unsigned side = 0; side < 2; side++) {
            float *out = vmaf_float_ssim_plane_row(&s->plane, side);
            const VmafPicture *pic = side ? window->dis[0] : window->ref[0];
            if (p->scale > 1)
                vmaf_float_ssim_box_row(&s->box, out, pic, y);
            else
                vmaf_float_ssim_read(s->plane.rows, out, pic, y);
        }
        vmaf_float_ssim_plane_push(&s->plane);
    }
    vmaf_float_ssim_settle(p, result, s->plane.total);
    return 0;
}

static void close_float_ssim(void *scratch)
{
    FloatSsimScratch *s = scratch;
    vmaf_float_ssim_plane_free(&s->plane);
    vmaf_float_ssim_box_free(&s->box);
}

const VmafCpuEngine vmaf_float_ssim_cpu = {
    .scratch_size = sizeof(FloatSsimScratch),
    .open = open_float_ssim,
    .measure = measure_float_ssim,
    .close = close_float_ssim,
};
