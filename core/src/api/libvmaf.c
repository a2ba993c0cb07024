/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "libvmaf/libvmaf.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#include "api/context.h"
#include "base/cpu.h"
#include "base/log.h"
#include "base/picture_priv.h"
#include "base/utf8.h"
#include "config.h"
#include "run/gpu_memory.h"
#include "score/output.h"
#include "score/pooling.h"

const char *vmaf_version(void)
{
    return VMAF_VERSION;
}

int vmaf_init(VmafContext **vmaf, VmafConfiguration cfg)
{
    if (!vmaf)
        return -EINVAL;
    VmafContext *v = calloc(1, sizeof(*v));
    if (!v)
        return -ENOMEM;
    v->cfg = cfg;
    pthread_mutex_init(&v->gpu_lock, NULL);
    vmaf_log_set_level(cfg.log_level);
    vmaf_cpu_set_mask((unsigned)cfg.cpumask);

    int err = vmaf_collector_create(&v->collector);
    if (!err)
        err = vmaf_pipeline_create(&v->pipeline, cfg.n_threads, v->collector);
    if (err) {
        vmaf_close(v);
        return err;
    }
    *vmaf = v;
    return 0;
}

int vmaf_close(VmafContext *v)
{
    if (!v)
        return -EINVAL;
    vmaf_pipeline_destroy(&v->pipeline);
    vmaf_gpu_pipeline_destroy(&v->gpu);
    vmaf_feature_set_clear(&v->features);
    vmaf_pool_release(&v->pool);
    vmaf_pool_release(&v->gpu_pictures);
    vmaf_pool_release(&v->host_copies);
    vmaf_collector_destroy(&v->collector);
    vmaf_gpu_close(&v->device);
    pthread_mutex_destroy(&v->gpu_lock);
    free(v);
    return 0;
}

int vmaf_use_feature(VmafContext *v, const char *feature_name, VmafFeatureDictionary *opts_dict)
{
    if (!v || !feature_name)
        return -EINVAL;
    return vmaf_feature_set_use(v, feature_name, opts_dict);
}

int vmaf_preallocate_pictures(VmafContext *v, VmafPictureConfiguration cfg)
{
    if (!v)
        return -EINVAL;
    if (v->pool && !vmaf_pool_is_idle(v->pool)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "the picture pool is in use and cannot be replaced\n");
        return -EINVAL;
    }
    VmafPoolMemory pinned;
    if (v->gpu && cfg.pic_cnt) {
        /* Frames in flight on the device keep their pictures until they are collected. */
        const unsigned more = 2 * vmaf_gpu_pipeline_max_frames(v->gpu);
        cfg.pic_cnt = cfg.pic_cnt < UINT_MAX - more ? cfg.pic_cnt + more : UINT_MAX;
        pinned = vmaf_gpu_memory(v->device, VMAF_PICTURE_PINNED);
    }
    VmafPool *pool;
    int err = vmaf_pool_create(&pool, &cfg, v->gpu && cfg.pic_cnt ? &pinned : NULL);
    if (err == -ENOMEM && v->gpu && !vmaf_gpu_is_lost(v->device)) {
        err = vmaf_pool_create(&pool, &cfg, NULL);
        if (!err)
            vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: going on with pictures in ordinary memory\n",
                     vmaf_backend_name(v->device->ops->backend));
    }
    if (err)
        return err;
    vmaf_pool_release(&v->pool);
    v->pool = pool;
    return 0;
}

/** Collect the oldest frame on the device, which frees its pictures. @return false: none there */
static bool collect_one(VmafContext *v)
{
    pthread_mutex_lock(&v->gpu_lock);
    const bool collected = vmaf_gpu_pipeline_collect_one(v->gpu);
    pthread_mutex_unlock(&v->gpu_lock);
    return collected;
}

void vmaf_context_fetch(VmafContext *v, VmafPool *pool, VmafPicture *pic)
{
    unsigned wait_ms = 0;
    while (v->gpu && !vmaf_pool_fetch_within(pool, pic, wait_ms)) {
        /* With no frame in flight now, a worker or the client frees a picture, or another thread
           sends a frame that is to be collected here. */
        wait_ms = collect_one(v) ? 0 : 10;
    }
    if (!v->gpu)
        vmaf_pool_fetch(pool, pic);
}

int vmaf_fetch_preallocated_picture(VmafContext *v, VmafPicture *pic)
{
    if (!v || !pic || !v->pool)
        return -EINVAL;
    vmaf_context_fetch(v, v->pool, pic);
    return 0;
}

static bool same_layout(const VmafPicture *a, const VmafPicture *b)
{
    return a->pix_fmt == b->pix_fmt && a->bpc == b->bpc && a->w[0] == b->w[0] && a->h[0] == b->h[0];
}

static bool is_on_device(const VmafPicture *pic)
{
    const VmafPicturePriv *priv = pic->priv;
    return priv->memory == VMAF_PICTURE_DEVICE;
}

/** A picture in the memory of another device would be an illegal address. */
static bool is_usable(const VmafContext *v, const VmafPicture *pic)
{
    const VmafPicturePriv *priv = pic->priv;
    return !is_on_device(pic) || (v->device && v->device->space == priv->space);
}

