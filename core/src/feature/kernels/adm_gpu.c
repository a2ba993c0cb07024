/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "kernels/adm_gpu.h"

#include <string.h>

#include "kernels/adm_args.h"

static VmafGpuDim tile_grid(const AdmScale *s)
{
    return (VmafGpuDim){vmaf_gpu_blocks((size_t)s->w, ADM_TILE_W),
                        vmaf_gpu_blocks((size_t)s->h, ADM_TILE_H), 1};
}

static size_t band_samples(const AdmScale *s)
{
    return (size_t)s->w * (size_t)s->h;
}

int vmaf_adm_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    VmafAdmGpu *st = c->priv;
    VmafGpuFrame *f = c->gpu;
    int err = vmaf_adm_plan_init(&st->plan, &st->opt, info->bpc, info->w, info->h, c->fex->name);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "adm", info->bpc == 8 ? "adm_tile_8" : "adm_tile_16",
                              &st->tile[0]);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "adm", "adm_tile_band", &st->tile[1]);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "adm", "adm_rows", &st->rows);
    for (int i = 0; i < VMAF_ADM_SCALES && !err; i++) {
        const AdmScale *s = &st->plan.scale[i];
        const size_t rows = (size_t)(s->y1 - s->y0);
        if (i + 1 < VMAF_ADM_SCALES)
            err = vmaf_gpu_buffer(f, 2 * band_samples(s) * sizeof(int32_t), &st->low[i]);
        if (!err)
            err = vmaf_gpu_buffer(f, tile_grid(s).x * rows * ADM_ROW_SUMS * sizeof(uint64_t),
                                  &st->part[i]);
    }
    return err ? err : vmaf_gpu_result(f, sizeof(AdmSums), &st->sums);
}

static AdmTileArgs tile_args(const VmafAdmGpu *st, const VmafGpuFrame *f, int i)
{
    const AdmScale *s = &st->plan.scale[i];
    AdmTileArgs a = {.part = f->buffer[st->part[i]],
                     .s = *s,
                     .gain = st->opt.enhn_gain_limit,
                     .detail = i || !st->opt.skip_scale0,
                     .aim = !st->opt.skip_aim};
    for (int p = 0; p < 2; p++) {
        if (i + 1 < VMAF_ADM_SCALES)
            a.low[p] = (int32_t *)f->buffer[st->low[i]] + (p ? band_samples(s) : 0);
        if (i) {
            const AdmScale *before = s - 1;
            a.in[p] = (int32_t *)f->buffer[st->low[i - 1]] + (p ? band_samples(before) : 0);
            a.in_pitch[p] = (uint32_t)before->w * (uint32_t)sizeof(int32_t);
        } else {
            const VmafGpuPlane *plane = p ? &f->dis[0] : &f->ref[0];
            a.in[p] = plane->data;
            a.in_pitch[p] = plane->pitch;
        }
    }
    return a;
}

static int launch_rows(const VmafAdmGpu *st, const VmafGpuFrame *f)
{
    AdmRowsArgs a = {.acc = (unsigned long long *)(void *)(f->result + st->sums)};
    unsigned most = 0;
    for (int i = 0; i < VMAF_ADM_SCALES; i++) {
        const AdmScale *s = &st->plan.scale[i];
        const unsigned rows = i || !st->opt.skip_scale0 ? (unsigned)(s->y1 - s->y0) : 0;
        a.part[i] = f->buffer[st->part[i]];
        a.n_rows[i] = rows;
        a.n_parts[i] = tile_grid(s).x;
        a.shift[i] = s->row_shift;
        a.den_shift[i] = s->den_row_shift;
        most = rows > most ? rows : most;
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
    const VmafGpuFrame *f = c->gpu;
    int err = 0;
    for (int i = 0; i < VMAF_ADM_SCALES && !err; i++) {
        const AdmTileArgs a = tile_args(st, f, i);
        err = VMAF_GPU_LAUNCH(f->dev, st->tile[i > 0], tile_grid(&a.s),
                              ((VmafGpuDim){ADM_TILE_THREADS, 1, 1}), &a, f->stream);
    }
    return err ? err : launch_rows(st, f);
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
