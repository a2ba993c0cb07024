/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "run/gpu_pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/picture_priv.h"
#include "gpu/gpu_plan.h"

#define DEFAULT_SLOTS 4
#define MAX_SLOTS 16
/* Rows on the device start where rows of the library's own pictures do: one copy a plane. */
#define PITCH_ALIGN VMAF_PLANE_ALIGN

typedef struct Slot {
    VmafGpuFrame frame;
    VmafGpuEvent *done;
    VmafGpuEvent *caller; /* the caller's own work on device pictures */
    void *plane[2][3];    /* uploaded planes of ref and dis */
    unsigned char *staging[2][3];
    unsigned char *host_result;
    VmafPicture held[2]; /* pictures used in place */
    unsigned index;
    VmafCollector *out;
} Slot;

struct VmafGpuPipeline {
    VmafGpuDevice *dev;
    VmafExtractorCtx **fex;
    unsigned n_fex, n_started;
    VmafGpuPlan plan;
    VmafGpuFrame planning;
    VmafFrameInfo info;
    VmafPicture layout; /* sizes of the planes; no samples */
    unsigned planes;    /* bit i: some extractor reads plane i */
    Slot slot[MAX_SLOTS];
    unsigned n_slots, oldest, n_busy;
    int error;  /* the first of the frames collected, not yet returned */
    int failed; /* error of the device: nothing works any more */
};

static const char *backend_name(const VmafGpuPipeline *p)
{
    return vmaf_backend_name(p->dev->ops->backend);
}

/* VMAF_STREAMS or the default; 0 if it is no number in range. */
static unsigned wanted_slots(void)
{
    const char *s = getenv("VMAF_STREAMS");
    if (!s || !*s)
        return DEFAULT_SLOTS;
    char *end;
    const long v = strtol(s, &end, 10);
    return *end || v < 1 || v > MAX_SLOTS ? 0 : (unsigned)v;
}

int vmaf_gpu_pipeline_create(VmafGpuPipeline **out, VmafGpuDevice *dev)
{
    VmafGpuPipeline *p = calloc(1, sizeof(*p));
    if (!p)
        return -ENOMEM;
    p->dev = vmaf_gpu_ref(dev);
    p->planning.dev = dev;
    p->planning.plan = &p->plan;
    *out = p;
    return 0;
}

static void release_pictures(Slot *s)
{
    for (unsigned k = 0; k < 2; k++) {
        if (s->held[k].ref)
            vmaf_picture_unref(&s->held[k]);
    }
}

static void free_slot(VmafGpuPipeline *p, Slot *s)
{
    VmafGpuDevice *d = p->dev;
    release_pictures(s);
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < 3; i++) {
            d->ops->free(d, s->plane[k][i]);
            d->ops->host_free(d, s->staging[k][i]);
        }
    }
    for (unsigned i = 0; s->frame.buffer && i < p->plan.n_buffers; i++)
        d->ops->free(d, s->frame.buffer[i]);
    free(s->frame.buffer);
    d->ops->free(d, s->frame.result);
    d->ops->host_free(d, s->host_result);
    if (s->done)
        d->ops->event_destroy(d, s->done);
    if (s->caller)
        d->ops->event_destroy(d, s->caller);
    if (s->frame.stream)
        d->ops->stream_destroy(d, s->frame.stream);
    memset(s, 0, sizeof(*s));
}

static void free_slots(VmafGpuPipeline *p)
{
    for (unsigned i = 0; i < p->n_slots; i++) {
        if (p->slot[i].frame.stream)
            p->dev->ops->stream_wait(p->dev, p->slot[i].frame.stream);
    }
    for (unsigned i = 0; i < p->n_slots; i++)
        free_slot(p, &p->slot[i]);
    p->n_slots = p->oldest = p->n_busy = 0;
}

void vmaf_gpu_pipeline_clear(VmafGpuPipeline *p)
{
    free_slots(p);
    for (unsigned i = 0; i < p->n_fex; i++)
        vmaf_extractor_destroy(&p->fex[i]);
    p->n_fex = p->n_started = p->planes = 0;
    vmaf_gpu_plan_clear(&p->plan, p->dev);
}

