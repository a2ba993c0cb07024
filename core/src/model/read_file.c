/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Model files. read_json.c knows what is in them; without a JSON library none is read. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "config.h"
#include "model/model.h"

#if HAVE_JANSSON

/* The largest file of the known ones has half a megabyte. */
#define MAX_BYTES ((size_t)16 << 20)

/** Read all of a file. @param text to be freed; on success only */
static int read_all(const char *path, char **text, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: %s\n", path, strerror(errno));
        return -EINVAL;
    }
    size_t capacity = (size_t)1 << 16, n = 0;
    char *buf = malloc(capacity);
    int err = buf ? 0 : -ENOMEM;
    while (!err) {
        n += fread(buf + n, 1, capacity - n, f);
        if (n < capacity)
            break;
        if (capacity > MAX_BYTES) {
            vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: more than %zu bytes, too large for a model\n", path,
                     MAX_BYTES);
            err = -EINVAL;
            break;
        }
        char *larger = realloc(buf, capacity * 2);
        err = larger ? 0 : -ENOMEM;
        buf = larger ? larger : buf;
        capacity *= 2;
    }
    if (!err && ferror(f)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: could not be read\n", path);
        err = -EINVAL;
    }
    fclose(f);
    if (err) {
        free(buf);
        return err;
    }
    *text = buf;
    *size = n;
    return 0;
}

static int read_file(const char *path, const VmafModelConfig *cfg, bool collection,
                     VmafModel ***member, unsigned *n)
{
    char *text;
    size_t size;
    int err = read_all(path, &text, &size);
    if (err)
        return err;
    err = vmaf_model_read_text(text, size, path, cfg, collection, member, n);
    free(text);
    return err;
}

int vmaf_model_read_file(const char *path, const VmafModelConfig *cfg, bool collection,
                         VmafModel ***member, unsigned *n)
{
    const int err = read_file(path, cfg, collection, member, n);
    if (!err)
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "could not read model%s from path: \"%s\"\n",
             collection ? " collection" : "", path);
    const size_t length = strlen(path);
    if (length >= 4 && !strcmp(path + length - 4, ".pkl"))
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "support for pkl model files has been removed, use json\n");
    return err;
}

#else

int vmaf_model_read_file(const char *path, const VmafModelConfig *cfg, bool collection,
                         VmafModel ***member, unsigned *n)
{
    (void)cfg;
    (void)collection;
    (void)member;
    (void)n;
    vmaf_log(VMAF_LOG_LEVEL_ERROR,
             "could not read model from path: \"%s\": this library was built without jansson and "
             "has the built-in models only\n",
             path);
    return -ENOTSUP;
}

#endif
