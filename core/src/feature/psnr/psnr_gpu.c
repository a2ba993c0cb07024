/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The GPU engines of `psnr`, `float_psnr` and `float_moment`: one launch, integer sums. Where a sum
 * of the float features outgrows what doubles hold exactly, the order of the terms counts, and the
 * host fetches the planes and adds as the CPU engine does.
 */
#include <errno.h>

#include "base/mem.h"
#include "feature/psnr/psnr.h"
#include "feature/psnr/psnr_args.h"
#include "feature/psnr/psnr_sum.h"

typedef struct PsnrGpu {
    VmafGpuKernel *kernel;
    size_t sums;       /* result */
    unsigned plane[2]; /* host buffers of the float features, for a plane of ref and dis */
    unsigned term;     /* and for a row of terms */
} PsnrGpu;

static int open_sums(PsnrGpu *s, VmafGpuFrame *f, const char *kernel, unsigned n_sums)
{
    const int err = vmaf_gpu_kernel(f->dev, "psnr", kernel, &s->kernel);
    return err ? err : vmaf_gpu_result(f, n_sums * sizeof(uint64_t), &s->sums);
}

static const uint64_t *sums(const PsnrGpu *s, const VmafGpuFrame *f)
{
    return (const uint64_t *)(const void *)(f->host_result + s->sums);
}

static PsnrPlaneArgs plane_args(const VmafGpuPlane *ref, const VmafGpuPlane *dis, unsigned bpc)
{
    return (PsnrPlaneArgs){.ref = ref->data,
                           .dis = dis->data,
                           .ref_pitch = ref->pitch,
                           .dis_pitch = dis->pitch,
                           .w = ref->w,
                           .h = ref->h,
                           .accesses = vmaf_gpu_blocks((size_t)ref->w << (bpc > 8), PSNR_ACCESS)};
}

static int launch(const PsnrGpu *s, VmafGpuFrame *f, PsnrArgs *a, unsigned n_planes)
{
    size_t most = 0;
    for (unsigned i = 0; i < n_planes; i++) {
        const size_t n = (size_t)a->plane[i].accesses * a->plane[i].h;
        most = n > most ? n : most;
    }
    a->sum = (unsigned long long *)(void *)(f->result + s->sums);
    const VmafGpuDim grid = {vmaf_gpu_blocks(most, PSNR_THREADS * PSNR_ACCESSES), n_planes, 1};
    return VMAF_GPU_LAUNCH(f->dev, s->kernel, grid, ((VmafGpuDim){PSNR_THREADS, 1, 1}), a,
                           f->stream);
}

/* ---- psnr ---- */

static int open_psnr(void *state, const void *plan, VmafGpuFrame *f)
{
    const PsnrPlan *p = plan;
    return open_sums(state, f, p->bpc == 8 ? "psnr_sse_u8" : "psnr_sse_u16", p->n_planes);
}

static int launch_psnr(const void *state, const void *plan, VmafGpuFrame *f)
{
    const PsnrPlan *p = plan;
    PsnrArgs a = {0};
    for (unsigned i = 0; i < p->n_planes; i++)
        a.plane[i] = plane_args(&f->pair[0].ref[i], &f->pair[0].dis[i], p->bpc);
    return launch(state, f, &a, p->n_planes);
}

static int settle_psnr(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    PsnrErrors *r = result;
    for (unsigned i = 0; i < ((const PsnrPlan *)plan)->n_planes; i++)
        r->sse[i] = sums(state, f)[i];
    return 0;
}

/* ---- what the float features share ---- */

static size_t row_bytes(const VmafFrameInfo *info)
{
    return (size_t)info->w << (info->bpc > 8);
}

static int open_float(PsnrGpu *s, const PsnrFloatPlan *p, VmafGpuFrame *f, const char *kernel,
                      unsigned n_sums)
{
    int err = open_sums(s, f, kernel, n_sums);
    for (unsigned k = 0; k < 2 && !err; k++)
        err = vmaf_gpu_host(f, row_bytes(&p->info) * p->info.h, &s->plane[k]);
    return err ? err : vmaf_gpu_host(f, p->info.w * sizeof(double), &s->term);
}

static int fetch(const PsnrGpu *s, const PsnrFloatPlan *p, VmafGpuFrame *f, unsigned k)
{
    const VmafGpuPlane *plane = k ? &f->pair[0].dis[0] : &f->pair[0].ref[0];
    const size_t bytes = row_bytes(&p->info);
    void *to = vmaf_gpu_host_get(f, s->plane[k]);
    if (!to || !vmaf_gpu_host_get(f, s->term))
        return -ENOMEM;
    const int err = f->dev->ops->download(f->dev, to, bytes, plane->data, plane->pitch, bytes,
                                          p->info.h, f->stream);
    return err ? err : f->dev->ops->stream_wait(f->dev, f->stream);
}

