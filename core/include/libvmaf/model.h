/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_MODEL_H
#define LIBVMAF_MODEL_H

#include <stdint.h>

#include "feature.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * A model turns feature scores of a picture into one score. It is constant while it is used: many
 * contexts may use one model, one after the other or at once. It must live while scores are asked
 * for; vmaf_close() does not need it.
 */
typedef struct VmafModel VmafModel;

/** Members of a bootstrap model, whose scores give a mean, a deviation and an interval. */
typedef struct VmafModelCollection VmafModelCollection;

enum VmafModelFlags {
    VMAF_MODEL_FLAGS_DEFAULT = 0,
    VMAF_MODEL_FLAG_DISABLE_CLIP = (1 << 0),
    VMAF_MODEL_FLAG_ENABLE_TRANSFORM = (1 << 1),
    VMAF_MODEL_FLAG_DISABLE_TRANSFORM = (1 << 2) /**< accepted; without effect */
};

typedef struct VmafModelConfig {
    const char *name; /**< of the scores; copied; NULL: "vmaf" */
    uint64_t flags;   /**< enum VmafModelFlags */
} VmafModelConfig;

/**
 * Load a built-in model.
 *
 * @param model   set on success, NULL on failure; freed with vmaf_model_destroy()
 * @param cfg     NULL: the name "vmaf" and no flags
 * @param version such as "vmaf_v0.6.1", see vmaf_model_version_next()
 * @return 0; -EINVAL for a NULL argument or an unknown version, one of a collection, too; -ENOMEM
 */
int vmaf_model_load(VmafModel **model, VmafModelConfig *cfg, const char *version);

/**
 * Load a model from a JSON file.
 *
 * @return 0; -EINVAL, logged, for a file that cannot be read or is not a model; -ENOTSUP, logged,
 *         in a build that reads no files; -ENOMEM
 */
int vmaf_model_load_from_path(VmafModel **model, VmafModelConfig *cfg, const char *path);

/**
 * Set options of the features that an extractor computes for this model. To be called before the
 * model is used.
 *
 * @param opts_dict taken over in every case; new values win
 * @return 0, also if no feature of the model is that extractor's; -EINVAL for a NULL argument;
 *         -ENOMEM
 */
int vmaf_model_feature_overload(VmafModel *model, const char *feature_name,
                                VmafFeatureDictionary *opts_dict);

/** Free a model. NULL is fine. */
void vmaf_model_destroy(VmafModel *model);

enum VmafModelCollectionScoreType {
    VMAF_MODEL_COLLECTION_SCORE_UNKNOWN = 0,
    VMAF_MODEL_COLLECTION_SCORE_BOOTSTRAP
};

typedef struct VmafModelCollectionScore {
    enum VmafModelCollectionScoreType type;
    struct {
        double bagging_score; /**< of the mean of the members */
        double stddev;
        struct {
            struct {
                double lo, hi;
            } p95;
        } ci;
    } bootstrap;
} VmafModelCollectionScore;

/**
 * Load a built-in collection: *model gets its first member, *model_collection the others.
 *
 * @param model, model_collection both set on success, both NULL on failure
 * @return as vmaf_model_load()
 */
int vmaf_model_collection_load(VmafModel **model, VmafModelCollection **model_collection,
                               VmafModelConfig *cfg, const char *version);

/** The same from a JSON file. @return as vmaf_model_load_from_path() */
int vmaf_model_collection_load_from_path(VmafModel **model, VmafModelCollection **model_collection,
                                         VmafModelConfig *cfg, const char *path);

/** vmaf_model_feature_overload() of the model and of every member. @return the first error */
int vmaf_model_collection_feature_overload(VmafModel *model, VmafModelCollection **model_collection,
                                           const char *feature_name,
                                           VmafFeatureDictionary *opts_dict);

/** Free a collection with its members, not the separate model. NULL is fine. */
void vmaf_model_collection_destroy(VmafModelCollection *model_collection);

/**
 * Iterate over the built-in models and collections.
 *
 * @param prev    what the last call returned; NULL: start
 * @param version set to the next name, static; may be NULL
 * @return a handle for the next call; NULL past the last one
 */
const void *vmaf_model_version_next(const void *prev, const char **version);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_MODEL_H */
