/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/extractor.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "config.h"

/* Declarations and table from the one list; a line whose condition is 0 leaves no trace. */
#define VMAF_FEX_CAT(a, b) a##b
#define VMAF_FEX_DECLARE_1(stem) extern const VmafExtractor vmaf_fex_##stem;
#define VMAF_FEX_DECLARE_0(stem)
#define VMAF_FEX_DECLARE(stem, cond) VMAF_FEX_CAT(VMAF_FEX_DECLARE_, cond)(stem)
#define VMAF_FEX(stem, cond) VMAF_FEX_DECLARE(stem, cond)
#include "feature/extractor_list.h"
#undef VMAF_FEX

#define VMAF_FEX_ENTRY_1(stem) &vmaf_fex_##stem,
#define VMAF_FEX_ENTRY_0(stem)
#define VMAF_FEX_ENTRY(stem, cond) VMAF_FEX_CAT(VMAF_FEX_ENTRY_, cond)(stem)
#define VMAF_FEX(stem, cond) VMAF_FEX_ENTRY(stem, cond)
static const VmafExtractor *const extractors[] = {
#include "feature/extractor_list.h"
    NULL,
};
#undef VMAF_FEX

const char *vmaf_backend_name(enum VmafBackend backend)
{
    static const char *const name[] = {"cpu", "cuda", "hip", "simt"};
    return name[backend];
}

const VmafExtractor *vmaf_extractor_find(const char *name)
{
    for (const VmafExtractor *const *e = extractors; *e; e++) {
        if (!strcmp((*e)->name, name))
            return *e;
    }
    return NULL;
}

const VmafExtractor *vmaf_extractor_find_twin(const char *feature, enum VmafBackend backend)
{
    for (const VmafExtractor *const *e = extractors; *e; e++) {
        if ((*e)->backend == backend && !strcmp((*e)->feature, feature))
            return *e;
    }
    return NULL;
}

/** Edits (insert, delete, replace) from one word to another, both below 64 letters. */
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[65];
    const unsigned n_b = (unsigned)strnlen(b, 64);
    for (unsigned j = 0; j <= n_b; j++)
        row[j] = j;
    for (unsigned i = 0; a[i] && i < 64; i++) {
        unsigned diagonal = row[0];
        row[0] = i + 1;
        for (unsigned j = 0; j < n_b; j++) {
            unsigned best = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            if (diagonal + 1 < best)
                best = diagonal + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            row[j + 1] = best;
        }
    }
    return row[n_b];
}

void vmaf_extractor_log_unknown(const char *name)
{
    char list[2048] = "";
    size_t used = 0;
    const char *nearest = NULL;
    unsigned least = UINT_MAX;
    for (const VmafExtractor *const *e = extractors; *e && used < sizeof(list); e++) {
        /* The host executor is a test backend: accepted, never listed. */
        if ((*e)->backend == VMAF_BACKEND_SIMT)
            continue;
        int n = snprintf(list + used, sizeof(list) - used, "%s%s", used ? ", " : "", (*e)->name);
        used += n > 0 ? (size_t)n : 0;
        unsigned distance = edit_distance(name, (*e)->name);
        if (distance < least) {
            least = distance;
            nearest = (*e)->name;
        }
    }
    if (nearest && least <= 3 && 2 * least <= strlen(name))
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "no feature extractor named \"%s\", did you mean \"%s\"? Known: %s\n", name,
                 nearest, list);
    else
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "no feature extractor named \"%s\". Known: %s\n", name,
                 list);
}

static unsigned count_outputs(const VmafExtractor *fex)
{
    unsigned n = 0;
    while (fex->outputs[n])
        n++;
    return n;
}

static int build_names(VmafExtractorCtx *c)
{
    const unsigned n = count_outputs(c->fex);
    char *suffix = vmaf_options_suffix(c->fex->options, c->priv);
    c->names = suffix ? calloc(n + 1, sizeof(*c->names)) : NULL;
    int err = c->names ? 0 : -ENOMEM;
    for (unsigned i = 0; i < n && !err; i++) {
        const char *base = c->fex->outputs[i];
        if (*suffix && !(i < 32 && c->fex->plain_outputs >> i & 1))
            c->names[i] = vmaf_join(vmaf_score_alias(base), suffix);
        else
            c->names[i] = strdup(base);
        err = c->names[i] ? 0 : -ENOMEM;
    }
    free(suffix);
    return err;
}

