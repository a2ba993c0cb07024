/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/opt.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/log.h"

static void *field(const VmafOption *o, void *block)
{
    return (char *)block + o->offset;
}

static const void *const_field(const VmafOption *o, const void *block)
{
    return (const char *)block + o->offset;
}

static void set_default(const VmafOption *o, void *block)
{
    switch (o->type) {
    case VMAF_OPTION_TYPE_BOOL:
        *(bool *)field(o, block) = o->def.b;
        break;
    case VMAF_OPTION_TYPE_INT:
        *(int *)field(o, block) = o->def.i;
        break;
    case VMAF_OPTION_TYPE_DOUBLE:
        *(double *)field(o, block) = o->def.d;
        break;
    case VMAF_OPTION_TYPE_STRING:
        *(const char **)field(o, block) = o->def.s;
        break;
    }
}

static bool parse_long(const char *text, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return end != text && !*end && !errno;
}

static bool parse_bool(const VmafDictEntry *e, bool *value)
{
    *value = !strcmp(e->val, "true") || !strcmp(e->val, "1");
    return *value || !strcmp(e->val, "false") || !strcmp(e->val, "0");
}

/**
 * The original text is tried first: the normalised one keeps six digits only. Its second turn
 * admits "1.0".
 */
static bool parse_int(const VmafDictEntry *e, double min, double max, int *value)
{
    long v;
    if (!parse_long(e->original, &v) && !parse_long(e->val, &v))
        return false;
    if ((v == 0 && e->val[0] != '0') || (double)v < min || (double)v > max)
        return false;
    *value = (int)v;
    return true;
}

static bool parse_number(const VmafDictEntry *e, double min, double max, double *value)
{
    double v;
    if (!vmaf_parse_double(e->val, &v) || isnan(v))
        return false;
    if ((v == 0.0 && e->val[0] != '0') || v < min || v > max)
        return false;
    *value = v;
    return true;
}

static int set_value(const char *who, const VmafOption *o, const VmafDictEntry *e, void *block)
{
    switch (o->type) {
    case VMAF_OPTION_TYPE_BOOL:
        if (parse_bool(e, field(o, block)))
            return 0;
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s: bad value \"%s\" for option %s, expected true or false\n", who, e->original,
                 o->name);
        return -EINVAL;
    case VMAF_OPTION_TYPE_INT:
        if (parse_int(e, o->min, o->max, field(o, block)))
            return 0;
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s: bad value \"%s\" for option %s, expected an integer in [%.0f, %.0f]\n", who,
                 e->original, o->name, o->min, o->max);
        return -EINVAL;
    case VMAF_OPTION_TYPE_DOUBLE:
        if (parse_number(e, o->min, o->max, field(o, block)))
            return 0;
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s: bad value \"%s\" for option %s, expected a number in [%g, %g]\n", who,
                 e->original, o->name, o->min, o->max);
        return -EINVAL;
    case VMAF_OPTION_TYPE_STRING:
        *(const char **)field(o, block) = e->original;
        return 0;
    }
    return -EINVAL;
}

const VmafOption *vmaf_option_find(const VmafOption *options, const char *name)
{
    for (const VmafOption *o = options; o && o->name; o++) {
        if (!strcmp(o->name, name))
            return o;
    }
    return NULL;
}

void vmaf_option_log_unknown(enum VmafLogLevel level, const char *who, const VmafOption *options,
                             const char *key, const char *model)
{
    char list[1024] = "";
    size_t used = 0;
    for (const VmafOption *o = options; o && o->name && used < sizeof(list); o++) {
        int n = snprintf(list + used, sizeof(list) - used, "%s%s", used ? ", " : "", o->name);
        used += n > 0 ? (size_t)n : 0;
    }
    vmaf_log(level, "%s: no option named \"%s\"%s%s%s; its options are: %s\n", who, key,
             model ? ", which model \"" : "", model ? model : "",
             model ? "\" asks for and does without" : "", *list ? list : "(none)");
}

int vmaf_options_parse(const char *who, const VmafOption *options, const VmafDict *dict,
                       void *block)
{
    for (const VmafOption *o = options; o && o->name; o++)
        set_default(o, block);

    for (unsigned i = 0; dict && i < dict->n; i++) {
        const VmafOption *o = vmaf_option_find(options, dict->entry[i].key);
        if (!o) {
            vmaf_option_log_unknown(VMAF_LOG_LEVEL_ERROR, who, options, dict->entry[i].key, NULL);
            return -EINVAL;
        }
        int err = set_value(who, o, &dict->entry[i], block);
        if (err)
            return err;
    }
    return 0;
}

static bool is_default(const VmafOption *o, const void *block)
{
    const void *f = const_field(o, block);
    switch (o->type) {
    case VMAF_OPTION_TYPE_BOOL:
        return *(const bool *)f == o->def.b;
    case VMAF_OPTION_TYPE_INT:
        return *(const int *)f == o->def.i;
    case VMAF_OPTION_TYPE_DOUBLE:
        return *(const double *)f == o->def.d;
    case VMAF_OPTION_TYPE_STRING: {
        const char *s = *(const char *const *)f;
        return s == o->def.s || (s && o->def.s && !strcmp(s, o->def.s));
    }
    }
    return true;
}

/** The feature parameter of the least name above `after` that differs from its default. */
static const VmafOption *next_changed(const VmafOption *options, const void *block,
                                      const char *after)
{
    const VmafOption *next = NULL;
    for (const VmafOption *o = options; o && o->name; o++) {
        if (!(o->flags & VMAF_OPT_FEATURE_PARAM) || is_default(o, block))
            continue;
        if (after && strcmp(o->name, after) <= 0)
            continue;
        if (!next || strcmp(o->name, next->name) < 0)
            next = o;
    }
    return next;
}

static void put_option(FILE *f, const VmafOption *o, const void *block)
{
    const void *value = const_field(o, block);
    fprintf(f, "_%s", o->alias ? o->alias : o->name);
    switch (o->type) {
    case VMAF_OPTION_TYPE_BOOL:
        break;
    case VMAF_OPTION_TYPE_INT:
        fprintf(f, "_%d", *(const int *)value);
        break;
    case VMAF_OPTION_TYPE_DOUBLE:
        fprintf(f, "_%g", *(const double *)value);
        break;
    case VMAF_OPTION_TYPE_STRING:
        fprintf(f, "_%s", *(const char *const *)value);
        break;
    }
}

char *vmaf_options_suffix(const VmafOption *options, const void *block)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    locale_t previous = vmaf_c_locale_enter();
    for (const VmafOption *o = next_changed(options, block, NULL); o;
         o = next_changed(options, block, o->name))
        put_option(f, o, block);
    vmaf_c_locale_leave(previous);
    const bool failed = ferror(f);
    if (fclose(f) || failed) {
        free(text);
        return NULL;
    }
    return text;
}
