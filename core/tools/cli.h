/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_CLI_H
#define TOOLS_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "backend.h"
#include "cli_model.h"
#include "libvmaf/libvmaf.h"
#include "video.h"

#define CLI_MAX_FEATURES 32

/** Exit statuses. */
enum { CLI_OK = 0, CLI_USAGE = 1, CLI_BAD_FRAMES = 234, CLI_FAILED = 255 };

/** Index of the two inputs. */
enum { REF, DIS };

typedef struct CliFeature {
    const char *text;            /**< as given, for messages */
    char *name;                  /**< of the extractor */
    VmafFeatureDictionary *opts; /**< NULL without options */
} CliFeature;

typedef struct CliArgs {
    const char *path[2];
    bool raw; /**< the inputs are raw video of this geometry */
    VideoGeometry geometry;
    CliFeature feature[CLI_MAX_FEATURES];
    unsigned n_features;
    CliModel model[CLI_MAX_MODELS];
    unsigned n_models;
    bool no_prediction;   /**< the models say which features to compute, no more */
    bool common_bitdepth; /**< inputs of two depths are scored at the greater one */
    const char *output;   /**< NULL: no file; "-": standard output */
    enum VmafOutputFormat format;
    char score_format[8]; /**< printf format of a score; "" for the library's own rule */
    unsigned threads, subsample, cpumask, gpumask;
    unsigned frame_cnt; /**< 0: all */
    unsigned frame_skip[2];
    enum ToolBackend backend;
    bool quiet;
} CliArgs;

/**
 * Read the command line. Prints the message of an error, help, the version, the features or the
 * models.
 *
 * @param args freed with cli_free() in every case
 * @return -1 to go on, or the status to exit with
 */
int cli_parse(CliArgs *args, int argc, char **argv);

void cli_free(CliArgs *args);

/**
 * Take a feature as the command line spells it: name[=option=value[:option=value...]], or
 * name=<extractor>[:option=value...].
 *
 * @param f    freed with cli_feature_free() in every case
 * @param text borrowed for the life of f
 * @param bad  set on -EINVAL to the word that is not option=value, valid like f
 * @return 0; -EINVAL; -ENOMEM
 */
int cli_feature_parse(CliFeature *f, const char *text, const char **bad);

void cli_feature_free(CliFeature *f);

enum CliPresetKind { CLI_AOM_CTC, CLI_NFLX_CTC };

enum { CLI_PRESET_MODELS = 2, CLI_PRESET_FEATURES = 7 };

/** What goes by the name and version of test conditions. */
typedef struct CliPreset {
    const char *model[CLI_PRESET_MODELS];     /**< as --model takes them */
    const char *feature[CLI_PRESET_FEATURES]; /**< as --feature takes them; NULL behind the last */
    bool common_bitdepth;
} CliPreset;

/** @return NULL for an unknown version */
const CliPreset *cli_preset_find(enum CliPresetKind kind, const char *version);

/** Print the options. */
void usage_print(FILE *out, const char *app);

/** Print the names of the features of this build on one line. */
void usage_print_features(FILE *out);

/** Print the names of the built-in models, one a line. */
void usage_list_models(FILE *out);

/** Print every feature with its scores, smallest frame and options. */
void usage_list_features(FILE *out);

#endif /* TOOLS_CLI_H */
