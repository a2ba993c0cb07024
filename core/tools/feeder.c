/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feeder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * One program may write both inputs through pipes, and be many frames ahead with one of them. Then
 * that one is read into pictures of its own while the other has none ready: within these bounds
 * no order of writing makes the two programs wait for one another.
 */
#define AHEAD_PICTURES 256
#define AHEAD_BYTES (512 << 20)

#define QUEUE_SIZE (FEEDER_PICTURES + AHEAD_PICTURES)

typedef struct Ready {
    VmafPicture pic;
    bool pooled;
} Ready;

/* One input. Under the lock, but for what its thread alone uses. */
typedef struct Lane {
    Feeder *feeder;
    Video *video;  /* its thread's */
    unsigned skip; /* its thread's */
    pthread_t thread;
    bool started;
    int opened; /* 0: reading the header; 1; a negative errno */
    bool asked; /* has frames as far as one can tell without reading: waits for the pool */
    Ready queue[QUEUE_SIZE];
    unsigned head, n;
    unsigned n_pooled, n_own, max_own; /* pictures in the queue or being read */
    int end; /* <= 0 once nothing follows the queue: what feeder_next() returns; 1 before */
} Lane;

struct Feeder {
    Lane lane[2];
    unsigned limit;
    bool pipes;       /* both inputs */
    int stop_pipe[2]; /* closing the second end makes the first readable */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    VmafContext *vmaf; /* NULL: no pool yet */
    bool stop;
};

/* Wait for the header, and say so. @return 1 or a negative errno */
static int read_header(Lane *l)
{
    Feeder *f = l->feeder;
    const int err = video_read_header(l->video);
    pthread_mutex_lock(&f->lock);
    l->opened = err ? err : 1;
    if (!err && f->pipes) {
        const int64_t n = AHEAD_BYTES / video_picture_bytes(&l->video->geometry);
        l->max_own = n < AHEAD_PICTURES ? (unsigned)n : AHEAD_PICTURES;
    }
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
    return err ? err : 1;
}

/* @return 1; -ECANCELED */
static int wait_for_pool(Lane *l)
{
    Feeder *f = l->feeder;
    pthread_mutex_lock(&f->lock);
    l->asked = true;
    pthread_cond_broadcast(&f->changed);
    while (!f->vmaf && !f->stop)
        pthread_cond_wait(&f->changed, &f->lock);
    const int more = f->stop ? -ECANCELED : 1;
    pthread_mutex_unlock(&f->lock);
    return more;
}

/* Is the other input the one that frames are waited for? */
static bool other_is_late(const Lane *l)
{
    const Lane *other = &l->feeder->lane[l == &l->feeder->lane[0]];
    return other->n == 0 && other->end > 0;
}

/* Get a picture to read into. @return 0 or a negative errno */
static int get_picture(Lane *l, Ready *r)
{
    Feeder *f = l->feeder;
    bool found = false;
    pthread_mutex_lock(&f->lock);
    while (!f->stop && !found) {
        r->pooled = f->vmaf && l->n_pooled < FEEDER_PICTURES;
        found = r->pooled || (l->n_own < l->max_own && other_is_late(l));
        if (!found)
            pthread_cond_wait(&f->changed, &f->lock);
    }
    VmafContext *vmaf = f->vmaf;
    *(r->pooled ? &l->n_pooled : &l->n_own) += 1;
    pthread_mutex_unlock(&f->lock);
    const VideoGeometry *g = &l->video->geometry;
    const int err = !found      ? -ECANCELED
                    : r->pooled ? vmaf_fetch_preallocated_picture(vmaf, &r->pic)
                                : vmaf_picture_alloc(&r->pic, g->pix_fmt, g->bpc, g->w, g->h);
    return err ? video_fail(l->video, err, "no picture to read \"%s\" into\n", l->video->path) : 0;
}

/* Read one frame and queue it. @return as video_read() */
static int feed(Lane *l)
{
    Feeder *f = l->feeder;
    Ready r = {0};
    const int err = get_picture(l, &r);
    if (err)
        return err;
    const int more = video_read(l->video, &r.pic);
    if (more <= 0) {
        vmaf_picture_unref(&r.pic);
        return more;
    }
    pthread_mutex_lock(&f->lock);
    l->queue[(l->head + l->n++) % QUEUE_SIZE] = r;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
    return 1;
}

static bool is_stopped(Feeder *f)
{
    pthread_mutex_lock(&f->lock);
    const bool stop = f->stop;
    pthread_mutex_unlock(&f->lock);
    return stop;
}

