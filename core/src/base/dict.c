/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/dict.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/c_locale.h"

/**
 * The stored form of a value: numbers become the "%g" text of their float value, other text stays.
 * Suffixes of score names are built from this form, so "1.0" and "1" name the same score.
 */
static char *normalise(const char *val)
{
    double ignored;
    if (!vmaf_parse_double(val, &ignored))
        return strdup(val);
    locale_t previous = vmaf_c_locale_enter();
    char buf[64];
    snprintf(buf, sizeof(buf), "%g", (double)strtof(val, NULL));
    vmaf_c_locale_leave(previous);
    return strdup(buf);
}

static VmafDictEntry *find(const VmafDict *dict, const char *key)
{
    for (unsigned i = 0; dict && i < dict->n; i++) {
        if (!strcmp(dict->entry[i].key, key))
            return &dict->entry[i];
    }
    return NULL;
}

const VmafDictEntry *vmaf_dict_find(const VmafDict *dict, const char *key)
{
    return find(dict, key);
}

bool vmaf_dict_equal(const VmafDict *a, const VmafDict *b)
{
    unsigned n_a = a ? a->n : 0, n_b = b ? b->n : 0;
    if (n_a != n_b)
        return false;
    for (unsigned i = 0; i < n_a; i++) {
        const VmafDictEntry *e = find(b, a->entry[i].key);
        if (!e || strcmp(e->val, a->entry[i].val))
            return false;
    }
    return true;
}

static int grow(VmafDict *dict)
{
    if (dict->n < dict->capacity)
        return 0;
    unsigned capacity = dict->capacity ? 2 * dict->capacity : 8;
    VmafDictEntry *entry = realloc(dict->entry, capacity * sizeof(*entry));
    if (!entry)
        return -ENOMEM;
    dict->entry = entry;
    dict->capacity = capacity;
    return 0;
}

int vmaf_feature_dictionary_set(VmafFeatureDictionary **dict, const char *key, const char *val)
{
    if (!dict || !key || !val)
        return -EINVAL;

    VmafDict *d = *dict ? *dict : calloc(1, sizeof(*d));
    char *normalised = normalise(val);
    char *original = strdup(val);
    char *name = NULL;
    if (!d || !normalised || !original)
        goto fail;

    VmafDictEntry *e = find(d, key);
    if (!e) {
        name = strdup(key);
        if (!name || grow(d))
            goto fail;
        e = &d->entry[d->n++];
        *e = (VmafDictEntry){.key = name};
    }
    free(e->val);
    free(e->original);
    e->val = normalised;
    e->original = original;
    *dict = d;
    return 0;

fail:
    free(name);
    free(original);
    free(normalised);
    if (!*dict)
        free(d);
    return -ENOMEM;
}

int vmaf_feature_dictionary_free(VmafFeatureDictionary **dict)
{
    if (!dict)
        return -EINVAL;
    VmafDict *d = *dict;
    if (!d)
        return 0;
    for (unsigned i = 0; i < d->n; i++) {
        free(d->entry[i].key);
        free(d->entry[i].val);
        free(d->entry[i].original);
    }
    free(d->entry);
    free(d);
    *dict = NULL;
    return 0;
}
