/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The memory of the frames in flight on a device: slots and plane sets. */
#include "run/gpu_slots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"

#define DEFAULT_SLOTS 4
/* Rows on the device start where rows of the library's own pictures do: one copy a plane. */
#define PITCH_ALIGN VMAF_PLANE_ALIGN

unsigned vmaf_gpu_wanted_slots(void)
{
    const char *s = getenv("VMAF_STREAMS");
    if (!s || !*s)
        return DEFAULT_SLOTS;
    char *end;
    const long v = strtol(s, &end, 10);
    return *end || v < 1 || v > VMAF_MAX_SLOTS ? 0 : (unsigned)v;
}

size_t vmaf_gpu_row_bytes(const VmafGpuRun *g, unsigned plane)
{
    return (size_t)g->layout.w[plane] << (g->info.bpc > 8);
}

size_t vmaf_gpu_pitch_bytes(const VmafGpuRun *g, unsigned plane)
{
    return vmaf_align_up(vmaf_gpu_row_bytes(g, plane), PITCH_ALIGN);
}

bool vmaf_gpu_reads(const VmafGpuRun *g, unsigned side, unsigned plane)
{
    return (g->planes[side] >> plane & 1) && g->layout.h[plane];
}

static size_t plane_bytes(const VmafGpuRun *g, unsigned plane)
{
    return vmaf_gpu_pitch_bytes(g, plane) * g->layout.h[plane];
}

/** Bytes of the planes of a pair. */
static size_t pair_bytes(const VmafGpuRun *g)
{
    size_t bytes = 0;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < 3; i++)
            bytes += vmaf_gpu_reads(g, side, i) ? plane_bytes(g, i) : 0;
    }
    return bytes;
}

/* ---- sets ---- */

void vmaf_gpu_set_release(PlaneSet *s)
{
    for (unsigned side = 0; side < 2; side++)
        vmaf_picture_unref(&s->held[side]);
}

/** Free what a set has beyond some planes. */
static void cut_set(VmafGpuRun *g, PlaneSet *s, const unsigned planes[2])
{
    VmafGpuDevice *d = g->dev;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < 3; i++) {
            if (planes[side] >> i & 1)
                continue;
            d->ops->free(d, s->plane[side][i]);
            d->ops->host_free(d, s->staging[side][i]);
            s->plane[side][i] = NULL;
            s->staging[side][i] = NULL;
        }
    }
}

static void free_set(VmafGpuRun *g, PlaneSet *s)
{
    static const unsigned none[2] = {0, 0};
    vmaf_gpu_set_release(s);
    cut_set(g, s, none);
    if (s->uploaded)
        g->dev->ops->event_destroy(g->dev, s->uploaded);
    memset(s, 0, sizeof(*s));
}

/** Whether the device still works, after it said that it has no memory. @return 0 or its error */
static int probe(VmafGpuDevice *d)
{
    size_t free_bytes, total_bytes;
    return d->ops->memory(d, &free_bytes, &total_bytes);
}

/**
 * Page-locked memory, which saves a wait at each copy.
 *
 * @param host NULL: there is none, and the device works all the same
 */
static int pinned_alloc(VmafGpuRun *g, size_t bytes, void **host)
{
    VmafGpuDevice *d = g->dev;
    const int err = d->ops->host_alloc(d, host, bytes);
    if (!err)
        return 0;
    *host = NULL;
    if (err != -ENOMEM)
        return err;
    if (!g->unpinned)
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: going on with less page-locked memory\n",
                 vmaf_backend_name(d->ops->backend));
    g->unpinned = true;
    return probe(d);
}

static int stage_set(VmafGpuRun *g, PlaneSet *s)
{
    int err = 0;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < 3 && !err; i++) {
            void *host = NULL;
            if (!s->plane[side][i] || s->staging[side][i])
                continue;
            err = pinned_alloc(g, plane_bytes(g, i), &host);
            s->staging[side][i] = host;
            if (!host)
                return err;
        }
    }
    return err;
}

