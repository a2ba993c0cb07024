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
    const PsnrRows *rows;
    unsigned isa;
    double *term; /* [w] */
} FloatScratch;

static int open_float(void *scratch, const void *plan, unsigned isa)
{
    const PsnrFloatPlan *p = plan;
    FloatScratch *s = scratch;
    s->rows = vmaf_psnr_rows(isa);
    s->isa = isa;
    s->term = vmaf_aligned_alloc(p->info.w, sizeof(double));
    return s->term ? 0 : -ENOMEM;
}

static void close_float(void *scratch)
{
    FloatScratch *s = scratch;
    vmaf_aligned_free(s->term);
}

static int measure_error(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const FloatScratch *s = scratch;
    const PsnrFloatPlan *p = plan;
    const VmafPicture *ref = window->ref[0], *dis = window->dis[0];
    const unsigned w = p->info.w, bytes = p->info.bpc > 8 ? 2 : 1;
    const uint8_t *r = ref->data[0], *d = dis->data[0];
    PsnrFloatError *out = result;
    PsnrSum sum = {0};
    for (unsigned y = 0; y < p->info.h; y++, r += ref->stride[0], d += dis->stride[0]) {
        const uint64_t row = bytes == 1 ? s->rows->sse8(r, d, w)
                                        : s->rows->float_sse16((const void *)r, (const void *)d, w);
        vmaf_psnr_sum_add(&sum, row, r, d, bytes, w, s->term, s->isa);
    }
    out->sse = vmaf_psnr_sum(&sum) * (p->unit * p->unit);
    return 0;
}

static int measure_moments(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const FloatScratch *s = scratch;
    const PsnrFloatPlan *p = plan;
    const unsigned w = p->info.w, bytes = p->info.bpc > 8 ? 2 : 1;
    PsnrFloatMoments *out = result;
    for (unsigned k = 0; k < 2; k++) {
        const VmafPicture *pic = k ? window->dis[0] : window->ref[0];
        const uint8_t *row = pic->data[0];
        uint64_t first = 0; /* below 2^53 for every picture that fits a memory */
        PsnrSum second = {0};
        for (unsigned y = 0; y < p->info.h; y++, row += pic->stride[0]) {
            const PsnrMoments m =
                bytes == 1 ? s->rows->moments8(row, w) : s->rows->moments16((const void *)row, w);
            first += m.first;
            vmaf_psnr_sum_add(&second, m.second, row, NULL, bytes, w, s->term, s->isa);
        }
        out->first[k] = (double)first * p->unit;
        out->second[k] = vmaf_psnr_sum(&second) * (p->unit * p->unit);
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
