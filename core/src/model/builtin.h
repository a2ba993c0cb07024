/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_BUILTIN_H
#define VMAF_BUILTIN_H

#include "model/model.h"

typedef struct VmafBuiltinOption {
    unsigned feature; /**< of the model */
    const char *key, *value;
} VmafBuiltinOption;

/** A model of this build as constant tables; several SVMs make a collection. */
typedef struct VmafBuiltinModel {
    const char *version;
    const VmafSvm *svm;
    unsigned n_svms;
    const double *slope, *intercept;
    const char *const *feature;
    const VmafBuiltinOption *option; /**< ended by a NULL key */
    double clip[2];
    VmafTransform transform;
    bool has_chroma;
    double chroma;
} VmafBuiltinModel;

/** Ended by a NULL version. Made by scripts/build/models.py from the files in data/. */
extern const VmafBuiltinModel vmaf_builtin_models[];

/** @return NULL if there is no model, or collection, of that name */
const VmafBuiltinModel *vmaf_builtin_find(const char *version, bool collection);

/** Make the models of it. @param member an array of b->n_svms models, both the caller's */
int vmaf_builtin_make(const VmafBuiltinModel *b, const VmafModelConfig *cfg, VmafModel ***member);

#endif /* VMAF_BUILTIN_H */
