/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Both pictures are blurred here, though the older one was blurred for the window before: a window
 * needs no memory then. Blocks of rows go through a strip of columns at a time, small enough for
 * the first cache; the sums of the rows of a block continue from strip to strip.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "feature/motion/float_motion.h"
#include "feature/motion/float_motion_rows.h"

enum {
    BLOCK = VMAF_FLOAT_MOTION_BLOCK,
    BLOCK_IN = VMAF_FLOAT_MOTION_BLOCK_IN,
    STRIP = 256,
    HALO = 16, /* columns beside a strip: at least the radius; a multiple of a vector */
};

typedef struct FloatMotionScratch {
    const VmafFloatMotionRows *rows;
    int32_t strip;      /* columns; all of them when blurred rows are kept */
    ptrdiff_t v_stride; /* floats from one row to the next of the following */
    float *v[2];        /* [BLOCK] rows after the pass down, from HALO columns before the strip */
    float *term;        /* [BLOCK] */
    float *blurred[2];  /* [1 + BLOCK] whole rows; the first is the last of the block before */
} FloatMotionScratch;

/* A plane of both pictures. */
typedef struct Planes {
    const uint8_t *data[2];
    ptrdiff_t stride[2]; /* bytes */
    int32_t w, h;
    unsigned bpc;
} Planes;

static int open_float_motion(void *scratch, const void *plan, unsigned isa)
{
    FloatMotionScratch *s = scratch;
    const FloatMotionPlan *p = plan;
    const bool whole = p->opt.add_scale1 || p->w < STRIP;
    s->rows = vmaf_float_motion_rows(isa);
    s->strip = whole ? (int32_t)p->w : STRIP;
    const size_t stride = vmaf_align_up((size_t)s->strip + 2 * HALO, VMAF_PLANE_ALIGN / 4);
    s->v_stride = (ptrdiff_t)stride;
    const size_t row = stride * sizeof(float);
    s->term = vmaf_aligned_alloc(BLOCK, row);
    if (!s->term)
        return -ENOMEM;
    for (int k = 0; k < 2; k++) {
        s->v[k] = vmaf_aligned_alloc(BLOCK, row);
        s->blurred[k] = p->opt.add_scale1 ? vmaf_aligned_alloc(1 + BLOCK, row) : NULL;
        if (!s->v[k] || (p->opt.add_scale1 && !s->blurred[k]))
            return -ENOMEM;
    }
    return 0;
}

static void close_float_motion(void *scratch)
{
    FloatMotionScratch *s = scratch;
    vmaf_aligned_free(s->term);
    for (int k = 0; k < 2; k++) {
        vmaf_aligned_free(s->v[k]);
        vmaf_aligned_free(s->blurred[k]);
    }
}

/* Row `place`, which may lie outside, of one of the pictures. Rows that only blocks beyond the last
 * row need are anything. */
static const uint8_t *plane_row(const Planes *p, int which, int32_t place)
{
    const int32_t beyond = p->h - 1 + VMAF_MOTION_RADIUS;
    const int32_t y = vmaf_motion_reflect(place < beyond ? place : beyond, p->h);
    return p->data[which] + y * p->stride[which];
}

static bool same_rows(const Planes *p, int32_t y)
{
    const size_t bytes = (size_t)p->w * (p->bpc == 8 ? 1 : 2);
    for (int32_t k = 0; k < BLOCK_IN; k++) {
        const int32_t place = y + k - VMAF_MOTION_RADIUS;
        if (memcmp(plane_row(p, 0, place), plane_row(p, 1, place), bytes))
            return false;
    }
    return true;
}

/* The pass down for the block from row y on, columns x.. x + n, with what the pass across wants. */
static void down(const FloatMotionScratch *s, const FloatMotionPlan *plan, const Planes *p,
                 int32_t y, int32_t x, int32_t n)
{
    const int32_t before = x ? HALO : 0, rest = p->w - x - n;
    const int32_t behind = rest < HALO ? rest : HALO;
    const ptrdiff_t from = (ptrdiff_t)(x - before) * (p->bpc == 8 ? 1 : 2);
    for (int which = 0; which < 2; which++) {
        const void *in[BLOCK_IN];
        for (int32_t k = 0; k < BLOCK_IN; k++)
            in[k] = plane_row(p, which, y + k - VMAF_MOTION_RADIUS) + from;
        s->rows->down(s->v[which] + HALO - before, s->v_stride, in, plan->taps, before + n + behind,
                      p->bpc);
        for (int32_t i = 0; i < BLOCK; i++) {
            float *v = s->v[which] + i * s->v_stride + HALO;
            float *last = v + n - 1 + behind;
            for (int32_t k = 1; k <= VMAF_MOTION_RADIUS; k++) {
                if (!before)
                    v[-k] = v[k];
                if (behind < VMAF_MOTION_RADIUS)
                    last[k] = last[-k];
            }
        }
    }
}

