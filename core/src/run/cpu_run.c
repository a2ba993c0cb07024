/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Measuring on the CPU: the instances, and the threads that use them. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "run/run_priv.h"

/** Close the scratch of features from id `first` on. */
static void close_scratch(const VmafRun *r, VmafInstance *in, unsigned first)
{
    VMAF_FOR_USES(u, r->uses, in->n)
    {
        if (u->id < first || !in->scratch[u->id])
            continue;
        if (u->feature->cpu->close)
            u->feature->cpu->close(in->scratch[u->id]);
        vmaf_aligned_free(in->scratch[u->id]);
        in->scratch[u->id] = NULL;
    }
    in->n = in->n < first ? in->n : first;
}

static void destroy_instance(const VmafRun *r, VmafInstance *in)
{
    close_scratch(r, in, 0);
    free(in->scratch);
    *in = (VmafInstance){0};
}

static int open_scratch(const VmafUse *u, unsigned isa, void **scratch)
{
    const VmafCpuEngine *cpu = u->feature->cpu;
    *scratch = vmaf_aligned_alloc(cpu->scratch_size, 1);
    if (!*scratch)
        return -ENOMEM;
    memset(*scratch, 0, cpu->scratch_size);
    return cpu->open ? cpu->open(*scratch, u->plan, isa) : 0;
}

/** Open all features on the CPU that the instance lacks. @return 0; an error: it is as before */
static int extend(const VmafRun *r, VmafInstance *in)
{
    const unsigned had = in->n;
    int err = 0;
    void **scratch = realloc(in->scratch, (r->n_uses + 1) * sizeof(*scratch));
    if (!scratch)
        return -ENOMEM;
    in->scratch = scratch;
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id < had)
            continue;
        scratch[u->id] = NULL;
        in->n = u->id + 1;
        if (vmaf_use_on_cpu(u) && vmaf_use_measures(u))
            err = open_scratch(u, r->config.isa, &scratch[u->id]);
        if (err) {
            close_scratch(r, in, had);
            return err;
        }
    }
    return 0;
}

static void set_n_instances(VmafRun *r, unsigned n)
{
    pthread_mutex_lock(&r->lock);
    r->n_instances = n;
    pthread_mutex_unlock(&r->lock);
}

int vmaf_cpu_prepare(VmafRun *r)
{
    if (!r->instance) {
        r->instance = calloc(r->config.n_threads ? r->config.n_threads : 1, sizeof(*r->instance));
        if (!r->instance)
            return -ENOMEM;
    }
    if (!r->n_instances)
        set_n_instances(r, 1);
    const int err = extend(r, &r->instance[0]);
    if (err) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "cannot open the features on the cpu: %s\n", strerror(-err));
        return err;
    }
    const unsigned had = r->n_instances;
    unsigned n = 1;
    while (n < had && !extend(r, &r->instance[n]))
        n++;
    set_n_instances(r, n);
    for (unsigned i = n; i < had; i++)
        destroy_instance(r, &r->instance[i]);
    return 0;
}

void vmaf_cpu_unprepare(VmafRun *r, unsigned first)
{
    for (unsigned i = 0; i < r->n_instances; i++)
        close_scratch(r, &r->instance[i], first);
}

void vmaf_cpu_more(VmafRun *r)
{
    if (r->n_instances >= r->n_started || r->fewer_instances)
        return;
    /* Nobody looks at an instance beyond n_instances. */
    VmafInstance *in = &r->instance[r->n_instances];
    const int err = extend(r, in);
    if (err) {
        destroy_instance(r, in);
        r->fewer_instances = true;
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "going on with %u of %u threads: no memory for more\n",
                 r->n_instances, r->n_started);
        return;
    }
    set_n_instances(r, r->n_instances + 1);
}

static VmafInstance *idle_instance(VmafRun *r)
{
    for (unsigned i = 0; i < r->n_instances; i++) {
        if (!r->instance[i].busy)
            return &r->instance[i];
    }
    return NULL;
}

