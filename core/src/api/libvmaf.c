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
#include "libvmaf/backend.h"
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
    pthread_mutex_init(&v->models_lock, NULL);
    vmaf_log_set_level(cfg.log_level);

    int err = vmaf_collector_create(&v->scores);
    if (!err) {
        const VmafRunConfig run = {.n_threads = cfg.n_threads,
                                   .n_subsample = cfg.n_subsample,
                                   .isa = vmaf_cpu_flags() & ~(unsigned)cfg.cpumask,
                                   .scores = v->scores};
        err = vmaf_run_create(&v->run, &run);
    }
    if (!err)
        err = vmaf_context_use_environment(v);
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
    vmaf_run_destroy(&v->run);
    vmaf_pool_release(&v->pool);
    vmaf_pool_release(&v->gpu_pictures);
    vmaf_context_forget_models(v);
    vmaf_collector_destroy(&v->scores);
    pthread_mutex_destroy(&v->models_lock);
    free(v);
    return 0;
}

int vmaf_use_feature(VmafContext *v, const char *feature_name, VmafFeatureDictionary *opts_dict)
{
    if (!v || !feature_name)
        return -EINVAL;
    return vmaf_run_use(v->run, feature_name, opts_dict);
}

int vmaf_preallocate_pictures(VmafContext *v, VmafPictureConfiguration cfg)
{
    if (!v)
        return -EINVAL;
    if (v->pool && vmaf_run_uses_pool(v->run, v->pool)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "the picture pool is in use and cannot be replaced\n");
        return -EINVAL;
    }
    if (cfg.pic_cnt) {
        /* Frames in flight on the device keep their pictures until they are collected. */
        const unsigned more = 2 * vmaf_run_device_frames(v->run) + VMAF_RUN_HISTORY_PICTURES;
        cfg.pic_cnt = cfg.pic_cnt < UINT_MAX - more ? cfg.pic_cnt + more : UINT_MAX;
    }
    VmafGpuDevice *device = vmaf_run_device(v->run);
    VmafPool *pool;
    const int err =
        device ? vmaf_gpu_pool_create(&pool, &cfg, device) : vmaf_pool_create(&pool, &cfg, NULL);
    if (err)
        return err;
    vmaf_pool_release(&v->pool);
    v->pool = pool;
    return 0;
}

int vmaf_fetch_preallocated_picture(VmafContext *v, VmafPicture *pic)
{
    if (!v || !pic || !v->pool)
        return -EINVAL;
    vmaf_run_fetch(v->run, v->pool, pic);
    return 0;
}

static bool is_on_device(const VmafPicture *pic)
{
    const VmafPicturePriv *priv = pic->priv;
    return priv->memory == VMAF_PICTURE_DEVICE;
}

/** A picture in the memory of another device would be an illegal address. */
static bool is_usable(const VmafGpuDevice *device, const VmafPicture *pic)
{
    const VmafPicturePriv *priv = pic->priv;
    return !is_on_device(pic) || (device && device->space == priv->space);
}

static bool has_format(const VmafFrameInfo *f, const VmafPicture *pic)
{
    return pic->pix_fmt == f->pix_fmt && pic->bpc == f->bpc && pic->w[0] == f->w &&
           pic->h[0] == f->h;
}

static int check_pair(const VmafContext *v, const VmafPicture *ref, const VmafPicture *dis,
                      unsigned index)
{
    if (!vmaf_picture_is_valid(ref) || !vmaf_picture_is_valid(dis)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "pictures at index %u were not made by vmaf_picture_alloc() or a pool\n", index);
        return -EINVAL;
    }
    const VmafGpuDevice *device = vmaf_run_device(v->run);
    if (is_on_device(ref) != is_on_device(dis) || !is_usable(device, ref) ||
        !is_usable(device, dis)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "pictures at index %u are in memory of different kinds, or on a device that the "
                 "context does not use\n",
                 index);
        return -EINVAL;
    }
    const VmafFrameInfo run = vmaf_run_format(v->run);
    const VmafFrameInfo first = run.pix_fmt ? run : vmaf_frame_info(ref);
    const VmafPicture *odd = !has_format(&first, ref) ? ref : !has_format(&first, dis) ? dis : NULL;
    if (odd) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "picture at index %u is %ux%u, format %d, %u bits; the first one was %ux%u, "
                 "format %d, %u bits\n",
                 index, odd->w[0], odd->h[0], (int)odd->pix_fmt, odd->bpc, first.w, first.h,
                 (int)first.pix_fmt, first.bpc);
        return -EINVAL;
    }
    return 0;
}

