/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_SCORE_PAIR_H
#define VMAF_TEST_SCORE_PAIR_H

/** Score one pair of pictures in a context of its own, through the public functions. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/picture_priv.h"
#include "libvmaf/libvmaf.h"

/** @return the options of "key=value:key=value" in *dict; 0 or -EINVAL */
static inline int test_options(const char *opts, VmafFeatureDictionary **dict)
{
    char text[512];
    int err = 0;
    *dict = NULL;
    snprintf(text, sizeof(text), "%s", opts);
    for (char *save, *pair = strtok_r(text, ":", &save); pair && !err;
         pair = strtok_r(NULL, ":", &save)) {
        char *value = strchr(pair, '=');
        if (!value)
            return -EINVAL;
        *value++ = '\0';
        err = vmaf_feature_dictionary_set(dict, pair, value);
    }
    return err;
}

static inline int test_read_scores(VmafContext *v, const VmafPicture *ref, const VmafPicture *dis,
                                   double *score, unsigned max)
{
    VmafPicture r, d;
    vmaf_picture_ref(&r, ref);
    vmaf_picture_ref(&d, dis);
    int err = vmaf_read_pictures(v, &r, &d, 0);
    if (err) {
        vmaf_picture_unref(&r);
        vmaf_picture_unref(&d);
        return err;
    }
    err = vmaf_read_pictures(v, NULL, NULL, 0);
    unsigned n = 0;
    for (const char *name; !err && !vmaf_score_name(v, n, &name); n++) {
        if (n == max)
            return -E2BIG;
        err = vmaf_feature_score_at_index(v, name, &score[n], 0);
    }
    return err ? err : (int)n;
}

/**
 * @param opts "key=value:key=value", or ""
 * @param mask forbidden instruction sets, as VmafConfiguration.cpumask
 * @param score [max] in the order of the columns
 * @return number of scores, or the error
 */
static inline int test_score_pair(const char *feature, const char *opts, unsigned mask,
                                  const VmafPicture *ref, const VmafPicture *dis, double *score,
                                  unsigned max)
{
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_ERROR, .cpumask = mask};
    VmafFeatureDictionary *dict;
    VmafContext *v;
    int n = test_options(opts, &dict);
    if (!n)
        n = vmaf_init(&v, cfg);
    if (!n) {
        n = vmaf_use_feature(v, feature, dict);
        if (!n) {
            dict = NULL; /* the context's now */
            n = test_read_scores(v, ref, dis, score, max);
        }
        vmaf_close(v);
    }
    vmaf_feature_dictionary_free(&dict);
    return n;
}

#endif /* VMAF_TEST_SCORE_PAIR_H */
