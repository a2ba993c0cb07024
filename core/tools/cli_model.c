/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Models on the command line. */
#include "cli_model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Cut at the next ':' or '=', taking "\:" and "\=" as characters. *rest goes behind it.
 * *end is what was there, '\0' at the end of the text.
 */
static char *take_word(char **rest, char *end)
{
    char *const word = *rest;
    char *in = word, *out = word;
    for (; *in && *in != ':' && *in != '='; in++) {
        if (*in == '\\' && (in[1] == ':' || in[1] == '='))
            in++;
        *out++ = *in;
    }
    *end = *in;
    *rest = *in ? in + 1 : in;
    *out = '\0';
    return word;
}

static int refuse(char **error, const char *before, const char *word, const char *after)
{
    return asprintf(error, "Problem parsing model%s\"%s\"%s", before, word, after) < 0 ? -ENOMEM
                                                                                       : -EINVAL;
}

/* disable_clip and enable_transform: on without a value and with "true". */
static bool take_flag(CliModel *m, const char *key, const char *value)
{
    static const struct {
        const char *key;
        uint64_t flag;
    } flags[] = {{"disable_clip", VMAF_MODEL_FLAG_DISABLE_CLIP},
                 {"enable_transform", VMAF_MODEL_FLAG_ENABLE_TRANSFORM}};
    for (unsigned i = 0; i < 2; i++) {
        if (strcmp(key, flags[i].key))
            continue;
        if (!value || strcmp(value, "true") == 0)
            m->flags |= flags[i].flag;
        else
            m->flags &= ~flags[i].flag;
        return true;
    }
    return false;
}

static bool take_string(CliModel *m, const char *key, const char *value)
{
    if (strcmp(key, "version") == 0)
        m->version = value;
    else if (strcmp(key, "path") == 0)
        m->path = value;
    else if (strcmp(key, "name") == 0)
        m->name = value;
    else
        return false;
    return true;
}

static int take_pair(CliModel *m, char *key, const char *value, char **error)
{
    if (take_flag(m, key, value))
        return 0;
    if (!value)
        return refuse(error, ", bad option string ", key, ".");
    if (take_string(m, key, value))
        return 0;
    char *dot = strchr(key, '.');
    if (!dot || dot == key || !dot[1])
        return refuse(error, ": ", key, "");
    if (m->n_overloads == CLI_MAX_OVERLOADS)
        return refuse(error, ": ", key, ": a maximum of 32 options of features are supported");
    *dot = '\0';
    m->overload[m->n_overloads++] =
        (CliOverload){.extractor = key, .option = dot + 1, .value = value};
    return 0;
}

int cli_model_parse(CliModel *m, const char *text, char **error)
{
    *m = (CliModel){.text = strdup(text), .name = "vmaf"};
    if (!m->text)
        return -ENOMEM;
    char *rest = m->text;
    while (*rest) {
        char end;
        char *key = take_word(&rest, &end);
        const char *value = end == '=' ? take_word(&rest, &end) : NULL;
        while (end == '=')
            take_word(&rest, &end); /* a value ends at the next '=' */
        const int err = take_pair(m, key, value, error);
        if (err)
            return err;
    }
    if (!m->version && !m->path)
        return refuse(error, " ", text, ": it needs version=... or path=...");
    return 0;
}

void cli_model_free(CliModel *m)
{
    vmaf_model_destroy(m->model);
    vmaf_model_collection_destroy(m->collection);
    free(m->text);
    *m = (CliModel){0};
}

const char *cli_model_label(const CliModel *m)
{
    return m->version ? m->version : m->path;
}

/* A model, or else a collection. */
static int load(CliModel *m)
{
    VmafModelConfig cfg = {.name = m->name, .flags = m->flags};
    if (m->version)
        return vmaf_model_load(&m->model, &cfg, m->version) &&
                       vmaf_model_collection_load(&m->model, &m->collection, &cfg, m->version)
                   ? -EINVAL
                   : 0;
    return vmaf_model_load_from_path(&m->model, &cfg, m->path) &&
                   vmaf_model_collection_load_from_path(&m->model, &m->collection, &cfg, m->path)
               ? -EINVAL
               : 0;
}

static int overload(CliModel *m, const CliOverload *o)
{
    VmafFeatureDictionary *opts = NULL;
    const int err = vmaf_feature_dictionary_set(&opts, o->option, o->value);
    if (err)
        return err;
    return m->collection ? vmaf_model_collection_feature_overload(m->model, &m->collection,
                                                                  o->extractor, opts)
                         : vmaf_model_feature_overload(m->model, o->extractor, opts);
}

static int tell(const CliModel *m, const char *what, int err)
{
    fprintf(stderr, "problem %s%s: %s\n", what, m->collection ? " collection" : "",
            cli_model_label(m));
    return err;
}

int cli_model_use(VmafContext *vmaf, CliModel *m)
{
    int err = load(m);
    if (err)
        return tell(m, "loading model", err);
    for (unsigned i = 0; i < m->n_overloads && !err; i++)
        err = overload(m, &m->overload[i]);
    if (err)
        return tell(m, "overloading feature extractors from model", err);
    err = vmaf_use_features_from_model(vmaf, m->model);
    if (!err && m->collection)
        err = vmaf_use_features_from_model_collection(vmaf, m->collection);
    return err ? tell(m, "loading feature extractors from model", err) : 0;
}

int cli_model_score(VmafContext *vmaf, CliModel *m, unsigned n_frames)
{
    const enum VmafPoolingMethod mean = VMAF_POOL_METHOD_MEAN;
    int err = vmaf_score_pooled(vmaf, m->model, mean, &m->score, 0, n_frames - 1);
    if (!err && m->collection)
        err = vmaf_score_pooled_model_collection(vmaf, m->collection, mean, &m->collection_score, 0,
                                                 n_frames - 1);
    m->is_scored = !err;
    if (err)
        fprintf(stderr, "problem generating pooled VMAF score: %s\n", cli_model_label(m));
    return err;
}

bool cli_model_has_score(const CliModel *m, const char *score)
{
    static const char *const parts[] = {"_bagging", "_stddev", "_ci_p95_lo", "_ci_p95_hi"};
    const size_t n = strlen(m->name);
    if (strncmp(score, m->name, n) != 0)
        return false;
    bool whole = score[n] == '\0';
    for (unsigned i = 0; i < 4 && m->collection; i++)
        whole = whole || strcmp(score + n, parts[i]) == 0;
    return whole;
}
