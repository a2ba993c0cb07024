/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "temporal.h"
#include "temporal_args.h"

typedef struct TemporalOptions {
    int fail_at;
} TemporalOptions;

static const VmafOption options[] = {
    VMAF_OPTION_INT(TemporalOptions, fail_at, "fail_at", NULL, "picture that cannot be measured",
                    -1, -1, 255, 0),
    VMAF_OPTION_END,
};

static const VmafScoreName scores[] = {
    [TEMPORAL_REF1] = {.name = "temporal_ref1"},
    [TEMPORAL_REF2] = {.name = "temporal_ref2"},
    [TEMPORAL_DIS1] = {.name = "temporal_dis1"},
    [TEMPORAL_MEAN] = {.name = "temporal_mean"},
    [TEMPORAL_LEAST] = {.name = "temporal_least"},
    [TEMPORAL_TOTAL] = {.name = "temporal_total", .clip = true},
    {.name = NULL},
};

const char *temporal_name(enum TemporalScore score)
{
    return scores[score].name;
}

typedef struct TemporalPlan {
    TemporalOptions opt;
    VmafFrameInfo info;
} TemporalPlan;

static int plan_temporal(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                         VmafNeeds *needs)
{
    (void)isa, (void)needs;
    *(TemporalPlan *)plan = (TemporalPlan){.opt = *(const TemporalOptions *)opts, .info = *info};
    return 0;
}

static bool fails(const TemporalPlan *p, uint64_t first_sample)
{
    return p->opt.fail_at >= 0 && first_sample == (uint64_t)p->opt.fail_at;
}

/* ---- the engine on the CPU ---- */

typedef struct TemporalScratch {
    uint64_t *row; /* sums of the rows; memory of its own, so that leaks show */
} TemporalScratch;

static int open_cpu(void *scratch, const void *plan, unsigned isa)
{
    (void)isa;
    TemporalScratch *s = scratch;
    s->row = calloc(((const TemporalPlan *)plan)->info.h, sizeof(*s->row));
    return s->row ? 0 : -ENOMEM;
}

static void close_cpu(void *scratch)
{
    free(((TemporalScratch *)scratch)->row);
}