int vmaf_extractor_create(VmafExtractorCtx **out, const VmafExtractor *fex, const VmafDict *opts)
{
    VmafExtractorCtx *c = calloc(1, sizeof(*c));
    if (!c)
        return -ENOMEM;
    c->fex = fex;
    int err = -ENOMEM;
    c->priv = vmaf_aligned_alloc(fex->priv_size, 1);
    if (!c->priv)
        goto fail;
    memset(c->priv, 0, fex->priv_size);
    err = vmaf_options_parse(fex->feature, fex->options, opts, c->priv);
    if (err)
        goto fail;
    err = build_names(c);
    if (err)
        goto fail;
    *out = c;
    return 0;

fail:
    vmaf_extractor_destroy(&c);
    return err;
}

static int check_frame(const VmafExtractor *fex, const VmafFrameInfo *info)
{
    const unsigned bpc = info->bpc;
    if (bpc != 8 && bpc != 10 && bpc != 12 && bpc != 16) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s: %u bits per sample are not supported, use 8, 10, 12 or 16\n", fex->feature,
                 bpc);
        return -EINVAL;
    }
    if (info->w < fex->min_w || info->h < fex->min_h) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: frame %ux%u is too small, minimum is %ux%u\n",
                 fex->feature, info->w, info->h, fex->min_w, fex->min_h);
        return -EINVAL;
    }
    return 0;
}

int vmaf_extractor_init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    if (c->init_state)
        return c->init_state < 0 ? c->init_state : 0;
    c->info = *info;
    int err = check_frame(c->fex, info);
    if (!err && c->fex->init)
        err = c->fex->init(c, info);
    if (err && c->fex->close)
        c->fex->close(c);
    c->init_state = err ? err : 1;
    return err;
}

int vmaf_extractor_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned output, unsigned index,
                        double value)
{
    return vmaf_collector_append(out, c->names[output], c->rank, output, value, index);
}

void vmaf_extractor_destroy(VmafExtractorCtx **ctx)
{
    VmafExtractorCtx *c = *ctx;
    if (!c)
        return;
    if (c->init_state > 0 && c->fex->close)
        c->fex->close(c);
    for (unsigned i = 0; c->names && c->names[i]; i++)
        free(c->names[i]);
    free(c->names);
    vmaf_aligned_free(c->priv);
    free(c);
    *ctx = NULL;
}

static unsigned count_options(const VmafExtractor *fex)
{
    unsigned n = 0;
    while (fex->options && fex->options[n].name)
        n++;
    return n;
}

/** Extractor i of the table, or NULL past its end. */
static const VmafExtractor *get(unsigned i)
{
    const VmafExtractor *const *e = extractors;
    while (*e && i--)
        e++;
    return *e;
}

int vmaf_extractor_describe(unsigned i, VmafExtractorInfo *info)
{
    if (!info)
        return -EINVAL;
    const VmafExtractor *fex = get(i);
    if (!fex)
        return -ENOENT;
    *info = (VmafExtractorInfo){
        .name = fex->name,
        .feature = fex->feature,
        .backend = vmaf_backend_name(fex->backend),
        .outputs = fex->outputs,
        .n_options = count_options(fex),
        .min_width = fex->min_w,
        .min_height = fex->min_h,
    };
    return 0;
}

int vmaf_extractor_describe_option(unsigned i, unsigned k, VmafOptionInfo *info)
{
    if (!info)
        return -EINVAL;
    const VmafExtractor *fex = get(i);
    if (!fex || k >= count_options(fex))
        return -ENOENT;
    const VmafOption *o = &fex->options[k];
    double value = 0.0;
    switch (o->type) {
    case VMAF_OPTION_TYPE_BOOL:
        value = o->def.b;
        break;
    case VMAF_OPTION_TYPE_INT:
        value = o->def.i;
        break;
    case VMAF_OPTION_TYPE_DOUBLE:
        value = o->def.d;
        break;
    case VMAF_OPTION_TYPE_STRING:
        break;
    }
    *info = (VmafOptionInfo){
        .name = o->name,
        .alias = o->alias,
        .help = o->help,
        .type = o->type,
        .default_value = value,
        .default_string = o->type == VMAF_OPTION_TYPE_STRING ? o->def.s : NULL,
        .min = o->min,
        .max = o->max,
    };
    return 0;
}
