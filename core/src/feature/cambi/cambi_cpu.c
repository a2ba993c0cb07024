/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The picture is made at its size, with its mask, in one pass. Then every scale is one pass, too: a
 * row is filtered, its runs enter the counts of the windows, the row in the middle of the window
 * gets its values, and the row that the window has passed leaves the counts, which so end up empty.
 */
#include <errno.h>
#include <float.h>
#include <string.h>

#include "base/mem.h"
#include "feature/cambi/cambi.h"
#include "feature/cambi/cambi_heatmap.h"
#include "feature/cambi/cambi_pool.h"
#include "feature/cambi/cambi_rows.h"

enum { SLACK = VMAF_CAMBI_SLACK, FLAT_ROWS = 2 * VMAF_CAMBI_MASK_PAD + 1 };

typedef struct CambiScratch {
    const CambiRows *rows;
    size_t stride;       /* codes from one row of the picture to the next */
    uint16_t *image;     /* [h][stride], after slack */
    size_t words;        /* of a row of bits */
    uint64_t *mask;      /* [h][words] */
    uint64_t *flat;      /* [h][words] */
    uint8_t *flat_count; /* slack, then [w] */
    uint16_t *source;    /* a row of the picture as it came, at 10 bits */
    uint16_t *line[2];   /* rows at 10 bits, at the right size, before the box */
    uint16_t *across[3]; /* rows after the first half of the mode filter */
    CambiCounts counts;
    size_t counts_stride; /* of the widest scale */
    CambiRun *run;        /* [window][run_stride]: of the rows in the window, a ring */
    size_t run_stride;
    unsigned n_runs[VMAF_CAMBI_MAX_WINDOW];
    CambiValues values;
    unsigned run_low, run_high; /* codes that count */
    float *value;               /* those of a scale that are not 0 */
    float *plane;               /* of a scale, when it is wanted as a whole */
    uint16_t *heat;             /* the same size, for heatmaps */
} CambiScratch;

/* ---- memory ---- */

static void *zeroed(size_t n, size_t size)
{
    void *p = vmaf_aligned_alloc(n, size);
    if (p)
        memset(p, 0, n * size);
    return p;
}

/* A row of codes that may be read beyond both ends. */
static uint16_t *new_rows(size_t n, size_t stride)
{
    size_t codes;
    if (vmaf_mul_overflows(n, stride, &codes))
        return NULL;
    uint16_t *p = zeroed(codes + 2 * SLACK, sizeof(*p));
    return p ? p + SLACK : NULL;
}