static int check_pair(const VmafContext *v, const VmafPicture *ref, const VmafPicture *dis,
                      unsigned index)
{
    if (!vmaf_picture_is_valid(ref) || !vmaf_picture_is_valid(dis)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "pictures at index %u were not made by vmaf_picture_alloc() or a pool\n", index);
        return -EINVAL;
    }
    if (is_on_device(ref) != is_on_device(dis) || !is_usable(v, ref) || !is_usable(v, dis)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "pictures at index %u are in memory of different kinds, or on a device that the "
                 "context does not use\n",
                 index);
        return -EINVAL;
    }
    const VmafPicture *first = v->format.pix_fmt ? &v->format : ref;
    const VmafPicture *odd = !same_layout(first, ref) ? ref : !same_layout(first, dis) ? dis : NULL;
    if (odd) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "picture at index %u is %ux%u, format %d, %u bits; the first one was %ux%u, "
                 "format %d, %u bits\n",
                 index, odd->w[0], odd->h[0], (int)odd->pix_fmt, odd->bpc, first->w[0], first->h[0],
                 (int)first->pix_fmt, first->bpc);
        return -EINVAL;
    }
    return 0;
}

/** Wait for the scores of every pair that was read. Errors are left to vmaf_read_pictures(). */
static void wait_for_scores(VmafContext *v)
{
    if (v->gpu) {
        pthread_mutex_lock(&v->gpu_lock);
        vmaf_gpu_pipeline_wait(v->gpu);
        pthread_mutex_unlock(&v->gpu_lock);
    }
    vmaf_pipeline_wait(v->pipeline);
}

static int drain_gpu(VmafContext *v)
{
    if (!v->gpu)
        return 0;
    pthread_mutex_lock(&v->gpu_lock);
    const int err = vmaf_gpu_pipeline_drain(v->gpu);
    pthread_mutex_unlock(&v->gpu_lock);
    return err;
}

static int flush(VmafContext *v)
{
    wait_for_scores(v);
    int err = drain_gpu(v);
    if (!err)
        err = vmaf_pipeline_take_error(v->pipeline);
    if (err)
        return err;
    if (!v->n_pictures && v->features.n) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "no picture was read before the flush\n");
        return -EINVAL;
    }
    v->flushed = true;
    return 0;
}

/**
 * Initialise the extractors on the device. Where the features may run anywhere, a device without
 * memory or code for them is left alone from then on: nothing has been scored there yet.
 */
static int start_gpu(VmafContext *v, const VmafPicture *ref)
{
    const VmafFrameInfo info = {
        .pix_fmt = ref->pix_fmt, .bpc = ref->bpc, .w = ref->w[0], .h = ref->h[0]};
    pthread_mutex_lock(&v->gpu_lock);
    const int err = vmaf_gpu_pipeline_start(v->gpu, &info);
    pthread_mutex_unlock(&v->gpu_lock);
    if ((err != -ENOMEM && err != -ENOTSUP) || v->device_use == VMAF_DEVICE_USED ||
        vmaf_gpu_is_lost(v->device) || vmaf_feature_set_leave_device(v))
        return err;
    vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: %s cannot take the features, going on with the cpu\n",
             vmaf_backend_name(v->device->ops->backend), v->device->name);
    return 0;
}

static int submit_to_gpu(VmafContext *v, const VmafPicture *ref, const VmafPicture *dis,
                         unsigned index)
{
    if (!v->gpu || !vmaf_gpu_pipeline_n_extractors(v->gpu))
        return 0;
    int err = start_gpu(v, ref);
    if (err || !vmaf_gpu_pipeline_n_extractors(v->gpu))
        return err;
    v->device_use = VMAF_DEVICE_USED;
    pthread_mutex_lock(&v->gpu_lock);
    err = vmaf_gpu_pipeline_submit(v->gpu, ref, dis, index, v->collector);
    pthread_mutex_unlock(&v->gpu_lock);
    return err;
}

/** Make a host copy of a device picture, of the planes that extractors on the CPU read. */
static int copy_to_host(VmafContext *v, const VmafPicture *pic, VmafPicture *copy)
{
    if (!v->host_copies) {
        /* A pair for each job that runs or waits, and the one being made. */
        const VmafPictureConfiguration cfg = {
            .pic_params = {.w = pic->w[0],
                           .h = pic->h[0],
                           .bpc = pic->bpc,
                           .pix_fmt = pic->pix_fmt},
            .pic_cnt = 2 * (vmaf_pipeline_max_jobs(v->pipeline) + 1),
        };
        const VmafPoolMemory memory = vmaf_gpu_memory(v->device, VMAF_PICTURE_PINNED);
        int err = vmaf_pool_create(&v->host_copies, &cfg, &memory);
        if (err)
            return err;
    }
    vmaf_pool_fetch(v->host_copies, copy);
    pthread_mutex_lock(&v->gpu_lock);
    int err = vmaf_gpu_download_picture(v->device, copy, pic, vmaf_pipeline_planes(v->pipeline));
    pthread_mutex_unlock(&v->gpu_lock);
    return err;
}