/* A plane that was fetched, and what its sums need. */
static PsnrPlane fetched(const PsnrGpu *s, const PsnrFloatPlan *p, const VmafGpuFrame *f,
                         unsigned k)
{
    return (PsnrPlane){f->host[s->plane[k]], (ptrdiff_t)row_bytes(&p->info)};
}

static PsnrAdder adder(const PsnrGpu *s, const PsnrFloatPlan *p, const VmafGpuFrame *f)
{
    return vmaf_psnr_adder(&p->info, p->isa, f->host[s->term]);
}

/* ---- float_psnr ---- */

static int open_error(void *state, const void *plan, VmafGpuFrame *f)
{
    const PsnrFloatPlan *p = plan;
    return open_float(state, p, f, p->info.bpc == 8 ? "psnr_sse_u8" : "psnr_float_sse_u16", 1);
}

static int launch_error(const void *state, const void *plan, VmafGpuFrame *f)
{
    const unsigned bpc = ((const PsnrFloatPlan *)plan)->info.bpc;
    PsnrArgs a = {.plane = {plane_args(&f->pair[0].ref[0], &f->pair[0].dis[0], bpc)}};
    return launch(state, f, &a, 1);
}

static int read_error(const void *state, const void *plan, VmafGpuFrame *f)
{
    int err = 0;
    for (unsigned k = 0; k < 2 && !err && sums(state, f)[0] > VMAF_PSNR_EXACT; k++)
        err = fetch(state, plan, f, k);
    return err;
}

static int settle_error(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    const PsnrFloatPlan *p = plan;
    PsnrSum sum = {.exact = sums(state, f)[0]};
    if (sum.exact > VMAF_PSNR_EXACT) {
        const PsnrAdder add = adder(state, p, f);
        sum = vmaf_psnr_add_errors(&add, fetched(state, p, f, 0), fetched(state, p, f, 1));
    }
    ((PsnrFloatError *)result)->sse = vmaf_psnr_sum(&sum) * (p->unit * p->unit);
    return 0;
}

/* ---- float_moment ---- */

/* [picture][first, second] */
static const uint64_t *moments(const PsnrGpu *s, const VmafGpuFrame *f, unsigned k)
{
    return sums(s, f) + (ptrdiff_t)2 * k;
}

static int open_moments(void *state, const void *plan, VmafGpuFrame *f)
{
    const PsnrFloatPlan *p = plan;
    return open_float(state, p, f, p->info.bpc == 8 ? "psnr_moments_u8" : "psnr_moments_u16", 4);
}

static int launch_moments(const void *state, const void *plan, VmafGpuFrame *f)
{
    const unsigned bpc = ((const PsnrFloatPlan *)plan)->info.bpc;
    const VmafGpuPlane *ref = &f->pair[0].ref[0], *dis = &f->pair[0].dis[0];
    PsnrArgs a = {.plane = {plane_args(ref, ref, bpc), plane_args(dis, dis, bpc)}};
    return launch(state, f, &a, 2);
}

static int read_moments(const void *state, const void *plan, VmafGpuFrame *f)
{
    int err = 0;
    for (unsigned k = 0; k < 2 && !err; k++) {
        if (moments(state, f, k)[1] > VMAF_PSNR_EXACT)
            err = fetch(state, plan, f, k);
    }
    return err;
}

static int settle_moments(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    const PsnrFloatPlan *p = plan;
    PsnrFloatMoments *r = result;
    for (unsigned k = 0; k < 2; k++) {
        uint64_t first = moments(state, f, k)[0];
        PsnrSum second = {.exact = moments(state, f, k)[1]};
        if (second.exact > VMAF_PSNR_EXACT) {
            const PsnrAdder add = adder(state, p, f);
            second = vmaf_psnr_add_squares(&add, fetched(state, p, f, k), &first);
        }
        vmaf_psnr_settle_moments(r, k, first, &second, p->unit);
    }
    return 0;
}

const VmafGpuEngine vmaf_psnr_gpu = {
    .state_size = sizeof(PsnrGpu),
    .open = open_psnr,
    .launch = launch_psnr,
    .settle = settle_psnr,
};

const VmafGpuEngine vmaf_float_psnr_gpu = {
    .state_size = sizeof(PsnrGpu),
    .open = open_error,
    .launch = launch_error,
    .read = read_error,
    .settle = settle_error,
};

const VmafGpuEngine vmaf_float_moment_gpu = {
    .state_size = sizeof(PsnrGpu),
    .open = open_moments,
    .launch = launch_moments,
    .read = read_moments,
    .settle = settle_moments,
};
