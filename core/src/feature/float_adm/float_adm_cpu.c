/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * `float_adm` on the CPU. A frame streams through all four scales row by row: two input rows give
 * one band row, whose low band is an input row of the next scale. Nothing larger than a few rows
 * per scale is ever stored.
 */
#include <errno.h>
#include <string.h>

#include "base/libm.h"
#include "base/mem.h"
#include "feature/float_adm/float_adm_plan.h"
#include "feature/float_adm/float_adm_rows.h"

/* Rows that are summed at once, each on its own. */
#define SUM_ROWS 8

/** Rows of terms that wait to be summed: [n_sums][SUM_ROWS] rows. */
typedef struct Terms {
    float *x;
    float *acc; /**< [n_sums], of the frame at hand */
    int n_sums, n_rows;
} Terms;

/** One scale at work. Row rings are indexed by the row number. */
typedef struct Scale {
    const FloatAdmScale *geo;
    int half;           /**< of split input rows */
    int stride;         /**< of band rows */
    float *input[2][4]; /**< split input rows of ref, dis */
    float *weighted[3]; /**< FLOAT_ADM_WEIGHTED rows each */
    Terms den, masked;  /**< masked: num, then aim */
    float *filtered_low[2], *filtered_high[2];
    float *approx; /**< one row of the low band */
} Scale;

typedef struct FloatAdm {
    const FloatAdmPlan *plan;
    const FloatAdmRows *rows;
    float *memory;
    const float *zeros; /**< FLOAT_ADM_WEIGHTED rows of zeros for scale 0 */
    Scale scale[VMAF_FLOAT_ADM_SCALES];
    FloatAdmSums sums; /* of the frame at hand */
} FloatAdm;

/** Hands out rows of one block; with base NULL it only counts. */
typedef struct Arena {
    float *base;
    size_t used;
} Arena;

static float *take_rows(Arena *arena, int stride, int n_rows)
{
    float *p = arena->base ? arena->base + arena->used + VMAF_FLOAT_ADM_PAD : NULL;
    arena->used += (size_t)stride * (size_t)n_rows;
    return p;
}

static int round_up(int n)
{
    return (int)vmaf_align_up((size_t)n, VMAF_PLANE_ALIGN / sizeof(float));
}

static void lay_out(FloatAdm *a, Arena *arena)
{
    for (int s = 0; s < VMAF_FLOAT_ADM_SCALES; s++) {
        Scale *sc = &a->scale[s];
        sc->geo = &a->plan->scale[s];
        sc->half = VMAF_FLOAT_ADM_PAD + round_up(sc->geo->w + 1);
        sc->stride = sc->half;
        for (int pic = 0; pic < 2; pic++) {
            for (int k = 0; k < 4; k++)
                sc->input[pic][k] = take_rows(arena, 2 * sc->half, 1);
            sc->filtered_low[pic] = take_rows(arena, 2 * sc->half, 1);
            sc->filtered_high[pic] = take_rows(arena, 2 * sc->half, 1);
        }
        for (int k = 0; k < 3; k++)
            sc->weighted[k] = take_rows(arena, sc->stride, FLOAT_ADM_WEIGHTED);
        sc->approx = take_rows(arena, sc->stride, 1);
        sc->den.n_sums = 3;
        sc->den.acc = a->sums.v[s] + VMAF_FLOAT_ADM_DEN;
        sc->den.x = take_rows(arena, sc->stride, 3 * SUM_ROWS);
        sc->masked.n_sums = 6;
        sc->masked.acc = a->sums.v[s] + VMAF_FLOAT_ADM_NUM;
        sc->masked.x = take_rows(arena, sc->stride, 6 * SUM_ROWS);
    }
    a->zeros = take_rows(arena, a->scale[0].stride, FLOAT_ADM_WEIGHTED);
}

static int open_float_adm(void *scratch, const void *plan, unsigned isa)
{
    FloatAdm *a = scratch;
    a->plan = plan;
    a->rows = vmaf_float_adm_rows(isa);

    Arena arena = {NULL, 0};
    lay_out(a, &arena);
    a->memory = vmaf_aligned_alloc(arena.used, sizeof(float));
    if (!a->memory)
        return -ENOMEM;
    /* The loops run over whole rows, the gaps between their parts included. */
    memset(a->memory, 0, arena.used * sizeof(float));
    arena = (Arena){a->memory, 0};
    lay_out(a, &arena);
    return 0;
}

