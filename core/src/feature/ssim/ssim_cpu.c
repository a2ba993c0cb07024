/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim/ssim.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/fold.h"
#include "feature/ssim/ssim_rows.h"

#define TAPS (2 * VMAF_SSIM_RADIUS + 1)

typedef struct SsimScratch {
    const SsimPlan *plan;
    unsigned isa;
    const SsimRows *rows;
    size_t stride;      /* values from one kind to the next */
    size_t block_bytes; /* SSIM_N of them */
    double *wx;         /* [w] horizontal weights */
    double *term;       /* [w] */
    uint8_t *blocks;    /* the following */
    uint8_t *zero;      /* a row outside the picture */
    uint8_t *sum;
    uint8_t *ring;  /* [TAPS] filtered rows */
    uint8_t *input; /* samples and products with margins, behind a margin of its own */
} SsimScratch;

static int open_ssim(void *scratch, const void *plan, unsigned isa)
{
    SsimScratch *s = scratch;
    s->plan = plan;
    s->isa = isa;
    const VmafFrameInfo *info = &s->plan->info;
    s->rows = vmaf_ssim_rows(info->bpc, isa);
    s->stride = vmaf_align_up((size_t)info->w + VMAF_SSIM_RADIUS, VMAF_PLANE_ALIGN);
    if (vmaf_mul_overflows(s->stride, SSIM_N * s->rows->value_size, &s->block_bytes))
        return -ENOMEM;
    const size_t n_blocks = TAPS + 3;
    s->wx = vmaf_aligned_alloc(info->w, sizeof(double));
    s->term = vmaf_aligned_alloc(info->w, sizeof(double));
    s->blocks = vmaf_aligned_alloc(s->block_bytes + VMAF_PLANE_ALIGN, n_blocks);
    if (!s->wx || !s->term || !s->blocks)
        return -ENOMEM;

    /* The zeros are the row outside the picture and the margins of the input. */
    memset(s->blocks, 0, n_blocks * s->block_bytes + VMAF_PLANE_ALIGN);
    s->zero = s->blocks;
    s->sum = s->zero + s->block_bytes;
    s->ring = s->sum + s->block_bytes;
    s->input = s->ring + TAPS * s->block_bytes + VMAF_PLANE_ALIGN;
    for (unsigned j = 0; j < info->w; j++)
        s->wx[j] = (double)vmaf_ssim_weight(j, info->w);
    return 0;
}

static uint8_t *filtered_row(const SsimScratch *s, unsigned y)
{
    return s->ring + (y % TAPS) * s->block_bytes;
}

static void horiz(SsimScratch *s, const VmafPicture *ref, const VmafPicture *dis, unsigned y)
{
    s->rows->horiz(filtered_row(s, y), s->input, s->stride,
                   (const uint8_t *)ref->data[0] + (ptrdiff_t)y * ref->stride[0],
                   (const uint8_t *)dis->data[0] + (ptrdiff_t)y * dis->stride[0], ref->w[0]);
}

static int measure_ssim(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    (void)plan;
    SsimScratch *s = scratch;
    const VmafFrameInfo *info = &s->plan->info;
    const unsigned w = info->w, h = info->h;
    const VmafSsimConstants q = vmaf_ssim_constants(info->bpc);
    double total = 0.0;
    unsigned next = 0; /* first row that has not been through the horizontal pass */

    for (unsigned y = 0; y < h; y++) {
        for (; next < h && next <= y + VMAF_SSIM_RADIUS; next++)
            horiz(s, window->ref[0], window->dis[0], next);
        const void *row[TAPS];
        for (unsigned k = 0; k < TAPS; k++) {
            const unsigned at = y + k - VMAF_SSIM_RADIUS; /* wraps above the picture */
            row[k] = at < h ? filtered_row(s, at) : s->zero;
        }
        s->rows->vert_terms(s->term, s->sum, s->stride, row, s->wx, (double)vmaf_ssim_weight(y, h),
                            q, w);
        vmaf_fold_f64_more(s->term, w, 1, s->isa, &total);
    }
    vmaf_ssim_settle(result, total);
    return 0;
}

static void close_ssim(void *scratch)
{
    SsimScratch *s = scratch;
    vmaf_aligned_free(s->wx);
    vmaf_aligned_free(s->term);
    vmaf_aligned_free(s->blocks);
}

const VmafCpuEngine vmaf_ssim_cpu = {
    .scratch_size = sizeof(SsimScratch),
    .open = open_ssim,
    .measure = measure_ssim,
    .close = close_ssim,
};
