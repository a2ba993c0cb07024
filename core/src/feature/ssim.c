/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "ssim.h"

#include <errno.h>
#include <string.h>

#include "fold.h"
#include "mem.h"
#include "ssim_db.h"
#include "ssim_rows.h"

#define TAPS (2 * VMAF_SSIM_RADIUS + 1)

typedef struct SsimPriv {
    VmafSsimOptions opt;
    const VmafSsimRows *rows;
    size_t stride; /* doubles from one kind of value to the next */
    double *mem;   /* everything below */
    double *wx;    /* [stride] */
    double *term;  /* [stride] */
    double *sum;   /* [SSIM_N][stride] */
    double *input; /* [SSIM_N][stride] with margins, behind a margin of its own */
    double *zero;  /* [SSIM_N][stride]: a row outside the picture */
    double *ring;  /* [TAPS][SSIM_N][stride] */
    double total;
} SsimPriv;

const VmafOption vmaf_ssim_options[] = {
    {.name = "enable_db",
     .help = "report -10 log10(1 - score)",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafSsimOptions, enable_db)},
    {.name = "clip_db",
     .help = "with enable_db, bound the score by that of half a unit of squared error",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafSsimOptions, clip_db)},
    {.name = NULL},
};

const char *const vmaf_ssim_outputs[] = {"ssim", NULL};

static const VmafTwinSum sums[] = {{"term", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1}};
const VmafTwinContract vmaf_ssim_contract = {"ssim", 1, sums, 1};

/* The sum of the weights of one pass over n windows. */
static uint64_t weights(unsigned n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (uint64_t)vmaf_ssim_weight(i, n);
    return sum;
}

int vmaf_ssim_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index, double sum)
{
    const VmafSsimOptions *opt = c->priv;
    const double score = sum / (double)(weights(c->info.w) * weights(c->info.h));
    return vmaf_extractor_emit(
        c, out, 0, index,
        opt->enable_db ? vmaf_ssim_db(score, vmaf_ssim_max_db(opt->clip_db, &c->info)) : score);
}

static int init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    SsimPriv *s = c->priv;
    const size_t margin = VMAF_PLANE_ALIGN / sizeof(double);
    s->stride = vmaf_align_up(info->w, margin) + margin;
    const size_t n_rows = 2 + (3 + TAPS) * SSIM_N;
    size_t n;
    if (vmaf_mul_overflows(s->stride, n_rows, &n))
        return -ENOMEM;
    s->mem = vmaf_aligned_alloc(n + margin, sizeof(double));
    if (!s->mem)
        return -ENOMEM;
    memset(s->mem, 0, (n + margin) * sizeof(double));

    s->wx = s->mem;
    s->term = s->wx + s->stride;
    s->sum = s->term + s->stride;
    s->zero = s->sum + SSIM_N * s->stride;
    s->ring = s->zero + SSIM_N * s->stride;
    s->input = s->ring + TAPS * SSIM_N * s->stride + margin;
    for (unsigned j = 0; j < info->w; j++)
        s->wx[j] = (double)vmaf_ssim_weight(j, info->w);
    s->rows = vmaf_ssim_rows();
    return 0;
}

static void horiz(SsimPriv *s, const VmafPicture *ref, const VmafPicture *dis, unsigned y)
{
    double *out = s->ring + (y % TAPS) * SSIM_N * s->stride;
    const uint8_t *r = (const uint8_t *)ref->data[0] + (ptrdiff_t)y * ref->stride[0];
    const uint8_t *d = (const uint8_t *)dis->data[0] + (ptrdiff_t)y * dis->stride[0];
    if (ref->bpc == 8)
        s->rows->horiz_u8(out, s->input, s->stride, r, d, ref->w[0]);
    else
        s->rows->horiz_u16(out, s->input, s->stride, (const uint16_t *)(const void *)r,
                           (const uint16_t *)(const void *)d, ref->w[0]);
}

static int submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                  unsigned index)
{
    (void)index;
    SsimPriv *s = c->priv;
    const unsigned w = c->info.w, h = c->info.h;
    const VmafSsimConstants q = vmaf_ssim_constants(c->info.bpc);
    unsigned next = 0; /* first row that has not been through the horizontal pass */

    s->total = 0.0;
    for (unsigned y = 0; y < h; y++) {
        for (; next < h && next <= y + VMAF_SSIM_RADIUS; next++)
            horiz(s, ref, dis, next);
        const double *row[TAPS];
        for (unsigned k = 0; k < TAPS; k++) {
            const unsigned at = y + k - VMAF_SSIM_RADIUS; /* wraps above the picture */
            row[k] = at < h ? s->ring + (at % TAPS) * SSIM_N * s->stride : s->zero;
        }
        s->rows->vert_terms(s->term, s->sum, s->stride, row, s->wx, (double)vmaf_ssim_weight(y, h),
                            q, w);
        vmaf_fold_f64_more(s->term, w, 1, &s->total);
    }
    return 0;
}

static int collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    const SsimPriv *s = c->priv;
    return vmaf_ssim_emit(c, out, index, s->total);
}

static void close_ssim(VmafExtractorCtx *c)
{
    SsimPriv *s = c->priv;
    vmaf_aligned_free(s->mem);
    s->mem = NULL;
}

const VmafExtractor vmaf_fex_ssim = {
    .name = "ssim",
    .feature = "ssim",
    .backend = VMAF_BACKEND_CPU,
    .outputs = vmaf_ssim_outputs,
    .options = vmaf_ssim_options,
    .contract = &vmaf_ssim_contract,
    .priv_size = sizeof(SsimPriv),
    .planes = 1,
    .min_w = 1,
    .min_h = 1,
    .init = init,
    .submit = submit,
    .collect = collect,
    .close = close_ssim,
};
