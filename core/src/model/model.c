/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "model/model.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "feature/feature.h"
#include "model/builtin.h"

static const char *name_of(const VmafModelConfig *cfg)
{
    return cfg && cfg->name ? cfg->name : "vmaf";
}

uint64_t vmaf_model_new_id(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add(&last, 1) + 1;
}

VmafModel *vmaf_model_new(const VmafModelConfig *cfg)
{
    VmafModel *m = calloc(1, sizeof(*m));
    if (!m)
        return NULL;
    m->id = vmaf_model_new_id();
    m->name = strdup(name_of(cfg));
    if (m->name)
        return m;
    free(m);
    return NULL;
}

int vmaf_model_set_n_features(VmafModel *m, unsigned n)
{
    m->feature = calloc(n, sizeof(*m->feature));
    if (!m->feature)
        return -ENOMEM;
    m->n_features = n;
    return 0;
}

/** Find the one feature whose name has a part. @return -EINVAL, logged, if several do */
static int find_one(const VmafModel *m, const char *part, const char *where, int *at)
{
    *at = -1;
    for (unsigned i = 0; i < m->n_features; i++) {
        if (!strstr(m->feature[i].name, part))
            continue;
        if (*at >= 0) {
            vmaf_log(VMAF_LOG_LEVEL_ERROR,
                     "%s: features %s and %s are both \"%s\": the chroma correction needs one\n",
                     where, m->feature[*at].name, m->feature[i].name, part);
            return -EINVAL;
        }
        *at = (int)i;
    }
    return 0;
}

int vmaf_model_complete(VmafModel *m, const VmafModelConfig *cfg, const char *where)
{
    VmafPrediction *p = &m->prediction;
    const uint64_t flags = cfg ? cfg->flags : 0;
    if (flags & VMAF_MODEL_FLAG_DISABLE_CLIP)
        p->clip = false;
    if (flags & VMAF_MODEL_FLAG_ENABLE_TRANSFORM)
        p->transform.enabled = true;
    p->chroma_from = p->chroma_to = -1;
    if (!p->has_chroma)
        return 0;
    const int err = find_one(m, "adm3", where, &p->chroma_from);
    return err ? err : find_one(m, "speed_chroma", where, &p->chroma_to);
}

void vmaf_model_destroy(VmafModel *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->n_features; i++) {
        free(m->feature[i].name);
        vmaf_feature_dictionary_free(&m->feature[i].opts);
    }
    free(m->feature);
    free(m->prediction.owned);
    vmaf_svm_free(&m->svm);
    free(m->name);
    free(m);
}

void vmaf_model_free_members(VmafModel **member, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        vmaf_model_destroy(member[k]);
    free(member);
}

void vmaf_model_collection_destroy(VmafModelCollection *c)
{
    if (!c)
        return;
    vmaf_model_free_members(c->member, c->n_members);
    free(c->name);
    free(c);
}

static int rename_member(VmafModel *m, const char *name, unsigned k)
{
    const size_t size = strlen(name) + 16;
    char *full = malloc(size);
    if (!full)
        return -ENOMEM;
    snprintf(full, size, "%s_%04u", name, k);
    free(m->name);
    m->name = full;
    return 0;
}

int vmaf_model_collect(VmafModel **model, VmafModelCollection **collection,
                       const VmafModelConfig *cfg, VmafModel **member, unsigned n)
{
    VmafModelCollection *c = calloc(1, sizeof(*c));
    int err = c ? 0 : -ENOMEM;
    if (!err) {
        c->name = strdup(name_of(cfg));
        err = c->name ? 0 : -ENOMEM;
    }
    for (unsigned k = 1; k < n && !err; k++)
        err = rename_member(member[k], c->name, k);
    if (err) {
        vmaf_model_free_members(member, n);
        vmaf_model_collection_destroy(c);
        return err;
    }
    c->id = vmaf_model_new_id();
    *model = member[0];
    memmove(member, member + 1, (n - 1) * sizeof(VmafModel *));
    c->member = member;
    c->n_members = n - 1;
    *collection = c;
    return 0;
}

