/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Frames on the device: launch, collect, settle. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "run/gpu_slots.h"

int vmaf_gpu_run_create(VmafGpuRun **out, VmafGpuDevice *dev)
{
    VmafGpuRun *g = calloc(1, sizeof(*g));
    if (!g)
        return -ENOMEM;
    g->dev = vmaf_gpu_ref(dev);
    g->planning.dev = dev;
    g->planning.plan = &g->plan;
    *out = g;
    return 0;
}

void vmaf_gpu_run_destroy(VmafGpuRun **gpu)
{
    VmafGpuRun *g = *gpu;
    if (!g)
        return;
    vmaf_gpu_close(&g->dev);
    free(g);
    *gpu = NULL;
}

static bool is_on_device(const VmafUse *u)
{
    return !vmaf_use_on_cpu(u) && vmaf_use_measures(u);
}

/** What is read by features up to id n - 1, and how far back. */
static void count_needs(const VmafRun *r, unsigned n, unsigned planes[2], unsigned *history)
{
    planes[0] = planes[1] = *history = 0;
    VMAF_FOR_USES(u, r->uses, n)
    {
        if (!is_on_device(u))
            continue;
        planes[0] |= u->needs.planes[0];
        planes[1] |= u->needs.planes[1];
        const unsigned k = vmaf_needs_history(&u->needs);
        *history = k > *history ? k : *history;
    }
}

static int open_engine(VmafGpuRun *g, VmafUse *u)
{
    const VmafGpuEngine *gpu = u->feature->gpu;
    u->gpu_state = calloc(1, gpu->state_size ? gpu->state_size : 1);
    return u->gpu_state ? gpu->open(u->gpu_state, u->plan, &g->planning) : -ENOMEM;
}

static void close_engine(VmafUse *u)
{
    if (u->gpu_state && u->feature->gpu->close)
        u->feature->gpu->close(u->gpu_state);
    free(u->gpu_state);
    u->gpu_state = NULL;
}

static void close_engines(VmafRun *r, unsigned first)
{
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id >= first)
            close_engine(u);
    }
}

int vmaf_gpu_prepare(VmafRun *r, const VmafFrameInfo *info, bool staging)
{
    VmafGpuRun *g = r->gpu;
    const unsigned first = g->n_opened;
    size_t bytes;
    g->before = (SlotState){.plan = g->plan,
                            .planes = {g->planes[0], g->planes[1]},
                            .history = g->history,
                            .n_slots = g->n_slots,
                            .n_sets = g->n_sets,
                            .n_opened = first};
    int err = vmaf_picture_layout(&g->layout, info->pix_fmt, info->bpc, info->w, info->h, &bytes);
    g->info = *info;
    g->staging = staging;
    count_needs(r, r->n_uses, g->planes, &g->history);
    g->n_opened = r->n_uses;
    bool any = false;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (err || u->id < first || !is_on_device(u))
            continue;
        any = true;
        err = open_engine(g, u);
    }
    if (!err && any)
        err = vmaf_gpu_slots_resize(g);
    if (err)
        vmaf_gpu_unprepare(r);
    return err;
}

void vmaf_gpu_unprepare(VmafRun *r)
{
    VmafGpuRun *g = r->gpu;
    if (!g || g->n_opened == g->before.n_opened)
        return;
    close_engines(r, g->before.n_opened);
    vmaf_gpu_slots_restore(g);
}

void vmaf_gpu_clear(VmafRun *r)
{
    static const VmafGpuPlan none;
    VmafGpuRun *g = r->gpu;
    if (!g)
        return;
    vmaf_gpu_slots_free(g);
    close_engines(r, 0);
    vmaf_gpu_plan_cut(&g->plan, &none, g->dev);
    g->planes[0] = g->planes[1] = g->history = g->n_opened = 0;
    g->before = (SlotState){0};
}

unsigned vmaf_gpu_max_frames(const VmafGpuRun *g)
{
    return g->n_slots ? g->n_slots : vmaf_gpu_wanted_slots();
}

int vmaf_gpu_failed(const VmafRun *r)
{
    return r->gpu ? r->gpu->failed : 0;
}

/* ---- window ---- */

/** Let go of pictures of sets that nobody reads any more. */
static void release_sets(VmafGpuRun *g)
{
    for (unsigned i = 0; i < g->n_sets; i++) {
        PlaneSet *s = &g->set[i];
        if (!s->n_readers && !s->in_window)
            vmaf_gpu_set_release(s);
    }
}