void vmaf_gpu_pipeline_destroy(VmafGpuPipeline **pipeline)
{
    VmafGpuPipeline *p = *pipeline;
    if (!p)
        return;
    vmaf_gpu_pipeline_clear(p);
    free(p->fex);
    vmaf_gpu_close(&p->dev);
    free(p);
    *pipeline = NULL;
}

int vmaf_gpu_pipeline_add(VmafGpuPipeline *p, VmafExtractorCtx *c)
{
    VmafExtractorCtx **fex = realloc(p->fex, (p->n_fex + 1) * sizeof(*fex));
    if (!fex)
        return -ENOMEM;
    p->fex = fex;
    fex[p->n_fex++] = c;
    return 0;
}

unsigned vmaf_gpu_pipeline_n_extractors(const VmafGpuPipeline *p)
{
    return p->n_fex;
}

unsigned vmaf_gpu_pipeline_max_frames(const VmafGpuPipeline *p)
{
    return p->n_slots ? p->n_slots : wanted_slots();
}

static size_t row_bytes(const VmafGpuPipeline *p, unsigned plane)
{
    return (size_t)p->layout.w[plane] << (p->info.bpc > 8);
}

static size_t pitch_bytes(const VmafGpuPipeline *p, unsigned plane)
{
    return vmaf_align_up(row_bytes(p, plane), PITCH_ALIGN);
}

static bool reads_plane(const VmafGpuPipeline *p, unsigned plane)
{
    return (p->planes >> plane & 1) && p->layout.h[plane];
}

/* Bytes of the pictures of one frame. */
static size_t picture_bytes(const VmafGpuPipeline *p)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (reads_plane(p, i))
            bytes += 2 * pitch_bytes(p, i) * p->layout.h[i];
    }
    return bytes;
}

static int make_slot(VmafGpuPipeline *p, Slot *s)
{
    VmafGpuDevice *d = p->dev;
    const VmafGpuOps *ops = d->ops;
    s->frame.dev = d;
    int err = ops->stream_create(d, &s->frame.stream);
    if (!err)
        err = ops->event_create(d, false, &s->done);
    if (!err)
        err = ops->event_create(d, false, &s->caller);
    for (unsigned i = 0; i < 3 && !err; i++) {
        if (!reads_plane(p, i))
            continue;
        const size_t bytes = pitch_bytes(p, i) * p->layout.h[i];
        for (unsigned k = 0; k < 2 && !err; k++)
            err = ops->alloc(d, &s->plane[k][i], bytes);
    }
    if (!err && p->plan.n_buffers) {
        s->frame.buffer = calloc(p->plan.n_buffers, sizeof(*s->frame.buffer));
        if (!s->frame.buffer)
            return -ENOMEM;
        for (unsigned i = 0; i < p->plan.n_buffers && !err; i++)
            err = ops->alloc(d, &s->frame.buffer[i], p->plan.buffer_bytes[i]);
    }
    void *device = NULL, *host = NULL;
    if (!err && p->plan.result_bytes) {
        err = ops->alloc(d, &device, p->plan.result_bytes);
        s->frame.result = device;
    }
    if (!err && p->plan.result_bytes) {
        err = ops->host_alloc(d, &host, p->plan.result_bytes);
        s->host_result = host;
    }
    return err;
}

static void log_budget(const VmafGpuPipeline *p)
{
    const double mib = 1.0 / (1 << 20);
    const double pictures = (double)picture_bytes(p) * mib;
    const double buffers = (double)(p->plan.all_buffer_bytes + p->plan.result_bytes) * mib;
    const double tables = (double)p->plan.table_bytes * mib;
    vmaf_log(VMAF_LOG_LEVEL_INFO,
             "%s: %s, %u frames in flight; device memory %.1f MiB = %u x (pictures %.1f + buffers "
             "%.1f) + tables %.1f\n",
             backend_name(p), p->dev->name, p->n_slots, p->n_slots * (pictures + buffers) + tables,
             p->n_slots, pictures, buffers, tables);
}

