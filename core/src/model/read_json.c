/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The JSON of models. Every message names the member that is wrong, such as
 * "model.json: model_dict.slopes[2]: expected a number".
 */
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/log.h"
#include "model/model.h"

/* Models nest six deep; parsers recurse. */
#define MAX_DEPTH 32
#define MAX_MEMBERS 4096u

/** Where in the file a value stands. */
typedef struct Place {
    const char *file;
    char member[32]; /**< "", or which one of a collection with a dot behind it */
} Place;

__attribute__((format(printf, 2, 3))) static int bad(const Place *at, const char *fmt, ...)
{
    char what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: %s%s\n", at->file, at->member, what);
    return -EINVAL;
}

/** A member of an object; one that is null is absent. */
static json_t *member_of(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value && !json_is_null(value) ? value : NULL;
}

/** @param value may be NULL: absent */
static int read_number(const Place *at, const char *key, const json_t *value, double *number)
{
    if (!value || !json_is_real(value)) /* integers are read as reals */
        return bad(at, "%s: expected a number", key);
    *number = json_real_value(value);
    return 0;
}

/** @param list one that has been seen to be an array */
static int read_item(const Place *at, const char *key, const json_t *list, size_t i, double *number)
{
    char where[96];
    snprintf(where, sizeof(where), "%s[%zu]", key, i);
    return read_number(at, where, json_array_get(list, i), number);
}

/** @return NULL, logged, without such a string */
static const char *read_string(const Place *at, const char *key, const json_t *dict)
{
    const json_t *value = member_of(dict, key);
    if (!value)
        bad(at, "model_dict.%s is missing", key);
    else if (!json_is_string(value))
        bad(at, "model_dict.%s: expected a string", key);
    return json_string_value(value);
}

static int read_types(VmafModel *m, const json_t *dict, const Place *at)
{
    static const char *const types[] = {
        [VMAF_MODEL_SVM] = "LIBSVMNUSVR",
        [VMAF_MODEL_BOOTSTRAP] = "BOOTSTRAP_LIBSVMNUSVR",
        [VMAF_MODEL_RESIDUE_BOOTSTRAP] = "RESIDUEBOOTSTRAP_LIBSVMNUSVR",
    };
    const char *type = read_string(at, "model_type", dict);
    const char *norm = type ? read_string(at, "norm_type", dict) : NULL;
    if (!norm)
        return -EINVAL;
    unsigned i = 0;
    while (i < 3 && strcmp(type, types[i]))
        i++;
    if (i == 3)
        return bad(at, "model_dict.model_type is \"%.64s\", expected %s, %s or %s", type, types[0],
                   types[1], types[2]);
    m->type = (VmafModelType)i;
    m->prediction.rescale = !strcmp(norm, "linear_rescale");
    if (!m->prediction.rescale && strcmp(norm, "none"))
        return bad(at, "model_dict.norm_type is \"%.64s\", expected linear_rescale or none", norm);
    return 0;
}

static int read_names(VmafModel *m, const json_t *dict, const Place *at)
{
    const json_t *names = member_of(dict, "feature_names");
    if (!names)
        return bad(at, "model_dict.feature_names is missing");
    const size_t n = json_array_size(names);
    if (!json_is_array(names) || n < 1 || n > VMAF_MODEL_MAX_FEATURES)
        return bad(at, "model_dict.feature_names: expected an array of 1 to %d strings",
                   VMAF_MODEL_MAX_FEATURES);
    int err = vmaf_model_set_n_features(m, (unsigned)n);
    for (size_t i = 0; i < n && !err; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name)
            return bad(at, "model_dict.feature_names[%zu]: expected a string", i);
        m->feature[i].name = strdup(name);
        err = m->feature[i].name ? 0 : -ENOMEM;
    }
    return err;
}

static int read_option(VmafDict **opts, const Place *at, size_t i, const char *key,
                       const json_t *value)
{
    char number[40];
    const char *text = json_string_value(value);
    if (json_is_boolean(value)) {
        text = json_is_true(value) ? "true" : "false";
    } else if (json_is_real(value)) {
        snprintf(number, sizeof(number), "%.17g", json_real_value(value));
        text = number;
    }
    if (!text)
        return bad(at,
                   "model_dict.feature_opts_dicts[%zu].%.64s: expected a number, a string, true or "
                   "false",
                   i, key);
    return vmaf_feature_dictionary_set(opts, key, text);
}

static int read_options(VmafModel *m, const json_t *dict, const Place *at)
{
    json_t *list = member_of(dict, "feature_opts_dicts");
    if (!list)
        return 0;
    if (!json_is_array(list) || json_array_size(list) != m->n_features)
        return bad(at,
                   "model_dict.feature_opts_dicts: expected an array of %u objects, as many as "
                   "feature_names",
                   m->n_features);
    for (unsigned i = 0; i < m->n_features; i++) {
        json_t *opts = json_array_get(list, i);
        if (!json_is_object(opts))
            return bad(at, "model_dict.feature_opts_dicts[%u]: expected an object", i);
        const char *key;
        json_t *value;
        json_object_foreach(opts, key, value)
        {
            const int err = read_option(&m->feature[i].opts, at, i, key, value);
            if (err)
                return err;
        }
    }
    return 0;
}

