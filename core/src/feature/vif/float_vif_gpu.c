/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `float_vif`: a resizing launch if asked for, one a scale, one for the rows. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "feature/vif/float_vif_args.h"
#include "feature/vif/float_vif_plan.h"

/** What open() found and reserved. */
typedef struct FloatVifGpu {
    VmafGpuKernel *resize, *tile[VMAF_FLOAT_VIF_SCALES], *totals;
    const void *tap[VMAF_FLOAT_VIF_SCALES];                /**< tables, of any filters */
    const void *column, *row, *column_weight, *row_weight; /**< tables, of another size */
    unsigned resized;                                      /**< buffer: FloatVifResizeArgs.out */
    unsigned next[VMAF_FLOAT_VIF_SCALES];                  /**< buffers: FloatVifTileArgs.next */
    unsigned term[VMAF_FLOAT_VIF_SCALES];                  /**< buffers: FloatVifTileArgs.term */
    size_t total[VMAF_FLOAT_VIF_SCALES];                   /**< results: FloatVifTotalsArgs.total */
} FloatVifGpu;

/* A tile's rows of a column of terms start on a 32-byte boundary. */
static uint32_t term_stride(const FloatVifPlan *plan, unsigned k)
{
    return (uint32_t)vmaf_align_up(plan->h[k], FLOAT_VIF_TILE_H);
}

/* Whether all filters have the widths that there are kernels of their own for. */
static bool usual_widths(const FloatVifPlan *plan)
{
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        if (plan->filter[k].width != ((FLOAT_VIF_USUAL_TAPS >> k) | 1u))
            return false;
    }
    return true;
}

/* The kernel of a scale: its filter's width, and what its samples are. */
static int find_tile(FloatVifGpu *st, VmafGpuFrame *f, const FloatVifPlan *plan, unsigned k)
{
    const char *const samples = k || plan->row.taps ? "" : plan->bpc == 8 ? "_8" : "_16";
    char name[32];
    if (usual_widths(plan))
        snprintf(name, sizeof(name), "float_vif_%u%s", (unsigned)plan->filter[k].width, samples);
    else
        snprintf(name, sizeof(name), "float_vif_any%s", samples);
    return vmaf_gpu_kernel(f->dev, "float_vif", name, &st->tile[k]);
}

static int open_axis(VmafGpuFrame *f, const VmafResampleAxis *a, const void **index,
                     const void **weight)
{
    const size_t n = (size_t)a->n * a->taps;
    const int err = vmaf_gpu_table(f, a->index, n * sizeof(*a->index), index);
    return err ? err : vmaf_gpu_table(f, a->weight, n * sizeof(*a->weight), weight);
}

static int open_resize(FloatVifGpu *st, VmafGpuFrame *f, const FloatVifPlan *plan)
{
    int err =
        vmaf_gpu_kernel(f->dev, "float_vif",
                        plan->bpc == 8 ? "float_vif_resize_8" : "float_vif_resize_16", &st->resize);
    if (!err)
        err = open_axis(f, &plan->column, &st->column, &st->column_weight);
    if (!err)
        err = open_axis(f, &plan->row, &st->row, &st->row_weight);
    return err ? err
               : vmaf_gpu_buffer(f, (size_t)plan->w[0] * plan->h[0] * sizeof(FloatVifPair),
                                 &st->resized);
}

static int open_scale(FloatVifGpu *st, VmafGpuFrame *f, const FloatVifPlan *plan, unsigned k)
{
    int err = find_tile(st, f, plan, k);
    if (!err && !usual_widths(plan))
        err = vmaf_gpu_table(f, plan->filter[k].tap, sizeof(plan->filter[k].tap), &st->tap[k]);
    if (!err && k + 1 < VMAF_FLOAT_VIF_SCALES)
        err = vmaf_gpu_buffer(f, (size_t)plan->w[k + 1] * plan->h[k + 1] * sizeof(FloatVifPair),
                              &st->next[k]);
    if (err || (!k && plan->skip_scale0))
        return err;
    err = vmaf_gpu_buffer(f, (size_t)2 * plan->w[k] * term_stride(plan, k) * sizeof(float),
                          &st->term[k]);
    return err ? err : vmaf_gpu_result(f, (size_t)2 * plan->h[k] * sizeof(float), &st->total[k]);
}

static int open_float_vif(void *state, const void *float_vif_plan, VmafGpuFrame *f)
{
    FloatVifGpu *st = state;
    const FloatVifPlan *plan = float_vif_plan;
    int err = vmaf_gpu_kernel(f->dev, "float_vif", "float_vif_totals", &st->totals);
    if (!err && plan->row.taps)
        err = open_resize(st, f, plan);
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES && !err; k++)
        err = open_scale(st, f, plan, k);
    return err;
}

