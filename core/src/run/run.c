/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "run/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "run/gpu_memory.h"
#include "run/run_priv.h"

static unsigned cap_threads(unsigned n_threads)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned most = 4 * (unsigned)(cpus > 0 ? cpus : 1);
    return n_threads < most ? n_threads : most;
}

int vmaf_run_create(VmafRun **out, const VmafRunConfig *config)
{
    VmafRun *r = calloc(1, sizeof(*r));
    if (!r)
        return -ENOMEM;
    r->config = *config;
    r->config.n_threads = cap_threads(config->n_threads);
    r->last_use = &r->uses;
    r->in_order = true;
    r->out.scores = config->scores;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->progress, NULL);
    pthread_cond_init(&r->work, NULL);
    *out = r;
    return 0;
}

static void forget_window(VmafRun *r)
{
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned k = 0; k < VMAF_MAX_HISTORY; k++)
            vmaf_picture_unref(&r->window[side][k]);
    }
    vmaf_gpu_forget_window(r);
}

void vmaf_run_destroy(VmafRun **run)
{
    VmafRun *r = *run;
    if (!r)
        return;
    vmaf_cpu_close(r);
    forget_window(r);
    vmaf_gpu_clear(r);
    vmaf_gpu_run_destroy(&r->gpu);
    vmaf_series_free(r);
    while (r->uses) {
        VmafUse *next = r->uses->next;
        vmaf_use_destroy(r->uses);
        r->uses = next;
    }
    vmaf_pool_release(&r->host_copies);
    vmaf_gpu_close(&r->device);
    pthread_cond_destroy(&r->work);
    pthread_cond_destroy(&r->progress);
    pthread_mutex_destroy(&r->lock);
    free(r);
    *run = NULL;
}

int vmaf_run_set_device(VmafRun *r, VmafGpuDevice *device, bool required)
{
    VmafGpuRun *gpu = NULL;
    const int err = device ? vmaf_gpu_run_create(&gpu, device) : 0;
    if (err)
        return err;
    vmaf_gpu_run_destroy(&r->gpu);
    vmaf_gpu_close(&r->device);
    r->gpu = gpu;
    r->device = device;
    r->device_required = required;
    return 0;
}

void vmaf_run_tell_backends(VmafRun *r)
{
    r->tells_backends = true;
}

VmafGpuDevice *vmaf_run_device(const VmafRun *r)
{
    return r->device;
}

void vmaf_log_problem(const VmafUse *u, unsigned index)
{
    vmaf_log(VMAF_LOG_LEVEL_WARNING, "problem with feature extractor \"%s\" at index %u\n",
             u->feature->name, index);
}

/* ---- waiting ---- */

void vmaf_run_progress(VmafRun *r)
{
    if (!vmaf_gpu_collect(r))
        pthread_cond_wait(&r->progress, &r->lock);
}

void vmaf_run_finish_until(VmafRun *r, uint64_t sequence)
{
    vmaf_series_advance(r);
    while (r->n_finished < sequence)
        vmaf_run_progress(r);
}

void vmaf_run_wait(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    vmaf_run_finish_until(r, r->n_read);
    pthread_mutex_unlock(&r->lock);
}

unsigned vmaf_run_n_pictures(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    const unsigned n = (unsigned)r->n_read;
    pthread_mutex_unlock(&r->lock);
    return n;
}

VmafFrameInfo vmaf_run_format(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    const VmafFrameInfo info = r->info;
    pthread_mutex_unlock(&r->lock);
    return info;
}

/* ---- the first pair, and the first of features that were registered late ---- */

static int plan_use(VmafRun *r, VmafUse *u, const VmafFrameInfo *info)
{
    const VmafFeature *f = u->feature;
    u->plan = vmaf_aligned_alloc(f->plan_size ? f->plan_size : 1, 1);
    u->series.state = vmaf_aligned_alloc(f->series_size ? f->series_size : 1, 1);
    if (!u->plan || !u->series.state)
        return -ENOMEM;
    memset(u->plan, 0, f->plan_size);
    memset(u->series.state, 0, f->series_size);
    VmafNeeds needs = u->needs;
    const int err = vmaf_feature_plan(f, u->plan, u->options, info, r->config.isa, &needs);
    if (err)
        return err;
    pthread_mutex_lock(&r->lock);
    u->needs = needs;
    u->planned = true;
    pthread_mutex_unlock(&r->lock);
    u->series.plan = u->plan;
    u->series.out = &r->out;
    u->start = r->n_read;
    return 0;
}

