/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "run/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/picture_priv.h"

typedef struct PoolPicture {
    VmafPicturePriv priv; /* first: release() gets a pointer to it */
    VmafPicture pic;
    struct PoolPicture *next_free;
} PoolPicture;

struct VmafPool {
    pthread_mutex_t lock;
    pthread_cond_t freed;
    PoolPicture *pictures;
    PoolPicture *free_list;
    VmafPoolMemory memory;
    unsigned n, n_out;
    bool orphaned; /* the context is gone */
};

static int ordinary_alloc(void *opaque, void **block, size_t bytes)
{
    (void)opaque;
    *block = vmaf_aligned_alloc(bytes, 1);
    if (!*block)
        return -ENOMEM;
    memset(*block, 0, bytes);
    return 0;
}

static void ordinary_free(void *opaque, void *block)
{
    (void)opaque;
    vmaf_aligned_free(block);
}

static void destroy(VmafPool *pool)
{
    for (unsigned i = 0; i < pool->n; i++)
        pool->memory.free(pool->memory.opaque, pool->pictures[i].priv.block);
    if (pool->memory.close)
        pool->memory.close(pool->memory.opaque);
    pthread_cond_destroy(&pool->freed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->pictures);
    free(pool);
}

static void take_back(VmafPicturePriv *priv)
{
    PoolPicture *p = (PoolPicture *)priv;
    VmafPool *pool = priv->owner;
    pthread_mutex_lock(&pool->lock);
    p->next_free = pool->free_list;
    pool->free_list = p;
    pool->n_out--;
    const bool last = pool->orphaned && !pool->n_out;
    pthread_cond_signal(&pool->freed);
    pthread_mutex_unlock(&pool->lock);
    if (last)
        destroy(pool);
}

int vmaf_pool_create(VmafPool **out, const VmafPictureConfiguration *cfg,
                     const VmafPoolMemory *memory)
{
    const VmafPoolMemory ordinary = {
        .kind = VMAF_PICTURE_HOST, .alloc = ordinary_alloc, .free = ordinary_free};
    if (!memory)
        memory = &ordinary;
    VmafPicture layout;
    size_t bytes;
    int err = cfg->pic_cnt
                  ? vmaf_picture_layout(&layout, cfg->pic_params.pix_fmt, cfg->pic_params.bpc,
                                        cfg->pic_params.w, cfg->pic_params.h, &bytes)
                  : -EINVAL;
    VmafPool *pool = err ? NULL : calloc(1, sizeof(*pool));
    if (!pool) {
        if (memory->close)
            memory->close(memory->opaque);
        return err ? err : -ENOMEM;
    }
    pthread_mutex_init(&pool->lock, NULL);
    /* Waiting for a time must not depend on the time of day, which can be set. */
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->freed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pool->memory = *memory;
    pool->pictures = calloc(cfg->pic_cnt, sizeof(*pool->pictures));
    err = pool->pictures ? 0 : -ENOMEM;
    if (err)
        goto fail;
    for (; pool->n < cfg->pic_cnt; pool->n++) {
        PoolPicture *p = &pool->pictures[pool->n];
        err = pool->memory.alloc(pool->memory.opaque, &p->priv.block, bytes);
        if (err)
            goto fail;
        p->priv.memory = pool->memory.kind;
        p->priv.space = pool->memory.space;
        p->priv.release = take_back;
        p->priv.owner = pool;
        p->pic = layout;
        p->next_free = pool->free_list;
        pool->free_list = p;
    }
    *out = pool;
    return 0;

fail:
    destroy(pool);
    return err;
}

/** Take the first free picture. Called with the lock held and a picture there. */
static void take(VmafPool *pool, VmafPicture *pic)
{
    PoolPicture *p = pool->free_list;
    pool->free_list = p->next_free;
    pool->n_out++;
    *pic = p->pic;
    vmaf_picture_attach(pic, &p->priv);
}

void vmaf_pool_fetch(VmafPool *pool, VmafPicture *pic)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->free_list)
        pthread_cond_wait(&pool->freed, &pool->lock);
    take(pool, pic);
    pthread_mutex_unlock(&pool->lock);
}

bool vmaf_pool_fetch_within(VmafPool *pool, VmafPicture *pic, unsigned ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    until.tv_sec += (time_t)(ms / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&pool->lock);
    while (ms && !pool->free_list && !pthread_cond_timedwait(&pool->freed, &pool->lock, &until))
        ;
    const bool there = pool->free_list;
    if (there)
        take(pool, pic);
    pthread_mutex_unlock(&pool->lock);
    return there;
}

bool vmaf_pool_is_used(VmafPool *pool, const VmafPicture *const *spare, unsigned n)
{
    unsigned n_spare = 0;
    for (unsigned i = 0; i < n; i++) {
        const VmafPicturePriv *priv = spare[i]->priv;
        n_spare += priv->owner == pool && atomic_load(&priv->ref.count) == 1;
    }
    pthread_mutex_lock(&pool->lock);
    const bool used = pool->n_out > n_spare;
    pthread_mutex_unlock(&pool->lock);
    return used;
}

void vmaf_pool_release(VmafPool **pool)
{
    VmafPool *p = *pool;
    if (!p)
        return;
    *pool = NULL;
    pthread_mutex_lock(&p->lock);
    p->orphaned = true;
    const bool last = !p->n_out;
    pthread_mutex_unlock(&p->lock);
    if (last)
        destroy(p);
}
