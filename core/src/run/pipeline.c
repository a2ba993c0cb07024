/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "run/pipeline.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/picture_priv.h"

typedef struct Registration {
    const VmafDict *opts;
    VmafExtractorCtx *master; /* the caller's instance; worker 0 uses it once threads run */
} Registration;

typedef struct Job {
    VmafPicture ref, dis;
    unsigned index;
    unsigned n_extractors; /* registered when the pair was read */
    uint64_t sequence;
} Job;

typedef struct Worker {
    VmafPipeline *pipeline;
    pthread_t thread;
    VmafExtractorCtx **instance;
    unsigned n_instances;
    uint64_t running; /* sequence of its job, 0 when idle */
} Worker;

struct VmafPipeline {
    VmafCollector *collector;
    Registration **reg; /* the array may move under the lock, its elements do not */
    unsigned n_reg;

    pthread_mutex_t lock;
    pthread_cond_t job_added, job_taken, job_done;
    Worker *worker;
    unsigned n_threads, n_started;
    Job *queue; /* ring of n_threads jobs */
    unsigned head, n_queued;
    uint64_t last_sequence;
    int error;
    bool stop;
};

static unsigned cap_threads(unsigned n_threads)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned most = 4 * (unsigned)(cpus > 0 ? cpus : 1);
    return n_threads < most ? n_threads : most;
}

int vmaf_pipeline_create(VmafPipeline **out, unsigned n_threads, VmafCollector *collector)
{
    VmafPipeline *p = calloc(1, sizeof(*p));
    if (!p)
        return -ENOMEM;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->job_added, NULL);
    pthread_cond_init(&p->job_taken, NULL);
    pthread_cond_init(&p->job_done, NULL);
    p->collector = collector;
    p->n_threads = cap_threads(n_threads);
    if (p->n_threads) {
        p->queue = calloc(p->n_threads, sizeof(*p->queue));
        p->worker = calloc(p->n_threads, sizeof(*p->worker));
        if (!p->queue || !p->worker) {
            vmaf_pipeline_destroy(&p);
            return -ENOMEM;
        }
    }
    *out = p;
    return 0;
}

void vmaf_pipeline_destroy(VmafPipeline **pipeline)
{
    VmafPipeline *p = *pipeline;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->job_added);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_started; i++)
        pthread_join(p->worker[i].thread, NULL);
    for (unsigned i = 0; i < p->n_started; i++) {
        /* Worker 0 borrowed the masters. */
        for (unsigned k = 0; i && k < p->worker[i].n_instances; k++)
            vmaf_extractor_destroy(&p->worker[i].instance[k]);
        free(p->worker[i].instance);
    }
    for (unsigned i = 0; i < p->n_reg; i++) {
        vmaf_extractor_destroy(&p->reg[i]->master);
        free(p->reg[i]);
    }
    free(p->reg);
    free(p->worker);
    free(p->queue);
    pthread_cond_destroy(&p->job_done);
    pthread_cond_destroy(&p->job_taken);
    pthread_cond_destroy(&p->job_added);
    pthread_mutex_destroy(&p->lock);
    free(p);
    *pipeline = NULL;
}

int vmaf_pipeline_add(VmafPipeline *p, VmafExtractorCtx *c, const VmafDict *opts)
{
    Registration *r = calloc(1, sizeof(*r));
    if (!r)
        return -ENOMEM;
    *r = (Registration){.opts = opts, .master = c};
    pthread_mutex_lock(&p->lock);
    Registration **reg = realloc(p->reg, (p->n_reg + 1) * sizeof(Registration *));
    if (reg) {
        p->reg = reg;
        p->reg[p->n_reg++] = r;
    }
    pthread_mutex_unlock(&p->lock);
    if (!reg)
        free(r);
    return reg ? 0 : -ENOMEM;
}

unsigned vmaf_pipeline_n_extractors(const VmafPipeline *p)
{
    return p->n_reg;
}

unsigned vmaf_pipeline_max_jobs(const VmafPipeline *p)
{
    return p->n_threads ? 2 * p->n_threads : 1;
}

unsigned vmaf_pipeline_planes(const VmafPipeline *p)
{
    unsigned planes = 0;
    for (unsigned i = 0; i < p->n_reg; i++)
        planes |= p->reg[i]->master->fex->planes;
    return planes;
}

static void log_problem(const VmafExtractorCtx *c, unsigned index)
{
    vmaf_log(VMAF_LOG_LEVEL_WARNING, "problem with feature extractor \"%s\" at index %u\n",
             c->fex->name, index);
}

static int score(VmafPipeline *p, VmafExtractorCtx *c, const Job *job)
{
    int err = c->fex->submit(c, &job->ref, &job->dis, job->index);
    if (!err)
        err = c->fex->collect(c, job->index, p->collector);
    if (err)
        log_problem(c, job->index);
    return err;
}

/** The frame of a pair, for init(). */
static VmafFrameInfo frame_info(const VmafPicture *ref)
{
    return (VmafFrameInfo){
        .pix_fmt = ref->pix_fmt, .bpc = ref->bpc, .w = ref->w[0], .h = ref->h[0]};
}