static int plan_all(VmafRun *r, const VmafFrameInfo *info, size_t *result_bytes)
{
    int err = 0;
    *result_bytes = 0;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (!u->planned && !err) {
            u->result_offset = *result_bytes;
            err = plan_use(r, u, info);
        }
        const size_t end = u->result_offset + u->feature->result_size;
        *result_bytes = vmaf_align_up(end, VMAF_PLANE_ALIGN);
    }
    return err;
}

/** Whether all features that the device has, or only the new ones, may move to the CPU. */
static bool may_leave(const VmafRun *r, int err)
{
    if ((err != -ENOMEM && err != -ENOTSUP) || vmaf_gpu_is_lost(r->device))
        return false;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id >= r->n_planned && !vmaf_use_on_cpu(u) && !u->anywhere)
            return false;
    }
    return true;
}

static void set_backend(VmafRun *r, unsigned first, const enum VmafBackend *backend)
{
    pthread_mutex_lock(&r->lock);
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id >= first)
            u->backend = backend ? backend[u->id - first] : VMAF_BACKEND_CPU;
    }
    pthread_mutex_unlock(&r->lock);
}

/** Open the new features on the CPU instead of the device. @return 0; the error: as before */
static int leave_device(VmafRun *r)
{
    const unsigned first = r->n_planned;
    enum VmafBackend *before = malloc((r->n_uses - first) * sizeof(*before));
    if (!before)
        return -ENOMEM;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id >= first)
            before[u->id - first] = u->backend;
    }
    set_backend(r, first, NULL);
    const int err = vmaf_cpu_prepare(r);
    if (err)
        set_backend(r, first, before);
    free(before);
    if (err)
        return err;
    r->device_left = r->device_left || !first;
    vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: %s cannot take %s, going on with the cpu\n",
             vmaf_backend_name(r->device->ops->backend), r->device->name,
             first ? "a feature that came late" : "the features");
    return 0;
}

static int open_engines(VmafRun *r, const VmafFrameInfo *info, bool staging)
{
    const int err = r->gpu ? vmaf_gpu_prepare(r, info, staging) : 0;
    if (err)
        return may_leave(r, err) ? leave_device(r) : err;
    return vmaf_cpu_prepare(r);
}

/** Pairs that can be in flight: what the device and the threads hold, and the one being read. */
static unsigned max_in_flight(const VmafRun *r)
{
    return vmaf_run_device_frames(r) + 2 * r->config.n_threads + 2;
}

static void unplan(VmafRun *r, unsigned first)
{
    pthread_mutex_lock(&r->lock);
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id >= first)
            vmaf_use_unplan(u);
    }
    r->n_planned = first;
    pthread_mutex_unlock(&r->lock);
}

/** The first pair was refused after it was planned for, and another format comes. */
static void start_again(VmafRun *r)
{
    vmaf_cpu_unprepare(r, 0);
    vmaf_gpu_clear(r);
    unplan(r, 0);
}

/** Plan and open the features that are new. All of it, or nothing. */
static int prepare(VmafRun *r, const VmafFrameInfo *info, bool staging)
{
    if (r->n_planned && memcmp(info, &r->planned_info, sizeof(*info)))
        start_again(r);
    if (r->n_planned == r->n_uses && r->entry)
        return 0;
    const unsigned first = r->n_planned;
    size_t result_bytes;
    vmaf_run_wait(r);
    int err = plan_all(r, info, &result_bytes);
    if (!err)
        err = open_engines(r, info, staging);
    if (!err)
        err = vmaf_series_resize(r, max_in_flight(r), r->n_uses, result_bytes);
    if (!err) {
        pthread_mutex_lock(&r->lock);
        r->n_planned = r->n_uses;
        r->planned_info = *info;
        pthread_mutex_unlock(&r->lock);
        vmaf_cpu_start(r);
        return 0;
    }
    vmaf_cpu_unprepare(r, first);
    vmaf_gpu_unprepare(r);
    unplan(r, first);
    return err;
}

/* ---- reading a pair ---- */

static bool is_due(const VmafRun *r, const VmafUse *u, unsigned index)
{
    return u->needs.every_picture || vmaf_needs_history(&u->needs) || r->config.n_subsample <= 1 ||
           index % r->config.n_subsample == 0;
}

static void release_scores(VmafRun *r, unsigned n, unsigned index)
{
    VMAF_FOR_USES(u, r->uses, n)
    {
        if (is_due(r, u, index))
            vmaf_collector_release(r->config.scores, u->columns, index);
    }
}