/* The sum of the magnitudes of a row of the plane of half size; block: the first row of the block.
 */
static float half_row(const FloatMotionScratch *s, const Planes *p, int32_t block,
                      VmafFloatMotionPlace row)
{
    const float *at[2][2];
    for (int which = 0; which < 2; which++) {
        const float *first = s->blurred[which] + s->v_stride;
        at[which][0] = first + ((int32_t)row.first - block) * s->v_stride;
        at[which][1] = first + ((int32_t)row.second - block) * s->v_stride;
    }
    const uint32_t w = (uint32_t)p->w, half_w = vmaf_float_motion_half(w);
    float sum = 0.0f;
    for (uint32_t j = 0; j < half_w; j++) {
        const VmafFloatMotionPlace c = vmaf_float_motion_place(j, w);
        float value[2];
        for (int which = 0; which < 2; which++)
            value[which] = vmaf_float_motion_between(c.weight, row.weight, at[which][0][c.first],
                                                     at[which][0][c.second], at[which][1][c.first],
                                                     at[which][1][c.second]);
        sum = sum + fabsf(value[0] - value[1]);
    }
    return sum;
}

/* Blur the block from row y on, and add the rows of half size that lie in it; *next is the first
 * that was not added yet. */
static void half_block(const FloatMotionScratch *s, const FloatMotionPlan *plan, const Planes *p,
                       int32_t y, int32_t n, uint32_t *next, float *total)
{
    for (int which = 0; which < 2; which++) {
        float *out = s->blurred[which];
        if (y)
            memcpy(out, out + BLOCK * s->v_stride, (size_t)p->w * sizeof(*out));
        for (int32_t i = 0; i < n; i++)
            s->rows->across(out + (1 + i) * s->v_stride, s->v[which] + i * s->v_stride + HALO,
                            plan->taps, p->w);
    }
    const uint32_t h = (uint32_t)p->h;
    for (; *next < vmaf_float_motion_half(h); (*next)++) {
        const VmafFloatMotionPlace row = vmaf_float_motion_place(*next, h);
        if (row.second >= (uint32_t)(y + n))
            break;
        *total = *total + half_row(s, p, y, row);
    }
}

static float measure_plane(const FloatMotionScratch *s, const FloatMotionPlan *plan,
                           const Planes *p)
{
    const bool half = plan->opt.add_scale1;
    float total = 0.0f, half_total = 0.0f;
    uint32_t next = 0;
    for (int32_t y = 0; y < p->h; y += BLOCK) {
        if (!half && same_rows(p, y))
            continue; /* adds zeros */
        const int32_t n = p->h - y < BLOCK ? p->h - y : BLOCK;
        float sum[BLOCK] = {0.0f};
        for (int32_t x = 0; x < p->w; x += s->strip) {
            const int32_t columns = p->w - x < s->strip ? p->w - x : s->strip;
            down(s, plan, p, y, x, columns);
            for (int32_t i = 0; i < BLOCK; i++)
                s->rows->terms(s->term + i * s->v_stride, s->v[0] + i * s->v_stride + HALO,
                               s->v[1] + i * s->v_stride + HALO, plan->taps, columns);
            s->rows->sums(sum, s->term, s->v_stride, columns);
        }
        for (int32_t i = 0; i < n; i++)
            total = total + sum[i];
        if (half)
            half_block(s, plan, p, y, n, &next, &half_total);
    }
    const uint32_t w = (uint32_t)p->w, h = (uint32_t)p->h;
    const float mean = vmaf_float_motion_mean(total, w, h);
    return half ? vmaf_float_motion_add_half(mean, half_total, w, h) : mean;
}

static int measure(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const FloatMotionPlan *p = plan;
    FloatMotionResult *r = result;
    if (!window->n_before)
        return 0;
    const VmafPicture *pic[2] = {window->ref[1], window->ref[0]};
    for (unsigned c = 0; c < p->n_planes; c++) {
        const Planes planes = {.data = {pic[0]->data[c], pic[1]->data[c]},
                               .stride = {pic[0]->stride[c], pic[1]->stride[c]},
                               .w = (int32_t)pic[0]->w[c],
                               .h = (int32_t)pic[0]->h[c],
                               .bpc = pic[0]->bpc};
        r->plane[c] = measure_plane(scratch, p, &planes);
    }
    return 0;
}

const VmafCpuEngine vmaf_float_motion_cpu = {
    .scratch_size = sizeof(FloatMotionScratch),
    .open = open_float_motion,
    .measure = measure,
    .close = close_float_motion,
};
