/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feeder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct Feeder {
    VmafContext *vmaf;
    Video *video;
    unsigned skip, limit;
    pthread_t thread;
    int stop_pipe[2]; /* closing the second end makes the first readable */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    VmafPicture ready;
    bool have_ready, stop;
    int end; /* <= 0 once nothing follows `ready`: what feeder_next() returns; 1 before */
};

/* Hand a picture over; waits until the last one is taken. */
static void push(Feeder *f, VmafPicture *pic)
{
    pthread_mutex_lock(&f->lock);
    while (f->have_ready && !f->stop)
        pthread_cond_wait(&f->changed, &f->lock);
    if (f->stop) {
        vmaf_picture_unref(pic);
    } else {
        f->ready = *pic;
        f->have_ready = true;
        pthread_cond_signal(&f->changed);
    }
    pthread_mutex_unlock(&f->lock);
}

static bool is_stopped(Feeder *f)
{
    pthread_mutex_lock(&f->lock);
    const bool stop = f->stop;
    pthread_mutex_unlock(&f->lock);
    return stop;
}

/* Read one frame and push it. @return as video_read() */
static int feed(Feeder *f)
{
    VmafPicture pic;
    const int err = vmaf_fetch_preallocated_picture(f->vmaf, &pic);
    if (err)
        return video_fail(f->video, err, "no picture to read \"%s\" into\n", f->video->path);
    const int more = video_read(f->video, &pic);
    if (more > 0)
        push(f, &pic);
    else
        vmaf_picture_unref(&pic);
    return more;
}

static void *feeder_main(void *arg)
{
    Feeder *f = arg;
    int more = 1;
    for (unsigned i = 0; i < f->skip && more > 0 && !is_stopped(f); i++)
        more = video_skip(f->video);
    for (unsigned i = 0; (!f->limit || i < f->limit) && more > 0 && !is_stopped(f); i++)
        more = feed(f);
    pthread_mutex_lock(&f->lock);
    f->end = more > 0 ? 0 : more;
    pthread_cond_signal(&f->changed);
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

int feeder_start(Feeder **out, VmafContext *vmaf, Video *v, unsigned skip, unsigned limit)
{
    Feeder *f = calloc(1, sizeof(*f));
    if (!f)
        return -ENOMEM;
    *f = (Feeder){.vmaf = vmaf, .video = v, .skip = skip, .limit = limit, .end = 1};
    if (pipe2(f->stop_pipe, O_CLOEXEC) < 0) {
        const int err = errno;
        free(f);
        return -err;
    }
    v->file.stop_fd = f->stop_pipe[0];
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    const int err = pthread_create(&f->thread, NULL, feeder_main, f);
    if (err) {
        close(f->stop_pipe[0]);
        close(f->stop_pipe[1]);
        pthread_cond_destroy(&f->changed);
        pthread_mutex_destroy(&f->lock);
        free(f);
        return -err;
    }
    *out = f;
    return 0;
}

int feeder_next(Feeder *f, VmafPicture *pic)
{
    pthread_mutex_lock(&f->lock);
    while (!f->have_ready && f->end > 0)
        pthread_cond_wait(&f->changed, &f->lock);
    const int more = f->have_ready ? 1 : f->end;
    if (f->have_ready) {
        *pic = f->ready;
        f->have_ready = false;
        pthread_cond_signal(&f->changed);
    }
    pthread_mutex_unlock(&f->lock);
    return more;
}

void feeder_stop(Feeder **feeder)
{
    Feeder *f = *feeder;
    if (!f)
        return;
    *feeder = NULL;
    pthread_mutex_lock(&f->lock);
    f->stop = true;
    if (f->have_ready)
        vmaf_picture_unref(&f->ready);
    f->have_ready = false;
    pthread_cond_signal(&f->changed);
    pthread_mutex_unlock(&f->lock);
    close(f->stop_pipe[1]);
    pthread_join(f->thread, NULL);
    close(f->stop_pipe[0]);
    f->video->file.stop_fd = -1;
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    free(f);
}
