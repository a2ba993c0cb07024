/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "model/builtin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const VmafBuiltinModel *vmaf_builtin_find(const char *version, bool collection)
{
    for (const VmafBuiltinModel *b = vmaf_builtin_models; b->version; b++) {
        if (!strcmp(b->version, version) && (b->n_svms > 1) == collection)
            return b;
    }
    return NULL;
}

const void *vmaf_model_version_next(const void *prev, const char **version)
{
    const VmafBuiltinModel *b = prev;
    b = b ? b + 1 : vmaf_builtin_models;
    if (!b->version)
        return NULL;
    if (version)
        *version = b->version;
    return b;
}

static VmafModel *make(const VmafBuiltinModel *b, const VmafSvm *svm, const VmafModelConfig *cfg)
{
    VmafModel *m = vmaf_model_new(cfg);
    if (!m)
        return NULL;
    m->type = b->n_svms > 1 ? VMAF_MODEL_BOOTSTRAP : VMAF_MODEL_SVM;
    m->svm = *svm;
    m->prediction = (VmafPrediction){
        .rescale = true,
        .slope = b->slope,
        .intercept = b->intercept,
        .transform = b->transform,
        .clip = true,
        .clip_min = b->clip[0],
        .clip_max = b->clip[1],
        .has_chroma = b->has_chroma,
        .chroma = b->chroma,
    };
    bool good = !vmaf_model_set_n_features(m, svm->n_features);
    for (unsigned i = 0; i < svm->n_features && good; i++) {
        m->feature[i].name = strdup(b->feature[i]);
        good = m->feature[i].name != NULL;
    }
    for (const VmafBuiltinOption *o = b->option; o->key && good; o++)
        good = !vmaf_feature_dictionary_set(&m->feature[o->feature].opts, o->key, o->value);
    if (good && !vmaf_model_complete(m, cfg, b->version))
        return m;
    vmaf_model_destroy(m);
    return NULL;
}

int vmaf_builtin_make(const VmafBuiltinModel *b, const VmafModelConfig *cfg, VmafModel ***member)
{
    VmafModel **m = calloc(b->n_svms, sizeof(VmafModel *));
    if (!m)
        return -ENOMEM;
    for (unsigned k = 0; k < b->n_svms; k++) {
        m[k] = make(b, &b->svm[k], cfg);
        if (!m[k]) {
            vmaf_model_free_members(m, k);
            return -ENOMEM;
        }
    }
    *member = m;
    return 0;
}
