/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/float_vif_cpu.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/vif/vif_terms.h"

/*
 * The picture is read from top to bottom. Two rows of a scale yield their terms and a row of the
 * next scale, which goes on as soon as it has enough of them; no scale is ever complete in memory.
 */

/* With base NULL only the size is found. */
static float *take(uint8_t *base, size_t *used, size_t n)
{
    float *const p = base ? (void *)(base + *used) : NULL;
    *used += vmaf_align_up(n * sizeof(float), VMAF_PLANE_ALIGN);
    return p;
}

static size_t lay_out(FloatVifScratch *c, const FloatVifPlan *plan, uint8_t *base)
{
    size_t used = 0;
    c->stride = vmaf_align_up(plan->w[0], 16) + 2 * FLOAT_VIF_MARGIN;
    for (unsigned i = 0; i < FLOAT_VIF_GROUP; i++) {
        float *const p = take(base, &used, FLOAT_VIF_PLANES * c->stride);
        c->line[i] = base ? p + FLOAT_VIF_MARGIN : NULL;
    }
    float *const next = take(base, &used, c->stride);
    c->next = base ? next + FLOAT_VIF_MARGIN : NULL;
    c->source = take(base, &used, (size_t)plan->row.taps * plan->source_w);
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++) {
        FloatVifLevel *l = &c->level[k];
        l->stride = vmaf_align_up(plan->w[k], 16);
        l->ring = plan->filter[k].width + FLOAT_VIF_GROUP;
        for (unsigned i = 0; i < 2; i++) {
            l->row[i] = take(base, &used, l->ring * l->stride);
            l->term[i] = take(base, &used, FLOAT_VIF_FOLD * l->stride);
        }
    }
    return used;
}

int vmaf_float_vif_open(FloatVifScratch *c, const FloatVifPlan *plan, unsigned isa)
{
    const size_t size = lay_out(c, plan, NULL);
    c->memory = vmaf_aligned_alloc(size, 1);
    if (!c->memory)
        return -ENOMEM;
    memset(c->memory, 0, size);
    lay_out(c, plan, c->memory);
    c->rows = vmaf_float_vif_rows(isa);
    return 0;
}

void vmaf_float_vif_close(FloatVifScratch *c)
{
    vmaf_aligned_free(c->memory);
    c->memory = NULL;
}