static unsigned sample_of(const VmafPicture *pic, unsigned x, unsigned y)
{
    const unsigned char *row = (const unsigned char *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
    return pic->bpc > 8 ? ((const uint16_t *)(const void *)row)[x] : row[x];
}

static uint64_t distance(const TemporalScratch *s, const VmafPicture *a, const VmafPicture *b)
{
    uint64_t sum = 0;
    for (unsigned y = 0; y < a->h[0]; y++) {
        s->row[y] = 0;
        for (unsigned x = 0; x < a->w[0]; x++) {
            const unsigned p = sample_of(a, x, y), q = sample_of(b, x, y);
            s->row[y] += p < q ? q - p : p - q;
        }
        sum += s->row[y];
    }
    return sum;
}

static int measure_cpu(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    TemporalResult *r = result;
    for (unsigned k = 1; k <= w->n_before; k++)
        r->sad[k == 1 ? TEMPORAL_REF1 : TEMPORAL_REF2] = distance(scratch, w->ref[0], w->ref[k]);
    if (w->n_before)
        r->sad[TEMPORAL_DIS1] = distance(scratch, w->dis[0], w->dis[1]);
    r->n_before = w->n_before;
    return fails(plan, sample_of(w->ref[0], 0, 0)) ? TEMPORAL_ERROR : 0;
}

static const VmafCpuEngine cpu = {.scratch_size = sizeof(TemporalScratch),
                                  .open = open_cpu,
                                  .measure = measure_cpu,
                                  .close = close_cpu};

/* ---- the engine on a GPU ---- */

typedef struct TemporalGpu {
    VmafGpuKernel *sums;
    size_t result;
} TemporalGpu;

static int open_gpu(void *state, const void *plan, VmafGpuFrame *f)
{
    (void)plan;
    TemporalGpu *g = state;
    const int err = vmaf_gpu_kernel(f->dev, "temporal", "temporal_sums", &g->sums);
    return err ? err : vmaf_gpu_result(f, TEMPORAL_N_SUMS * sizeof(uint64_t), &g->result);
}

static int launch_gpu(const void *state, const void *plan, VmafGpuFrame *f)
{
    const TemporalGpu *g = state;
    const VmafFrameInfo *info = &((const TemporalPlan *)plan)->info;
    TemporalArgs a = {.w = info->w,
                      .h = info->h,
                      .bytes = info->bpc > 8 ? 2 : 1,
                      .n_before = f->n_before,
                      .sum = (unsigned long long *)(void *)(f->result + g->result)};
    for (unsigned k = 0; k <= f->n_before; k++) {
        a.ref[k] = f->pair[k].ref[0].data;
        a.ref_pitch[k] = f->pair[k].ref[0].pitch;
        if (k < 2) {
            a.dis[k] = f->pair[k].dis[0].data;
            a.dis_pitch[k] = f->pair[k].dis[0].pitch;
        }
    }
    const VmafGpuDim grid = {vmaf_gpu_blocks((size_t)a.w * a.h, TEMPORAL_THREADS), 1, 1};
    const VmafGpuDim block = {TEMPORAL_THREADS, 1, 1};
    return VMAF_GPU_LAUNCH(f->dev, g->sums, grid, block, &a, f->stream);
}

/* Odd pictures fail here, even ones when they are settled. */
static int read_gpu(const void *state, const void *plan, VmafGpuFrame *f)
{
    const TemporalGpu *g = state;
    const uint64_t *sum = (const uint64_t *)(const void *)(f->host_result + g->result);
    const uint64_t first = sum[TEMPORAL_FIRST];
    return first % 2 && fails(plan, first) ? TEMPORAL_ERROR : 0;
}

static int settle_gpu(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    const TemporalGpu *g = state;
    const uint64_t *sum = (const uint64_t *)(const void *)(f->host_result + g->result);
    TemporalResult *r = result;
    *r = (TemporalResult){.sad = {[TEMPORAL_REF1] = sum[TEMPORAL_REF1_SUM],
                                  [TEMPORAL_REF2] = sum[TEMPORAL_REF2_SUM],
                                  [TEMPORAL_DIS1] = sum[TEMPORAL_DIS1_SUM]},
                          .n_before = f->n_before};
    return sum[TEMPORAL_FIRST] % 2 == 0 && fails(plan, sum[TEMPORAL_FIRST]) ? TEMPORAL_ERROR : 0;
}

static const VmafGpuEngine gpu = {.state_size = sizeof(TemporalGpu),
                                  .open = open_gpu,
                                  .launch = launch_gpu,
                                  .read = read_gpu,
                                  .settle = settle_gpu};

/* ---- the series ---- */

typedef struct TemporalState {
    double last[2]; /* REF1 of the pictures before, [0] the last one */
    unsigned n_last;
    bool waits; /* last[0] is to be compared with the next picture */
    unsigned waiting_index;
    double total;
    bool broken;
} TemporalState;

static int finish_temporal(VmafSeries *s, const void *result, unsigned index)
{
    TemporalState *st = s->state;
    const TemporalResult *r = result;
    if (!r) {
        st->n_last = 0;
        st->waits = false;
        st->broken = true;
        return 0;
    }
    if (!r->n_before)
        return 0;
    const double ref1 = (double)r->sad[TEMPORAL_REF1];
    vmaf_series_emit(s, TEMPORAL_REF1, index, ref1);
    vmaf_series_emit(s, TEMPORAL_DIS1, index, (double)r->sad[TEMPORAL_DIS1]);
    if (r->n_before > 1)
        vmaf_series_emit(s, TEMPORAL_REF2, index, (double)r->sad[TEMPORAL_REF2]);
    if (st->n_last == 2)
        vmaf_series_emit(s, TEMPORAL_MEAN, index, (ref1 + st->last[0] + st->last[1]) / 3.0);
    if (st->waits)
        vmaf_series_emit(s, TEMPORAL_LEAST, st->waiting_index,
                         ref1 < st->last[0] ? ref1 : st->last[0]);
    st->last[1] = st->last[0];
    st->last[0] = ref1;
    st->n_last += st->n_last < 2;
    st->waits = true;
    st->waiting_index = index;
    st->total += ref1;
    return 0;
}

static atomic_uint n_flushes;

unsigned temporal_n_flushes(void)
{
    return atomic_load(&n_flushes);
}

static int flush_temporal(VmafSeries *s)
{
    const TemporalState *st = s->state;
    atomic_fetch_add(&n_flushes, 1);
    if (st->waits)
        vmaf_series_emit(s, TEMPORAL_LEAST, st->waiting_index, st->last[0]);
    if (!st->broken)
        vmaf_series_emit_clip(s, TEMPORAL_TOTAL, st->total);
    return 0;
}

const VmafFeature vmaf_test_temporal = {
    .name = "temporal",
    .scores = scores,
    .options = options,
    .options_size = sizeof(TemporalOptions),
    .plan_size = sizeof(TemporalPlan),
    .result_size = sizeof(TemporalResult),
    .series_size = sizeof(TemporalState),
    .needs = {.planes = {1, 1},
              .history = {2, 1},
              .min_w = 1,
              .min_h = 1,
              .reach_before = 4,
              .reach_after = 1},
    .plan = plan_temporal,
    .cpu = &cpu,
    .gpu = &gpu,
    .finish = finish_temporal,
    .flush = flush_temporal,
};

/* ---- pictures and the device ---- */

unsigned temporal_sample(unsigned side, unsigned index, unsigned x, unsigned y, unsigned bpc)
{
    if (!side && !x && !y)
        return index;
    uint32_t v = (((index * 2 + side) * 131 + y) * 257 + x) * 2654435761u;
    v ^= v >> 15;
    v *= 2246822519u;
    return v >> (32 - bpc);
}

void temporal_fill(VmafPicture *pic, unsigned side, unsigned index)
{
    for (unsigned y = 0; y < pic->h[0]; y++) {
        unsigned char *row = (unsigned char *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
        for (unsigned x = 0; x < pic->w[0]; x++) {
            const unsigned v = temporal_sample(side, index, x, y, pic->bpc);
            if (pic->bpc > 8)
                ((uint16_t *)(void *)row)[x] = (uint16_t)v;
            else
                row[x] = (unsigned char)v;
        }
    }
}

extern const struct VmafSimtImage vmaf_simt_image_temporal;

VmafGpuState *temporal_open_device(VmafGpuOps *ops)
{
    static VmafGpuImage images[VMAF_GPU_MAX_MODULES];
    VmafGpuState *state;
    assert_int_equal(vmaf_gpu_state_init(&state, VMAF_BACKEND_SIMT, &(VmafGpuOpen){0}), 0);
    unsigned n = 0;
    for (; state->device->ops->images[n].name; n++)
        images[n] = state->device->ops->images[n];
    assert_true(n + 1 < VMAF_GPU_MAX_MODULES);
    images[n] = (VmafGpuImage){.name = "temporal", .data = &vmaf_simt_image_temporal};
    *ops = *state->device->ops;
    ops->images = images;
    state->device->ops = ops;
    return state;
}