static void *lane_main(void *arg)
{
    Lane *l = arg;
    Feeder *f = l->feeder;
    int more = read_header(l);
    if (more > 0 && video_frames_left(l->video) == 0)
        more = video_skip(l->video);
    else if (more > 0 && !f->pipes)
        more = wait_for_pool(l);
    for (unsigned i = 0; i < l->skip && more > 0 && !is_stopped(f); i++)
        more = video_skip(l->video);
    for (unsigned i = 0; (!f->limit || i < f->limit) && more > 0 && !is_stopped(f); i++)
        more = feed(l);
    pthread_mutex_lock(&f->lock);
    l->end = more > 0 ? 0 : more;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

int feeder_start(Feeder **out, Video video[2], const unsigned skip[2], unsigned limit)
{
    Feeder *f = calloc(1, sizeof(*f));
    if (!f)
        return -ENOMEM;
    if (pipe2(f->stop_pipe, O_CLOEXEC) < 0) {
        const int err = errno;
        free(f);
        return -err;
    }
    f->limit = limit;
    f->pipes = video[0].file.pipe && video[1].file.pipe;
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    int err = 0;
    for (unsigned i = 0; i < 2; i++) {
        Lane *l = &f->lane[i];
        l->feeder = f;
        l->video = &video[i];
        l->skip = skip[i];
        l->end = 1;
        video[i].file.stop_fd = f->stop_pipe[0];
    }
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = pthread_create(&f->lane[i].thread, NULL, lane_main, &f->lane[i]);
        f->lane[i].started = !err;
    }
    if (err)
        feeder_stop(&f);
    else
        *out = f;
    return -err;
}

int feeder_wait_headers(Feeder *f, int err[2])
{
    const Lane *l = f->lane;
    pthread_mutex_lock(&f->lock);
    /* A bad file ends the wait for a pipe, but not for a file: of two bad ones the first is told.
     */
    while ((!l[0].opened && (l[1].opened >= 0 || l[0].video->file.regular)) ||
           (!l[1].opened && (l[0].opened >= 0 || l[1].video->file.regular)))
        pthread_cond_wait(&f->changed, &f->lock);
    for (unsigned i = 0; i < 2; i++)
        err[i] = l[i].opened < 0 ? l[i].opened : 0;
    pthread_mutex_unlock(&f->lock);
    return err[0] ? err[0] : err[1];
}

void feeder_find_frames(Feeder *f, int more[2])
{
    pthread_mutex_lock(&f->lock);
    for (unsigned i = 0; i < 2; i++) {
        const Lane *l = &f->lane[i];
        while (l->video->file.regular && !l->asked && l->end > 0)
            pthread_cond_wait(&f->changed, &f->lock);
        more[i] = l->video->file.regular && !l->asked ? l->end : 1;
    }
    pthread_mutex_unlock(&f->lock);
}

void feeder_use_pool(Feeder *f, VmafContext *vmaf)
{
    pthread_mutex_lock(&f->lock);
    f->vmaf = vmaf;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

int feeder_next(Feeder *f, unsigned i, VmafPicture *pic)
{
    Lane *l = &f->lane[i];
    pthread_mutex_lock(&f->lock);
    while (l->n == 0 && l->end > 0)
        pthread_cond_wait(&f->changed, &f->lock);
    const int more = l->n ? 1 : l->end;
    if (l->n) {
        const Ready *r = &l->queue[l->head];
        *pic = r->pic;
        *(r->pooled ? &l->n_pooled : &l->n_own) -= 1;
        l->head = (l->head + 1) % QUEUE_SIZE;
        l->n--;
        pthread_cond_broadcast(&f->changed);
    }
    pthread_mutex_unlock(&f->lock);
    return more;
}

static void empty_queue(Lane *l)
{
    for (; l->n; l->n--) {
        vmaf_picture_unref(&l->queue[l->head].pic);
        l->head = (l->head + 1) % QUEUE_SIZE;
    }
}

void feeder_stop(Feeder **feeder)
{
    Feeder *f = *feeder;
    if (!f)
        return;
    *feeder = NULL;
    pthread_mutex_lock(&f->lock);
    f->stop = true;
    /* A thread may be waiting for a picture. */
    empty_queue(&f->lane[0]);
    empty_queue(&f->lane[1]);
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
    close(f->stop_pipe[1]);
    for (unsigned i = 0; i < 2; i++) {
        Lane *l = &f->lane[i];
        if (l->started)
            pthread_join(l->thread, NULL);
        l->video->file.stop_fd = -1;
        empty_queue(l);
    }
    close(f->stop_pipe[0]);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    free(f);
}