/** One number for the score and one for each feature. */
static int read_line(const VmafModel *m, const json_t *dict, const Place *at, const char *key,
                     double *out)
{
    char where[64];
    const json_t *list = member_of(dict, key);
    snprintf(where, sizeof(where), "model_dict.%s", key);
    if (!list)
        return bad(at, "%s is missing", where);
    if (!json_is_array(list) || json_array_size(list) != m->n_features + 1u)
        return bad(at, "%s: expected an array of %u numbers, one more than feature_names", where,
                   m->n_features + 1);
    for (unsigned i = 0; i <= m->n_features; i++) {
        const int err = read_item(at, where, list, i, &out[i]);
        if (err)
            return err;
    }
    return 0;
}

static int read_rescale(VmafModel *m, const json_t *dict, const Place *at)
{
    VmafPrediction *p = &m->prediction;
    if (!p->rescale)
        return 0;
    p->owned = calloc(2 * (m->n_features + 1u), sizeof(double));
    if (!p->owned)
        return -ENOMEM;
    p->slope = p->owned;
    p->intercept = p->owned + m->n_features + 1;
    int err = read_line(m, dict, at, "slopes", p->owned);
    if (!err)
        err = read_line(m, dict, at, "intercepts", p->owned + m->n_features + 1);
    return err;
}

static int read_clip(VmafPrediction *p, const json_t *dict, const Place *at)
{
    static const char key[] = "model_dict.score_clip";
    const json_t *clip = member_of(dict, "score_clip");
    if (!clip)
        return 0;
    if (!json_is_array(clip) || json_array_size(clip) != 2)
        return bad(at, "%s: expected an array of two numbers", key);
    p->clip = true;
    const int err = read_item(at, key, clip, 0, &p->clip_min);
    return err ? err : read_item(at, key, clip, 1, &p->clip_max);
}

static int read_knots(VmafTransform *t, const json_t *object, const Place *at)
{
    const json_t *knots = member_of(object, "knots");
    if (!knots)
        return 0;
    const size_t n = json_array_size(knots);
    if (!json_is_array(knots) || n > VMAF_MODEL_MAX_KNOTS)
        return bad(at, "model_dict.score_transform.knots: expected an array of at most %d pairs",
                   VMAF_MODEL_MAX_KNOTS);
    for (size_t i = 0; i < n; i++) {
        const json_t *knot = json_array_get(knots, i);
        char key[64];
        snprintf(key, sizeof(key), "model_dict.score_transform.knots[%zu]", i);
        if (!json_is_array(knot) || json_array_size(knot) != 2)
            return bad(at, "%s: expected an array of two numbers", key);
        for (unsigned k = 0; k < 2; k++) {
            const int err = read_item(at, key, knot, k, &t->knot[i][k]);
            if (err)
                return err;
        }
    }
    t->n_knots = (unsigned)n;
    return 0;
}

/** "true" as text; any other text is off. */
static int read_rectify(const json_t *object, const Place *at, const char *key, bool *on)
{
    const json_t *value = member_of(object, key);
    if (value && !json_is_string(value))
        return bad(at, "model_dict.score_transform.%s: expected a string, \"true\" or \"false\"",
                   key);
    *on = value && !strcmp(json_string_value(value), "true");
    return 0;
}

static int read_transform(VmafTransform *t, const json_t *dict, const Place *at)
{
    const json_t *object = member_of(dict, "score_transform");
    if (!object)
        return 0;
    if (!json_is_object(object))
        return bad(at, "model_dict.score_transform: expected an object");
    const json_t *enabled = member_of(object, "enabled");
    if (enabled && !json_is_boolean(enabled))
        return bad(at, "model_dict.score_transform.enabled: expected true or false");
    t->enabled = json_is_true(enabled);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const keys[] = {"p0", "p1", "p2"};
        const json_t *value = member_of(object, keys[i]);
        if (!value)
            continue;
        char key[64];
        snprintf(key, sizeof(key), "model_dict.score_transform.%s", keys[i]);
        const int err = read_number(at, key, value, &t->p[i]);
        if (err)
            return err;
        t->has_p[i] = true;
    }
    int err = read_knots(t, object, at);
    if (!err)
        err = read_rectify(object, at, "out_lte_in", &t->out_lte_in);
    return err ? err : read_rectify(object, at, "out_gte_in", &t->out_gte_in);
}

static int read_chroma(VmafPrediction *p, const json_t *dict, const Place *at)
{
    const json_t *value = member_of(dict, "chroma_correction_parameter");
    p->has_chroma = value != NULL;
    return value ? read_number(at, "model_dict.chroma_correction_parameter", value, &p->chroma) : 0;
}

