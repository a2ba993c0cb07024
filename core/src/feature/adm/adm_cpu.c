/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The fixed-point ADM on the CPU, as one cascade of rows.
 *
 * A scale makes a band row as soon as its four input rows exist, takes everything from it that
 * the sums need, and hands the row of band a to the next scale. So no plane is stored: the
 * working set is some rows per scale and stays in the second-level cache at any frame height.
 * Scratch: about 170 bytes per column of the frame, whatever its height.
 */
#include <errno.h>
#include <stddef.h>

#include "base/mem.h"
#include "feature/adm/adm_plan.h"
#include "feature/adm/adm_rows.h"

/* Samples in front of column 0 and behind the last column of a row: cover the wavelet's border
 * and keep rows aligned. */
#define ROW_PAD (VMAF_PLANE_ALIGN / (int)sizeof(int32_t))

#define PASSES 2 /* NUM and AIM */

/** The rows that a scale keeps. Slot of row i in an array of n: i % n. */
typedef struct ScaleRows {
    int32_t *in[2][4];   /**< [picture] rows of band a of the scale before */
    AdmMaskRows mask[3]; /**< band rows i - 2 to i */
    int32_t next;        /**< band row to make next */
} ScaleRows;

typedef struct AdmState {
    const AdmPlan *plan;
    const AdmRows *rows;
    int32_t *block; /**< all rows below */
    ScaleRows scale[VMAF_ADM_SCALES];
    int32_t *lo, *hi;                 /**< after the vertical pass of scales 1..3 */
    int16_t *lo16, *hi16;             /**< the same of scale 0 */
    int32_t *band[2][VMAF_ADM_BANDS]; /**< [picture] h, v, d of the row at hand */
    int32_t *scratch;
    const VmafPicture *pic[2]; /**< during measure() */
    AdmSums *sums;
} AdmState;

/* ---- rows ---- */

/** Hands out rows of a block, or only counts them when there is none yet. */
typedef struct RowAllocator {
    int32_t *block;
    size_t used; /**< samples */
} RowAllocator;

static int32_t *take_row(RowAllocator *a, int32_t w)
{
    int32_t *row = a->block ? a->block + a->used + ROW_PAD : NULL;
    a->used += vmaf_align_up((size_t)w + 2 * ROW_PAD, ROW_PAD);
    return row;
}

static void take_scale_rows(RowAllocator *a, ScaleRows *r, const AdmScale *s, bool first)
{
    for (int p = 0; p < 2 && !first; p++) {
        for (int i = 0; i < 4; i++)
            r->in[p][i] = take_row(a, s->in_w);
    }
    for (int i = 0; i < 3; i++) {
        for (int p = 0; p < PASSES; p++) {
            for (int k = 0; k < VMAF_ADM_BANDS; k++)
                r->mask[i].signal[p][k] = take_row(a, s->w);
            r->mask[i].neighbour[p] = take_row(a, s->w);
            r->mask[i].centre[p] = take_row(a, s->w);
        }
    }
}

/** @return samples taken */
static size_t take_rows(AdmState *st, int32_t *block)
{
    const AdmScale *first = &st->plan->scale[0];
    RowAllocator a = {block, 0};
    st->lo = take_row(&a, first->w); /* the input of scale 1, or twice as many 16-bit samples */
    st->hi = take_row(&a, first->w);
    st->lo16 = (int16_t *)(void *)st->lo;
    st->hi16 = (int16_t *)(void *)st->hi;
    st->scratch = take_row(&a, first->w);
    for (int p = 0; p < 2; p++) {
        for (int k = 0; k < VMAF_ADM_BANDS; k++)
            st->band[p][k] = take_row(&a, first->w);
    }
    for (int s = 0; s < VMAF_ADM_SCALES; s++)
        take_scale_rows(&a, &st->scale[s], &st->plan->scale[s], s == 0);
    return a.used;
}

/* ---- one band row ---- */

/* Fill what the wavelet reads beyond the ends of a row of n samples. */