static VmafWindow window_of(const VmafUse *u, const VmafEntry *e)
{
    VmafWindow w = {.n_before = vmaf_use_n_before(u, e->sequence), .sequence = e->sequence};
    for (unsigned k = 0; k <= w.n_before; k++) {
        w.ref[k] = k <= u->needs.history[0] ? &e->picture[0][k] : NULL;
        w.dis[k] = k <= u->needs.history[1] ? &e->picture[1][k] : NULL;
    }
    return w;
}

static void measure(const VmafRun *r, VmafEntry *e, VmafInstance *in)
{
    VMAF_FOR_USES(u, r->uses, e->n_uses)
    {
        if (!e->due[u->id] || !in->scratch[u->id])
            continue;
        const VmafWindow w = window_of(u, e);
        e->err[u->id] =
            u->feature->cpu->measure(in->scratch[u->id], u->plan, &w, e->result + u->result_offset);
        if (e->err[u->id])
            vmaf_log_problem(u, e->index);
    }
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned k = 0; k <= VMAF_MAX_HISTORY; k++)
            vmaf_picture_unref(&e->picture[side][k]);
    }
}

/** Measure an entry with an idle instance. Called with the lock held, which is given up. */
static void run_entry(VmafRun *r, VmafEntry *e)
{
    VmafInstance *in = idle_instance(r);
    in->busy = true;
    e->on_cpu = false;
    pthread_mutex_unlock(&r->lock);
    measure(r, e, in);
    pthread_mutex_lock(&r->lock);
    in->busy = false;
    e->n_pending--;
    pthread_cond_broadcast(&r->progress);
    vmaf_series_advance(r);
}

/** The next entry that waits for a worker; there is one. */
static VmafEntry *take_entry(VmafRun *r)
{
    /* Those that are finished may have lost their place in the ring to later ones. */
    if (r->cpu_next < r->n_finished)
        r->cpu_next = r->n_finished;
    VmafEntry *e;
    do
        e = vmaf_run_entry(r, r->cpu_next++);
    while (!e->on_cpu);
    r->n_queued--;
    return e;
}

static void *work(void *arg)
{
    VmafRun *r = arg;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        if (vmaf_gpu_settle_one(r))
            continue;
        if (r->n_queued && idle_instance(r)) {
            VmafEntry *e = take_entry(r);
            pthread_cond_broadcast(&r->progress); /* room in the queue */
            run_entry(r, e);
            /* Another worker may have found no instance. */
            pthread_cond_signal(&r->work);
            continue;
        }
        if (r->stop && !r->n_queued)
            break;
        pthread_cond_wait(&r->work, &r->lock);
    }
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

void vmaf_cpu_start(VmafRun *r)
{
    const unsigned n = r->config.n_threads;
    if (!n || r->n_started)
        return;
    r->thread = calloc(n, sizeof(*r->thread));
    /* Signals are for the client's threads. */
    sigset_t all, previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    unsigned started = 0;
    while (r->thread && started < n && !pthread_create(&r->thread[started], NULL, work, r))
        started++;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    pthread_mutex_lock(&r->lock);
    r->n_started = started;
    pthread_mutex_unlock(&r->lock);
    if (started < n)
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "going on with %u of %u threads: no more could start\n",
                 started, n);
}

void vmaf_cpu_close(VmafRun *r)
{
    pthread_mutex_lock(&r->lock);
    r->stop = true;
    pthread_cond_broadcast(&r->work);
    pthread_mutex_unlock(&r->lock);
    for (unsigned i = 0; i < r->n_started; i++)
        pthread_join(r->thread[i], NULL);
    free(r->thread);
    for (unsigned i = 0; i < r->n_instances; i++)
        destroy_instance(r, &r->instance[i]);
    free(r->instance);
}

void vmaf_cpu_submit(VmafRun *r, VmafEntry *e)
{
    if (!r->n_started) {
        run_entry(r, e);
        return;
    }
    while (r->n_queued >= r->n_started)
        pthread_cond_wait(&r->progress, &r->lock);
    e->on_cpu = true;
    r->n_queued++;
    pthread_cond_signal(&r->work);
}
