/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Registering features: names, options, scores, and where each is measured. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "run/run_priv.h"

void vmaf_use_unplan(VmafUse *u)
{
    if (u->planned && u->feature->plan_close)
        u->feature->plan_close(u->plan);
    vmaf_aligned_free(u->plan);
    vmaf_aligned_free(u->series.state);
    u->plan = NULL;
    u->series = (VmafSeries){0};
    u->planned = false;
}

void vmaf_use_destroy(VmafUse *u)
{
    if (!u)
        return;
    vmaf_use_unplan(u);
    vmaf_feature_dictionary_free(&u->opts);
    vmaf_aligned_free(u->options);
    free(u->label);
    free(u);
}

/** Parse the options. @param opts stays the caller's */
static int create(VmafUse **out, const VmafFeature *f, const VmafDict *opts)
{
    VmafUse *u = calloc(1, sizeof(*u));
    if (!u)
        return -ENOMEM;
    u->feature = f;
    u->needs = f->needs;
    u->options = vmaf_aligned_alloc(f->options_size ? f->options_size : 1, 1);
    int err = u->options ? 0 : -ENOMEM;
    if (!err) {
        memset(u->options, 0, f->options_size);
        err = vmaf_options_parse(f->name, f->options, opts, u->options);
    }
    if (!err && f->check)
        err = f->check(u->options, &u->needs);
    if (!err) {
        char *suffix = vmaf_options_suffix(f->options, u->options);
        u->label = suffix ? vmaf_join(f->name, suffix) : NULL;
        free(suffix);
        err = u->label ? 0 : -ENOMEM;
    }
    if (err)
        vmaf_use_destroy(u);
    else
        *out = u;
    return err;
}

/**
 * Choose where a feature is measured. What is named as a twin must have one; a plain name goes to
 * the device if there is a twin, and to the CPU otherwise, unless the device is required.
 *
 * @param named the backend of a twin's name, or CPU for a plain one
 */
static int choose_backend(const VmafRun *r, VmafUse *u, enum VmafBackend named)
{
    const bool plain = named == VMAF_BACKEND_CPU;
    u->backend = VMAF_BACKEND_CPU;
    u->anywhere = plain && !r->device_required;
    if (!r->device || (plain && r->device_left))
        return 0;
    const char *backend = vmaf_backend_name(r->device->ops->backend);
    if (u->feature->gpu) {
        u->backend = r->device->ops->backend;
        return 0;
    }
    if (!u->anywhere) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s cannot run on the %s backend: there is no twin; use the cpu backend\n",
                 u->feature->name, backend);
        return -ENOTSUP;
    }
    vmaf_log(VMAF_LOG_LEVEL_INFO, "%s: not on %s: there is no twin\n", u->feature->name, backend);
    return 0;
}

static bool has_score(const VmafUse *u, unsigned i)
{
    const VmafFeature *f = u->feature;
    return !f->has_score || f->has_score(u->options, NULL, i);
}

/** Declare the scores that the options give. @param spec set; its names are the caller's to free */
static int declare(VmafRun *r, VmafUse *u, VmafColumnSpec *spec, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const VmafScoreName *s = &u->feature->scores[i];
        if (!has_score(u, i))
            continue;
        spec[i] = (VmafColumnSpec){.name = vmaf_feature_score_name(u->feature, i, u->options),
                                   .stage = s->late ? VMAF_COLUMN_LATE : VMAF_COLUMN_EARLY,
                                   .clip = s->clip};
        if (!spec[i].name)
            return -ENOMEM;
    }
    return vmaf_collector_declare(r->config.scores, spec, n, &u->columns);
}

static unsigned count_scores(const VmafFeature *f)
{
    unsigned n = 0;
    while (f->scores[n].name)
        n++;
    return n;
}

/** @return how many of the scores are another registration's; @param first one of them */
static unsigned count_taken(const VmafColumnSpec *spec, unsigned n, unsigned *declared,
                            const char **first)
{
    unsigned taken = 0;
    *declared = 0;
    *first = NULL;
    for (unsigned i = 0; i < n; i++) {
        *declared += spec[i].name != NULL;
        taken += spec[i].taken;
        if (spec[i].taken && !*first)
            *first = spec[i].name;
    }
    return taken;
}

/** The earlier registration of the same feature with the same label, or NULL. */
static VmafUse *find_same(const VmafRun *r, const VmafUse *u)
{
    VMAF_FOR_USES(other, r->uses, r->n_uses)
    {
        if (other->feature == u->feature && !strcmp(other->label, u->label))
            return other;
    }
    return NULL;
}

static void link_use(VmafRun *r, VmafUse *u)
{
    pthread_mutex_lock(&r->lock);
    u->id = r->n_uses;
    *r->last_use = u;
    r->last_use = &u->next;
    r->n_uses++;
    pthread_mutex_unlock(&r->lock);
}

/**
 * Declare the scores and add the use to the list.
 *
 * @return 0; -EINVAL, logged, if all its scores are there already; -ENOMEM
 */