/* Samples of a row as floats. */
static void convert(float *out, const VmafPicture *pic, uint32_t y, const FloatVifPlan *plan)
{
    const uint8_t *const bytes = (const uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
    if (plan->bpc == 8) {
        for (uint32_t x = 0; x < plan->source_w; x++)
            out[x] = vmaf_float_vif_sample(bytes[x], 1.0f);
    } else {
        const uint16_t *const in = (const void *)bytes;
        for (uint32_t x = 0; x < plan->source_w; x++)
            out[x] = vmaf_float_vif_sample(in[x], plan->unit);
    }
}

/* Row y of the resized picture. */
static void resize(FloatVifScratch *c, const FloatVifPlan *plan, float *out, const VmafPicture *pic,
                   uint32_t y)
{
    const uint32_t taps = plan->row.taps;
    const float *in[VMAF_RESAMPLE_MAX_TAPS];
    for (uint32_t j = 0; j < taps; j++) {
        float *const row = c->source + (size_t)j * plan->source_w;
        convert(row, pic, plan->row.index[(size_t)y * taps + j], plan);
        in[j] = row;
    }
    vmaf_resample_row(out, in, plan->row.weight + (size_t)y * taps, &plan->column, plan->normalise);
}

static float *ring_row(const FloatVifLevel *l, unsigned picture, uint32_t y)
{
    return l->row[picture] + (size_t)(y % l->ring) * l->stride;
}

/* Rows of the picture, up to n. */
static void make_rows(FloatVifScratch *c, const FloatVifPlan *plan, const VmafPicture *const pic[2],
                      uint32_t n)
{
    FloatVifLevel *l = &c->level[0];
    for (; l->n_rows < n && l->n_rows < plan->h[0]; l->n_rows++) {
        for (unsigned p = 0; p < 2; p++) {
            float *const out = ring_row(l, p, l->n_rows);
            if (plan->row.taps)
                resize(c, plan, out, pic[p], l->n_rows);
            else
                convert(out, pic[p], l->n_rows, plan);
        }
    }
}

/* Rows around row y, n of them from half above it on. */
static void rows_around(const FloatVifLevel *l, const float **at, unsigned picture, uint32_t y,
                        uint32_t half, uint32_t n, uint32_t h)
{
    for (uint32_t t = 0; t < n; t++) {
        const int32_t i = vmaf_vif_reflect((int32_t)(y + t) - (int32_t)half, (int32_t)h);
        at[t] = ring_row(l, picture, (uint32_t)i);
    }
}

/* Reflect what the horizontal pass reads beside a row. */
static void reflect_columns(float *row, uint32_t half, uint32_t w)
{
    for (int32_t t = 1; t <= (int32_t)half; t++) {
        row[-t] = row[t];
        row[(int32_t)w - 1 + t] = row[(int32_t)w - 1 - t];
    }
}

/* Add up the rows of terms that are there, each on its own, then one after the other. */
static void fold(FloatVifLevel *l, uint32_t w, float *num, float *den)
{
    float sum[2][FLOAT_VIF_FOLD];
    for (unsigned i = 0; i < 2; i++) {
        /* four rows side by side, as each addition has to wait for the one before */
        const float *r0 = l->term[i], *r1 = r0 + l->stride, *r2 = r1 + l->stride;
        const float *r3 = r2 + l->stride;
        float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
        for (uint32_t x = 0; x < w; x++) {
            s0 += r0[x];
            s1 += r1[x];
            s2 += r2[x];
            s3 += r3[x];
        }
        sum[i][0] = s0;
        sum[i][1] = s1;
        sum[i][2] = s2;
        sum[i][3] = s3;
    }
    for (uint32_t i = 0; i < l->n_terms; i++) {
        *num += sum[0][i];
        *den += sum[1][i];
    }
    l->n_terms = 0;
}

static void add_group(FloatVifScratch *c, const FloatVifPlan *plan, unsigned k, FloatVifSums *sums)
{
    const FloatVifFilter *f = &plan->filter[k];
    FloatVifLevel *l = &c->level[k];
    const uint32_t w = plan->w[k], h = plan->h[k], half = f->width / 2;
    const float *ref[FLOAT_VIF_MOST_TAPS + 1], *dis[FLOAT_VIF_MOST_TAPS + 1];
    rows_around(l, ref, 0, l->y, half, f->width + 1, h);
    rows_around(l, dis, 1, l->y, half, f->width + 1, h);
    c->rows->vert(f, c->line, c->stride, ref, dis, w);
    for (uint32_t i = 0; i < FLOAT_VIF_GROUP && l->y + i < h; i++) {
        for (unsigned p = 0; p < FLOAT_VIF_PLANES; p++)
            reflect_columns(c->line[i] + p * c->stride, half, w);
        const size_t at = l->n_terms++ * l->stride;
        c->rows->terms(f, &plan->model, l->term[0] + at, l->term[1] + at, c->line[i], c->stride, w);
        if (l->n_terms == FLOAT_VIF_FOLD || l->y + i == h - 1)
            fold(l, w, &sums->num[k], &sums->den[k]);
    }
}

static void make_next(FloatVifScratch *c, const FloatVifPlan *plan, unsigned k)
{
    const FloatVifFilter *f = &plan->filter[k + 1];
    const FloatVifLevel *l = &c->level[k];
    FloatVifLevel *next = &c->level[k + 1];
    const uint32_t w = plan->w[k];
    if (next->n_rows == plan->h[k + 1])
        return;
    for (unsigned p = 0; p < 2; p++) {
        const float *in[FLOAT_VIF_MOST_TAPS];
        rows_around(l, in, p, l->y, f->width / 2, f->width, plan->h[k]);
        c->rows->vert_plain(f, c->next, in, w);
        reflect_columns(c->next, f->width / 2, w);
        c->rows->horiz_even(f, ring_row(next, p, next->n_rows), c->next, w);
    }
    next->n_rows++;
}

/* Everything that the rows of scale k allow, at the scales after it, too. */
static void advance(FloatVifScratch *c, const FloatVifPlan *plan, unsigned k,
                    const VmafPicture *const pic[2], FloatVifSums *sums)
{
    FloatVifLevel *l = &c->level[k];
    const uint32_t h = plan->h[k], reach = FLOAT_VIF_GROUP + plan->filter[k].width / 2;
    for (; l->y < h; l->y += FLOAT_VIF_GROUP) {
        if (!k)
            make_rows(c, plan, pic, l->y + reach);
        if (l->n_rows < h && l->n_rows < l->y + reach)
            return;
        if (k || !plan->skip_scale0)
            add_group(c, plan, k, sums);
        if (k + 1 < VMAF_FLOAT_VIF_SCALES) {
            make_next(c, plan, k);
            advance(c, plan, k + 1, pic, sums);
        }
    }
}

void vmaf_float_vif_measure(FloatVifScratch *c, const FloatVifPlan *plan, const VmafPicture *ref,
                            const VmafPicture *dis, FloatVifSums *sums)
{
    const VmafPicture *const pic[2] = {ref, dis};
    for (unsigned k = 0; k < VMAF_FLOAT_VIF_SCALES; k++)
        c->level[k].n_rows = c->level[k].n_terms = c->level[k].y = 0;
    advance(c, plan, 0, pic, sums);
}
