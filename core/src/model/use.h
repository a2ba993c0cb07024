/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_USE_H
#define VMAF_USE_H

#include "feature/feature.h"
#include "model/model.h"
#include "score/collector.h"

/**
 * A model as one context uses it: its name and those of the scores that it wants. It is found by
 * the id of the model, never by its address: models come and go while the context lives. Of a
 * collection it has the names of the four scores of the whole.
 */
typedef struct VmafModelUse {
    struct VmafModelUse *next;
    uint64_t id;
    char *name;   /**< of the model's score */
    char **score; /**< [n] internal names of the features' scores */
    unsigned n;
} VmafModelUse;

/**
 * Who computes a score of a model, and with which options: those that the model has and the feature
 * knows.
 *
 * @param tell log the options that the feature does not know
 * @param opts to be freed; may be set to NULL
 * @return 0; -EINVAL, logged, if no feature of this build computes it; -ENOMEM
 */
int vmaf_model_feature(const VmafModel *m, unsigned i, bool tell, const VmafFeature **feature,
                       unsigned *score, VmafDict **opts);

/** @return 0; -EINVAL, logged, for a score that nobody computes, or bad options; -ENOMEM */
int vmaf_model_use_create(VmafModelUse **out, const VmafModel *m);
int vmaf_model_use_create_collection(VmafModelUse **out, const VmafModelCollection *c);
void vmaf_model_use_destroy(VmafModelUse *u);

/**
 * Read the scores of a picture that the model wants.
 *
 * @param value   [u->n]
 * @param missing set to the first one that is not there
 * @return 0; -ENOENT
 */
int vmaf_model_use_read(const VmafModelUse *u, VmafCollector *scores, unsigned index, double *value,
                        const char **missing);

#endif /* VMAF_USE_H */