static float *next_row(const Terms *t, const Scale *sc)
{
    return t->x + (ptrdiff_t)t->n_rows * sc->stride;
}

/* Add the waiting rows to the sums of the frame. */
static void sum_terms(const FloatAdm *a, const Scale *sc, Terms *t)
{
    const int n = sc->geo->right - sc->geo->left;
    float total[6 * SUM_ROWS];

    if (!a->plan->cube) {
        for (int k = 0; k < t->n_sums * SUM_ROWS; k++) {
            if (k % SUM_ROWS >= t->n_rows)
                continue;
            const float *x = t->x + (ptrdiff_t)k * sc->stride + sc->geo->left;
            total[k] = 0.0f;
            for (int j = 0; j < n; j++)
                total[k] = total[k] + vmaf_float_adm_power(x[j], a->plan->p_norm, vmaf_powf);
        }
    } else if (t->n_rows == SUM_ROWS) {
        a->rows->sum_cubes(total, t->x + sc->geo->left, sc->stride, t->n_sums * SUM_ROWS, n);
    } else {
        for (int k = 0; k < t->n_sums; k++)
            a->rows->sum_cubes(total + k * SUM_ROWS,
                               t->x + (ptrdiff_t)k * SUM_ROWS * sc->stride + sc->geo->left,
                               sc->stride, t->n_rows, n);
    }
    for (int k = 0; k < t->n_sums; k++)
        vmaf_float_adm_add_rows(t->acc + k, total + k * SUM_ROWS, t->n_rows);
    t->n_rows = 0;
}

static void row_of_terms_done(const FloatAdm *a, const Scale *sc, Terms *t, bool last)
{
    t->n_rows++;
    if (t->n_rows == SUM_ROWS || last)
        sum_terms(a, sc, t);
}

/* Numerator and AIM operands of band row i; the weighted rows around it are there. */
static void mask_row(FloatAdm *a, Scale *sc, int i)
{
    const FloatAdmScale *geo = sc->geo;
    const float *above = sc->weighted[vmaf_float_adm_before(i) % 3];
    const float *here = sc->weighted[i % 3];
    const float *below = sc->weighted[vmaf_float_adm_after(i, geo->h) % 3];
    const int own[2] = {FLOAT_ADM_CSF_RESTORED, FLOAT_ADM_CSF_ADDITIVE};
    const int spread[2] = {FLOAT_ADM_SPREAD_ADDITIVE, FLOAT_ADM_SPREAD_RESTORED};
    float *x = next_row(&sc->masked, sc);

    for (int k = 0; k < 2; k++) {
        FloatAdmMasked m = {.own = here + own[k] * sc->stride, .stride = sc->stride};
        if (a->plan->bypass) {
            m.centre = m.above = m.here = m.below = a->zeros;
        } else {
            m.centre = here + own[!k] * sc->stride;
            m.above = above + spread[k] * sc->stride;
            m.here = here + spread[k] * sc->stride;
            m.below = below + spread[k] * sc->stride;
        }
        a->rows->mask(x + (ptrdiff_t)k * 3 * SUM_ROWS * sc->stride, SUM_ROWS * sc->stride, &m,
                      geo->left, geo->right);
    }
    row_of_terms_done(a, sc, &sc->masked, i == geo->bottom - 1);
}

/* Weighted rows and denominator operands of band row i. */
static void decouple_row(FloatAdm *a, Scale *sc, int i)
{
    const FloatAdmScale *geo = sc->geo;
    const int first = geo->left > 0 ? geo->left - 1 : 0;
    const int end = geo->right < geo->w ? geo->right + 1 : geo->w;
    const bool summed = i >= geo->top && i < geo->bottom;
    float *weighted = sc->weighted[i % 3];

    const FloatAdmFiltered ref = {sc->filtered_low[0], sc->filtered_high[0]};
    const FloatAdmFiltered dis = {sc->filtered_low[1], sc->filtered_high[1]};
    a->rows->decouple(weighted, sc->stride, next_row(&sc->den, sc), SUM_ROWS * sc->stride, &ref,
                      &dis, sc->half, first, end, a->plan, geo->factor);
    for (int k = FLOAT_ADM_SPREAD_RESTORED; k < FLOAT_ADM_WEIGHTED; k++) {
        float *row = weighted + k * sc->stride;
        if (first == 0)
            row[-1] = row[vmaf_float_adm_before(0)];
        if (end == geo->w)
            row[geo->w] = row[vmaf_float_adm_after(geo->w - 1, geo->w)];
    }
    if (summed)
        row_of_terms_done(a, sc, &sc->den, i == geo->bottom - 1);
}

