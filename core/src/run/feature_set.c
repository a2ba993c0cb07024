/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "run/feature_set.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "base/log.h"
#include "base/mem.h"

static int find_extractor(VmafContext *v, const char *name, const VmafExtractor **out)
{
    const VmafExtractor *fex = vmaf_extractor_find(name);
    if (!fex) {
        vmaf_extractor_log_unknown(name);
        return -EINVAL;
    }
    if (fex->backend != VMAF_BACKEND_CPU &&
        (!v->device || v->device->ops->backend != fex->backend)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s needs the %s backend, which this context does not use\n",
                 name, vmaf_backend_name(fex->backend));
        return -EINVAL;
    }
    *out = fex;
    return 0;
}

/** Why this instance cannot run on the backend, or NULL. */
static const char *refusal(const VmafExtractorCtx *c)
{
    return c->fex->refuses ? c->fex->refuses(c->priv) : NULL;
}

/**
 * Create the instance for a name. A twin named as such must take the options; a plain name goes to
 * the twin if there is one that does, and to the CPU otherwise, unless the backend is required.
 */
static int create(VmafContext *v, const VmafExtractor *fex, const VmafDict *opts,
                  VmafExtractorCtx **out)
{
    const bool plain = fex->backend == VMAF_BACKEND_CPU;
    const VmafExtractor *twin = fex;
    if (plain && v->device && v->device_use != VMAF_DEVICE_LEFT)
        twin = vmaf_extractor_find_twin(fex->feature, v->device->ops->backend);
    const char *reason = "there is no twin";
    if (twin) {
        int err = vmaf_extractor_create(out, twin, opts);
        if (err)
            return err;
        reason = refusal(*out);
        if (!reason)
            return 0;
        vmaf_extractor_destroy(out);
    }
    const char *backend = vmaf_backend_name(v->device->ops->backend);
    if (!plain || v->backend_required) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s cannot run on the %s backend: %s; use the cpu backend\n",
                 fex->feature, backend, reason);
        return -ENOTSUP;
    }
    vmaf_log(VMAF_LOG_LEVEL_INFO, "%s: not on %s: %s\n", fex->feature, backend, reason);
    return vmaf_extractor_create(out, fex, opts);
}

static VmafFeature *find_same(const VmafFeatureSet *f, const VmafExtractorCtx *c)
{
    for (unsigned i = 0; i < f->n; i++) {
        const VmafExtractorCtx *other = f->feature[i].extractor;
        if (!strcmp(other->fex->feature, c->fex->feature) &&
            (!c->names[0] || !strcmp(other->names[0], c->names[0])))
            return &f->feature[i];
    }
    return NULL;
}

/** The new registration would write scores that are there already: the first one wins. */
static int drop(VmafFeature *same, VmafExtractorCtx *c, VmafDict *opts, bool anywhere)
{
    int err = 0;
    if (same->extractor->fex != c->fex) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s would write the scores of %s again\n", c->fex->name,
                 same->extractor->fex->name);
        err = -EINVAL;
    } else {
        if (!vmaf_dict_equal(same->opts, opts))
            vmaf_log(VMAF_LOG_LEVEL_WARNING,
                     "feature extractor \"%s\" is already in use, its first options stay\n",
                     c->fex->name);
        vmaf_feature_dictionary_free(&opts);
        same->anywhere = same->anywhere && anywhere; /* a twin by its own name stays one */
    }
    vmaf_extractor_destroy(&c);
    return err;
}

static char *make_label(const VmafExtractorCtx *c)
{
    char *suffix = vmaf_options_suffix(c->fex->options, c->priv);
    char *label = suffix ? vmaf_join(c->fex->feature, suffix) : NULL;
    free(suffix);
    return label;
}