static int submit_to_cpu(VmafContext *v, const VmafPicture *ref, const VmafPicture *dis,
                         unsigned index)
{
    if (!vmaf_pipeline_n_extractors(v->pipeline) || !is_on_device(ref))
        return vmaf_pipeline_submit(v->pipeline, ref, dis, index);
    VmafPicture r = {0}, d = {0};
    int err = copy_to_host(v, ref, &r);
    if (!err)
        err = copy_to_host(v, dis, &d);
    if (!err)
        err = vmaf_pipeline_submit(v->pipeline, &r, &d, index);
    vmaf_picture_unref(&r);
    vmaf_picture_unref(&d);
    return err;
}

static int submit(VmafContext *v, const VmafPicture *ref, const VmafPicture *dis, unsigned index)
{
    /* Before the device gets the pair, which the caller still has after an error. */
    int err = vmaf_pipeline_take_error(v->pipeline);
    if (err || (v->cfg.n_subsample > 1 && index % v->cfg.n_subsample))
        return err;
    err = submit_to_gpu(v, ref, dis, index);
    return err ? err : submit_to_cpu(v, ref, dis, index);
}

int vmaf_read_pictures(VmafContext *v, VmafPicture *ref, VmafPicture *dist, unsigned index)
{
    if (!v || v->flushed || !ref != !dist)
        return -EINVAL;
    if (!ref)
        return flush(v);

    int err = check_pair(v, ref, dist, index);
    if (err)
        return err;
    if (!v->format.pix_fmt) {
        v->format = *ref;
        v->format.ref = NULL;
        v->format.priv = NULL;
    }
    vmaf_feature_set_rank(v);
    err = submit(v, ref, dist, index);
    if (err)
        return err;
    v->n_pictures++;
    vmaf_picture_unref(ref);
    vmaf_picture_unref(dist);
    return 0;
}

int vmaf_import_feature_score(VmafContext *v, const char *feature_name, double value,
                              unsigned index)
{
    if (!v || !feature_name)
        return -EINVAL;
    if (!*feature_name || !vmaf_utf8_is_valid(feature_name)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "the name of an imported score is %s\n",
                 *feature_name ? "not UTF-8" : "empty");
        return -EINVAL;
    }
    return vmaf_collector_import(v->collector, feature_name, value, index);
}

int vmaf_feature_score_at_index(VmafContext *v, const char *feature_name, double *score,
                                unsigned index)
{
    if (!v || !feature_name || !score)
        return -EINVAL;
    if (!vmaf_collector_get(v->collector, feature_name, index, score))
        return 0;
    wait_for_scores(v);
    return vmaf_collector_get(v->collector, feature_name, index, score);
}

int vmaf_score_name(VmafContext *v, unsigned i, const char **name)
{
    if (!v || !name)
        return -EINVAL;
    wait_for_scores(v);
    if (i >= vmaf_collector_n_columns(v->collector))
        return -ENOENT;
    *name = vmaf_score_alias(vmaf_collector_name(v->collector, i));
    return 0;
}

int vmaf_feature_score_pooled(VmafContext *v, const char *feature_name,
                              enum VmafPoolingMethod pool_method, double *score, unsigned index_low,
                              unsigned index_high)
{
    if (!v || !feature_name || !score || index_low > index_high)
        return -EINVAL;
    if (pool_method <= VMAF_POOL_METHOD_UNKNOWN || pool_method >= VMAF_POOL_METHOD_NB)
        return -EINVAL;
    wait_for_scores(v);
    VmafPooled pooled;
    int err = vmaf_pool_scores(v->collector, feature_name, v->cfg.n_subsample, index_low,
                               index_high, &pooled);
    if (err)
        return err;
    const double by_method[] = {
        [VMAF_POOL_METHOD_MIN] = pooled.min,
        [VMAF_POOL_METHOD_MAX] = pooled.max,
        [VMAF_POOL_METHOD_MEAN] = pooled.mean,
        [VMAF_POOL_METHOD_HARMONIC_MEAN] = pooled.harmonic_mean,
    };
    *score = by_method[pool_method];
    return 0;
}

static int write_output(VmafContext *v, const char *path, enum VmafOutputFormat fmt,
                        const char *score_format)
{
    if (!v || !path)
        return -EINVAL;
    wait_for_scores(v);
    const VmafReport report = {
        .collector = v->collector,
        .w = v->format.w[0],
        .h = v->format.h[0],
        .n_pictures = v->n_pictures,
        .n_subsample = v->cfg.n_subsample,
        .score_format = score_format,
        .vmaf = v->backend_is_named ? v : NULL,
    };
    return vmaf_report_write(&report, path, fmt);
}

int vmaf_write_output(VmafContext *v, const char *output_path, enum VmafOutputFormat fmt)
{
    return write_output(v, output_path, fmt, NULL);
}

int vmaf_write_output_with_format(VmafContext *v, const char *output_path,
                                  enum VmafOutputFormat fmt, const char *score_format)
{
    return write_output(v, output_path, fmt, score_format ? score_format : "%.6f");
}
