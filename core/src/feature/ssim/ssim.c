/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim/ssim.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/fold.h"
#include "feature/ssim/ssim_rows.h"
#include "feature/ssim_db.h"

#define TAPS (2 * VMAF_SSIM_RADIUS + 1)

typedef struct SsimPriv {
    VmafSsimOptions opt;
    const VmafSsimRows *rows;
    size_t stride;      /* values from one kind to the next */
    size_t block_bytes; /* SSIM_N of them */
    double *wx;         /* [w] horizontal weights */
    double *term;       /* [w] */
    uint8_t *blocks;    /* the following */
    uint8_t *zero;      /* a row outside the picture */
    uint8_t *sum;
    uint8_t *ring;  /* [TAPS] filtered rows */
    uint8_t *input; /* samples and products with margins, behind a margin of its own */
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
    s->rows = vmaf_ssim_rows(info->bpc);
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

static uint8_t *filtered_row(const SsimPriv *s, unsigned y)
{
    return s->ring + (y % TAPS) * s->block_bytes;
}

static void horiz(SsimPriv *s, const VmafPicture *ref, const VmafPicture *dis, unsigned y)
{
    s->rows->horiz(filtered_row(s, y), s->input, s->stride,
                   (const uint8_t *)ref->data[0] + (ptrdiff_t)y * ref->stride[0],
                   (const uint8_t *)dis->data[0] + (ptrdiff_t)y * dis->stride[0], ref->w[0]);
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
        const void *row[TAPS];
        for (unsigned k = 0; k < TAPS; k++) {
            const unsigned at = y + k - VMAF_SSIM_RADIUS; /* wraps above the picture */
            row[k] = at < h ? filtered_row(s, at) : s->zero;
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
    vmaf_aligned_free(s->wx);
    vmaf_aligned_free(s->term);
    vmaf_aligned_free(s->blocks);
    s->wx = s->term = NULL;
    s->blocks = NULL;
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
