/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `vif`: one launch a scale. */
#include <string.h>

#include "feature/vif/vif_args.h"
#include "feature/vif/vif_plan.h"

/** What open() found and reserved. */
typedef struct VifGpu {
    VmafGpuKernel *tile[VMAF_VIF_SCALES];
    const void *log;                    /**< table of logarithms */
    unsigned next[VMAF_VIF_SCALES - 1]; /**< buffers: VifTileArgs.next */
    size_t sums;                        /**< result: [VMAF_VIF_SCALES] VifSums */
} VifGpu;

static int open_vif(void *state, const void *vif_plan, VmafGpuFrame *f)
{
    VifGpu *st = state;
    const VifPlan *plan = vif_plan;
    const char *const tile[VMAF_VIF_SCALES] = {plan->bpc == 8 ? "vif_tile_8" : "vif_tile_16",
                                               "vif_tile_scale1", "vif_tile_scale2",
                                               "vif_tile_scale3"};
    int err = vmaf_gpu_table(f, plan->log, VMAF_VIF_LOG_SIZE, &st->log);
    for (unsigned k = 0; k < VMAF_VIF_SCALES && !err; k++) {
        err = vmaf_gpu_kernel(f->dev, "vif", tile[k], &st->tile[k]);
        if (!err && k + 1 < VMAF_VIF_SCALES) {
            const VifScale *next = &plan->scale[k + 1];
            err = vmaf_gpu_buffer(f, (size_t)next->w * next->h * sizeof(uint32_t), &st->next[k]);
        }
    }
    return err ? err : vmaf_gpu_result(f, VMAF_VIF_SCALES * sizeof(VifSums), &st->sums);
}

static int launch_scale(const VifGpu *st, const VifPlan *plan, const VmafGpuFrame *f, unsigned k)
{
    const VifScale *s = &plan->scale[k];
    const VmafGpuPair *pair = &f->pair[0];
    VifSums *const sums = (VifSums *)(void *)(f->result + st->sums) + k;
    VifTileArgs a = {
        .in = {pair->ref[0].data, pair->dis[0].data},
        .pitch = {pair->ref[0].pitch, pair->dis[0].pitch},
        .w = s->w,
        .h = s->h,
        .tiles_x = vmaf_gpu_blocks(s->w, VIF_TILE_W),
        .mean_shift = s->mean_shift,
        .product_shift = s->product_shift,
        .peak = (1u << plan->bpc) - 1u,
        .limit = plan->gain_limit,
        .log = st->log,
        .next = k + 1 < VMAF_VIF_SCALES ? f->buffer[st->next[k]] : NULL,
        .sums = k || !plan->skip_scale0 ? (unsigned long long *)(void *)sums : NULL,
    };
    if (k)
        a.in[0] = f->buffer[st->next[k - 1]];
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(s->h, VIF_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->tile[k], grid, ((VmafGpuDim){VIF_TILE_THREADS, 1, 1}), &a,
                           f->stream);
}

static int launch_vif(const void *state, const void *plan, VmafGpuFrame *f)
{
    int err = 0;
    for (unsigned k = 0; k < VMAF_VIF_SCALES && !err; k++)
        err = launch_scale(state, plan, f, k);
    return err;
}

static int settle_vif(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    (void)plan;
    const VifGpu *st = state;
    memcpy(result, f->host_result + st->sums, VMAF_VIF_SCALES * sizeof(VifSums));
    return 0;
}

const VmafGpuEngine vmaf_vif_gpu = {
    .state_size = sizeof(VifGpu),
    .open = open_vif,
    .launch = launch_vif,
    .settle = settle_vif,
};