/** This worker's instance of extractor i, created at its first use. */
static int get_instance(Worker *w, unsigned i, const VmafPicture *ref, VmafExtractorCtx **out)
{
    VmafPipeline *p = w->pipeline;
    if (i >= w->n_instances) {
        pthread_mutex_lock(&p->lock);
        const unsigned n = p->n_reg;
        pthread_mutex_unlock(&p->lock);
        VmafExtractorCtx **instance = realloc(w->instance, n * sizeof(*instance));
        if (!instance)
            return -ENOMEM;
        memset(instance + w->n_instances, 0, (n - w->n_instances) * sizeof(*instance));
        w->instance = instance;
        w->n_instances = n;
    }
    if (!w->instance[i]) {
        pthread_mutex_lock(&p->lock);
        const Registration *r = p->reg[i];
        pthread_mutex_unlock(&p->lock);
        if (w == p->worker) {
            w->instance[i] = r->master;
        } else {
            int err = vmaf_extractor_create(&w->instance[i], r->master->fex, r->opts);
            if (err)
                return err;
            w->instance[i]->rank = r->master->rank;
        }
    }
    *out = w->instance[i];
    const VmafFrameInfo info = frame_info(ref);
    return vmaf_extractor_init(w->instance[i], &info);
}

static int run_job(Worker *w, const Job *job)
{
    for (unsigned i = 0; i < job->n_extractors; i++) {
        VmafExtractorCtx *c;
        int err = get_instance(w, i, &job->ref, &c);
        if (!err)
            err = score(w->pipeline, c, job);
        if (err)
            return err;
    }
    return 0;
}

static void *work(void *arg)
{
    Worker *w = arg;
    VmafPipeline *p = w->pipeline;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->n_queued && !p->stop)
            pthread_cond_wait(&p->job_added, &p->lock);
        if (!p->n_queued)
            break;
        Job job = p->queue[p->head];
        p->head = (p->head + 1) % p->n_threads;
        p->n_queued--;
        w->running = job.sequence;
        pthread_cond_signal(&p->job_taken);
        pthread_mutex_unlock(&p->lock);

        int err = run_job(w, &job);
        vmaf_picture_unref(&job.ref);
        vmaf_picture_unref(&job.dis);

        pthread_mutex_lock(&p->lock);
        w->running = 0;
        if (err && !p->error)
            p->error = err;
        pthread_cond_broadcast(&p->job_done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/** Start the workers that are still missing; one is enough to go on. */
static int start_workers(VmafPipeline *p)
{
    sigset_t all, previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous); /* signals belong to the host program */
    while (p->n_started < p->n_threads) {
        Worker *w = &p->worker[p->n_started];
        w->pipeline = p;
        int err = pthread_create(&w->thread, NULL, work, w);
        if (err && !p->n_started) {
            pthread_sigmask(SIG_SETMASK, &previous, NULL);
            vmaf_log(VMAF_LOG_LEVEL_ERROR, "could not start a worker thread: %s\n", strerror(err));
            return -err;
        }
        if (err)
            break;
        pthread_mutex_lock(&p->lock); /* getters of other client threads look at it */
        p->n_started++;
        pthread_mutex_unlock(&p->lock);
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    return 0;
}

static void enqueue(VmafPipeline *p, const Job *job)
{
    pthread_mutex_lock(&p->lock);
    while (p->n_queued == p->n_threads)
        pthread_cond_wait(&p->job_taken, &p->lock);
    Job *slot = &p->queue[(p->head + p->n_queued) % p->n_threads];
    *slot = *job;
    vmaf_picture_ref(&slot->ref, &job->ref);
    vmaf_picture_ref(&slot->dis, &job->dis);
    slot->sequence = ++p->last_sequence;
    p->n_queued++;
    pthread_cond_signal(&p->job_added);
    pthread_mutex_unlock(&p->lock);
}

/** Initialise every master that is not. */
static int init_masters(VmafPipeline *p, const VmafPicture *ref, unsigned index)
{
    const VmafFrameInfo info = frame_info(ref);
    for (unsigned i = 0; i < p->n_reg; i++) {
        VmafExtractorCtx *m = p->reg[i]->master;
        if (m->init_state > 0)
            continue;
        int err = vmaf_extractor_init(m, &info);
        if (err) {
            log_problem(m, index);
            return err;
        }
    }
    return 0;
}

int vmaf_pipeline_submit(VmafPipeline *p, const VmafPicture *ref, const VmafPicture *dis,
                         unsigned index)
{
    if (!p->n_reg)
        return 0;
    int err = init_masters(p, ref, index);
    if (err)
        return err;
    const Job job = {.ref = *ref, .dis = *dis, .index = index, .n_extractors = p->n_reg};
    if (p->n_threads) {
        if (!p->n_started)
            err = start_workers(p);
        if (!err)
            enqueue(p, &job);
        return err;
    }
    for (unsigned i = 0; i < p->n_reg; i++) {
        err = score(p, p->reg[i]->master, &job);
        if (err)
            return err;
    }
    return 0;
}

/** The earliest pair not yet done, or UINT64_MAX. */
static uint64_t oldest_in_flight(const VmafPipeline *p)
{
    uint64_t oldest = p->n_queued ? p->queue[p->head].sequence : UINT64_MAX;
    for (unsigned i = 0; i < p->n_started; i++) {
        if (p->worker[i].running && p->worker[i].running < oldest)
            oldest = p->worker[i].running;
    }
    return oldest;
}

void vmaf_pipeline_wait(VmafPipeline *p)
{
    pthread_mutex_lock(&p->lock);
    const uint64_t until = p->last_sequence;
    while (oldest_in_flight(p) <= until)
        pthread_cond_wait(&p->job_done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

int vmaf_pipeline_take_error(VmafPipeline *p)
{
    pthread_mutex_lock(&p->lock);
    int err = p->error;
    p->error = 0;
    pthread_mutex_unlock(&p->lock);
    return err;
}
