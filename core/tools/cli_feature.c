/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* Cut at the first character of `ends`. @return what follows it, or NULL */
static char *cut(char *s, const char *ends)
{
    char *end = s + strcspn(s, ends);
    if (*end == '\0')
        return NULL;
    *end = '\0';
    return end + 1;
}

int cli_feature_parse(CliFeature *f, const char *text, const char **bad)
{
    *f = (CliFeature){.text = text, .name = strdup(text)};
    if (!f->name)
        return -ENOMEM;
    *bad = f->name;
    char *rest = cut(f->name, "=:");
    if (rest && strcmp(f->name, "name") == 0) {
        memmove(f->name, rest, strlen(rest) + 1);
        rest = cut(f->name, "=:");
    }
    if (f->name[0] == '\0')
        return -EINVAL;
    while (rest) {
        char *word = rest;
        rest = cut(word, ":");
        char *value = cut(word, "=");
        if (!value || word[0] == '\0') {
            *bad = word;
            return -EINVAL;
        }
        const int err = vmaf_feature_dictionary_set(&f->opts, word, value);
        if (err)
            return err;
    }
    return 0;
}

void cli_feature_free(CliFeature *f)
{
    vmaf_feature_dictionary_free(&f->opts);
    free(f->name);
    f->name = NULL;
}