/** Give a set all planes that are read. */
static int extend_set(VmafGpuRun *g, PlaneSet *s)
{
    VmafGpuDevice *d = g->dev;
    int err = s->uploaded ? 0 : d->ops->event_create(d, false, &s->uploaded);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < 3 && !err; i++) {
            if (vmaf_gpu_reads(g, side, i) && !s->plane[side][i])
                err = d->ops->alloc(d, &s->plane[side][i], plane_bytes(g, i));
        }
    }
    return err || !g->staging ? err : stage_set(g, s);
}

/* ---- slots ---- */

/** Free the buffers that a slot has beyond a plan. */
static void cut_slot(VmafGpuRun *g, VmafGpuSlot *s, const VmafGpuPlan *to)
{
    while (s->n_buffers > to->n_buffers)
        g->dev->ops->free(g->dev, s->frame.buffer[--s->n_buffers]);
    while (s->n_hosts > to->n_hosts)
        vmaf_aligned_free(s->frame.host[--s->n_hosts]);
}

static void free_host_result(VmafGpuRun *g, unsigned char *host, bool pinned)
{
    if (pinned)
        g->dev->ops->host_free(g->dev, host);
    else
        vmaf_aligned_free(host);
}

static void free_slot(VmafGpuRun *g, VmafGpuSlot *s)
{
    static const VmafGpuPlan none;
    VmafGpuDevice *d = g->dev;
    cut_slot(g, s, &none);
    free(s->frame.buffer);
    free(s->frame.host);
    d->ops->free(d, s->frame.result);
    free_host_result(g, s->host_result, s->pinned_result);
    if (s->done)
        d->ops->event_destroy(d, s->done);
    if (s->caller)
        d->ops->event_destroy(d, s->caller);
    if (s->frame.stream)
        d->ops->stream_destroy(d, s->frame.stream);
    memset(s, 0, sizeof(*s));
}

static int extend_results(VmafGpuRun *g, VmafGpuSlot *s)
{
    const VmafGpuOps *ops = g->dev->ops;
    const size_t bytes = g->plan.result_bytes;
    if (bytes <= s->result_bytes)
        return 0;
    void *device, *host;
    int err = ops->alloc(g->dev, &device, bytes);
    if (err)
        return err;
    err = pinned_alloc(g, bytes, &host);
    const bool pinned = host != NULL;
    if (!err && !pinned)
        host = vmaf_aligned_alloc(bytes, 1);
    if (err || !host) {
        ops->free(g->dev, device);
        return err ? err : -ENOMEM;
    }
    ops->free(g->dev, s->frame.result);
    free_host_result(g, s->host_result, s->pinned_result);
    s->frame.result = device;
    s->host_result = host;
    s->pinned_result = pinned;
    s->result_bytes = bytes;
    return 0;
}

/** Give a slot all that the plan asks for. */
static int extend_slot(VmafGpuRun *g, VmafGpuSlot *s)
{
    VmafGpuDevice *d = g->dev;
    s->frame.dev = d;
    s->frame.plan = &g->plan;
    int err = s->frame.stream ? 0 : d->ops->stream_create(d, &s->frame.stream);
    if (!err && !s->done)
        err = d->ops->event_create(d, false, &s->done);
    if (!err && !s->caller)
        err = d->ops->event_create(d, false, &s->caller);
    if (err)
        return err;
    void **buffer = realloc(s->frame.buffer, (g->plan.n_buffers + 1) * sizeof(*buffer));
    if (buffer)
        s->frame.buffer = buffer;
    void **host = realloc(s->frame.host, (g->plan.n_hosts + 1) * sizeof(*host));
    if (host)
        s->frame.host = host;
    if (!buffer || !host)
        return -ENOMEM;
    for (; s->n_hosts < g->plan.n_hosts; s->n_hosts++)
        host[s->n_hosts] = NULL;
    for (; s->n_buffers < g->plan.n_buffers && !err; s->n_buffers += !err)
        err = d->ops->alloc(d, &buffer[s->n_buffers], g->plan.buffer_bytes[s->n_buffers]);
    return err ? err : extend_results(g, s);
}

/* ---- both ---- */

