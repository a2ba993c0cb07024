/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/vif/vif_cpu.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/vif/vif_log.h"

/*
 * The picture is read once, from top to bottom. A group of four rows of a scale yields its sums and
 * two rows of the next scale, which goes on as soon as it has enough of them; no scale is ever
 * complete in memory.
 */

/* Rows of a scale's own samples that can still be asked for: those of the pairs to come, and at the
 * bottom those that are reflected. A power of two. */
#define RING 16u

void vmaf_vif_plan(VifPlan *plan, unsigned bpc, unsigned w, unsigned h)
{
    plan->bpc = bpc;
    plan->log = vmaf_vif_log_table();
    for (unsigned k = 0; k < VMAF_VIF_SCALES; k++) {
        const VifScale s = {
            .w = w >> k,
            .h = h >> k,
            .filter = k,
            .bytes = !k && bpc == 8,
            .mean_shift = k ? 16 : bpc,
            .product_shift = k ? 16 : 2 * (bpc - 8),
            .stride = vmaf_align_up(w >> k, 64) + 2 * VIF_MARGIN,
        };
        plan->scale[k] = s;
    }
}

/* With base NULL only the size is found. */
static uint8_t *take(uint8_t *base, size_t *used, size_t size)
{
    uint8_t *const p = base ? base + *used : NULL;
    *used += vmaf_align_up(size, VMAF_PLANE_ALIGN);
    return p;
}

static size_t lay_out(VifScratch *c, const VifPlan *plan, uint8_t *base)
{
    size_t used = 0;
    const size_t line = plan->scale[0].stride;
    for (unsigned i = 0; i < VIF_GROUP; i++) {
        int16_t *const p = (void *)take(base, &used, VIF_VALUES * line * sizeof(*p));
        c->line[i] = base ? p + VIF_MARGIN : NULL;
    }
    for (unsigned i = 0; i < VIF_GROUP / 2; i++) {
        int16_t *const p = (void *)take(base, &used, 2 * line * sizeof(*p));
        c->next[i] = base ? p + VIF_MARGIN : NULL;
    }
    for (unsigned k = 0; k < VMAF_VIF_SCALES; k++) {
        const VifScale *s = &plan->scale[k];
        VifLevel *l = &c->level[k];
        l->row_stride = s->stride;
        for (unsigned i = 0; k && i < 2; i++)
            l->row[i] = (void *)take(base, &used, RING * l->row_stride * sizeof(uint16_t));
        for (unsigned i = 0; i < vmaf_vif_pairs(s->filter); i++)
            l->pair[i] = take(base, &used, vmaf_vif_pair_size(s));
    }
    return used;
}

int vmaf_vif_open(VifScratch *c, const VifPlan *plan, unsigned isa)
{
    const size_t size = lay_out(c, plan, NULL);
    c->memory = vmaf_aligned_alloc(size, 1);
    if (!c->memory)
        return -ENOMEM;
    memset(c->memory, 0, size);
    lay_out(c, plan, c->memory);
    c->rows = vmaf_vif_rows(isa);
    return 0;
}

void vmaf_vif_close(VifScratch *c)
{
    vmaf_aligned_free(c->memory);
    c->memory = NULL;
}

