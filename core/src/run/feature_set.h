/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FEATURE_SET_H
#define VMAF_FEATURE_SET_H

#include <stdbool.h>

#include "feature/extractor.h"

/** An extractor in use and the options it was given. */
typedef struct VmafFeature {
    VmafExtractorCtx *extractor; /**< owned by the pipeline that runs it */
    VmafDict *opts;              /**< may be NULL */
    char *label;                 /**< name of the feature with the suffix of its options */
    bool ranked;
    bool anywhere; /**< asked for by its plain name alone, without a required backend */
} VmafFeature;

/** The features of a context, in the order of their registration. */
typedef struct VmafFeatureSet {
    VmafFeature *feature;
    unsigned n;
} VmafFeatureSet;

/**
 * Register a feature. With a device that was not left, a plain name means its twin where one exists
 * that takes these options; without, or for the rest, the CPU.
 *
 * @param opts may be NULL; taken over on success
 * @return 0, also when the same feature with the same score names is in use; -EINVAL, logged, for
 *         an unknown name, bad options, or a backend that the context does not use; -ENOTSUP,
 *         logged, for a required backend without a twin
 */
int vmaf_feature_set_use(VmafContext *v, const char *name, VmafDict *opts);

/**
 * Give up the device before its first frame: move every feature on it to the CPU.
 *
 * @return 0; -EINVAL if one of them was asked for there; -ENOMEM
 */
int vmaf_feature_set_leave_device(VmafContext *v);

/** Give the features registered since the last call their place among the columns. */
void vmaf_feature_set_rank(VmafContext *v);

/** Free the options; the pipelines are gone. */
void vmaf_feature_set_clear(VmafFeatureSet *f);

#endif /* VMAF_FEATURE_SET_H */
