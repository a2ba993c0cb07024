/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>

#include "base/mem.h"
#include "feature/psnr/psnr.h"
#include "feature/psnr/psnr_rows.h"
#include "feature/psnr/psnr_sum.h"

typedef struct PsnrScratch {
    const PsnrRows *rows;
} PsnrScratch;

static int open_psnr(void *scratch, const void *plan, unsigned isa)
{
    (void)plan;
    PsnrScratch *s = scratch;
    s->rows = vmaf_psnr_rows(isa);
    return 0;
}

static int measure_psnr(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const PsnrRows *rows = ((const PsnrScratch *)scratch)->rows;
    const PsnrPlan *p = plan;
    const VmafPicture *ref = window->ref[0], *dis = window->dis[0];
    PsnrErrors *out = result;
    for (unsigned i = 0; i < p->n_planes; i++) {
        const uint8_t *r = ref->data[i], *d = dis->data[i];
        for (unsigned y = 0; y < ref->h[i]; y++, r += ref->stride[i], d += dis->stride[i])
            out->sse[i] += ref->bpc == 8 ? rows->sse8(r, d, ref->w[i])
                                         : rows->sse16((const void *)r, (const void *)d, ref->w[i]);
    }
    return 0;
}

const VmafCpuEngine vmaf_psnr_cpu = {
    .scratch_size = sizeof(PsnrScratch),
    .open = open_psnr,
    .measure = measure_psnr,
};

/* Of float_psnr and float_moment. */
typedef struct FloatScratch {
    PsnrAdder add;
} FloatScratch;

static int open_float(void *scratch, const void *plan, unsigned isa)
{
    const PsnrFloatPlan *p = plan;
    FloatScratch *s = scratch;
    s->add = vmaf_psnr_adder(&p->info, isa, vmaf_aligned_alloc(p->info.w, sizeof(double)));
    return s->add.term ? 0 : -ENOMEM;
}

static void close_float(void *scratch)
{
    FloatScratch *s = scratch;
    vmaf_aligned_free(s->add.term);
}

static PsnrPlane luma(const VmafPicture *pic)
{
    return (PsnrPlane){pic->data[0], pic->stride[0]};
}

static int measure_error(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const FloatScratch *s = scratch;
    const PsnrFloatPlan *p = plan;
    const PsnrSum sum = vmaf_psnr_add_errors(&s->add, luma(window->ref[0]), luma(window->dis[0]));
    ((PsnrFloatError *)result)->sse = vmaf_psnr_sum(&sum) * (p->unit * p->unit);
    return 0;
}

static int measure_moments(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const FloatScratch *s = scratch;
    const PsnrFloatPlan *p = plan;
    for (unsigned k = 0; k < 2; k++) {
        uint64_t first;
        const PsnrSum second =
            vmaf_psnr_add_squares(&s->add, luma(k ? window->dis[0] : window->ref[0]), &first);
        vmaf_psnr_settle_moments(result, k, first, &second, p->unit);
    }
    return 0;
}

const VmafCpuEngine vmaf_float_psnr_cpu = {
    .scratch_size = sizeof(FloatScratch),
    .open = open_float,
    .measure = measure_error,
    .close = close_float,
};

const VmafCpuEngine vmaf_float_moment_cpu = {
    .scratch_size = sizeof(FloatScratch),
    .open = open_float,
    .measure = measure_moments,
    .close = close_float,
};