static void free_rows(uint16_t *p)
{
    if (p)
        vmaf_aligned_free(p - SLACK);
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static int open_cambi(void *scratch, const void *plan, unsigned isa)
{
    CambiScratch *s = scratch;
    const CambiPlan *p = plan;
    unsigned w = 0, h = 0, pad = 0;
    for (unsigned i = 0; i < VMAF_CAMBI_ROLES; i++) {
        const CambiRole *role = &p->role[i];
        if (role->measured) {
            w = larger(w, role->w);
            h = larger(h, role->h);
            pad = larger(pad, role->pad);
        }
    }
    const unsigned scale_w = vmaf_cambi_halved(w, p->halve);
    const size_t pixels = (size_t)scale_w * vmaf_cambi_halved(h, p->halve);

    s->rows = vmaf_cambi_rows(isa);
    s->stride = vmaf_align_up(w, 64) + 64;
    s->words = (w + 63) / 64;
    s->image = new_rows(h, s->stride);
    s->mask = zeroed((size_t)h * s->words + 1, sizeof(*s->mask));
    s->flat = zeroed((size_t)h * s->words, sizeof(*s->flat));
    s->flat_count = zeroed(vmaf_align_up(w, 64) + 2 * SLACK, 1);
    s->source = new_rows(1, p->info.w);
    for (unsigned i = 0; i < 2; i++)
        s->line[i] = new_rows(1, s->stride);
    for (unsigned i = 0; i < 3; i++)
        s->across[i] = new_rows(1, s->stride);

    const bool any = p->low <= p->high;
    s->run_low = !any ? 1 : p->low > p->steps ? p->low - p->steps : 0;
    s->run_high = any ? p->high + p->steps : 0;
    s->counts.first = (int)p->low - (int)p->steps;
    s->counts_stride = vmaf_align_up(scale_w + 2 * (size_t)pad, 32) + 64;
    /* Neighbouring codes of one column shall not meet in one set of a cache. */
    if (s->counts_stride % 1024 == 0)
        s->counts_stride += 32;
    s->counts.of =
        new_rows(any ? p->high - p->low + 1 + 2 * (size_t)p->steps : 1, s->counts_stride);
    s->run_stride = scale_w;
    s->run = vmaf_aligned_alloc((2 * (size_t)pad + 1) * s->run_stride, sizeof(*s->run));
    s->values = (CambiValues){.steps = p->steps,
                              .low = p->low,
                              .high = p->high,
                              .visible = p->visible,
                              .reciprocal = p->reciprocal,
                              .own = new_rows(1, s->stride),
                              .other = new_rows(p->steps, s->stride),
                              .other_stride = s->stride};
    s->value = vmaf_aligned_alloc(pixels + SLACK, sizeof(*s->value));
    s->plane = vmaf_aligned_alloc(pixels, sizeof(*s->plane));
    if (p->heatmap)
        s->heat = vmaf_aligned_alloc(pixels, sizeof(*s->heat));
    const bool complete = s->image && s->mask && s->flat && s->flat_count && s->source &&
                          s->line[0] && s->line[1] && s->across[0] && s->across[1] &&
                          s->across[2] && s->counts.of && s->run && s->values.own &&
                          s->values.other && s->value && s->plane && (s->heat || !p->heatmap);
    return complete ? 0 : -ENOMEM;
}

static void close_cambi(void *scratch)
{
    CambiScratch *s = scratch;
    free_rows(s->image);
    vmaf_aligned_free(s->mask);
    vmaf_aligned_free(s->flat);
    vmaf_aligned_free(s->flat_count);
    free_rows(s->source);
    for (unsigned i = 0; i < 2; i++)
        free_rows(s->line[i]);
    for (unsigned i = 0; i < 3; i++)
        free_rows(s->across[i]);
    free_rows(s->counts.of);
    vmaf_aligned_free(s->run);
    free_rows(s->values.own);
    free_rows(s->values.other);
    vmaf_aligned_free(s->value);
    vmaf_aligned_free(s->plane);
    vmaf_aligned_free(s->heat);
}

/* ---- the picture ---- */

static uint32_t codes(const CambiRows *rows, uint16_t *to, const VmafPicture *pic, unsigned y)
{
    const uint8_t *in = (const uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
    return pic->bpc == 8 ? rows->codes8(to, in, pic->w[0], 8)
                         : rows->codes16(to, (const void *)in, pic->w[0], pic->bpc);
}

/** Make row i at 10 bits and at the right size. @return the bits of all samples, or-ed */
static uint32_t make_line(const CambiScratch *s, const CambiRole *role, const VmafPicture *pic,
                          uint16_t *to, unsigned i)
{
    if (!role->row)
        return codes(s->rows, to, pic, i);
    const uint32_t all = codes(s->rows, s->source, pic, role->row[i]);
    for (unsigned j = 0; j < role->w; j++)
        to[j] = s->source[role->column[j]];
    return all;
}

static uint16_t *image_row(const CambiScratch *s, unsigned i)
{
    return s->image + i * s->stride;
}

/** Make the picture, row by row, and mark its flat samples. */
static uint32_t make_image(const CambiScratch *s, const CambiPlan *p, const CambiRole *role,
                           const VmafPicture *pic)
{
    const unsigned w = role->w, h = role->h;
    uint32_t all = 0;
    if (p->box)
        all |= make_line(s, role, pic, s->line[0], 0);
    for (unsigned i = 0; i < h; i++) {
        uint16_t *row = image_row(s, i);
        if (!p->box) {
            all |= make_line(s, role, pic, row, i);
        } else {
            uint16_t *below = i + 1 < h ? s->line[(i + 1) & 1] : NULL;
            if (below)
                all |= make_line(s, role, pic, below, i + 1);
            s->rows->box(row, s->line[i & 1], below, w);
        }
        if (i)
            s->rows->flat(s->flat + (i - 1) * s->words, image_row(s, i - 1), row, w);
    }
    s->rows->flat(s->flat + (h - 1) * s->words, image_row(s, h - 1), NULL, w);
    return all;
}

static void make_mask(const CambiScratch *s, const CambiRole *role)
{
    const unsigned w = role->w, h = role->h;
    uint8_t *count = s->flat_count + SLACK;
    memset(s->flat_count, 0, vmaf_align_up(w, 64) + 2 * SLACK);
    for (unsigned i = 0; i < h + VMAF_CAMBI_MASK_PAD; i++) {
        const uint64_t *enter = i < h ? s->flat + i * s->words : NULL;
        const uint64_t *leave = i >= FLAT_ROWS ? s->flat + (i - FLAT_ROWS) * s->words : NULL;
        s->rows->count_flat(count, enter, leave, w);
        if (i >= VMAF_CAMBI_MASK_PAD)
            s->rows->mask(s->mask + (i - VMAF_CAMBI_MASK_PAD) * s->words, count, w,
                          role->mask_limit);
    }
}

/** @return the largest sample if one is above the depth, or else 0 */
static uint32_t find_excess(const VmafPicture *pic)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < pic->h[0]; i++) {
        const uint16_t *row =
            (const void *)((const uint8_t *)pic->data[0] + (ptrdiff_t)i * pic->stride[0]);
        for (unsigned j = 0; j < pic->w[0]; j++)
            most = row[j] > most ? row[j] : most;
    }
    return most >> pic->bpc ? most : 0;
}

/* ---- a scale ---- */

static void halve(const CambiScratch *s, unsigned w, unsigned h)
{
    for (unsigned i = 0; i < h; i++) {
        s->rows->halve(image_row(s, i), image_row(s, 2 * i), w);
        s->rows->halve_bits(s->mask + i * s->words, s->mask + 2 * (size_t)i * s->words, w);
    }
}

