/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>

#include "base/mem.h"
#include "feature/float_ansnr/float_ansnr.h"
#include "feature/float_ansnr/float_ansnr_rows.h"

#define RADIUS VMAF_FLOAT_ANSNR_RADIUS
#define TAPS VMAF_FLOAT_ANSNR_TAPS
#define BATCH VMAF_FLOAT_ANSNR_BATCH

/* Per column 80 bytes of row sums, 32 of terms and 8 of samples. */
typedef struct FloatAnsnrScratch {
    const FloatAnsnrRows *rows;
    size_t stride;
    float *block;       /* all of the following */
    float *sums;        /* [TAPS][FANSNR_SUMS][stride], row y at y % TAPS */
    float *ref, *dis;   /* a row of samples with margins of RADIUS */
    float *sig, *noise; /* [BATCH][stride] terms */
} FloatAnsnrScratch;

static int open_ansnr(void *scratch, const void *plan, unsigned isa)
{
    const FloatAnsnrPlan *p = plan;
    FloatAnsnrScratch *s = scratch;
    const size_t margin = VMAF_PLANE_ALIGN / sizeof(float);
    s->rows = vmaf_float_ansnr_rows(isa);
    s->stride = vmaf_align_up((size_t)p->info.w + RADIUS, margin) + margin;
    s->block = vmaf_aligned_alloc(s->stride, (TAPS * FANSNR_SUMS + 2 + 2 * BATCH) * sizeof(float));
    if (!s->block)
        return -ENOMEM;
    s->ref = s->block + margin;
    s->dis = s->ref + s->stride;
    s->sums = s->block + 2 * s->stride;
    s->sig = s->sums + TAPS * FANSNR_SUMS * s->stride;
    s->noise = s->sig + BATCH * s->stride;
    return 0;
}

static void close_ansnr(void *scratch)
{
    FloatAnsnrScratch *s = scratch;
    vmaf_aligned_free(s->block);
}

static float *sums_of(const FloatAnsnrScratch *s, unsigned y)
{
    return s->sums + (y % TAPS) * FANSNR_SUMS * s->stride;
}

static void load(const FloatAnsnrScratch *s, const FloatAnsnrPlan *p, float *out,
                 const VmafPicture *pic, unsigned y)
{
    const int32_t w = (int32_t)p->info.w;
    const uint8_t *row = (const uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
    if (p->info.bpc == 8)
        s->rows->from8(out, row, p->info.w);
    else
        s->rows->from16(out, (const void *)row, vmaf_float_ansnr_unit(p->info.bpc), p->info.w);
    for (int32_t i = 1; i <= RADIUS; i++) {
        out[-i] = out[vmaf_float_ansnr_fold(-i, w)];
        out[w - 1 + i] = out[vmaf_float_ansnr_fold(w - 1 + i, w)];
    }
}

/* Add n rows of terms, each row from left to right and the rows from top to bottom. */
static void add_rows(const FloatAnsnrScratch *s, unsigned w, unsigned n, FloatAnsnrSums *sum)
{
    float sig[BATCH] = {0}, noise[BATCH] = {0};
    const size_t stride = s->stride;
    if (n == BATCH) {
        for (unsigned j = 0; j < w; j++)
            for (unsigned k = 0; k < BATCH; k++) {
                sig[k] += s->sig[k * stride + j];
                noise[k] += s->noise[k * stride + j];
            }
    } else {
        for (unsigned k = 0; k < n; k++)
            for (unsigned j = 0; j < w; j++) {
                sig[k] += s->sig[k * stride + j];
                noise[k] += s->noise[k * stride + j];
            }
    }
    for (unsigned k = 0; k < n; k++) {
        sum->sig += sig[k];
        sum->noise += noise[k];
    }
}

static int measure_ansnr(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const FloatAnsnrScratch *s = scratch;
    const FloatAnsnrPlan *p = plan;
    const unsigned w = p->info.w, h = p->info.h;
    unsigned next = 0, waiting = 0; /* first row without sums; rows of terms not yet added */
    for (unsigned y = 0; y < h; y++) {
        for (; next < h && next <= y + RADIUS; next++) {
            load(s, p, s->ref, window->ref[0], next);
            load(s, p, s->dis, window->dis[0], next);
            s->rows->horiz(sums_of(s, next), s->stride, s->ref, s->dis, w);
        }
        const float *row[TAPS];
        for (int32_t k = 0; k < TAPS; k++)
            row[k] =
                sums_of(s, (unsigned)vmaf_float_ansnr_fold((int32_t)y + k - RADIUS, (int32_t)h));
        s->rows->vert_terms(s->sig + waiting * s->stride, s->noise + waiting * s->stride, row,
                            s->stride, w);
        if (++waiting == BATCH || y + 1 == h) {
            add_rows(s, w, waiting, result);
            waiting = 0;
        }
    }
    return 0;
}

const VmafCpuEngine vmaf_float_ansnr_cpu = {
    .scratch_size = sizeof(FloatAnsnrScratch),
    .open = open_ansnr,
    .measure = measure_ansnr,
    .close = close_ansnr,
};