static const void *picture_row(const VmafPicture *pic, unsigned y)
{
    return (const uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
}

/* Take in the pairs of a group that are not there yet. */
static void load_pairs(VifScratch *c, const VifPlan *plan, unsigned k, const VmafPicture *pic[2])
{
    const VifScale *s = &plan->scale[k];
    VifLevel *l = &c->level[k];
    const unsigned ring = vmaf_vif_pairs(s->filter);
    for (; l->n_pairs < l->y / 2 + ring; l->n_pairs++) {
        const void *row[2][2];
        for (unsigned i = 0; i < 2; i++) {
            const int32_t y = (int32_t)(2 * l->n_pairs + i) - (int32_t)vmaf_vif_half(s->filter);
            const unsigned at = (unsigned)vmaf_vif_reflect(y, (int32_t)s->h);
            for (unsigned p = 0; p < 2; p++)
                row[p][i] = k ? l->row[p] + at % RING * l->row_stride : picture_row(pic[p], at);
        }
        void *const pair = l->pair[l->n_pairs % ring];
        if (s->bytes) {
            const uint8_t *const ref[2] = {row[0][0], row[0][1]};
            const uint8_t *const dis[2] = {row[1][0], row[1][1]};
            c->rows->pair8(s, pair, ref, dis);
        } else {
            const uint16_t *const ref[2] = {row[0][0], row[0][1]};
            const uint16_t *const dis[2] = {row[1][0], row[1][1]};
            const unsigned peak = k ? 0xffffu : (1u << plan->bpc) - 1u;
            c->rows->pair16(s, pair, ref, dis, (uint16_t)peak);
        }
    }
}

/* Reflect what the horizontal pass reads beside a row. */
static void reflect_columns(const VifScale *s, uint32_t filter, int16_t *row)
{
    const int32_t half = (int32_t)vmaf_vif_half(filter), w = (int32_t)s->w;
    for (int32_t t = 1; t <= half; t++) {
        row[-t] = row[vmaf_vif_reflect(-t, w)];
        row[w - 1 + t] = row[vmaf_vif_reflect(w - 1 + t, w)];
    }
}

static void add_group(VifScratch *c, const VifPlan *plan, unsigned k, VifSums *sums)
{
    const VifScale *s = &plan->scale[k];
    const unsigned left = s->h - c->level[k].y;
    for (unsigned i = 0; i < VIF_GROUP && i < left; i++) {
        for (unsigned v = 0; v < VIF_VALUES; v++)
            reflect_columns(s, s->filter, c->line[i] + v * s->stride);
        c->rows->add(s, sums, c->line[i], plan->log, plan->gain_limit);
    }
}

static void make_next(VifScratch *c, const VifPlan *plan, unsigned k)
{
    const VifScale *s = &plan->scale[k];
    VifLevel *next = &c->level[k + 1];
    for (unsigned i = 0; i < VIF_GROUP / 2 && next->n_rows < plan->scale[k + 1].h; i++) {
        const size_t at = next->n_rows++ % RING * next->row_stride;
        for (unsigned p = 0; p < 2; p++) {
            int16_t *const row = c->next[i] + p * s->stride;
            reflect_columns(s, s->filter + 1, row);
            c->rows->horiz_next(s, next->row[p] + at, row);
        }
    }
}

/* Everything that the rows of scale k allow, at the scales after it, too. */
static void advance(VifScratch *c, const VifPlan *plan, unsigned k, const VmafPicture *pic[2],
                    VifSums *sums)
{
    const VifScale *s = &plan->scale[k];
    VifLevel *l = &c->level[k];
    const unsigned ring = vmaf_vif_pairs(s->filter), reach = VIF_GROUP + vmaf_vif_half(s->filter);
    for (; l->y < s->h && (l->n_rows == s->h || l->y + reach <= l->n_rows); l->y += VIF_GROUP) {
        load_pairs(c, plan, k, pic);
        const void *pair[VIF_PAIRS];
        for (unsigned i = 0; i < ring; i++)
            pair[i] = l->pair[(l->y / 2 + i) % ring];
        const bool last = k + 1 == VMAF_VIF_SCALES;
        c->rows->vert(s, c->line, last ? NULL : c->next, pair);
        if (k || !plan->skip_scale0)
            add_group(c, plan, k, &sums[k]);
        if (!last) {
            make_next(c, plan, k);
            advance(c, plan, k + 1, pic, sums);
        }
    }
}

void vmaf_vif_measure(VifScratch *c, const VifPlan *plan, const VmafPicture *ref,
                      const VmafPicture *dis, VifSums *sums)
{
    const VmafPicture *pic[2] = {ref, dis};
    for (unsigned k = 0; k < VMAF_VIF_SCALES; k++)
        c->level[k].n_rows = c->level[k].n_pairs = c->level[k].y = 0;
    c->level[0].n_rows = plan->scale[0].h;
    advance(c, plan, 0, pic, sums);
}
