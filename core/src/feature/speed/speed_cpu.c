/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * From pictures to decimated planes less their local mean, a row at a time: of the rows and columns
 * of a filtered plane only every 16th is made. What follows is speed_score.c.
 */
#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/speed/speed_score.h"

/* Samples beside a row that the pass across reads: at least half of the taps, whole vectors. */
#define HALO 32

typedef struct SpeedScratch {
    const SpeedRows *rows;
    float *source; /* row of the plane; with resampling [VMAF_RESAMPLE_MAX_TAPS] of them */
    size_t source_stride;
    float *resampled; /* row, with resampling */
    float *down;      /* row after the pass down, from HALO before it to HALO behind it */
    float *low;       /* [low_h][low_stride] decimated plane */
    float *local[2];  /* the same, less the local mean */
    size_t low_stride;
} SpeedScratch;

/* A plane, or the difference of two. */
typedef struct SpeedSource {
    const uint8_t *data[2]; /* the second: NULL, or subtracted */
    ptrdiff_t stride[2];    /* bytes */
} SpeedSource;

static int open_speed(void *scratch, const void *plan, unsigned isa)
{
    SpeedScratch *s = scratch;
    const SpeedPlan *p = plan;
    s->rows = vmaf_speed_rows(isa);
    s->source_stride = vmaf_align_up(p->w, VMAF_PLANE_ALIGN / sizeof(float));
    s->low_stride = vmaf_align_up(p->low_w + VMAF_SPEED_PAD, VMAF_PLANE_ALIGN / sizeof(float));
    const size_t low_bytes = s->low_stride * sizeof(float);
    s->source = vmaf_aligned_alloc(p->resample ? p->row.taps : 1, s->source_stride * sizeof(float));
    s->resampled = p->resample ? vmaf_aligned_alloc(p->scaled_w, sizeof(float)) : NULL;
    s->down = vmaf_aligned_alloc((size_t)p->scaled_w + 2 * HALO, sizeof(float));
    s->low = vmaf_aligned_alloc(p->low_h, low_bytes);
    if (!s->source || (p->resample && !s->resampled) || !s->down || !s->low)
        return -ENOMEM;
    for (int k = 0; k < 2; k++) {
        s->local[k] = vmaf_aligned_alloc(p->low_h, low_bytes);
        if (!s->local[k])
            return -ENOMEM;
        memset(s->local[k], 0, p->low_h * low_bytes); /* what stands behind the rows */
    }
    return 0;
}

static void close_speed(void *scratch)
{
    SpeedScratch *s = scratch;
    vmaf_aligned_free(s->source);
    vmaf_aligned_free(s->resampled);
    vmaf_aligned_free(s->down);
    vmaf_aligned_free(s->low);
    vmaf_aligned_free(s->local[0]);
    vmaf_aligned_free(s->local[1]);
}

static void read_row(const SpeedScratch *s, const SpeedPlan *p, const SpeedSource *from, uint32_t y,
                     float *out)
{
    const uint8_t *second = from->data[1];
    s->rows->samples(out, from->data[0] + (ptrdiff_t)y * from->stride[0],
                     second ? second + (ptrdiff_t)y * from->stride[1] : NULL, p->w, p->bpc);
}

/* Row y of the plane that is filtered. */
static const float *scaled_row(const SpeedScratch *s, const SpeedPlan *p, const SpeedSource *from,
                               uint32_t y)
{
    if (!p->resample) {
        read_row(s, p, from, y, s->source);
        return s->source;
    }
    const uint32_t taps = p->row.taps;
    const float *in[VMAF_RESAMPLE_MAX_TAPS];
    for (uint32_t k = 0; k < taps; k++) {
        float *row = s->source + k * s->source_stride;
        read_row(s, p, from, p->row.index[(size_t)y * taps + k], row);
        in[k] = row;
    }
    vmaf_resample_row(s->resampled, in, p->row.weight + (size_t)y * taps, &p->column, p->normalise);
    return s->resampled;
}

