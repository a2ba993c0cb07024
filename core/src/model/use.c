/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "model/use.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"

/** Copy what the feature knows. Models of other releases may have more. */
static int known_options(const VmafFeature *f, const VmafDict *all, bool tell, const char *model,
                         VmafDict **known)
{
    int err = 0;
    for (unsigned i = 0; all && i < all->n && !err; i++) {
        const VmafDictEntry *e = &all->entry[i];
        if (vmaf_option_find(f->options, e->key))
            err = vmaf_feature_dictionary_set(known, e->key, e->original);
        else if (tell)
            vmaf_option_log_unknown(VMAF_LOG_LEVEL_WARNING, f->name, f->options, e->key, model);
    }
    return err;
}

int vmaf_model_feature(const VmafModel *m, unsigned i, bool tell, const VmafFeature **feature,
                       unsigned *score, VmafDict **opts)
{
    const VmafModelFeature *mf = &m->feature[i];
    *opts = NULL;
    *feature = vmaf_feature_provider(mf->name, score);
    if (!*feature) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "could not initialize feature extractor \"%s\": no feature of this build computes "
                 "it, which model \"%s\" needs\n",
                 mf->name, m->name);
        return -EINVAL;
    }
    const int err = known_options(*feature, mf->opts, tell, m->name, opts);
    if (err)
        vmaf_feature_dictionary_free(opts);
    return err;
}

static int name_score(const VmafModel *m, unsigned i, char **name)
{
    const VmafFeature *f;
    unsigned score;
    VmafDict *opts;
    int err = vmaf_model_feature(m, i, false, &f, &score, &opts);
    if (err)
        return err;
    void *options = vmaf_aligned_alloc(f->options_size ? f->options_size : 1, 1);
    err = options ? 0 : -ENOMEM;
    if (!err) {
        memset(options, 0, f->options_size);
        err = vmaf_options_parse(f->name, f->options, opts, options);
    }
    if (!err) {
        *name = vmaf_feature_score_name(f, score, options);
        err = *name ? 0 : -ENOMEM;
    }
    vmaf_aligned_free(options);
    vmaf_feature_dictionary_free(&opts);
    return err;
}

static VmafModelUse *new_use(uint64_t id, const char *name, unsigned n)
{
    VmafModelUse *u = calloc(1, sizeof(*u));
    if (!u)
        return NULL;
    u->id = id;
    u->n = n;
    u->name = strdup(name);
    u->score = calloc(n, sizeof(*u->score));
    if (u->name && u->score)
        return u;
    vmaf_model_use_destroy(u);
    return NULL;
}

int vmaf_model_use_create(VmafModelUse **out, const VmafModel *m)
{
    VmafModelUse *u = new_use(m->id, m->name, m->n_features);
    int err = u ? 0 : -ENOMEM;
    for (unsigned i = 0; i < m->n_features && !err; i++)
        err = name_score(m, i, &u->score[i]);
    if (err)
        vmaf_model_use_destroy(u);
    else
        *out = u;
    return err;
}

int vmaf_model_use_create_collection(VmafModelUse **out, const VmafModelCollection *c)
{
    static const char *const part[] = {"bagging", "stddev", "ci_p95_lo", "ci_p95_hi"};
    VmafModelUse *u = new_use(c->id, c->name, 4);
    int err = u ? 0 : -ENOMEM;
    for (unsigned i = 0; i < 4 && !err; i++) {
        if (asprintf(&u->score[i], "%s_%s", c->name, part[i]) < 0) {
            u->score[i] = NULL;
            err = -ENOMEM;
        }
    }
    if (err)
        vmaf_model_use_destroy(u);
    else
        *out = u;
    return err;
}

void vmaf_model_use_destroy(VmafModelUse *u)
{
    if (!u)
        return;
    for (unsigned i = 0; u->score && i < u->n; i++)
        free(u->score[i]);
    free(u->score);
    free(u->name);
    free(u);
}

int vmaf_model_use_read(const VmafModelUse *u, VmafCollector *scores, unsigned index, double *value,
                        const char **missing)
{
    for (unsigned i = 0; i < u->n; i++) {
        if (!vmaf_collector_get(scores, u->score[i], index, &value[i]))
            continue;
        *missing = u->score[i];
        return -ENOENT;
    }
    return 0;
}
