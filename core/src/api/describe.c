/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* What the features of this build are, for listings. */
#include <errno.h>
#include <string.h>

#include "config.h"
#include "feature/feature.h"
#include "libvmaf/feature.h"

static unsigned count_options(const VmafFeature *f)
{
    unsigned n = 0;
    while (f->options && f->options[n].name)
        n++;
    return n;
}

/** @return score k of those with different names, or NULL; one may stand at two places of the list
 */
static const char *score_at(const VmafFeature *f, unsigned k)
{
    for (unsigned i = 0; f->scores[i].name; i++) {
        unsigned first = 0;
        while (strcmp(f->scores[first].name, f->scores[i].name) != 0)
            first++;
        if (first == i && !k--)
            return f->scores[i].name;
    }
    return NULL;
}

static unsigned count_scores(const VmafFeature *f)
{
    unsigned n = 0;
    while (score_at(f, n))
        n++;
    return n;
}

/** The backends that a client can name, the host executor not among them. */
static const char *const *backends(const VmafFeature *f)
{
    static const char *const cpu[] = {"cpu", NULL};
    static const char *const all[] = {
        "cpu",
#if HAVE_CUDA
        "cuda",
#endif
#if HAVE_HIP
        "hip",
#endif
        NULL
    };
    return f->gpu ? all : cpu;
}

int vmaf_extractor_describe(unsigned i, VmafExtractorInfo *info)
{
    if (!info)
        return -EINVAL;
    const VmafFeature *f = vmaf_feature_at(i);
    if (!f)
        return -ENOENT;
    *info = (VmafExtractorInfo){
        .name = f->name,
        .backends = backends(f),
        .n_scores = count_scores(f),
        .n_options = count_options(f),
        .min_width = f->needs.min_w,
        .min_height = f->needs.min_h,
        .reach_before = f->needs.reach_before,
        .reach_after = f->needs.reach_after,
    };
    return 0;
}

int vmaf_extractor_describe_score(unsigned i, unsigned k, const char **name)
{
    if (!name)
        return -EINVAL;
    const VmafFeature *f = vmaf_feature_at(i);
    const char *found = f ? score_at(f, k) : NULL;
    if (!found)
        return -ENOENT;
    *name = found;
    return 0;
}

int vmaf_extractor_describe_option(unsigned i, unsigned k, VmafOptionInfo *info)
{
    if (!info)
        return -EINVAL;
    const VmafFeature *f = vmaf_feature_at(i);
    if (!f || k >= count_options(f))
        return -ENOENT;
    const VmafOption *o = &f->options[k];
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
