/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/feature.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"
#include "config.h"
#include "score/collector.h"

#define VMAF_FEATURE(stem) extern const VmafFeature vmaf_feature_##stem;
#include "feature/feature_list.h"
#undef VMAF_FEATURE

#define VMAF_FEATURE(stem) &vmaf_feature_##stem,
static const VmafFeature *const features[] = {
#include "feature/feature_list.h"
};
#undef VMAF_FEATURE

enum { N_FEATURES = sizeof(features) / sizeof(features[0]) };

const VmafFeature *vmaf_feature_at(unsigned i)
{
    return i < N_FEATURES ? features[i] : NULL;
}

bool vmaf_feature_has_twin(const VmafFeature *f, enum VmafBackend backend)
{
    return f->gpu && vmaf_gpu_ops(backend);
}

/** The backend at the end of a twin's name, after an underscore; CPU: none, with *stem the length
 */
static enum VmafBackend backend_of(const char *name, size_t *stem)
{
    static const enum VmafBackend gpus[] = {VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP, VMAF_BACKEND_SIMT};
    *stem = strlen(name);
    const char *last = strrchr(name, '_');
    for (unsigned i = 0; last && i < sizeof(gpus) / sizeof(gpus[0]); i++) {
        if (!strcmp(last + 1, vmaf_backend_name(gpus[i]))) {
            *stem = (size_t)(last - name);
            return gpus[i];
        }
    }
    return VMAF_BACKEND_CPU;
}

const VmafFeature *vmaf_feature_find(const char *name, enum VmafBackend *backend)
{
    size_t stem;
    *backend = backend_of(name, &stem);
    for (unsigned i = 0; i < N_FEATURES; i++) {
        const VmafFeature *f = features[i];
        if (!strncmp(f->name, name, stem) && !f->name[stem] &&
            (*backend == VMAF_BACKEND_CPU || vmaf_feature_has_twin(f, *backend)))
            return f;
    }
    return NULL;
}

const VmafFeature *vmaf_feature_provider(const char *name, unsigned *score)
{
    for (unsigned i = 0; i < N_FEATURES; i++) {
        for (unsigned k = 0; features[i]->scores[k].name; k++) {
            if (strcmp(features[i]->scores[k].name, name))
                continue;
            *score = k;
            return features[i];
        }
    }
    return NULL;
}

char *vmaf_feature_score_name(const VmafFeature *f, unsigned score, const void *options)
{
    const VmafScoreName *s = &f->scores[score];
    if (s->plain)
        return strdup(s->name);
    char *suffix = vmaf_options_suffix(f->options, options);
    char *name = NULL;
    if (suffix)
        name = vmaf_join(*suffix ? vmaf_score_alias(s->name) : s->name, suffix);
    free(suffix);
    return name;
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

/** Give every name that a client may use, in turn; twins of the host executor are never listed. */
static bool known_name(unsigned k, char *name, size_t size)
{
    static const enum VmafBackend listed[] = {VMAF_BACKEND_CPU, VMAF_BACKEND_CUDA,
                                              VMAF_BACKEND_HIP};
    for (unsigned b = 0; b < sizeof(listed) / sizeof(listed[0]); b++) {
        for (unsigned i = 0; i < N_FEATURES; i++) {
            const bool cpu = listed[b] == VMAF_BACKEND_CPU;
            if ((!cpu && !vmaf_feature_has_twin(features[i], listed[b])) || k--)
                continue;
            snprintf(name, size, "%s%s%s", features[i]->name, cpu ? "" : "_",
                     cpu ? "" : vmaf_backend_name(listed[b]));
            return true;
        }
    }
    return false;
}

void vmaf_feature_log_unknown(const char *name)
{
    char list[2048] = "", known[64], nearest[64] = "";
    size_t used = 0;
    unsigned least = UINT_MAX;
    for (unsigned k = 0; known_name(k, known, sizeof(known)) && used < sizeof(list); k++) {
        int n = snprintf(list + used, sizeof(list) - used, "%s%s", used ? ", " : "", known);
        used += n > 0 ? (size_t)n : 0;
        unsigned distance = edit_distance(name, known);
        if (distance < least) {
            least = distance;
            memcpy(nearest, known, sizeof(nearest));
        }
    }
    if (least <= 3 && 2 * least <= strlen(name))
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "no feature extractor named \"%s\", did you mean \"%s\"? Known: %s\n", name,
                 nearest, list);
    else
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "no feature extractor named \"%s\". Known: %s\n", name,
                 list);
}

static int check_frame(const VmafFeature *f, const VmafFrameInfo *info, const VmafNeeds *needs)
{
    const unsigned bpc = info->bpc;
    if (bpc != 8 && bpc != 10 && bpc != 12 && bpc != 16) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR,
                 "%s: %u bits per sample are not supported, use 8, 10, 12 or 16\n", f->name, bpc);
        return -EINVAL;
    }
    if (info->w < needs->min_w || info->h < needs->min_h) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: frame %ux%u is too small, minimum is %ux%u\n", f->name,
                 info->w, info->h, needs->min_w, needs->min_h);
        return -EINVAL;
    }
    return 0;
}

int vmaf_feature_plan(const VmafFeature *f, void *plan, const void *options,
                      const VmafFrameInfo *info, unsigned isa, VmafNeeds *needs)
{
    int err = check_frame(f, info, needs);
    if (err)
        return err;
    err = f->plan(plan, options, info, isa, needs);
    if (err && f->plan_close)
        f->plan_close(plan);
    return err;
}