/** Keep what the frames after a sequence can still ask for. */
static void move_window(VmafGpuRun *g, uint64_t sequence)
{
    for (unsigned i = 0; i < g->n_sets; i++) {
        PlaneSet *s = &g->set[i];
        s->in_window = s->in_window && s->sequence + g->history > sequence;
    }
    release_sets(g);
}

void vmaf_gpu_forget_window(VmafRun *r)
{
    VmafGpuRun *g = r->gpu;
    for (unsigned i = 0; g && i < g->n_sets; i++)
        g->set[i].in_window = false;
    if (g)
        release_sets(g);
}

unsigned vmaf_gpu_window_pictures(const VmafRun *r, const VmafPicture **held)
{
    unsigned n = 0;
    for (unsigned i = 0; r->gpu && i < r->gpu->n_sets; i++) {
        const PlaneSet *s = &r->gpu->set[i];
        for (unsigned side = 0; side < 2; side++) {
            if (!s->n_readers && s->held[side].ref && n < VMAF_RUN_HISTORY_PICTURES)
                held[n++] = &s->held[side];
        }
    }
    return n;
}

static PlaneSet *find_set(VmafGpuRun *g, uint64_t sequence)
{
    for (unsigned i = 0; i < g->n_sets; i++) {
        if (g->set[i].in_window && g->set[i].sequence == sequence)
            return &g->set[i];
    }
    return NULL;
}

static PlaneSet *free_set(VmafGpuRun *g)
{
    for (unsigned i = 0; i < g->n_sets; i++) {
        if (!g->set[i].n_readers && !g->set[i].in_window)
            return &g->set[i];
    }
    return NULL;
}

/* ---- launch ---- */

/** Copy rows into page-locked memory of the set, from where uploads need not be waited for. */
static void stage(unsigned char *to, size_t pitch, const VmafPicture *pic, unsigned plane,
                  size_t row)
{
    const char *from = pic->data[plane];
    const size_t stride = (size_t)pic->stride[plane], h = pic->h[plane];
    if (stride == pitch) {
        memcpy(to, from, (h - 1) * pitch + row);
        return;
    }
    for (size_t y = 0; y < h; y++)
        memcpy(to + y * pitch, from + y * stride, row);
}

/** Give a set the samples of one picture. @param wait set if the upload reads the picture itself */
static int bring_picture(VmafGpuRun *g, PlaneSet *s, unsigned side, const VmafPicture *pic,
                         VmafGpuStream *stream, bool *wait)
{
    const VmafPicturePriv *priv = pic->priv;
    VmafGpuPlane *const plane = side ? s->pair.dis : s->pair.ref;
    if (priv->memory != VMAF_PICTURE_HOST)
        vmaf_picture_ref(&s->held[side], pic);
    for (unsigned i = 0; i < 3; i++) {
        if (!vmaf_gpu_reads(g, side, i))
            continue;
        const size_t pitch = vmaf_gpu_pitch_bytes(g, i), row = vmaf_gpu_row_bytes(g, i);
        const size_t stride = (size_t)pic->stride[i];
        plane[i].w = pic->w[i];
        plane[i].h = pic->h[i];
        if (priv->memory == VMAF_PICTURE_DEVICE) {
            plane[i].data = pic->data[i];
            plane[i].pitch = (uint32_t)stride;
            continue;
        }
        plane[i].data = s->plane[side][i];
        plane[i].pitch = (uint32_t)pitch;
        const void *src = pic->data[i];
        size_t src_pitch = stride;
        if (priv->memory == VMAF_PICTURE_HOST && s->staging[side][i]) {
            stage(s->staging[side][i], pitch, pic, i, row);
            src = s->staging[side][i];
            src_pitch = pitch;
        } else if (priv->memory == VMAF_PICTURE_HOST) {
            *wait = true;
        }
        const int err = g->dev->ops->upload(g->dev, s->plane[side][i], pitch, src, src_pitch, row,
                                            pic->h[i], stream);
        if (err)
            return err;
    }
    return 0;
}