static int add(VmafRun *r, VmafUse *u)
{
    const unsigned n = count_scores(u->feature);
    unsigned declared, taken = 0;
    const char *first = NULL;
    VmafColumnSpec *spec = calloc(n ? n : 1, sizeof(*spec));
    if (!spec)
        return -ENOMEM;
    int err = declare(r, u, spec, n);
    if (!err)
        taken = count_taken(spec, n, &declared, &first);
    if (!err && taken && taken == declared) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: all its scores are another feature's already\n",
                 u->label);
        vmaf_collector_withdraw(r->config.scores, &u->columns);
        err = -EINVAL;
    } else if (!err) {
        if (taken)
            vmaf_log(VMAF_LOG_LEVEL_WARNING,
                     "%s: score \"%s\" is another registration's already, which keeps it\n",
                     u->label, first);
        link_use(r, u);
    }
    for (unsigned i = 0; i < n; i++)
        free((char *)spec[i].name);
    free(spec);
    return err;
}

/** The first registration of a feature with the same score names stays. */
static int drop(VmafUse *same, const VmafUse *u, const VmafDict *opts)
{
    if (same->backend != u->backend) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s is in use on the %s backend already\n", u->label,
                 vmaf_backend_name(same->backend));
        return -EINVAL;
    }
    if (!vmaf_dict_equal(same->opts, opts))
        vmaf_log(VMAF_LOG_LEVEL_WARNING,
                 "feature extractor \"%s\" is already in use, its first options stay\n",
                 u->feature->name);
    same->anywhere = same->anywhere && u->anywhere; /* a twin by its own name stays one */
    return 0;
}

static void log_choice(const VmafRun *r, const VmafUse *u)
{
    const bool one_choice = !vmaf_gpu_ops(VMAF_BACKEND_CUDA) && !vmaf_gpu_ops(VMAF_BACKEND_HIP);
    if (!r->tells_backends || (one_choice && !r->device))
        return;
    if (vmaf_use_on_cpu(u))
        vmaf_log(VMAF_LOG_LEVEL_INFO, "%s: cpu\n", u->feature->name);
    else
        vmaf_log(VMAF_LOG_LEVEL_INFO, "%s: %s (%s)\n", u->feature->name,
                 vmaf_backend_name(u->backend), r->device->name);
}

/** A feature with a past cannot start in the middle of a clip whose order it would not know. */
static int check_order(const VmafRun *r, const VmafUse *u)
{
    if (!vmaf_needs_history(&u->needs) || r->in_order)
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "%s needs pictures in order, but earlier indexes were not 0, 1, 2, ...\n",
             u->feature->name);
    return -EINVAL;
}

static int use_feature(VmafRun *r, const VmafFeature *f, enum VmafBackend backend, bool on_cpu,
                       VmafDict *opts)
{
    if (backend != VMAF_BACKEND_CPU && (!r->device || r->device->ops->backend != backend)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s_%s needs the %s backend, which this context does not use\n", f->name,
                 vmaf_backend_name(backend), vmaf_backend_name(backend));
        return -EINVAL;
    }
    VmafUse *u;
    int err = create(&u, f, opts);
    if (err)
        return err;
    err = on_cpu ? 0 : choose_backend(r, u, backend);
    VmafUse *same = err ? NULL : find_same(r, u);
    if (on_cpu) {
        u->anywhere = true;
        u->backend = same ? same->backend : VMAF_BACKEND_CPU;
    }
    if (same) {
        err = drop(same, u, opts);
        if (!err)
            vmaf_feature_dictionary_free(&opts);
    } else if (!err) {
        err = check_order(r, u);
        if (!err)
            err = add(r, u);
        if (!err) {
            u->opts = opts;
            log_choice(r, u);
            return 0;
        }
    }
    vmaf_use_destroy(u);
    return err;
}

int vmaf_run_use_feature(VmafRun *r, const VmafFeature *f, enum VmafBackend backend, VmafDict *opts)
{
    return use_feature(r, f, backend, false, opts);
}

int vmaf_run_use_on_cpu(VmafRun *r, const VmafFeature *f, VmafDict *opts)
{
    return use_feature(r, f, VMAF_BACKEND_CPU, true, opts);
}

int vmaf_run_use(VmafRun *r, const char *name, VmafDict *opts)
{
    enum VmafBackend backend;
    const VmafFeature *f = vmaf_feature_find(name, &backend);
    if (!f) {
        vmaf_feature_log_unknown(name);
        return -EINVAL;
    }
    return vmaf_run_use_feature(r, f, backend, opts);
}

int vmaf_run_use_info(VmafRun *r, unsigned i, VmafUseInfo *info)
{
    int err = -ENOENT;
    pthread_mutex_lock(&r->lock);
    VMAF_FOR_USES(u, r->uses, r->n_uses)
    {
        if (u->id != i)
            continue;
        *info = (VmafUseInfo){
            .label = u->label,
            .backend = u->backend,
            .scale = !u->planned      ? 0
                     : u->needs.scale ? u->needs.scale
                                      : 1,
        };
        err = 0;
    }
    pthread_mutex_unlock(&r->lock);
    return err;
}