static int reserve_scores(VmafRun *r, unsigned index)
{
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (!u->ranked)
            vmaf_collector_rank(r->config.scores, u->columns);
        u->ranked = true;
    }
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (!is_due(r, u, index))
            continue;
        const int err = vmaf_collector_reserve(r->config.scores, u->columns, index);
        if (err) {
            release_scores(r, u->id, index);
            return err;
        }
    }
    return 0;
}

/** Take a place in the ring. */
static VmafEntry *take_entry(VmafRun *r, unsigned index, bool *on_cpu, bool *on_device)
{
    pthread_mutex_lock(&r->lock);
    while (r->n_read - r->n_finished == r->n_entries)
        vmaf_run_progress(r);
    pthread_mutex_unlock(&r->lock);
    VmafEntry *e = vmaf_run_entry(r, r->n_read);
    e->sequence = r->n_read;
    e->index = index;
    e->n_uses = r->n_uses;
    *on_cpu = *on_device = false;
    memset(e->result, 0, r->result_bytes);
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        e->due[u->id] = is_due(r, u, index);
        e->err[u->id] = 0;
        if (!e->due[u->id] || !vmaf_use_measures(u))
            continue;
        *on_cpu = *on_cpu || vmaf_use_on_cpu(u);
        *on_device = *on_device || !vmaf_use_on_cpu(u);
    }
    e->n_pending = (unsigned)*on_cpu + (unsigned)*on_device;
    return e;
}

/** The largest history of the features on the CPU. */
static void cpu_history(const VmafRun *r, unsigned history[2])
{
    history[0] = history[1] = 0;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        for (unsigned side = 0; side < 2 && vmaf_use_on_cpu(u) && vmaf_use_measures(u); side++) {
            if (u->needs.history[side] > history[side])
                history[side] = u->needs.history[side];
        }
    }
}

static unsigned cpu_planes(const VmafRun *r, unsigned side)
{
    unsigned planes = 0;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    planes |= vmaf_use_on_cpu(u) ? u->needs.planes[side] : 0;
    return planes;
}

static bool is_device_picture(const VmafPicture *pic)
{
    const VmafPicturePriv *priv = pic->priv;
    return priv->memory == VMAF_PICTURE_DEVICE;
}

static int make_host_copies(VmafRun *r, const VmafPicture *pic)
{
    /* A pair for each job that runs or waits, the one being made, and the window. */
    const VmafPictureConfiguration cfg = {
        .pic_params = {.w = pic->w[0], .h = pic->h[0], .bpc = pic->bpc, .pix_fmt = pic->pix_fmt},
        .pic_cnt = 2 * (2 * r->config.n_threads + 1) + VMAF_RUN_HISTORY_PICTURES,
    };
    return vmaf_gpu_pool_create(&r->host_copies, &cfg, r->device);
}

/** Host copies of a pair in device memory, of the planes that the CPU reads. */
static int copy_to_host(VmafRun *r, const VmafPicture *pair[2], VmafPicture copy[2])
{
    int err = r->host_copies ? 0 : make_host_copies(r, pair[0]);
    for (unsigned side = 0; side < 2 && !err; side++) {
        vmaf_pool_fetch(r->host_copies, &copy[side]);
        err = vmaf_gpu_download_picture(r->device, &copy[side], pair[side], cpu_planes(r, side));
    }
    return err;
}

/** Give the entry the pictures that the CPU looks at, and the window the new pair. */
static void take_pictures(VmafRun *r, VmafEntry *e, const VmafPicture *pair[2], bool on_cpu)
{
    unsigned history[2];
    cpu_history(r, history);
    for (unsigned side = 0; side < 2; side++) {
        VmafPicture *past = r->window[side];
        if (on_cpu)
            vmaf_picture_ref(&e->picture[side][0], pair[side]);
        for (unsigned k = 0; k < history[side] && on_cpu; k++) {
            if (past[k].ref)
                vmaf_picture_ref(&e->picture[side][k + 1], &past[k]);
        }
        vmaf_picture_unref(&past[VMAF_MAX_HISTORY - 1]);
        for (unsigned k = VMAF_MAX_HISTORY - 1; k > 0; k--)
            past[k] = past[k - 1];
        past[0] = (VmafPicture){0};
        if (history[side])
            vmaf_picture_ref(&past[0], pair[side]);
    }
}