static int launch_resize(const FloatVifGpu *st, const FloatVifPlan *plan, const VmafGpuFrame *f)
{
    const VmafGpuPair *pair = &f->pair[0];
    const FloatVifResizeArgs a = {
        .in = {pair->ref[0].data, pair->dis[0].data},
        .pitch = {pair->ref[0].pitch, pair->dis[0].pitch},
        .out = f->buffer[st->resized],
        .w = plan->w[0],
        .h = plan->h[0],
        .blocks_x = vmaf_gpu_blocks(plan->w[0], FLOAT_VIF_RESIZE_THREADS),
        .taps = plan->row.taps,
        .column = st->column,
        .row = st->row,
        .column_weight = st->column_weight,
        .row_weight = st->row_weight,
        .unit = plan->unit,
        .normalise = plan->normalise,
    };
    const VmafGpuDim grid = {a.blocks_x * a.h, 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->resize, grid, ((VmafGpuDim){FLOAT_VIF_RESIZE_THREADS, 1, 1}),
                           &a, f->stream);
}

/* Filter k of the plan as filter i of a kernel. */
static void give_filter(FloatVifTileArgs *a, unsigned i, const FloatVifGpu *st,
                        const FloatVifPlan *plan, unsigned k)
{
    const FloatVifFilter *filter = &plan->filter[k];
    a->any[i] = (FloatVifAnyTaps){.width = filter->width, .tap = st->tap[k]};
    if (!st->tap[k])
        memcpy(a->tap[i], filter->tap, filter->width * sizeof(*filter->tap));
}

static int launch_scale(const FloatVifGpu *st, const FloatVifPlan *plan, const VmafGpuFrame *f,
                        unsigned k)
{
    const VmafGpuPair *pair = &f->pair[0];
    FloatVifTileArgs a = {
        .in = {pair->ref[0].data, pair->dis[0].data},
        .pitch = {pair->ref[0].pitch, pair->dis[0].pitch},
        .w = plan->w[k],
        .h = plan->h[k],
        .tiles_x = vmaf_gpu_blocks(plan->w[k], FLOAT_VIF_TILE_W),
        .unit = plan->unit,
        .model = plan->model,
        .term = k || !plan->skip_scale0 ? f->buffer[st->term[k]] : NULL,
        .term_stride = term_stride(plan, k),
    };
    if (k || plan->row.taps)
        a.in[0] = f->buffer[k ? st->next[k - 1] : st->resized];
    give_filter(&a, 0, st, plan, k);
    if (k + 1 < VMAF_FLOAT_VIF_SCALES) {
        a.next = f->buffer[st->next[k]];
        give_filter(&a, 1, st, plan, k + 1);
    }
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks(plan->h[k], FLOAT_VIF_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->tile[k], grid, ((VmafGpuDim){FLOAT_VIF_TILE_THREADS, 1, 1}),
                           &a, f->stream);
}

static int launch_totals(const FloatVifGpu *st, const FloatVifPlan *plan, const VmafGpuFrame *f)
{
    FloatVifTotalsArgs a = {.h = {0}};
    for (unsigned k = plan->skip_scale0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        a.term[k] = f->buffer[st->term[k]];
        a.total[k] = (float *)(void *)(f->result + st->total[k]);
        a.w[k] = plan->w[k];
        a.h[k] = plan->h[k];
        a.stride[k] = term_stride(plan, k);
    }
    const VmafGpuDim grid = {vmaf_gpu_blocks(plan->h[0], FLOAT_VIF_WALKERS), VMAF_FLOAT_VIF_SCALES,
                             2};
    return VMAF_GPU_LAUNCH(f->dev, st->totals, grid, ((VmafGpuDim){FLOAT_VIF_WALKERS, 1, 1}), &a,
                           f->stream);
}

static int launch_float_vif(const void *state, const void *float_vif_plan, VmafGpuFrame *f)
{
    const FloatVifPlan *plan = float_vif_plan;
    int err = plan->row.taps ? launch_resize(state, plan, f) : 0;
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES && !err; k++)
        err = launch_scale(state, plan, f, k);
    return err ? err : launch_totals(state, plan, f);
}

static int settle_float_vif(const void *state, const void *float_vif_plan, const VmafGpuFrame *f,
                            void *result)
{
    const FloatVifGpu *st = state;
    const FloatVifPlan *plan = float_vif_plan;
    FloatVifSums *sums = result;
    for (unsigned k = plan->skip_scale0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        const float *total = (const float *)(const void *)(f->host_result + st->total[k]);
        const uint32_t h = plan->h[k];
        for (uint32_t y = 0; y < h; y++) {
            sums->num[k] += total[y];
            sums->den[k] += total[h + y];
        }
    }
    return 0;
}

const VmafGpuEngine vmaf_float_vif_gpu = {
    .state_size = sizeof(FloatVifGpu),
    .open = open_float_vif,
    .launch = launch_float_vif,
    .settle = settle_float_vif,
};
