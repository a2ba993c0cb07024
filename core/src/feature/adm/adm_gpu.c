/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `adm`: one launch a scale, and one that completes the rows. */
#include <string.h>

#include "feature/adm/adm_args.h"
#include "feature/adm/adm_plan.h"

/** What open() found and reserved. */
typedef struct AdmGpu {
    VmafGpuKernel *tile[VMAF_ADM_SCALES];
    VmafGpuKernel *rows;
    unsigned low[VMAF_ADM_SCALES - 1]; /**< buffers: band a of ref, then of dis */
    unsigned part[VMAF_ADM_SCALES];    /**< buffers: AdmTileArgs.part */
    size_t sums;                       /**< result: AdmSums */
} AdmGpu;

_Static_assert(sizeof(AdmSums) == VMAF_ADM_SCALES * ADM_ROW_SUMS * sizeof(uint64_t),
               "the row kernel writes AdmSums");

static unsigned tiles_x(const AdmScale *s)
{
    return vmaf_gpu_blocks((size_t)s->w, ADM_TILE_W);
}

/* Rows of the inner rectangle. */
static unsigned inner_rows(const AdmScale *s)
{
    return (unsigned)(s->y1 - s->y0);
}

/* Band a of a scale: samples of scale 0 fit 16 bits. */
static size_t low_sample(int scale)
{
    return scale ? sizeof(int32_t) : sizeof(int16_t);
}

static size_t low_bytes(const AdmPlan *plan, int scale)
{
    const AdmScale *s = &plan->scale[scale];
    return (size_t)s->w * (size_t)s->h * low_sample(scale);
}

static int open_adm(void *state, const void *adm_plan, VmafGpuFrame *f)
{
    AdmGpu *st = state;
    const AdmPlan *plan = adm_plan;
    const char *const tile[VMAF_ADM_SCALES] = {plan->bpc == 8 ? "adm_tile_8" : "adm_tile_16",
                                               "adm_tile_low16", "adm_tile_low32",
                                               "adm_tile_low32"};
    int err = vmaf_gpu_kernel(f->dev, "adm", "adm_rows", &st->rows);
    for (int i = 0; i < VMAF_ADM_SCALES && !err; i++) {
        const AdmScale *s = &plan->scale[i];
        const size_t sums = (size_t)tiles_x(s) * inner_rows(s) * ADM_ROW_SUMS;
        err = vmaf_gpu_kernel(f->dev, "adm", tile[i], &st->tile[i]);
        if (!err)
            err = vmaf_gpu_buffer(f, sums * sizeof(uint64_t), &st->part[i]);
        if (!err && i + 1 < VMAF_ADM_SCALES)
            err = vmaf_gpu_buffer(f, 2 * low_bytes(plan, i), &st->low[i]);
    }
    return err ? err : vmaf_gpu_result(f, sizeof(AdmSums), &st->sums);
}

static int launch_tiles(const AdmGpu *st, const AdmPlan *plan, const VmafGpuFrame *f, int i)
{
    const AdmScale *s = &plan->scale[i];
    AdmTileArgs a = {.part = f->buffer[st->part[i]],
                     .s = *s,
                     .tiles_x = tiles_x(s),
                     .gain = plan->opt.enhn_gain_limit,
                     .detail = i || !plan->opt.skip_scale0,
                     .aim = !plan->opt.skip_aim};
    for (int p = 0; p < 2; p++) {
        if (i + 1 < VMAF_ADM_SCALES)
            a.low[p] = (char *)f->buffer[st->low[i]] + (p ? low_bytes(plan, i) : 0);
        if (i) {
            a.in[p] = (char *)f->buffer[st->low[i - 1]] + (p ? low_bytes(plan, i - 1) : 0);
            a.in_pitch[p] = (uint32_t)((size_t)s->in_w * low_sample(i - 1));
        } else {
            const VmafGpuPlane *plane = p ? &f->pair[0].dis[0] : &f->pair[0].ref[0];
            a.in[p] = plane->data;
            a.in_pitch[p] = plane->pitch;
        }
    }
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks((size_t)s->h, ADM_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->tile[i], grid, ((VmafGpuDim){ADM_TILE_THREADS, 1, 1}), &a,
                           f->stream);
}

static int launch_rows(const AdmGpu *st, const AdmPlan *plan, const VmafGpuFrame *f)
{
    AdmRowsArgs a = {.acc = (unsigned long long *)(void *)(f->result + st->sums)};
    unsigned most = 0;
    for (int i = 0; i < VMAF_ADM_SCALES; i++) {
        const AdmScale *s = &plan->scale[i];
        a.part[i] = f->buffer[st->part[i]];
        a.n_rows[i] = i || !plan->opt.skip_scale0 ? inner_rows(s) : 0;
        a.n_parts[i] = tiles_x(s);
        a.shift[i] = s->row_shift;
        a.den_shift[i] = s->den_row_shift;
        most = a.n_rows[i] > most ? a.n_rows[i] : most;
    }
    const VmafGpuDim grid = {vmaf_gpu_blocks(most, ADM_ROWS_A_BLOCK), VMAF_ADM_SCALES, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->rows, grid, ((VmafGpuDim){ADM_ROWS_THREADS, 1, 1}), &a,
                           f->stream);
}

static int launch_adm(const void *state, const void *plan, VmafGpuFrame *f)
{
    int err = 0;
    for (int i = 0; i < VMAF_ADM_SCALES && !err; i++)
        err = launch_tiles(state, plan, f, i);
    return err ? err : launch_rows(state, plan, f);
}

static int settle_adm(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    (void)plan;
    const AdmGpu *st = state;
    memcpy(result, f->host_result + st->sums, sizeof(AdmSums));
    return 0;
}

const VmafGpuEngine vmaf_adm_gpu = {
    .state_size = sizeof(AdmGpu),
    .open = open_adm,
    .launch = launch_adm,
    .settle = settle_adm,
};