static void extend16(int16_t *row, int32_t n)
{
    row[-1] = row[vmaf_adm_dwt_index(-1, n)];
    row[n] = row[vmaf_adm_dwt_index(n, n)];
    row[n + 1] = row[vmaf_adm_dwt_index(n + 1, n)];
}

static void extend32(int32_t *row, int32_t n)
{
    row[-1] = row[vmaf_adm_dwt_index(-1, n)];
    row[n] = row[vmaf_adm_dwt_index(n, n)];
    row[n + 1] = row[vmaf_adm_dwt_index(n + 1, n)];
}

/** Fetch the picture rows that the next band row adds: the work until then hides the wait. */
static void fetch_ahead(const VmafPicture *pic, int32_t i)
{
    for (int32_t row = 2 * i + 3; row < 2 * i + 5 && row < (int32_t)pic->h[0]; row++) {
        const uint8_t *at = (const uint8_t *)pic->data[0] + row * pic->stride[0];
        for (ptrdiff_t x = 0; x < pic->stride[0]; x += 64)
            __builtin_prefetch(at + x);
    }
}

/**
 * Wavelet of band row i of a picture.
 *
 * @param a      [w], out: band a
 * @param detail make st->band[p] as well
 */
static void wavelet16(AdmState *st, int p, int32_t i, int32_t *a, bool detail)
{
    const AdmScale *s = &st->plan->scale[0];
    const VmafPicture *pic = st->pic[p];
    int16_t *lo = st->lo16, *hi = detail ? st->hi16 : NULL;
    const uint8_t *in8[4];
    const uint16_t *in16[4];
    for (int k = 0; k < 4; k++) {
        const int32_t row = vmaf_adm_dwt_index(2 * i - 1 + k, s->in_h);
        in8[k] = (const uint8_t *)pic->data[0] + row * pic->stride[0];
        in16[k] = (const uint16_t *)(const void *)in8[k];
    }

    fetch_ahead(pic, i);
    if (st->plan->bpc == 8)
        st->rows->vert8(in8, lo, hi, s->in_w, s->vert_shift);
    else
        st->rows->vert16(in16, lo, hi, s->in_w, s->vert_shift);
    extend16(lo, s->in_w);
    st->rows->horiz16(lo, a, detail ? st->band[p][1] : NULL, s->w, s->horiz_shift);
    if (detail) {
        extend16(hi, s->in_w);
        st->rows->horiz16(hi, st->band[p][0], st->band[p][2], s->w, s->horiz_shift);
    }
}

/** The same at scales 1..3. */
static void wavelet32(AdmState *st, int scale, int p, int32_t i, int32_t *a, bool detail)
{
    const AdmScale *s = &st->plan->scale[scale];
    int32_t *lo = st->lo, *hi = detail ? st->hi : NULL;
    const int32_t *in[4];
    for (int k = 0; k < 4; k++)
        in[k] = st->scale[scale].in[p][vmaf_adm_dwt_index(2 * i - 1 + k, s->in_h) % 4];

    st->rows->vert32(in, lo, hi, s->in_w, s->vert_shift);
    extend32(lo, s->in_w);
    st->rows->horiz32(lo, a, detail ? st->band[p][1] : NULL, s->w, s->horiz_shift);
    if (detail) {
        extend32(hi, s->in_w);
        st->rows->horiz32(hi, st->band[p][0], st->band[p][2], s->w, s->horiz_shift);
    }
}

/** Add row i of the inner rectangle to the sums of NUM and AIM. Rows i - 1 to i + 1 exist. */
static void mask_row(AdmState *st, int scale, int32_t i)
{
    const AdmScale *s = &st->plan->scale[scale];
    const AdmMaskRows *row[3];
    for (int k = 0; k < 3; k++)
        row[k] = &st->scale[scale].mask[vmaf_adm_neighbour(i - 1 + k, s->h) % 3];

    const int passes = st->plan->opt.skip_aim ? 1 : PASSES;
    for (int p = 0; p < passes; p++) {
        uint64_t sum[VMAF_ADM_BANDS];
        st->rows->mask(s, row, p, st->scratch, sum);
        for (int k = 0; k < VMAF_ADM_BANDS; k++)
            st->sums->acc[scale][p][k] += vmaf_adm_round_row(sum[k], s->row_shift);
    }
}

