/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_adm/float_adm_gpu.h"

#include "base/mem.h"
#include "feature/float_adm/float_adm_args.h"

/* Rows of float planes start on a 64-byte boundary. */
#define STRIDE_ALIGN 16

static uint32_t stride_of(int w)
{
    return (uint32_t)vmaf_align_up((size_t)w, STRIDE_ALIGN);
}

static size_t n_rows(const FloatAdmScale *sc)
{
    return (size_t)VMAF_FLOAT_ADM_SUMS * (size_t)(sc->bottom - sc->top);
}

const char *vmaf_float_adm_gpu_refuses(const void *options)
{
    const FloatAdmOptions *opt = options;
    return opt->p_norm == 3.0
               ? NULL
               : "adm_p_norm is not 3, and the terms of other norms are computed on the CPU";
}

static int find_kernels(VmafFloatAdmGpu *s, VmafGpuFrame *f, unsigned bpc)
{
    const char *first = bpc == 8 ? "float_adm_scale_u8" : "float_adm_scale_u16";
    int err = vmaf_gpu_kernel(f->dev, "float_adm", first, &s->first);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_adm", "float_adm_scale_f32", &s->scale);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_adm", "float_adm_row_totals", &s->totals);
    return err;
}

int vmaf_float_adm_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    VmafFloatAdmGpu *s = c->priv;
    VmafGpuFrame *f = c->gpu;
    vmaf_float_adm_plan(&s->plan, &s->opt, (int)info->w, (int)info->h, info->bpc);
    int err = find_kernels(s, f, info->bpc);
    for (int k = 0; k < VMAF_FLOAT_ADM_SCALES && !err; k++) {
        const FloatAdmScale *sc = &s->plan.scale[k];
        const size_t low_bytes = (size_t)stride_of(sc->w) * (size_t)sc->h * sizeof(float);
        for (int pic = 0; pic < 2 && k < VMAF_FLOAT_ADM_SCALES - 1 && !err; pic++)
            err = vmaf_gpu_buffer(f, low_bytes, &s->low[k][pic]);
        if (err || k < s->plan.first_sum)
            continue;
        const size_t stride = stride_of(sc->right - sc->left);
        err = vmaf_gpu_buffer(f, n_rows(sc) * stride * sizeof(float), &s->term[k]);
        if (!err)
            err = vmaf_gpu_result(f, n_rows(sc) * sizeof(float), &s->total[k]);
    }
    return err;
}

static int launch_scale(const VmafFloatAdmGpu *s, VmafGpuFrame *f, int k)
{
    const FloatAdmPlan *p = &s->plan;
    const FloatAdmScale *sc = &p->scale[k];
    const bool summed = k >= p->first_sum;
    FloatAdmScaleArgs a = {
        .in = {f->ref[0].data, f->dis[0].data},
        .in_pitch = {f->ref[0].pitch, f->dis[0].pitch},
        .in_w = sc->in_w,
        .in_h = sc->in_h,
        .w = sc->w,
        .h = sc->h,
        .left = summed ? sc->left : 0,
        .right = summed ? sc->right : 0,
        .top = sc->top,
        .bottom = sc->bottom,
        .low_stride = stride_of(sc->w),
        .term_stride = stride_of(sc->right - sc->left),
        .term = summed ? f->buffer[s->term[k]] : NULL,
        .gain_limit = p->opt.gain_limit,
        .factor = {sc->factor[0], sc->factor[1], sc->factor[2]},
        .unit = p->unit,
        .wide_gain = p->wide_gain,
        .bypass = p->bypass,
        .tiles_x = vmaf_gpu_blocks((size_t)sc->w, FLOAT_ADM_TILE_W),
    };
    for (int pic = 0; pic < 2; pic++) {
        if (k > 0) {
            a.in[pic] = f->buffer[s->low[k - 1][pic]];
            a.in_pitch[pic] = stride_of(sc->in_w) * (uint32_t)sizeof(float);
        }
        if (k < VMAF_FLOAT_ADM_SCALES - 1)
            a.low[pic] = f->buffer[s->low[k][pic]];
    }
    const VmafGpuDim grid = {a.tiles_x * vmaf_gpu_blocks((size_t)sc->h, FLOAT_ADM_TILE_H), 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, k ? s->scale : s->first, grid,
                           ((VmafGpuDim){FLOAT_ADM_THREADS, 1, 1}), &a, f->stream);
}

static int launch_totals(const VmafFloatAdmGpu *s, VmafGpuFrame *f)
{
    FloatAdmTotalsArgs a = {0};
    size_t most = 0;
    for (int k = s->plan.first_sum; k < VMAF_FLOAT_ADM_SCALES; k++) {
        const FloatAdmScale *sc = &s->plan.scale[k];
        a.scale[k] = (FloatAdmTermRows){
            .term = f->buffer[s->term[k]],
            .total = (float *)(void *)(f->result + s->total[k]),
            .n_rows = (uint32_t)n_rows(sc),
            .n = (uint32_t)(sc->right - sc->left),
            .stride = stride_of(sc->right - sc->left),
        };
        most = most > n_rows(sc) ? most : n_rows(sc);
    }
    const VmafGpuDim grid = {vmaf_gpu_blocks(most, FLOAT_ADM_WALKERS), VMAF_FLOAT_ADM_SCALES, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->totals, grid, ((VmafGpuDim){FLOAT_ADM_WALKERS, 1, 1}), &a,
                           f->stream);
}

int vmaf_float_adm_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                              unsigned index)
{
    (void)ref, (void)dis, (void)index;
    const VmafFloatAdmGpu *s = c->priv;
    int err = 0;
    for (int k = 0; k < VMAF_FLOAT_ADM_SCALES && !err; k++)
        err = launch_scale(s, c->gpu, k);
    return err ? err : launch_totals(s, c->gpu);
}

int vmaf_float_adm_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    const VmafFloatAdmGpu *s = c->priv;
    float sum[VMAF_FLOAT_ADM_SCALES][VMAF_FLOAT_ADM_SUMS] = {{0.0f}};
    FloatAdmScores scores;
    for (int k = s->plan.first_sum; k < VMAF_FLOAT_ADM_SCALES; k++) {
        const FloatAdmScale *sc = &s->plan.scale[k];
        const int n = sc->bottom - sc->top;
        const float *total = (const float *)(const void *)(c->gpu->host_result + s->total[k]);
        for (int i = 0; i < VMAF_FLOAT_ADM_SUMS; i++)
            vmaf_float_adm_add_rows(&sum[k][i], total + (ptrdiff_t)i * n, n);
    }
    vmaf_float_adm_finish(&s->plan, sum, &scores);
    return vmaf_float_adm_emit(c, out, index, &scores, s->opt.debug);
}
