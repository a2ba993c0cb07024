/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MODEL_H
#define VMAF_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/dict.h"
#include "libvmaf/model.h"
#include "model/predict.h"
#include "model/svm.h"

enum { VMAF_MODEL_MAX_FEATURES = 64 };

typedef enum VmafModelType {
    VMAF_MODEL_SVM,
    VMAF_MODEL_BOOTSTRAP,
    VMAF_MODEL_RESIDUE_BOOTSTRAP, /**< predicts as the other bootstrap does */
} VmafModelType;

/** A score that the model wants. */
typedef struct VmafModelFeature {
    char *name;     /**< internal base name */
    VmafDict *opts; /**< of its feature; NULL: none */
} VmafModelFeature;

struct VmafModel {
    char *name;
    uint64_t id; /**< of this model with these options; no two in a process are equal */
    VmafModelType type;
    VmafModelFeature *feature; /**< [n_features] */
    unsigned n_features;
    VmafSvm svm;
    VmafPrediction prediction;
};

struct VmafModelCollection {
    char *name;
    uint64_t id; /**< no model's, and no other collection's */
    VmafModel **member;
    unsigned n_members;
};

/** An empty model of the name in cfg, which may be NULL. @return NULL: no memory */
VmafModel *vmaf_model_new(const VmafModelConfig *cfg);

/** Make room for n features. @return 0; -ENOMEM */
int vmaf_model_set_n_features(VmafModel *m, unsigned n);

/**
 * What follows from the parts of a model once they are there: flags, the features of the chroma
 * rule.
 *
 * @param where names the model in messages
 * @return 0; -EINVAL, logged
 */
int vmaf_model_complete(VmafModel *m, const VmafModelConfig *cfg, const char *where);

/** A number that no call in this process has returned before. */
uint64_t vmaf_model_new_id(void);

/** Free n models and the array. */
void vmaf_model_free_members(VmafModel **member, unsigned n);

/**
 * Split members 0, 1, ... into the model of that name and the collection of the others, which get
 * their names here.
 *
 * @param member [n], n >= 2; the array and the models are taken over in every case
 * @return 0; -ENOMEM: both are NULL
 */
int vmaf_model_collect(VmafModel **model, VmafModelCollection **collection,
                       const VmafModelConfig *cfg, VmafModel **member, unsigned n);

/**
 * Read the members of a file: one, or those of a collection.
 *
 * @param collection which of the two it must be
 * @param member     an array of *n models, both the caller's; on success only
 * @return as vmaf_model_load_from_path()
 */
int vmaf_model_read_file(const char *path, const VmafModelConfig *cfg, bool collection,
                         VmafModel ***member, unsigned *n);

/** The same from memory. @param where names the text in messages */
int vmaf_model_read_text(const char *text, size_t size, const char *where,
                         const VmafModelConfig *cfg, bool collection, VmafModel ***member,
                         unsigned *n);

#endif /* VMAF_MODEL_H */