/* The pass across a row [w] of s->down, for every step-th of its samples. */
static void across(const SpeedScratch *s, const VmafSpeedTaps *f, uint32_t w, uint32_t step,
                   uint32_t n, float *out)
{
    float *row = s->down + HALO;
    const uint32_t half = f->n / 2;
    for (uint32_t k = 1; k <= half; k++) {
        row[-(ptrdiff_t)k] = row[k];
        row[w - 1 + k] = row[w - 1 - k];
    }
    for (uint32_t j = 0; j < n; j++) {
        const float *at = row + (ptrdiff_t)j * step - half;
        float sum = 0.0f;
        for (uint32_t k = 0; k < f->n; k++)
            sum = sum + f->tap[k] * at[k];
        out[j] = sum;
    }
}

static void decimate(const SpeedScratch *s, const SpeedPlan *p, const SpeedSource *from)
{
    const VmafSpeedTaps *f = &p->first;
    float *down = s->down + HALO;
    for (uint32_t y = 0; y < p->low_h; y++) {
        memset(down, 0, p->scaled_w * sizeof(*down));
        for (uint32_t k = 0; k < f->n; k++) {
            const int32_t place = (int32_t)(y * VMAF_SPEED_STEP + k) - (int32_t)(f->n / 2);
            const int32_t row = vmaf_speed_reflect(place, (int32_t)p->scaled_h);
            s->rows->add(down, scaled_row(s, p, from, (uint32_t)row), f->tap[k], p->scaled_w);
        }
        across(s, f, p->scaled_w, VMAF_SPEED_STEP, p->low_w, s->low + y * s->low_stride);
    }
}

static void subtract_mean(const SpeedScratch *s, const SpeedPlan *p, float *out)
{
    const VmafSpeedTaps *f = &p->second;
    float *down = s->down + HALO;
    for (uint32_t y = 0; y < p->low_h; y++, out += s->low_stride) {
        memset(down, 0, p->low_w * sizeof(*down));
        for (uint32_t k = 0; k < f->n; k++) {
            const int32_t place = (int32_t)(y + k) - (int32_t)(f->n / 2);
            const int32_t row = vmaf_speed_reflect(place, (int32_t)p->low_h);
            s->rows->add(down, s->low + row * s->low_stride, f->tap[k], p->low_w);
        }
        across(s, f, p->low_w, 1, p->low_w, out);
        const float *low = s->low + y * s->low_stride;
        for (uint32_t j = 0; j < p->low_w; j++)
            out[j] = low[j] - out[j];
    }
}

static void measure_pair(const SpeedScratch *s, const SpeedPlan *p, const SpeedSource from[2],
                         SpeedScore *out)
{
    for (int k = 0; k < 2; k++) {
        decimate(s, p, &from[k]);
        subtract_mean(s, p, s->local[k]);
    }
    const float *const local[2] = {s->local[0], s->local[1]};
    vmaf_speed_score(p, s->rows, local, s->low_stride, out);
}

static int measure_chroma(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    SpeedChromaResult *r = result;
    for (unsigned c = 1; c <= 2; c++) {
        const VmafPicture *ref = window->ref[0], *dis = window->dis[0];
        const SpeedSource from[2] = {{.data = {ref->data[c]}, .stride = {ref->stride[c]}},
                                     {.data = {dis->data[c]}, .stride = {dis->stride[c]}}};
        measure_pair(scratch, plan, from, &r->plane[c - 1]);
    }
    return 0;
}

static int measure_temporal(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const SpeedPlan *p = plan;
    if (!window->n_before)
        return 0;
    const VmafPicture *pic[2][2] = {
        {window->ref[1], window->ref[0]},
        {window->dis[1], p->use_ref_diff ? window->ref[0] : window->dis[0]}};
    SpeedSource from[2];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 2; i++) {
            from[k].data[i] = pic[k][i]->data[0];
            from[k].stride[i] = pic[k][i]->stride[0];
        }
    }
    measure_pair(scratch, p, from, result);
    return 0;
}

const VmafCpuEngine vmaf_speed_chroma_cpu = {
    .scratch_size = sizeof(SpeedScratch),
    .open = open_speed,
    .measure = measure_chroma,
    .close = close_speed,
};

const VmafCpuEngine vmaf_speed_temporal_cpu = {
    .scratch_size = sizeof(SpeedScratch),
    .open = open_speed,
    .measure = measure_temporal,
    .close = close_speed,
};