static void log_budget(const VmafGpuRun *g)
{
    const double mib = 1.0 / (1 << 20);
    const double pictures = (double)pair_bytes(g) * mib;
    const double buffers = (double)(g->plan.all_buffer_bytes + g->plan.result_bytes) * mib;
    const double tables = (double)g->plan.table_bytes * mib;
    vmaf_log(VMAF_LOG_LEVEL_INFO,
             "%s: %s, %u frames in flight; device memory %.1f MiB = %u x pictures %.1f + %u x "
             "buffers %.1f + tables %.1f\n",
             vmaf_backend_name(g->dev->ops->backend), g->dev->name, g->n_slots,
             g->n_sets * pictures + g->n_slots * buffers + tables, g->n_sets, pictures, g->n_slots,
             buffers, tables);
}

void vmaf_gpu_slots_free(VmafGpuRun *g)
{
    for (unsigned i = 0; i < g->n_slots; i++)
        g->dev->ops->stream_wait(g->dev, g->slot[i].frame.stream);
    while (g->n_slots)
        free_slot(g, &g->slot[--g->n_slots]);
    while (g->n_sets)
        free_set(g, &g->set[--g->n_sets]);
}

/** One more set, for a slot or for history. */
static int add_set(VmafGpuRun *g)
{
    const int err = extend_set(g, &g->set[g->n_sets]);
    if (err)
        free_set(g, &g->set[g->n_sets]);
    else
        g->n_sets++;
    return err;
}

static int add_slot(VmafGpuRun *g)
{
    int err = add_set(g);
    if (err)
        return err;
    err = extend_slot(g, &g->slot[g->n_slots]);
    if (err) {
        free_slot(g, &g->slot[g->n_slots]);
        free_set(g, &g->set[--g->n_sets]);
    } else {
        g->n_slots++;
    }
    return err;
}

static int make(VmafGpuRun *g)
{
    unsigned n = vmaf_gpu_wanted_slots();
    size_t free_bytes, total_bytes;
    if (!n) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "VMAF_STREAMS=\"%s\", wanted a number from 1 to %d\n",
                 getenv("VMAF_STREAMS"), VMAF_MAX_SLOTS);
        return -EINVAL;
    }
    int err = g->dev->ops->memory(g->dev, &free_bytes, &total_bytes);
    if (err)
        return err;
    const size_t each = pair_bytes(g) + g->plan.all_buffer_bytes + g->plan.result_bytes;
    const size_t past = g->history * pair_bytes(g);
    const size_t there = free_bytes - free_bytes / 8;
    while (n > 1 && (past > there || each > (there - past) / n))
        n--;
    for (unsigned i = 0; i < g->history && !err; i++)
        err = add_set(g);
    while (!err && g->n_slots < n)
        err = add_slot(g);
    if (err == -ENOMEM && g->n_slots && !vmaf_gpu_is_lost(g->dev)) {
        /* The device is shared, so what is free may change at any time. */
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: going on with %u of %u frames in flight\n",
                 vmaf_backend_name(g->dev->ops->backend), g->n_slots, n);
        err = probe(g->dev);
    }
    return err;
}

/** The pictures of the window stay in their sets. */
static int extend(VmafGpuRun *g)
{
    const unsigned n_sets = g->n_sets;
    int err = 0;
    for (unsigned i = 0; i < n_sets && !err; i++)
        err = extend_set(g, &g->set[i]);
    for (unsigned i = g->before.history; i < g->history && !err; i++)
        err = add_set(g);
    for (unsigned i = 0; i < g->n_slots && !err; i++)
        err = extend_slot(g, &g->slot[i]);
    return err;
}

int vmaf_gpu_slots_resize(VmafGpuRun *g)
{
    const int err = g->n_slots ? extend(g) : make(g);
    if (!err)
        log_budget(g);
    return err;
}

void vmaf_gpu_slots_restore(VmafGpuRun *g)
{
    const SlotState *to = &g->before;
    while (g->n_slots > to->n_slots)
        free_slot(g, &g->slot[--g->n_slots]);
    while (g->n_sets > to->n_sets)
        free_set(g, &g->set[--g->n_sets]);
    for (unsigned i = 0; i < g->n_slots; i++)
        cut_slot(g, &g->slot[i], &to->plan);
    for (unsigned i = 0; i < g->n_sets; i++)
        cut_set(g, &g->set[i], to->planes);
    memcpy(g->planes, to->planes, sizeof(g->planes));
    g->history = to->history;
    g->n_opened = to->n_opened;
    vmaf_gpu_plan_cut(&g->plan, &to->plan, g->dev);
}