static int submit(VmafRun *r, const VmafPicture *pair[2], unsigned index)
{
    bool on_cpu, on_device;
    VmafPicture copy[2] = {{0}};
    const VmafPicture *host[2] = {pair[0], pair[1]};
    int err = reserve_scores(r, index);
    if (err)
        return err;
    vmaf_cpu_more(r);
    VmafEntry *e = take_entry(r, index, &on_cpu, &on_device);
    if (on_cpu && is_device_picture(pair[0])) {
        err = copy_to_host(r, pair, copy);
        host[0] = &copy[0];
        host[1] = &copy[1];
    }
    pthread_mutex_lock(&r->lock);
    if (!err && on_device)
        err = vmaf_gpu_submit(r, e, pair[0], pair[1]);
    if (!err) {
        take_pictures(r, e, host, on_cpu);
        r->in_order = r->in_order && index == r->n_read;
        r->n_read++;
        r->info = vmaf_frame_info(pair[0]);
        if (on_cpu)
            vmaf_cpu_submit(r, e);
        vmaf_series_advance(r);
    }
    pthread_mutex_unlock(&r->lock);
    if (err)
        release_scores(r, r->n_uses, index);
    for (unsigned side = 0; side < 2; side++)
        vmaf_picture_unref(&copy[side]);
    return err;
}

static int check_index(const VmafRun *r, unsigned index)
{
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (vmaf_needs_history(&u->needs) && index != r->n_read) {
            vmaf_log(VMAF_LOG_LEVEL_ERROR,
                     "index %u, expected %u: %s needs every picture, in order\n", index,
                     (unsigned)r->n_read, u->feature->name);
            return -EINVAL;
        }
    }
    return 0;
}

/** @return an error to tell, which is then forgotten unless nothing works any more */
static int take_error(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    int err = r->error;
    r->error = 0;
    if (!err)
        err = vmaf_gpu_failed(r);
    pthread_mutex_unlock(&r->lock);
    return err;
}

int vmaf_run_submit(VmafRun *r, const VmafPicture *ref, const VmafPicture *dis, unsigned index)
{
    const VmafPicture *pair[2] = {ref, dis};
    const VmafPicturePriv *priv = ref->priv;
    const VmafFrameInfo info = vmaf_frame_info(ref);
    if (r->series_flushed) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "index %u: no picture can follow the flush\n", index);
        return -EINVAL;
    }
    int err = take_error(r);
    if (!err)
        err = check_index(r, index);
    if (!err)
        err = prepare(r, &info, priv->memory == VMAF_PICTURE_HOST);
    return err ? err : submit(r, pair, index);
}

int vmaf_run_flush(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    vmaf_run_finish_until(r, r->n_read);
    const bool empty = !r->n_read && r->n_uses;
    if (!empty && !r->series_flushed) {
        r->series_flushed = true;
        const int err = vmaf_series_flush(r);
        if (!r->error)
            r->error = err;
        forget_window(r);
    }
    pthread_mutex_unlock(&r->lock);
    int err = take_error(r);
    if (!err && empty) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "no picture was read before the flush\n");
        err = -EINVAL;
    }
    r->flushed = !err;
    return err;
}

bool vmaf_run_is_flushed(const VmafRun *r)
{
    return r->flushed;
}

/* ---- pools ---- */

unsigned vmaf_run_device_frames(const VmafRun *r)
{
    return r->gpu ? vmaf_gpu_max_frames(r->gpu) : 0;
}

/** Wait for what is in flight on the device to give pictures back. @return false: nothing is */
static bool collect_one(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    const bool collected = vmaf_gpu_collect(r);
    pthread_mutex_unlock(&r->lock);
    return collected;
}

void vmaf_run_fetch(VmafRun *r, VmafPool *pool, VmafPicture *pic)
{
    if (!r->gpu) {
        vmaf_pool_fetch(pool, pic);
        return;
    }
    unsigned wait_ms = 0;
    while (!vmaf_pool_fetch_within(pool, pic, wait_ms)) {
        /* With no frame in flight now, a worker or the client frees a picture, or another thread
           sends a frame that is to be collected here. */
        wait_ms = collect_one(r) ? 0 : 10;
    }
}

bool vmaf_run_uses_pool(VmafRun *r, VmafPool *pool)
{
    const VmafPicture *held[2 * VMAF_RUN_HISTORY_PICTURES];
    pthread_mutex_lock(&r->lock);
    unsigned n = vmaf_gpu_window_pictures(r, held);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned k = 0; k < VMAF_MAX_HISTORY; k++) {
            if (r->window[side][k].ref)
                held[n++] = &r->window[side][k];
        }
    }
    const bool used = vmaf_pool_is_used(pool, held, n);
    pthread_mutex_unlock(&r->lock);
    return used;
}