static void den_row(AdmState *st, int scale)
{
    const AdmScale *s = &st->plan->scale[scale];
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const int32_t *band = st->band[0][k];
        const uint64_t sum = scale ? st->rows->den32(s, band) : st->rows->den16(s, band);
        st->sums->acc[scale][VMAF_ADM_DEN][k] += vmaf_adm_round_row_den(sum, s->den_row_shift);
    }
}

/** Make band row i of a scale and use it up. */
static void band_row(AdmState *st, int scale, int32_t i)
{
    const AdmScale *s = &st->plan->scale[scale];
    ScaleRows *r = &st->scale[scale];
    /* The sums read the inner rectangle and one sample around it. */
    const int32_t x0 = s->x0 ? s->x0 - 1 : 0, x1 = s->x0 ? s->x1 + 1 : s->w;
    const int32_t y0 = s->y0 ? s->y0 - 1 : 0, y1 = s->y0 ? s->y1 + 1 : s->h;
    const bool skip = !scale && st->plan->opt.skip_scale0;
    const bool detail = !skip && i >= y0 && i < y1;

    for (int p = 0; p < 2; p++) {
        int32_t *a = scale + 1 < VMAF_ADM_SCALES ? r[1].in[p][i % 4] : st->scratch;
        if (scale)
            wavelet32(st, scale, p, i, a, detail);
        else
            wavelet16(st, p, i, a, detail);
    }
    if (!detail)
        return;

    (scale ? st->rows->decouple32 : st->rows->decouple16)(s, st->plan->opt.enhn_gain_limit,
                                                          st->band[0], st->band[1], &r->mask[i % 3],
                                                          st->scratch, x0, x1);

    if (i >= s->y0 && i < s->y1)
        den_row(st, scale);
    if (i - 1 >= s->y0 && i - 1 < s->y1)
        mask_row(st, scale, i - 1);
    if (i == s->h - 1 && i < s->y1)
        mask_row(st, scale, i);
}

/** Make the band rows of a scale, and of those after it, that n_in input rows allow. */
static void advance(AdmState *st, int scale, int32_t n_in)
{
    const AdmScale *s = &st->plan->scale[scale];
    ScaleRows *r = &st->scale[scale];
    while (r->next < s->h && (2 * r->next + 3 <= n_in || n_in == s->in_h)) {
        band_row(st, scale, r->next++);
        if (scale + 1 < VMAF_ADM_SCALES)
            advance(st, scale + 1, r->next);
    }
}

/* ---- engine ---- */

static int open_adm(void *scratch, const void *plan, unsigned isa)
{
    AdmState *st = scratch;
    st->plan = plan;
    st->rows = vmaf_adm_rows(isa);
    st->block = vmaf_aligned_alloc(take_rows(st, NULL), sizeof(*st->block));
    if (!st->block)
        return -ENOMEM;
    take_rows(st, st->block);
    return 0;
}

static int measure_adm(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    (void)plan;
    AdmState *st = scratch;
    st->pic[0] = window->ref[0];
    st->pic[1] = window->dis[0];
    st->sums = result;
    for (int s = 0; s < VMAF_ADM_SCALES; s++)
        st->scale[s].next = 0;
    advance(st, 0, st->plan->scale[0].in_h);
    return 0;
}

static void close_adm(void *scratch)
{
    AdmState *st = scratch;
    vmaf_aligned_free(st->block);
}

const VmafCpuEngine vmaf_adm_cpu = {
    .scratch_size = sizeof(AdmState),
    .open = open_adm,
    .measure = measure_adm,
    .close = close_adm,
};