static void log_choice(const VmafContext *v, const VmafExtractorCtx *c)
{
    const bool one_choice = !vmaf_gpu_ops(VMAF_BACKEND_CUDA) && !vmaf_gpu_ops(VMAF_BACKEND_HIP);
    if (!v->backend_is_set || (one_choice && !v->device))
        return;
    if (c->fex->backend == VMAF_BACKEND_CPU)
        vmaf_log(VMAF_LOG_LEVEL_INFO, "%s: cpu\n", c->fex->feature);
    else
        vmaf_log(VMAF_LOG_LEVEL_INFO, "%s: %s (%s)\n", c->fex->feature,
                 vmaf_backend_name(c->fex->backend), v->device->name);
}

int vmaf_feature_set_use(VmafContext *v, const char *name, VmafDict *opts)
{
    const VmafExtractor *fex;
    VmafExtractorCtx *c;
    int err = find_extractor(v, name, &fex);
    if (!err)
        err = create(v, fex, opts, &c);
    if (err)
        return err;

    VmafFeatureSet *f = &v->features;
    const bool anywhere = fex->backend == VMAF_BACKEND_CPU && !v->backend_required;
    VmafFeature *same = find_same(f, c);
    if (same)
        return drop(same, c, opts, anywhere);

    VmafFeature *feature = realloc(f->feature, (f->n + 1) * sizeof(*feature));
    if (feature)
        f->feature = feature;
    char *label = make_label(c);
    err = feature && label ? 0 : -ENOMEM;
    if (!err && c->fex->backend == VMAF_BACKEND_CPU) {
        err = vmaf_pipeline_add(v->pipeline, c, opts);
    } else if (!err) {
        pthread_mutex_lock(&v->gpu_lock); /* another thread may be collecting a frame */
        err = vmaf_gpu_pipeline_add(v->gpu, c);
        pthread_mutex_unlock(&v->gpu_lock);
    }
    if (err) {
        free(label);
        vmaf_extractor_destroy(&c);
        return err;
    }
    f->feature[f->n++] = (VmafFeature){
        .extractor = c,
        .opts = opts,
        .label = label,
        .anywhere = anywhere,
    };
    log_choice(v, c);
    return 0;
}

static bool is_on_device(const VmafFeature *f)
{
    return f->extractor->fex->backend != VMAF_BACKEND_CPU;
}

int vmaf_feature_set_leave_device(VmafContext *v)
{
    for (unsigned i = 0; i < v->features.n; i++) {
        if (is_on_device(&v->features.feature[i]) && !v->features.feature[i].anywhere)
            return -EINVAL;
    }
    int err = 0;
    pthread_mutex_lock(&v->gpu_lock);
    for (unsigned i = 0; i < v->features.n && !err; i++) {
        VmafFeature *f = &v->features.feature[i];
        if (!is_on_device(f))
            continue;
        const VmafExtractor *fex =
            vmaf_extractor_find_twin(f->extractor->fex->feature, VMAF_BACKEND_CPU);
        VmafExtractorCtx *c;
        err = vmaf_extractor_create(&c, fex, f->opts);
        if (err)
            break;
        c->rank = f->extractor->rank;
        err = vmaf_pipeline_add(v->pipeline, c, f->opts);
        if (err)
            vmaf_extractor_destroy(&c);
        else
            f->extractor = c;
    }
    if (!err) {
        vmaf_gpu_pipeline_clear(v->gpu);
        v->device_use = VMAF_DEVICE_LEFT;
    }
    pthread_mutex_unlock(&v->gpu_lock);
    return err;
}

void vmaf_feature_set_rank(VmafContext *v)
{
    for (unsigned i = 0; i < v->features.n; i++) {
        VmafFeature *f = &v->features.feature[i];
        if (!f->ranked)
            f->extractor->rank = vmaf_collector_next_rank(v->collector);
        f->ranked = true;
    }
}

void vmaf_feature_set_clear(VmafFeatureSet *f)
{
    for (unsigned i = 0; i < f->n; i++) {
        vmaf_feature_dictionary_free(&f->feature[i].opts);
        free(f->feature[i].label);
    }
    free(f->feature);
    *f = (VmafFeatureSet){0};
}
