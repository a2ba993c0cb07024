/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_RUN_PRIV_H
#define VMAF_RUN_PRIV_H

#include <pthread.h>

#include "base/picture_priv.h"
#include "run/run.h"

/*
 * What the files of run/ share. One lock guards it all. It is held for bookkeeping only: never
 * while waiting for a device or for room, nor while measuring, settling or finishing. Collecting
 * from the device and finishing are roles that one thread at a time takes under the lock.
 */

/** A registered feature. Constant once it is planned, but for what finish keeps. */
typedef struct VmafUse {
    struct VmafUse *next;
    unsigned id; /**< number of those registered before */
    const VmafFeature *feature;
    void *options;
    VmafDict *opts; /**< what options was parsed from; its strings are used; may be NULL */
    char *label;
    VmafColumns *columns;
    bool ranked;
    enum VmafBackend backend;
    bool anywhere; /**< asked for by its plain name alone, without a required backend */
    VmafNeeds needs;
    bool planned;
    uint64_t start; /**< sequence of its first picture */
    void *plan;
    size_t result_offset; /**< in VmafEntry.result */
    void *gpu_state;
    VmafSeries series;
} VmafUse;

/** A pair that was read and is not finished. */
typedef struct VmafEntry {
    uint64_t sequence;
    unsigned index;
    unsigned n_uses;       /**< registered when it was read */
    unsigned n_pending;    /**< parts that are not measured yet: CPU, device */
    bool *due;             /**< [n_uses] */
    int *err;              /**< [n_uses] a hole, and why */
    unsigned char *result; /**< of all uses */
    bool on_cpu;           /**< has a part on the CPU that no thread has taken yet */
    /** For the CPU, [0] reference: this picture and the ones before it. */
    VmafPicture picture[2][VMAF_MAX_HISTORY + 1];
} VmafEntry;

/** Scratch of all features on the CPU, for one thread at a time. */
typedef struct VmafInstance {
    void **scratch; /**< by VmafUse.id; NULL: not on the CPU, or nothing to measure */
    unsigned n;
    bool busy;
} VmafInstance;

/** Where vmaf_series_emit() puts scores: stored together, one lock and one clock a picture. */
typedef struct VmafSeriesOut {
    VmafCollector *scores;
    VmafScoreValue value[64];
    unsigned n;
    const VmafColumns *columns; /**< of the feature at hand */
} VmafSeriesOut;

typedef struct VmafGpuRun VmafGpuRun;
typedef struct VmafGpuSlot VmafGpuSlot;

struct VmafRun {
    VmafRunConfig config;
    pthread_mutex_t lock;
    pthread_cond_t progress; /**< anything was measured, settled, finished or taken */
    pthread_cond_t work;     /**< for the workers */

    VmafUse *uses, **last_use;
    unsigned n_uses, n_planned;
    bool in_order; /**< all indexes so far were 0, 1, 2, ... */

    VmafFrameInfo info;         /**< zero before the first pair */
    VmafFrameInfo planned_info; /**< what the features are planned for */
    uint64_t n_read;            /**< sequence of the next pair */
    bool series_flushed, flushed;

    /* Pairs in flight, a ring by sequence. */
    VmafEntry *entry;
    unsigned n_entries;
    uint64_t n_finished; /**< the next to finish */
    size_t result_bytes;
    bool finishing;
    int error; /**< the first not yet told */
    VmafSeriesOut out;

    /** The pictures before the next pair that features on the CPU ask for, [0] the last one. */
    VmafPicture window[2][VMAF_MAX_HISTORY];
    VmafPool *host_copies; /**< of device pictures */

    /* The CPU. */
    VmafInstance *instance;
    unsigned n_instances;
    pthread_t *thread;
    unsigned n_started;
    uint64_t cpu_next; /**< the next sequence that a worker looks at */
    unsigned n_queued; /**< entries with on_cpu */
    bool stop;
    bool fewer_instances; /**< memory ran out for more */

    /* The device. */
    VmafGpuDevice *device;
    bool device_required, device_left;
    bool tells_backends; /**< log where each feature is measured */
    VmafGpuRun *gpu;
};

/** The use after u among the first n, or NULL: later ones may be being linked. */
static inline VmafUse *vmaf_next_use(const VmafUse *u, unsigned n)
{
    return u->id + 1 < n ? u->next : NULL;
}
#define VMAF_FOR_USES(u, first, n) \
    for (VmafUse *u = (n) ? (first) : NULL; u; u = vmaf_next_use(u, (n)))

static inline VmafEntry *vmaf_run_entry(const VmafRun *r, uint64_t sequence)
{
    return &r->entry[sequence % r->n_entries];
}

static inline bool vmaf_use_on_cpu(const VmafUse *u)
{
    return u->backend == VMAF_BACKEND_CPU;
}

