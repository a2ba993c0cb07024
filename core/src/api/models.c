/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Models in a context: the features that they need, and their scores. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "base/log.h"
#include "score/pooling.h"

void vmaf_context_forget_models(VmafContext *v)
{
    while (v->models) {
        VmafModelUse *next = v->models->next;
        vmaf_model_use_destroy(v->models);
        v->models = next;
    }
}

/* ---- what the context knows of models ---- */

static VmafModelUse *find_use(VmafContext *v, uint64_t id)
{
    pthread_mutex_lock(&v->models_lock);
    VmafModelUse *u = v->models;
    while (u && u->id != id)
        u = u->next;
    pthread_mutex_unlock(&v->models_lock);
    return u;
}

static int declare(VmafContext *v, char *const *name, unsigned n, enum VmafColumnStage stage)
{
    VmafColumnSpec spec[4] = {{0}};
    VmafColumns *columns;
    for (unsigned i = 0; i < n; i++)
        spec[i] = (VmafColumnSpec){.name = name[i], .stage = stage};
    const int err = vmaf_collector_declare(v->scores, spec, n, &columns);
    if (!err)
        vmaf_collector_rank(v->scores, columns);
    return err;
}

static bool has_name(const VmafContext *v, const char *name)
{
    for (const VmafModelUse *u = v->models; u; u = u->next) {
        if (!strcmp(u->name, name))
            return true;
    }
    return false;
}

/**
 * Give a new use its columns and keep it, unless another thread was faster.
 *
 * @param use taken over; set to the one that is kept
 * @param own its columns are its scores, as for a collection; otherwise one of its name
 */
static int add_use(VmafContext *v, VmafModelUse **use, enum VmafColumnStage stage, bool own)
{
    VmafModelUse *u = *use;
    pthread_mutex_lock(&v->models_lock);
    VmafModelUse *same = v->models;
    while (same && same->id != u->id)
        same = same->next;
    int err = 0;
    if (!same) {
        if (!own && has_name(v, u->name))
            vmaf_log(VMAF_LOG_LEVEL_WARNING,
                     "two models are named \"%s\": the first prediction is the score of both\n",
                     u->name);
        err = own ? declare(v, u->score, u->n, stage) : declare(v, &u->name, 1, stage);
        if (!err) {
            u->next = v->models;
            v->models = u;
        }
    }
    pthread_mutex_unlock(&v->models_lock);
    if (same || err)
        vmaf_model_use_destroy(u);
    *use = same ? same : err ? NULL : u;
    return err;
}

static int know_model(VmafContext *v, const VmafModel *m, enum VmafColumnStage stage,
                      VmafModelUse **use)
{
    *use = find_use(v, m->id);
    if (*use)
        return 0;
    const int err = vmaf_model_use_create(use, m);
    return err ? err : add_use(v, use, stage, false);
}

/** The members first, so that their columns stand before those of the whole. */
static int know_collection(VmafContext *v, const VmafModelCollection *c, VmafModelUse **use)
{
    *use = find_use(v, c->id);
    if (*use)
        return 0;
    int err = 0;
    for (unsigned k = 0; k < c->n_members && !err; k++)
        err = know_model(v, c->member[k], VMAF_COLUMN_COLLECTION, use);
    if (!err)
        err = vmaf_model_use_create_collection(use, c);
    return err ? err : add_use(v, use, VMAF_COLUMN_COLLECTION, true);
}

/* ---- the features of a model ---- */

static int use_features(VmafContext *v, const VmafModel *m)
{
    const bool on_cpu = v->cfg.gpumask && !v->backend_is_named;
    for (unsigned i = 0; i < m->n_features; i++) {
        const VmafFeature *f;
        unsigned score;
        VmafDict *opts;
        /* Several scores of one feature have the same options; one warning is enough. */
        const bool tell = !i || !vmaf_dict_equal(m->feature[i].opts, m->feature[i - 1].opts);
        int err = vmaf_model_feature(m, i, tell, &f, &score, &opts);
        if (err)
            return err;
        err = on_cpu ? vmaf_run_use_on_cpu(v->run, f, opts)
                     : vmaf_run_use_feature(v->run, f, VMAF_BACKEND_CPU, opts);
        if (err) {
            vmaf_feature_dictionary_free(&opts);
            return err;
        }
    }
    return 0;
}

int vmaf_use_features_from_model(VmafContext *v, VmafModel *model)
{
    if (!v || !model)
        return -EINVAL;
    VmafModelUse *use;
    const int err = know_model(v, model, VMAF_COLUMN_MODEL, &use);
    return err ? err : use_features(v, model);
}

int vmaf_use_features_from_model_collection(VmafContext *v, VmafModelCollection *collection)
{
    if (!v || !collection)
        return -EINVAL;
    VmafModelUse *use;
    int err = know_collection(v, collection, &use);
    for (unsigned k = 0; k < collection->n_members && !err; k++)
        err = use_features(v, collection->member[k]);
    return err;
}

/* ---- scores ---- */

/** Read what a model wants of a picture, waiting for pictures in flight only if they are needed. */
static int read_features(VmafContext *v, const VmafModelUse *u, unsigned index, double *value)
{
    const char *missing;
    if (!vmaf_model_use_read(u, v->scores, index, value, &missing))
        return 0;
    vmaf_run_wait(v->run);
    if (!vmaf_model_use_read(u, v->scores, index, value, &missing))
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "vmaf_predict_score_at_index(): no feature '%s' at index %u, which model \"%s\" "
             "needs\n",
             missing, index, u->name);
    return -EINVAL;
}