int vmaf_read_pictures(VmafContext *v, VmafPicture *ref, VmafPicture *dist, unsigned index)
{
    if (!v || vmaf_run_is_flushed(v->run) || !ref != !dist)
        return -EINVAL;
    if (!ref)
        return vmaf_run_flush(v->run);

    int err = check_pair(v, ref, dist, index);
    if (!err)
        err = vmaf_run_submit(v->run, ref, dist, index);
    if (err)
        return err;
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
    return vmaf_collector_import(v->scores, feature_name, value, index);
}

int vmaf_feature_score_at_index(VmafContext *v, const char *feature_name, double *score,
                                unsigned index)
{
    if (!v || !feature_name || !score)
        return -EINVAL;
    if (!vmaf_collector_get(v->scores, feature_name, index, score))
        return 0;
    vmaf_run_wait(v->run);
    return vmaf_collector_get(v->scores, feature_name, index, score);
}

int vmaf_score_name(VmafContext *v, unsigned i, const char **name)
{
    if (!v || !name)
        return -EINVAL;
    vmaf_run_wait(v->run);
    if (i >= vmaf_collector_n_columns(v->scores))
        return -ENOENT;
    *name = vmaf_score_alias(vmaf_collector_name(v->scores, i));
    return 0;
}

int vmaf_context_pool(VmafContext *v, const char *name, enum VmafPoolingMethod method,
                      double *score, unsigned low, unsigned high)
{
    if (!v || !name || !score || low > high)
        return -EINVAL;
    if (method <= VMAF_POOL_METHOD_UNKNOWN || method >= VMAF_POOL_METHOD_NB)
        return -EINVAL;
    VmafPooled pooled;
    const int err = vmaf_pool_scores(v->scores, name, v->cfg.n_subsample, low, high, &pooled);
    if (err)
        return err;
    const double by_method[] = {
        [VMAF_POOL_METHOD_MIN] = pooled.min,
        [VMAF_POOL_METHOD_MAX] = pooled.max,
        [VMAF_POOL_METHOD_MEAN] = pooled.mean,
        [VMAF_POOL_METHOD_HARMONIC_MEAN] = pooled.harmonic_mean,
    };
    *score = by_method[method];
    return 0;
}

int vmaf_feature_score_pooled(VmafContext *v, const char *feature_name,
                              enum VmafPoolingMethod pool_method, double *score, unsigned index_low,
                              unsigned index_high)
{
    if (v)
        vmaf_run_wait(v->run);
    return vmaf_context_pool(v, feature_name, pool_method, score, index_low, index_high);
}

/** What a report says of the features. @param out to be freed; NULL: it says nothing */
static int list_backends(VmafContext *v, VmafReportBackend **out)
{
    VmafFeatureBackend info;
    unsigned n = 0;
    *out = NULL;
    if (!v->backend_is_named)
        return 0;
    while (!vmaf_feature_backend(v, n, &info))
        n++;
    VmafReportBackend *list = calloc(n + 1, sizeof(*list));
    if (!list)
        return -ENOMEM;
    for (unsigned i = 0; i < n && !vmaf_feature_backend(v, i, &info); i++)
        list[i] = (VmafReportBackend){info.feature, info.backend, info.device, info.scale};
    *out = list;
    return 0;
}

static int write_output(VmafContext *v, const char *path, enum VmafOutputFormat fmt,
                        const char *score_format)
{
    if (!v || !path)
        return -EINVAL;
    vmaf_run_wait(v->run);
    const VmafFrameInfo format = vmaf_run_format(v->run);
    VmafReportBackend *backends;
    int err = list_backends(v, &backends);
    if (err)
        return err;
    const VmafReport report = {
        .collector = v->scores,
        .version = vmaf_version(),
        .w = format.w,
        .h = format.h,
        .n_pictures = vmaf_run_n_pictures(v->run),
        .n_subsample = v->cfg.n_subsample,
        .score_format = score_format,
        .backends = backends,
    };
    err = vmaf_report_write(&report, path, fmt);
    free(backends);
    return err;
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