/* ---- loading ---- */

int vmaf_model_load(VmafModel **model, VmafModelConfig *cfg, const char *version)
{
    if (model)
        *model = NULL;
    if (!model || !version)
        return -EINVAL;
    const VmafBuiltinModel *b = vmaf_builtin_find(version, false);
    if (!b) {
        if (!vmaf_builtin_find(version, true))
            vmaf_log(VMAF_LOG_LEVEL_WARNING, "no such built-in model: \"%s\"\n", version);
        return -EINVAL;
    }
    VmafModel **member;
    const int err = vmaf_builtin_make(b, cfg, &member);
    if (err)
        return err;
    *model = member[0];
    free(member);
    return 0;
}

int vmaf_model_load_from_path(VmafModel **model, VmafModelConfig *cfg, const char *path)
{
    if (model)
        *model = NULL;
    if (!model || !path)
        return -EINVAL;
    VmafModel **member;
    unsigned n;
    const int err = vmaf_model_read_file(path, cfg, false, &member, &n);
    if (err)
        return err;
    *model = member[0];
    free(member);
    return 0;
}

int vmaf_model_collection_load(VmafModel **model, VmafModelCollection **collection,
                               VmafModelConfig *cfg, const char *version)
{
    if (model)
        *model = NULL;
    if (collection)
        *collection = NULL;
    if (!model || !collection || !version)
        return -EINVAL;
    const VmafBuiltinModel *b = vmaf_builtin_find(version, true);
    if (!b) {
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "no such built-in model collection: \"%s\"\n", version);
        return -EINVAL;
    }
    VmafModel **member;
    const int err = vmaf_builtin_make(b, cfg, &member);
    return err ? err : vmaf_model_collect(model, collection, cfg, member, b->n_svms);
}

int vmaf_model_collection_load_from_path(VmafModel **model, VmafModelCollection **collection,
                                         VmafModelConfig *cfg, const char *path)
{
    if (model)
        *model = NULL;
    if (collection)
        *collection = NULL;
    if (!model || !collection || !path)
        return -EINVAL;
    VmafModel **member;
    unsigned n;
    const int err = vmaf_model_read_file(path, cfg, true, &member, &n);
    return err ? err : vmaf_model_collect(model, collection, cfg, member, n);
}

/* ---- options ---- */

/** Set the options of an extractor's features. @param opts stays the caller's */
static int overload(VmafModel *m, const char *extractor, const VmafDict *opts)
{
    for (unsigned i = 0; i < m->n_features; i++) {
        unsigned score;
        const VmafFeature *f = vmaf_feature_provider(m->feature[i].name, &score);
        if (!f || strcmp(f->name, extractor))
            continue;
        for (unsigned k = 0; k < opts->n; k++) {
            const VmafDictEntry *e = &opts->entry[k];
            const int err = vmaf_feature_dictionary_set(&m->feature[i].opts, e->key, e->original);
            if (err)
                return err;
        }
        m->id = vmaf_model_new_id();
    }
    return 0;
}

int vmaf_model_feature_overload(VmafModel *model, const char *feature_name,
                                VmafFeatureDictionary *opts_dict)
{
    const int err =
        model && feature_name && opts_dict ? overload(model, feature_name, opts_dict) : -EINVAL;
    vmaf_feature_dictionary_free(&opts_dict);
    return err;
}

int vmaf_model_collection_feature_overload(VmafModel *model, VmafModelCollection **collection,
                                           const char *feature_name,
                                           VmafFeatureDictionary *opts_dict)
{
    int err = -EINVAL;
    if (model && collection && *collection && feature_name && opts_dict) {
        err = overload(model, feature_name, opts_dict);
        for (unsigned k = 0; k < (*collection)->n_members; k++) {
            const int e = overload((*collection)->member[k], feature_name, opts_dict);
            if (!err)
                err = e;
        }
    }
    vmaf_feature_dictionary_free(&opts_dict);
    return err;
}