/** Predict a model and store its score. @param raw also set if it is not NULL */
static int predict(VmafContext *v, const VmafModel *m, const VmafModelUse *u, unsigned index,
                   double *score, double *raw)
{
    double value[VMAF_MODEL_MAX_FEATURES], x[VMAF_MODEL_MAX_FEATURES];
    int err = read_features(v, u, index, value);
    if (err)
        return err;
    const double y = vmaf_predict_raw(&m->prediction, &m->svm, value, x);
    double s = vmaf_predict_finish(&m->prediction, y);
    err = vmaf_collector_store_once(v->scores, u->name, index, &s);
    if (err)
        return err;
    *score = s;
    if (raw)
        *raw = y;
    return 0;
}

int vmaf_score_at_index(VmafContext *v, VmafModel *model, double *score, unsigned index)
{
    if (!v || !model || !score)
        return -EINVAL;
    if (!vmaf_collector_get(v->scores, model->name, index, score))
        return 0;
    VmafModelUse *use;
    const int err = know_model(v, model, VMAF_COLUMN_MODEL, &use);
    return err ? err : predict(v, model, use, index, score, NULL);
}

static void set_collection_score(VmafModelCollectionScore *score, const double value[4])
{
    *score = (VmafModelCollectionScore){
        .type = VMAF_MODEL_COLLECTION_SCORE_BOOTSTRAP,
        .bootstrap = {.bagging_score = value[0],
                      .stddev = value[1],
                      .ci = {.p95 = {.lo = value[2], .hi = value[3]}}},
    };
}

/** Predict all members, and from them the whole. @param raw [n_members] scratch */
static int predict_collection(VmafContext *v, const VmafModelCollection *c, const VmafModelUse *use,
                              unsigned index, double *raw, double value[4])
{
    int err = 0;
    for (unsigned k = 0; k < c->n_members && !err; k++) {
        VmafModelUse *u;
        double score;
        err = know_model(v, c->member[k], VMAF_COLUMN_COLLECTION, &u);
        if (!err)
            err = predict(v, c->member[k], u, index, &score, &raw[k]);
    }
    if (err)
        return err;
    const VmafBootstrap b = vmaf_predict_bootstrap(&c->member[0]->prediction, raw, c->n_members);
    const double all[4] = {b.bagging, b.stddev, b.lo, b.hi};
    for (unsigned i = 0; i < 4 && !err; i++) {
        value[i] = all[i];
        err = vmaf_collector_store_once(v->scores, use->score[i], index, &value[i]);
    }
    return err;
}

int vmaf_score_at_index_model_collection(VmafContext *v, VmafModelCollection *collection,
                                         VmafModelCollectionScore *score, unsigned index)
{
    if (!v || !collection || !score)
        return -EINVAL;
    VmafModelUse *use;
    int err = know_collection(v, collection, &use);
    if (err)
        return err;
    double value[4];
    const char *missing;
    if (vmaf_model_use_read(use, v->scores, index, value, &missing)) {
        double *raw = malloc(collection->n_members * sizeof(*raw));
        err = raw ? predict_collection(v, collection, use, index, raw, value) : -ENOMEM;
        free(raw);
    }
    if (!err)
        set_collection_score(score, value);
    return err;
}

/* ---- pooled ---- */

static bool pools(enum VmafPoolingMethod method, unsigned low, unsigned high)
{
    return low <= high && method > VMAF_POOL_METHOD_UNKNOWN && method < VMAF_POOL_METHOD_NB;
}

/** The first index from `from` on that n_subsample keeps; beyond 32 bits if none is left. */
static uint64_t kept(const VmafContext *v, uint64_t from)
{
    const unsigned step = v->cfg.n_subsample > 1 ? v->cfg.n_subsample : 1;
    return (from + step - 1) / step * step;
}

int vmaf_score_pooled(VmafContext *v, VmafModel *model, enum VmafPoolingMethod pool_method,
                      double *score, unsigned index_low, unsigned index_high)
{
    if (!v || !model || !score || !pools(pool_method, index_low, index_high))
        return -EINVAL;
    for (uint64_t i = kept(v, index_low); i <= index_high; i = kept(v, i + 1)) {
        double ignored;
        const int err = vmaf_score_at_index(v, model, &ignored, (unsigned)i);
        if (err)
            return err;
    }
    return vmaf_context_pool(v, model->name, pool_method, score, index_low, index_high);
}

int vmaf_score_pooled_model_collection(VmafContext *v, VmafModelCollection *collection,
                                       enum VmafPoolingMethod pool_method,
                                       VmafModelCollectionScore *score, unsigned index_low,
                                       unsigned index_high)
{
    if (!v || !collection || !score || !pools(pool_method, index_low, index_high))
        return -EINVAL;
    for (uint64_t i = kept(v, index_low); i <= index_high; i = kept(v, i + 1)) {
        VmafModelCollectionScore ignored;
        const int err = vmaf_score_at_index_model_collection(v, collection, &ignored, (unsigned)i);
        if (err)
            return err;
    }
    VmafModelUse *use;
    double value[4];
    int err = know_collection(v, collection, &use);
    for (unsigned k = 0; k < 4 && !err; k++)
        err = vmaf_context_pool(v, use->score[k], pool_method, &value[k], index_low, index_high);
    if (!err)
        set_collection_score(score, value);
    return err;
}
