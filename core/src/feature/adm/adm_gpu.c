/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_gpu.h"

#include <string.h>

#include "feature/adm/adm_args.h"

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

int vmaf_adm_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    VmafAdmGpu *st = c->priv;
    VmafGpuFrame *f = c->gpu;
    const char *const tile[VMAF_ADM_SCALES] = {info->bpc == 8 ? "adm_tile_8" : "adm_tile_16",
                                               "adm_tile_low16", "adm_tile_low32",
                                               "adm_tile_low32"};
    int err = vmaf_adm_plan_init(&st->plan, &st->opt, info->bpc, info->w, info->h, c->fex->feature);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "adm", "adm_rows", &st->rows);
    for (int i = 0; i < VMAF_ADM_SCALES && !err; i++) {
        const AdmScale *s = &st->plan.scale[i];
        const size_t sums = (size_t)tiles_x(s) * inner_rows(s) * ADM_ROW_SUMS;
        err = vmaf_gpu_kernel(f->dev, "adm", tile[i], &st->tile[i]);
        if (!err)
            err = vmaf_gpu_buffer(f, sums * sizeof(uint64_t), &st->part[i]);
        if (!err && i + 1 < VMAF_ADM_SCALES)
            err = vmaf_gpu_buffer(f, 2 * low_bytes(&st->plan, i), &st->low[i]);
    }
    return err ? err : vmaf_gpu_result(f, sizeof(AdmSums), &st->sums);
}

static int launch_tiles(const VmafAdmGpu *st, const VmafGpuFrame *f, int i)
{
    const AdmScale *s = &st->plan.scale[i];
    AdmTileArgs a = {.part = f->buffer[st->part[i]],
                     .s = *s,
                     .tiles_x = tiles_x(s),
                     .gain = st->opt.enhn_gain_limit,
                     .detail = i || !st->opt.skip_scale0,
                     .aim = !st->opt.skip_aim};
    for (int p = 0; p < 2; p++) {
        if (i + 1 < VMAF_ADM_SCALES)
            a.low[p] = (char *)f->buffer[st->low[i]] + (p ? low_bytes(&st->plan, i) : 0);
        if (i) {
            a.in[p] = (char *)f->buffer[st->low[i - 1]] + (p ? low_bytes(&st->plan, i - 1) : 0);
            a.in_pitch[p] = (uint32_t)((size_t)s->in_w * low_sample(i - 1));
        } else {
            const VmafGpuPlane *plane = p ? &f->dis[0] : &f->ref[0];
            a.in[p] = plane->data;
            a.in_pitch[p] = plane->pitch;
        }
    }
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks((size_t)s->h, ADM_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->tile[i], grid, ((VmafGpuDim){ADM_TILE_THREADS, 1, 1}), &a,
                           f->stream);
}

static int launch_rows(const VmafAdmGpu *st, const VmafGpuFrame *f)
{
    AdmRowsArgs a = {.acc = (unsigned long long *)(void *)(f->result + st->sums)};
    unsigned most = 0;
    for (int i = 0; i < VMAF_ADM_SCALES; i++) {
        const AdmScale *s = &st->plan.scale[i];
        a.part[i] = f->buffer[st->part[i]];
        a.n_rows[i] = i || !st->opt.skip_scale0 ? inner_rows(s) : 0;
        a.n_parts[i] = tiles_x(s);
        a.shift[i] = s->row_shift;
        a.den_shift[i] = s->den_row_shift;
        most = a.n_rows[i] > most ? a.n_rows[i] : most;
    }
    const VmafGpuDim grid = {vmaf_gpu_blocks(most, ADM_ROWS_A_BLOCK), VMAF_ADM_SCALES, 1};
    return VMAF_GPU_LAUNCH(f->dev, st->rows, grid, ((VmafGpuDim){ADM_ROWS_THREADS, 1, 1}), &a,
                           f->stream);
}

int vmaf_adm_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                        unsigned index)
{
    (void)ref, (void)dis, (void)index;
    const VmafAdmGpu *st = c->priv;
    int err = 0;
    for (int i = 0; i < VMAF_ADM_SCALES && !err; i++)
        err = launch_tiles(st, c->gpu, i);
    return err ? err : launch_rows(st, c->gpu);
}

int vmaf_adm_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    const VmafAdmGpu *st = c->priv;
    AdmSums sums;
    double score[VMAF_ADM_N_OUTPUTS];
    memcpy(&sums, c->gpu->host_result + st->sums, sizeof(sums));
    vmaf_adm_finish(&st->plan, &sums, score);
    return vmaf_adm_emit(c, &st->plan, score, index, out);
}