static int make_slots(VmafGpuPipeline *p)
{
    unsigned n = wanted_slots();
    size_t free_bytes, total_bytes;
    if (!n) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "VMAF_STREAMS=\"%s\", wanted a number from 1 to %d\n",
                 getenv("VMAF_STREAMS"), MAX_SLOTS);
        return -EINVAL;
    }
    int err = p->dev->ops->memory(p->dev, &free_bytes, &total_bytes);
    if (err)
        return err;
    const size_t each = picture_bytes(p) + p->plan.all_buffer_bytes + p->plan.result_bytes;
    while (n > 1 && each > (free_bytes - free_bytes / 8) / n)
        n--;
    for (; p->n_slots < n && !err; p->n_slots += !err) {
        err = make_slot(p, &p->slot[p->n_slots]);
        if (err)
            free_slot(p, &p->slot[p->n_slots]);
    }
    if (err == -ENOMEM && p->n_slots && !vmaf_gpu_is_lost(p->dev)) {
        /* The device is shared, so what is free may change at any time. */
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: going on with %u of %u frames in flight\n",
                 backend_name(p), p->n_slots, n);
        err = 0;
    }
    if (err) {
        free_slots(p);
        return err;
    }
    log_budget(p);
    return 0;
}

static int take_error(VmafGpuPipeline *p)
{
    const int err = p->failed ? p->failed : p->error;
    p->error = 0;
    return err;
}

int vmaf_gpu_pipeline_start(VmafGpuPipeline *p, const VmafFrameInfo *info)
{
    if (p->n_started == p->n_fex && p->n_slots)
        return 0;
    int err = vmaf_gpu_pipeline_drain(p);
    if (err)
        return err;
    free_slots(p);
    size_t bytes;
    err = vmaf_picture_layout(&p->layout, info->pix_fmt, info->bpc, info->w, info->h, &bytes);
    if (err)
        return err;
    p->info = *info;
    for (; p->n_started < p->n_fex; p->n_started++) {
        VmafExtractorCtx *c = p->fex[p->n_started];
        c->gpu = &p->planning;
        err = vmaf_extractor_init(c, info);
        c->gpu = NULL;
        if (err)
            return err;
        p->planes |= c->fex->planes;
    }
    return make_slots(p);
}

/* Give a frame the samples of one picture: k 0 is ref, 1 dis. */
static int bring_picture(VmafGpuPipeline *p, Slot *s, unsigned k, const VmafPicture *pic)
{
    const VmafGpuOps *ops = p->dev->ops;
    const VmafPicturePriv *priv = pic->priv;
    VmafGpuPlane *const plane = k ? s->frame.dis : s->frame.ref;
    if (priv->memory != VMAF_PICTURE_HOST)
        vmaf_picture_ref(&s->held[k], pic);
    for (unsigned i = 0; i < 3; i++) {
        if (!reads_plane(p, i))
            continue;
        const size_t pitch = pitch_bytes(p, i), row = row_bytes(p, i), h = pic->h[i];
        const size_t stride = (size_t)pic->stride[i];
        plane[i].w = pic->w[i];
        plane[i].h = pic->h[i];
        if (priv->memory == VMAF_PICTURE_DEVICE) {
            plane[i].data = pic->data[i];
            plane[i].pitch = (uint32_t)stride;
            continue;
        }
        plane[i].data = s->plane[k][i];
        plane[i].pitch = (uint32_t)pitch;
        const void *src = pic->data[i];
        size_t src_pitch = stride;
        if (priv->memory == VMAF_PICTURE_HOST) {
            /* A copy from pageable memory would wait for the stream. */
            if (!s->staging[k][i]) {
                void *host;
                const int err = ops->host_alloc(p->dev, &host, pitch * h);
                if (err)
                    return err;
                s->staging[k][i] = host;
            }
            if (stride == pitch) {
                memcpy(s->staging[k][i], src, (h - 1) * pitch + row);
            } else {
                for (size_t y = 0; y < h; y++)
                    memcpy(s->staging[k][i] + y * pitch, (const char *)src + y * stride, row);
            }
            src = s->staging[k][i];
            src_pitch = pitch;
        }
        const int err =
            ops->upload(p->dev, s->plane[k][i], pitch, src, src_pitch, row, h, s->frame.stream);
        if (err)
            return err;
    }
    return 0;
}