/** Whether there is something to measure; otherwise finish runs alone. */
static inline bool vmaf_use_measures(const VmafUse *u)
{
    return u->needs.planes[0] || u->needs.planes[1];
}

static inline unsigned vmaf_needs_history(const VmafNeeds *needs)
{
    return needs->history[0] > needs->history[1] ? needs->history[0] : needs->history[1];
}

/** Pairs before the one at hand that a feature can look at. */
static inline unsigned vmaf_use_n_before(const VmafUse *u, uint64_t sequence)
{
    const uint64_t there = sequence - u->start;
    const unsigned history = vmaf_needs_history(&u->needs);
    return there < history ? (unsigned)there : history;
}

/* ---- run.c: with the lock held, which they give up while they wait or work ---- */

/** Collect a frame if this thread can, or wait for other threads. */
void vmaf_run_progress(VmafRun *r);
/** Wait until all pairs before a sequence are finished. */
void vmaf_run_finish_until(VmafRun *r, uint64_t sequence);
void vmaf_log_problem(const VmafUse *u, unsigned index);

/* ---- feature_set.c ---- */

void vmaf_use_destroy(VmafUse *u);
/** Free what planning made; the plan is closed. */
void vmaf_use_unplan(VmafUse *u);

/* ---- series.c: with the lock held ---- */

/** Make room for n_uses features; nothing is in flight. @return 0; -ENOMEM: as before */
int vmaf_series_resize(VmafRun *r, unsigned n_entries, unsigned n_uses, size_t result_bytes);
void vmaf_series_free(VmafRun *r);
/** Finish pairs that are measured, in order, unless another thread is at it. */
void vmaf_series_advance(VmafRun *r);
/** Flush every series, once. @return the first error */
int vmaf_series_flush(VmafRun *r);

/* ---- cpu_run.c ---- */

/**
 * Open the features on the CPU that are new in all instances; at least one is left. Nothing is in
 * flight.
 *
 * @return 0; the error of open(), logged: instances are as before
 */
int vmaf_cpu_prepare(VmafRun *r);
/** Close the features from id `first` on again. */
void vmaf_cpu_unprepare(VmafRun *r, unsigned first);
/** Start the workers; without any, vmaf_run_submit() measures. */
void vmaf_cpu_start(VmafRun *r);
/** One more instance, while the workers lack some and there is memory. Not with the lock held. */
void vmaf_cpu_more(VmafRun *r);
/** Stop the workers after the queued work, free all instances. */
void vmaf_cpu_close(VmafRun *r);
/** Measure an entry's CPU part here, or leave it to a worker, waiting for room. With the lock. */
void vmaf_cpu_submit(VmafRun *r, VmafEntry *e);

/* ---- gpu_run.c and gpu_slots.c: the device ---- */

int vmaf_gpu_run_create(VmafGpuRun **out, VmafGpuDevice *dev);
/** After vmaf_gpu_clear(). Accepts NULL in *g. */
void vmaf_gpu_run_destroy(VmafGpuRun **g);

/**
 * Open the engines of the features on the device that are new, make or extend slots and plane sets.
 * Nothing is in flight. Not with the lock held.
 *
 * @param staging whether ordinary pictures are expected
 * @return 0; an error, logged: everything is as before
 */
int vmaf_gpu_prepare(VmafRun *r, const VmafFrameInfo *info, bool staging);

/** Take back the last vmaf_gpu_prepare(), if nothing was launched since. */
void vmaf_gpu_unprepare(VmafRun *r);

/** Wait for the device, drop frames not collected, close all engines, give all memory back. */
void vmaf_gpu_clear(VmafRun *r);

/** Slots there are, or will be: each keeps its pictures until its frame is collected. */
unsigned vmaf_gpu_max_frames(const VmafGpuRun *g);

/** Launch an entry's part. Gives up the lock. @return 0; an error: nothing is in flight for it */
int vmaf_gpu_submit(VmafRun *r, VmafEntry *e, const VmafPicture *ref, const VmafPicture *dis);

/** Collect the oldest frame. Gives up the lock. @return false: none, or another thread is at it */
bool vmaf_gpu_collect(VmafRun *r);

/** A worker's part of a collected frame. Gives up the lock. @return false: none waits */
bool vmaf_gpu_settle_one(VmafRun *r);

/** @return the error of the device after which nothing works there, or 0 */
int vmaf_gpu_failed(const VmafRun *r);

/** Let go of the window: no feature will ask for it. */
void vmaf_gpu_forget_window(VmafRun *r);

/** Client pictures in device memory that the window holds. @param held [VMAF_RUN_HISTORY_PICTURES]
 */
unsigned vmaf_gpu_window_pictures(const VmafRun *r, const VmafPicture **held);

#endif /* VMAF_RUN_PRIV_H */