/** Filter row i in place; rows are taken in order. The outer rows stay, but are neighbours. */
static void filter_row(const CambiScratch *s, unsigned i, unsigned w, unsigned h)
{
    if (h < 3 || i + 1 >= h)
        return;
    if (!i)
        s->rows->mode_across(s->across[0], image_row(s, 0), w);
    s->rows->mode_across(s->across[(i + 1) % 3], image_row(s, i + 1), w);
    if (i)
        s->rows->mode_down(image_row(s, i), s->across[(i - 1) % 3], s->across[i % 3],
                           s->across[(i + 1) % 3], w);
}

/** Write the values of a row to their places. */
static void fill_plane_row(float *row, unsigned w, const float *value, const CambiValues *v,
                           const CambiRun *run, unsigned n_runs)
{
    memset(row, 0, w * sizeof(*row));
    for (unsigned i = 0; i < n_runs; i++, run++) {
        if (run->code < v->low || run->code > v->high)
            continue;
        memcpy(row + run->at, value, run->n * sizeof(*value));
        value += run->n;
    }
}

/**
 * Find the values of a scale.
 *
 * @param filter whether the picture still has to be filtered
 * @param plane  [h][w], or NULL
 */
static CambiSum scale_values(CambiScratch *s, unsigned pad, unsigned w, unsigned h, bool filter,
                             float *plane)
{
    const CambiRows *rows = s->rows;
    const unsigned window = 2 * pad + 1;
    CambiSum sum = {.least = FLT_MAX};
    s->counts.pad = pad;
    s->counts.stride = s->counts_stride;
    for (unsigned i = 0; i < h + 2 * pad; i++) {
        const unsigned slot = i % window;
        CambiRun *run = s->run + slot * s->run_stride;
        if (i < h) {
            if (filter)
                filter_row(s, i, w, h);
            s->n_runs[slot] = rows->runs(run, image_row(s, i), s->mask + i * s->words, w,
                                         s->run_low, s->run_high);
            rows->count(&s->counts, run, s->n_runs[slot], false);
        }
        if (i >= pad && i - pad < h) {
            const unsigned at = (i - pad) % window;
            const CambiRun *middle = s->run + at * s->run_stride;
            float *value = s->value + sum.n;
            const unsigned n = rows->values(value, &s->values, &s->counts, middle, s->n_runs[at]);
            if (plane)
                fill_plane_row(plane + (size_t)(i - pad) * w, w, value, &s->values, middle,
                               s->n_runs[at]);
            rows->sum(&sum, value, n);
        }
        if (i >= 2 * pad) {
            const unsigned at = (i - 2 * pad) % window;
            rows->count(&s->counts, s->run + at * s->run_stride, s->n_runs[at], true);
        }
    }
    return sum;
}

static int measure_role(CambiScratch *s, const CambiPlan *p, unsigned which, const VmafPicture *pic,
                        uint64_t sequence, CambiResult *r)
{
    const CambiRole *role = &p->role[which];
    const bool heat = p->heatmap && which == VMAF_CAMBI_DIS;
    const uint32_t all = make_image(s, p, role, pic);
    /* What resampling leaves out counts, too. */
    if (pic->bpc > 8 && (all >> pic->bpc || role->row)) {
        r->excess[which] = find_excess(pic);
        if (r->excess[which])
            return 0;
    }
    make_mask(s, role);

    unsigned w = role->w, h = role->h;
    for (unsigned i = 0; i < VMAF_CAMBI_SCALES; i++) {
        if (i || p->halve) {
            w = vmaf_cambi_halved(w, 1);
            h = vmaf_cambi_halved(h, 1);
            halve(s, w, h);
        }
        double *total = &r->sum[which][i];
        const CambiSum sum = scale_values(s, role->pad, w, h, true, heat ? s->plane : NULL);
        if (heat) {
            const int err =
                vmaf_cambi_heatmap_write(p, i, s->plane, s->heat, (size_t)w * h, sequence);
            if (err)
                return err;
        }
        if (vmaf_cambi_sum_any_order(&sum, s->value, role->n_largest[i], total))
            continue;
        if (!heat)
            scale_values(s, role->pad, w, h, false, s->plane);
        *total = vmaf_cambi_sum_in_order(s->plane, (size_t)w * h, role->n_largest[i]);
    }
    return 0;
}

static int measure(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const CambiPlan *p = plan;
    CambiScratch *s = scratch;
    CambiResult *r = result;
    int err = measure_role(s, p, VMAF_CAMBI_DIS, window->dis[0], window->sequence, r);
    if (!err && p->role[VMAF_CAMBI_REF].measured)
        err = measure_role(s, p, VMAF_CAMBI_REF, window->ref[0], window->sequence, r);
    return err;
}

const VmafCpuEngine vmaf_cambi_cpu = {
    .scratch_size = sizeof(CambiScratch),
    .open = open_cambi,
    .measure = measure,
    .close = close_cambi,
};
