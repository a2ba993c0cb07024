/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_CLI_MODEL_H
#define TOOLS_CLI_MODEL_H

#include <stdbool.h>

#include "libvmaf/libvmaf.h"

#define CLI_MAX_MODELS 32
#define CLI_MAX_OVERLOADS 32

/** An option of a feature, for one model: <extractor>.<option>=<value>. */
typedef struct CliOverload {
    const char *extractor, *option, *value;
} CliOverload;

/** A model as the command line asks for it, and as it is then loaded. */
typedef struct CliModel {
    char *text; /**< holds the words */
    const char *version, *path, *name;
    uint64_t flags;
    CliOverload overload[CLI_MAX_OVERLOADS];
    unsigned n_overloads;
    VmafModel *model;
    VmafModelCollection *collection; /**< NULL: a single model */
    bool is_scored;
    double score; /**< mean over the run */
    VmafModelCollectionScore collection_score;
} CliModel;

/**
 * Take a model as the command line spells it: words with ':' between them, of the form version=V,
 * path=P, name=N, disable_clip, enable_transform, or <extractor>.<option>=<value>. "\:" and "\="
 * are characters of a word.
 *
 * @param m     freed with cli_model_free() in every case
 * @param error set on -EINVAL to what is wrong, to be freed
 * @return 0; -EINVAL; -ENOMEM
 */
int cli_model_parse(CliModel *m, const char *text, char **error);

void cli_model_free(CliModel *m);

/** What messages call it: its version or path. */
const char *cli_model_label(const CliModel *m);

/** Load it, set its options, and register its features. @return 0; the error, told on stderr */
int cli_model_use(VmafContext *vmaf, CliModel *m);

/** Score it over n_frames. @return 0; the error, told on stderr */
int cli_model_score(VmafContext *vmaf, CliModel *m, unsigned n_frames);

/** Is a score of this name one of the whole model, and not of a member or feature? */
bool cli_model_has_score(const CliModel *m, const char *score);

#endif /* TOOLS_CLI_MODEL_H */