static int read_svm(VmafModel *m, const json_t *dict, const Place *at)
{
    const char *text = read_string(at, "model", dict);
    if (!text)
        return -EINVAL;
    char *where;
    if (asprintf(&where, "%s: %smodel_dict.model", at->file, at->member) < 0)
        return -ENOMEM;
    const int status = vmaf_svm_parse(&m->svm, text, m->n_features, where);
    free(where);
    return status;
}

static int read_parts(VmafModel *m, const json_t *object, const Place *at)
{
    const json_t *dict = member_of(object, "model_dict");
    if (!dict)
        return bad(at, "model_dict is missing");
    if (!json_is_object(dict))
        return bad(at, "model_dict: expected an object");
    int err = read_types(m, dict, at);
    if (!err)
        err = read_names(m, dict, at);
    if (!err)
        err = read_options(m, dict, at);
    if (!err)
        err = read_rescale(m, dict, at);
    if (!err)
        err = read_clip(&m->prediction, dict, at);
    if (!err)
        err = read_transform(&m->prediction.transform, dict, at);
    if (!err)
        err = read_chroma(&m->prediction, dict, at);
    return err ? err : read_svm(m, dict, at);
}

static int read_model(VmafModel **out, const json_t *object, const VmafModelConfig *cfg,
                      const Place *at)
{
    if (!json_is_object(object))
        return bad(at, "model_dict is missing: this is not an object");
    VmafModel *m = vmaf_model_new(cfg);
    if (!m)
        return -ENOMEM;
    int err = read_parts(m, object, at);
    if (!err)
        err = vmaf_model_complete(m, cfg, at->file);
    if (err)
        vmaf_model_destroy(m);
    else
        *out = m;
    return err;
}

static int read_members(const json_t *root, const char *file, const VmafModelConfig *cfg,
                        VmafModel **member, unsigned n, unsigned *made)
{
    for (*made = 0; *made < n; ++*made) {
        Place at = {.file = file};
        char key[16];
        snprintf(key, sizeof(key), "%u", *made);
        const json_t *object = n == 1 ? root : json_object_get(root, key);
        if (!object)
            return bad(&at, "member \"%s\" of %u is missing", key, n);
        if (n > 1)
            snprintf(at.member, sizeof(at.member), "\"%s\".", key);
        const int err = read_model(&member[*made], object, cfg, &at);
        if (err)
            return err;
        if (member[*made]->type != member[0]->type) {
            ++*made;
            return bad(&at, "model_dict.model_type differs from that of member \"0\"");
        }
    }
    return 0;
}

static int read_root(const json_t *root, const char *file, const VmafModelConfig *cfg,
                     bool collection, VmafModel ***member, unsigned *n)
{
    const Place at = {.file = file};
    if (!json_is_object(root))
        return bad(&at, "expected an object");
    const size_t size = json_object_size(root);
    if (collection && (!json_object_get(root, "0") || size < 2 || size > MAX_MEMBERS))
        return bad(&at, "expected a collection: members \"0\", \"1\", ..., 2 to %u of them",
                   MAX_MEMBERS);
    *n = collection ? (unsigned)size : 1;
    VmafModel **m = calloc(*n, sizeof(VmafModel *));
    if (!m)
        return -ENOMEM;
    unsigned made;
    const int err = read_members(root, file, cfg, m, *n, &made);
    if (err)
        vmaf_model_free_members(m, made);
    else
        *member = m;
    return err;
}

/** Refuse what is nested too deep, before a parser recurses into it. */
static int check_depth(const char *text, size_t size, const char *file)
{
    unsigned depth = 0, line = 1;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        const char c = text[i];
        line += c == '\n';
        if (in_string) {
            if (c == '\\')
                i++;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > MAX_DEPTH) {
                vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: line %u: nested more than %d deep\n", file,
                         line, MAX_DEPTH);
                return -EINVAL;
            }
        } else if ((c == '}' || c == ']') && depth) {
            depth--;
        }
    }
    return 0;
}

int vmaf_model_read_text(const char *text, size_t size, const char *where,
                         const VmafModelConfig *cfg, bool collection, VmafModel ***member,
                         unsigned *n)
{
    int err = check_depth(text, size, where);
    if (err)
        return err;
    /* Both the parser and the printing of option values look at the decimal point of the locale. */
    locale_t previous = vmaf_c_locale_enter();
    json_error_t error;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (root) {
        err = read_root(root, where, cfg, collection, member, n);
    } else if (json_error_code(&error) == json_error_out_of_memory) {
        err = -ENOMEM;
    } else {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: line %d, column %d: %s\n", where, error.line,
                 error.column, error.text);
        err = -EINVAL;
    }
    json_decref(root);
    vmaf_c_locale_leave(previous);
    return err;
}