static void input_row_done(FloatAdm *a, int s, int x);

/* Band row i of scale s; its input rows are there. */
static void band_row(FloatAdm *a, int s, int i)
{
    Scale *sc = &a->scale[s];
    const FloatAdmScale *geo = sc->geo;
    const bool deeper = s + 1 < VMAF_FLOAT_ADM_SCALES;
    const bool weighted = s >= a->plan->first_sum && i >= geo->top - 1 && i <= geo->bottom;

    if (!deeper && !weighted)
        return;
    for (int pic = 0; pic < 2; pic++) {
        float *dst_low = sc->filtered_low[pic] - VMAF_FLOAT_ADM_PAD;
        float *dst_high = sc->filtered_high[pic] - VMAF_FLOAT_ADM_PAD;
        const float *tap[4];
        for (int k = 0; k < 4; k++)
            tap[k] = sc->input[pic][vmaf_float_adm_tap(2 * i - 1 + k, geo->in_h) % 4] -
                     VMAF_FLOAT_ADM_PAD;
        if (weighted)
            a->rows->low_high(dst_low, dst_high, tap, 2 * sc->half);
        else
            a->rows->low(dst_low, tap, 2 * sc->half);
        if (deeper) {
            Scale *next = &a->scale[s + 1];
            a->rows->approx(sc->approx, sc->filtered_low[pic], sc->half, geo->w);
            a->rows->split(next->input[pic][i % 4], next->half, sc->approx, geo->w);
        }
    }
    if (weighted) {
        decouple_row(a, sc, i);
        if (i > geo->top)
            mask_row(a, sc, i - 1);
        if (i == geo->h - 1 && geo->bottom == geo->h)
            mask_row(a, sc, i);
    }
    if (deeper)
        input_row_done(a, s + 1, i);
}

/* Input row x of scale s has arrived: band row i needs rows up to 2i + 2. */
static void input_row_done(FloatAdm *a, int s, int x)
{
    const FloatAdmScale *geo = a->scale[s].geo;
    if (x % 2 == 0 && x >= 2)
        band_row(a, s, x / 2 - 1);
    if (x == geo->in_h - 1)
        band_row(a, s, geo->h - 1);
}

static int measure_float_adm(void *scratch, const void *plan, const VmafWindow *window,
                             void *result)
{
    FloatAdm *a = scratch;
    const VmafPicture *pics[2] = {window->ref[0], window->dis[0]};
    const FloatAdmPlan *p = plan;

    memset(&a->sums, 0, sizeof(a->sums));
    for (int x = 0; x < p->h; x++) {
        for (int pic = 0; pic < 2; pic++) {
            const char *src = (const char *)pics[pic]->data[0] + x * pics[pic]->stride[0];
            float *even = a->scale[0].input[pic][x % 4];
            if (p->bpc == 8)
                a->rows->split8(even, a->scale[0].half, (const uint8_t *)src, p->w, p->unit);
            else
                a->rows->split16(even, a->scale[0].half, (const uint16_t *)src, p->w, p->unit);
        }
        input_row_done(a, 0, x);
    }
    vmaf_float_adm_settle(&a->sums);
    memcpy(result, &a->sums, sizeof(a->sums));
    return 0;
}

static void close_float_adm(void *scratch)
{
    FloatAdm *a = scratch;
    vmaf_aligned_free(a->memory);
}

const VmafCpuEngine vmaf_float_adm_cpu = {
    .scratch_size = sizeof(FloatAdm),
    .open = open_float_adm,
    .measure = measure_float_adm,
    .close = close_float_adm,
};