static int bring_pictures(VmafGpuPipeline *p, Slot *s, const VmafPicture *ref,
                          const VmafPicture *dis)
{
    const VmafGpuOps *ops = p->dev->ops;
    const VmafPicturePriv *r = ref->priv, *d = dis->priv;
    int err = 0;
    /* Clients write device pictures in the default stream and submit at once. */
    if (r->memory == VMAF_PICTURE_DEVICE || d->memory == VMAF_PICTURE_DEVICE) {
        err = ops->event_record(p->dev, s->caller, NULL);
        if (!err)
            err = ops->stream_after(p->dev, s->frame.stream, s->caller);
    }
    if (!err)
        err = bring_picture(p, s, 0, ref);
    if (!err)
        err = bring_picture(p, s, 1, dis);
    return err;
}

static void log_extractor(const VmafExtractorCtx *c, unsigned index)
{
    vmaf_log(VMAF_LOG_LEVEL_WARNING, "problem with feature extractor \"%s\" at index %u\n",
             c->fex->name, index);
}

static int launch_all(VmafGpuPipeline *p, Slot *s, const VmafPicture *ref, const VmafPicture *dis)
{
    VmafGpuDevice *d = p->dev;
    VmafGpuStream *stream = s->frame.stream;
    int err = bring_pictures(p, s, ref, dis);
    for (unsigned i = 0; d->ops->poison && i < p->plan.n_buffers && !err; i++)
        err = d->ops->fill(d, s->frame.buffer[i], VMAF_GPU_POISON, p->plan.buffer_bytes[i], stream);
    if (!err && p->plan.result_bytes)
        err = d->ops->fill(d, s->frame.result, 0, p->plan.result_bytes, stream);
    for (unsigned i = 0; i < p->n_fex && !err; i++) {
        VmafExtractorCtx *c = p->fex[i];
        c->gpu = &s->frame;
        err = c->fex->submit(c, ref, dis, s->index);
        c->gpu = NULL;
        if (err)
            log_extractor(c, s->index);
    }
    const size_t bytes = p->plan.result_bytes;
    if (!err && bytes)
        err = d->ops->download(d, s->host_result, bytes, s->frame.result, bytes, bytes, 1, stream);
    if (!err)
        err = d->ops->event_record(d, s->done, stream);
    return err;
}

int vmaf_gpu_pipeline_submit(VmafGpuPipeline *p, const VmafPicture *ref, const VmafPicture *dis,
                             unsigned index, VmafCollector *out)
{
    const VmafFrameInfo info = {
        .pix_fmt = ref->pix_fmt, .bpc = ref->bpc, .w = ref->w[0], .h = ref->h[0]};
    int err = take_error(p);
    if (!err)
        err = vmaf_gpu_pipeline_start(p, &info);
    if (!err && p->n_busy == p->n_slots) {
        vmaf_gpu_pipeline_collect_one(p);
        err = take_error(p);
    }
    if (err)
        return err;
    Slot *s = &p->slot[(p->oldest + p->n_busy) % p->n_slots];
    s->index = index;
    s->out = out;
    err = launch_all(p, s, ref, dis);
    if (err) {
        p->failed = err;
        p->dev->ops->stream_wait(p->dev, s->frame.stream);
        release_pictures(s);
        return err;
    }
    p->n_busy++;
    return 0;
}

bool vmaf_gpu_pipeline_collect_one(VmafGpuPipeline *p)
{
    if (!p->n_busy)
        return false;
    Slot *s = &p->slot[p->oldest];
    int err = p->dev->ops->event_wait(p->dev, s->done);
    if (!p->failed)
        p->failed = err;
    release_pictures(s);
    s->frame.host_result = s->host_result;
    /* An extractor added since has no part in this frame. */
    for (unsigned i = 0; i < p->n_started && !err; i++) {
        VmafExtractorCtx *c = p->fex[i];
        c->gpu = &s->frame;
        err = c->fex->collect(c, s->index, s->out);
        c->gpu = NULL;
        if (err)
            log_extractor(c, s->index);
    }
    s->frame.host_result = NULL;
    p->oldest = (p->oldest + 1) % p->n_slots;
    p->n_busy--;
    if (!p->error)
        p->error = err;
    return true;
}

void vmaf_gpu_pipeline_wait(VmafGpuPipeline *p)
{
    while (vmaf_gpu_pipeline_collect_one(p))
        ;
}

int vmaf_gpu_pipeline_drain(VmafGpuPipeline *p)
{
    vmaf_gpu_pipeline_wait(p);
    return take_error(p);
}
