/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `float_adm`: one launch a scale, for norms other than 3 one that raises
   the terms, and one that adds the rows. */
#include "base/mem.h"
#include "feature/float_adm/float_adm_args.h"
#include "feature/float_adm/float_adm_plan.h"

/** What open() found and reserved. */
typedef struct FloatAdmGpu {
    VmafGpuKernel *first, *scale, *totals;  /**< first: of scale 0 */
    VmafGpuKernel *powers;                  /**< for norms other than 3 */
    unsigned low[VMAF_FLOAT_ADM_SCALES][2]; /**< buffers of ref, dis; none of the last scale */
    unsigned term[VMAF_FLOAT_ADM_SCALES];   /**< buffer, from scale plan->first_sum on */
    size_t total[VMAF_FLOAT_ADM_SCALES];    /**< result: the row totals, [sum][row] */
} FloatAdmGpu;

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

static int find_kernels(FloatAdmGpu *s, VmafGpuFrame *f, const FloatAdmPlan *plan)
{
    static const char *const name[2][3] = {
        {"float_adm_scale_u8_power", "float_adm_scale_u16_power", "float_adm_scale_f32_power"},
        {"float_adm_scale_u8", "float_adm_scale_u16", "float_adm_scale_f32"}};
    const char *const *of_norm = name[plan->cube];
    int err = vmaf_gpu_kernel(f->dev, "float_adm", of_norm[plan->bpc > 8], &s->first);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_adm", of_norm[2], &s->scale);
    if (!err && !plan->cube)
        err = vmaf_gpu_kernel(f->dev, "float_adm_power", "float_adm_powers", &s->powers);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "float_adm", "float_adm_row_totals", &s->totals);
    return err;
}

static int open_float_adm(void *state, const void *float_adm_plan, VmafGpuFrame *f)
{
    FloatAdmGpu *s = state;
    const FloatAdmPlan *plan = float_adm_plan;
    int err = find_kernels(s, f, plan);
    for (int k = 0; k < VMAF_FLOAT_ADM_SCALES && !err; k++) {
        const FloatAdmScale *sc = &plan->scale[k];
        const size_t low_bytes = (size_t)stride_of(sc->w) * (size_t)sc->h * sizeof(float);
        for (int pic = 0; pic < 2 && k < VMAF_FLOAT_ADM_SCALES - 1 && !err; pic++)
            err = vmaf_gpu_buffer(f, low_bytes, &s->low[k][pic]);
        if (err || k < plan->first_sum)
            continue;
        const size_t stride = stride_of(sc->right - sc->left);
        err = vmaf_gpu_buffer(f, n_rows(sc) * stride * sizeof(float), &s->term[k]);
        if (!err)
            err = vmaf_gpu_result(f, n_rows(sc) * sizeof(float), &s->total[k]);
    }
    return err;
}

static int launch_scale(const FloatAdmGpu *s, const FloatAdmPlan *p, VmafGpuFrame *f, int k)
{
    const VmafGpuPair *pair = &f->pair[0];
    const FloatAdmScale *sc = &p->scale[k];
    const bool summed = k >= p->first_sum;
    FloatAdmScaleArgs a = {
        .in = {pair->ref[0].data, pair->dis[0].data},
        .in_pitch = {pair->ref[0].pitch, pair->dis[0].pitch},
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

/* The terms of all scales. @return the number of rows of the scale that has the most */
static size_t term_rows(const FloatAdmGpu *s, const FloatAdmPlan *p, const VmafGpuFrame *f,
                        FloatAdmTermRows *rows)
{
    size_t most = 0;
    for (int k = p->first_sum; k < VMAF_FLOAT_ADM_SCALES; k++) {
        const FloatAdmScale *sc = &p->scale[k];
        rows[k] = (FloatAdmTermRows){
            .term = f->buffer[s->term[k]],
            .total = (float *)(void *)(f->result + s->total[k]),
            .n_rows = (uint32_t)n_rows(sc),
            .n = (uint32_t)(sc->right - sc->left),
            .stride = stride_of(sc->right - sc->left),
        };
        most = most > n_rows(sc) ? most : n_rows(sc);
    }
    return most;
}

static int launch_powers(const FloatAdmGpu *s, const FloatAdmPlan *p, VmafGpuFrame *f)
{
    FloatAdmPowersArgs a = {.p_norm = p->p_norm};
    const size_t most = term_rows(s, p, f, a.scale);
    const VmafGpuDim grid = {(unsigned)most, VMAF_FLOAT_ADM_SCALES, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->powers, grid, ((VmafGpuDim){FLOAT_ADM_POWER_THREADS, 1, 1}),
                           &a, f->stream);
}

static int launch_totals(const FloatAdmGpu *s, const FloatAdmPlan *p, VmafGpuFrame *f)
{
    FloatAdmTotalsArgs a = {0};
    const size_t most = term_rows(s, p, f, a.scale);
    const VmafGpuDim grid = {vmaf_gpu_blocks(most, FLOAT_ADM_WALKERS), VMAF_FLOAT_ADM_SCALES, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->totals, grid, ((VmafGpuDim){FLOAT_ADM_WALKERS, 1, 1}), &a,
                           f->stream);
}

static int launch_float_adm(const void *state, const void *plan, VmafGpuFrame *f)
{
    const FloatAdmPlan *p = plan;
    int err = 0;
    for (int k = 0; k < VMAF_FLOAT_ADM_SCALES && !err; k++)
        err = launch_scale(state, p, f, k);
    if (!err && !p->cube)
        err = launch_powers(state, p, f);
    return err ? err : launch_totals(state, p, f);
}

static int settle_float_adm(const void *state, const void *plan, const VmafGpuFrame *f,
                            void *result)
{
    const FloatAdmGpu *s = state;
    const FloatAdmPlan *p = plan;
    FloatAdmSums *sums = result;
    for (int k = p->first_sum; k < VMAF_FLOAT_ADM_SCALES; k++) {
        const FloatAdmScale *sc = &p->scale[k];
        const int n = sc->bottom - sc->top;
        const float *total = (const float *)(const void *)(f->host_result + s->total[k]);
        for (int i = 0; i < VMAF_FLOAT_ADM_SUMS; i++)
            vmaf_float_adm_add_rows(&sums->v[k][i], total + (ptrdiff_t)i * n, n);
    }
    vmaf_float_adm_settle(sums);
    return 0;
}

const VmafGpuEngine vmaf_float_adm_gpu = {
    .state_size = sizeof(FloatAdmGpu),
    .open = open_float_adm,
    .launch = launch_float_adm,
    .settle = settle_float_adm,
};