static int bring_pair(VmafGpuRun *g, VmafGpuSlot *s, const VmafPicture *ref, const VmafPicture *dis)
{
    const VmafGpuOps *ops = g->dev->ops;
    const VmafPicturePriv *r = ref->priv, *d = dis->priv;
    PlaneSet *set = s->set[0];
    bool wait = false;
    int err = 0;
    /* Clients write device pictures in the default stream and submit at once. */
    if (r->memory == VMAF_PICTURE_DEVICE || d->memory == VMAF_PICTURE_DEVICE) {
        err = ops->event_record(g->dev, s->caller, NULL);
        if (!err)
            err = ops->stream_after(g->dev, s->frame.stream, s->caller);
    }
    if (!err)
        err = bring_picture(g, set, 0, ref, s->frame.stream, &wait);
    if (!err)
        err = bring_picture(g, set, 1, dis, s->frame.stream, &wait);
    if (!err)
        err = ops->event_record(g->dev, set->uploaded, s->frame.stream);
    if (!err && wait)
        err = ops->event_wait(g->dev, set->uploaded);
    return err;
}

static int launch(const VmafRun *r, VmafGpuSlot *s, const VmafPicture *ref, const VmafPicture *dis)
{
    VmafGpuRun *g = r->gpu;
    VmafGpuDevice *d = g->dev;
    VmafGpuStream *stream = s->frame.stream;
    const VmafEntry *e = s->entry;
    int err = bring_pair(g, s, ref, dis);
    s->frame.pair[0] = s->set[0]->pair;
    for (unsigned k = 1; k <= VMAF_MAX_HISTORY && s->set[k] && !err; k++) {
        err = d->ops->stream_after(d, stream, s->set[k]->uploaded);
        s->frame.pair[k] = s->set[k]->pair;
    }
    for (unsigned i = 0; d->ops->poison && i < g->plan.n_buffers && !err; i++)
        err = d->ops->fill(d, s->frame.buffer[i], VMAF_GPU_POISON, g->plan.buffer_bytes[i], stream);
    const size_t bytes = g->plan.result_bytes;
    if (!err && bytes)
        err = d->ops->fill(d, s->frame.result, 0, bytes, stream);
    VMAF_FOR_USES(u, r->uses, e->n_uses)
    {
        if (err || !e->due[u->id] || !is_on_device(u))
            continue;
        s->frame.n_before = vmaf_use_n_before(u, e->sequence);
        err = u->feature->gpu->launch(u->gpu_state, u->plan, &s->frame);
        if (err)
            vmaf_log_problem(u, e->index);
    }
    if (!err && bytes)
        err = d->ops->download(d, s->host_result, bytes, s->frame.result, bytes, bytes, 1, stream);
    if (!err)
        err = d->ops->event_record(d, s->done, stream);
    return err;
}

static VmafGpuSlot *slot_in(VmafGpuRun *g, enum SlotWork state)
{
    VmafGpuSlot *oldest = NULL;
    for (unsigned i = 0; i < g->n_slots; i++) {
        VmafGpuSlot *s = &g->slot[i];
        if (s->state == state &&
            (!oldest || state == SLOT_FREE || s->entry->sequence < oldest->entry->sequence))
            oldest = s;
    }
    return oldest;
}

/** The frame has no use for its sets any more, nor for page-locked pictures, which are uploaded. */
static void leave_sets(VmafGpuRun *g, VmafGpuSlot *s)
{
    for (unsigned side = 0; side < 2; side++) {
        VmafPicture *held = &s->set[0]->held[side];
        const VmafPicturePriv *priv = held->priv;
        if (priv && priv->memory == VMAF_PICTURE_PINNED)
            vmaf_picture_unref(held);
    }
    for (unsigned k = 0; k <= VMAF_MAX_HISTORY; k++) {
        if (s->set[k])
            s->set[k]->n_readers--;
        s->set[k] = NULL;
    }
    release_sets(g);
}

/** Take a slot and the sets of the entry's window. */
static VmafGpuSlot *take_slot(VmafRun *r, VmafEntry *e)
{
    VmafGpuRun *g = r->gpu;
    VmafGpuSlot *s;
    while (!(s = slot_in(g, SLOT_FREE)))
        vmaf_run_progress(r);
    s->state = SLOT_LAUNCHING;
    s->entry = e;
    for (unsigned k = 1; k <= g->history && k <= e->sequence; k++) {
        s->set[k] = find_set(g, e->sequence - k);
        if (!s->set[k])
            break;
        s->set[k]->n_readers++;
    }
    s->set[0] = free_set(g);
    vmaf_gpu_set_release(s->set[0]);
    s->set[0]->sequence = e->sequence;
    s->set[0]->n_readers++;
    return s;
}

int vmaf_gpu_submit(VmafRun *r, VmafEntry *e, const VmafPicture *ref, const VmafPicture *dis)
{
    VmafGpuRun *g = r->gpu;
    VmafGpuSlot *s = take_slot(r, e);
    /* A frame that was collected for its slot may have shown that the device is gone. */
    int err = g->failed;
    pthread_mutex_unlock(&r->lock);
    if (!err)
        err = launch(r, s, ref, dis);
    if (err)
        g->dev->ops->stream_wait(g->dev, s->frame.stream);
    pthread_mutex_lock(&r->lock);
    if (err) {
        if (!g->failed && (err != -ENOMEM || vmaf_gpu_is_lost(g->dev)))
            g->failed = err;
        leave_sets(g, s);
        s->state = SLOT_FREE;
        return err;
    }
    s->set[0]->in_window = g->history > 0;
    move_window(g, e->sequence);
    s->state = SLOT_IN_FLIGHT;
    return 0;
}

/* ---- collect and settle ---- */

/** Wait for a frame and fetch what its features want to see. Without the lock. */
static int read_frame(const VmafRun *r, VmafGpuSlot *s)
{
    VmafGpuDevice *d = r->gpu->dev;
    VmafEntry *e = s->entry;
    const int lost = d->ops->event_wait(d, s->done);
    s->frame.host_result = s->host_result;
    VMAF_FOR_USES(u, r->uses, e->n_uses)
    {
        if (!e->due[u->id] || !is_on_device(u))
            continue;
        s->frame.n_before = vmaf_use_n_before(u, e->sequence);
        e->err[u->id] = lost;
        if (!lost && u->feature->gpu->read)
            e->err[u->id] = u->feature->gpu->read(u->gpu_state, u->plan, &s->frame);
        if (e->err[u->id] && !lost)
            vmaf_log_problem(u, e->index);
    }
    return lost;
}

static void settle(const VmafRun *r, VmafGpuSlot *s)
{
    VmafEntry *e = s->entry;
    VMAF_FOR_USES(u, r->uses, e->n_uses)
    {
        if (!e->due[u->id] || !is_on_device(u) || e->err[u->id])
            continue;
        s->frame.n_before = vmaf_use_n_before(u, e->sequence);
        e->err[u->id] =
            u->feature->gpu->settle(u->gpu_state, u->plan, &s->frame, e->result + u->result_offset);
        if (e->err[u->id])
            vmaf_log_problem(u, e->index);
    }
    s->frame.host_result = NULL;
}

/** Settle a frame that was read. With the lock, which is given up. */
static void settle_slot(VmafRun *r, VmafGpuSlot *s)
{
    s->state = SLOT_SETTLING;
    pthread_mutex_unlock(&r->lock);
    settle(r, s);
    pthread_mutex_lock(&r->lock);
    VmafEntry *e = s->entry;
    s->state = SLOT_FREE;
    e->n_pending--;
    pthread_cond_broadcast(&r->progress);
    vmaf_series_advance(r);
}

bool vmaf_gpu_collect(VmafRun *r)
{
    VmafGpuRun *g = r->gpu;
    VmafGpuSlot *s = g && !g->collecting ? slot_in(g, SLOT_IN_FLIGHT) : NULL;
    if (!s)
        return false;
    g->collecting = true;
    s->state = SLOT_READING;
    pthread_mutex_unlock(&r->lock);
    const int lost = read_frame(r, s);
    pthread_mutex_lock(&r->lock);
    g->collecting = false;
    if (!g->failed)
        g->failed = lost;
    leave_sets(g, s);
    s->state = SLOT_READ;
    pthread_cond_broadcast(&r->progress);
    if (r->n_started)
        pthread_cond_signal(&r->work);
    else
        settle_slot(r, s);
    return true;
}

bool vmaf_gpu_settle_one(VmafRun *r)
{
    VmafGpuSlot *s = r->gpu ? slot_in(r->gpu, SLOT_READ) : NULL;
    if (!s)
        return false;
    settle_slot(r, s);
    return true;
}
