/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* What the tool says about itself. */
#include <limits.h>

#include "cli.h"

/* Scores of a feature that are listed by name. */
#define MAX_LISTED 16

static const char options[] =
    "Input:\n"
    " -r, --reference PATH       reference video, Y4M or raw; - is standard input\n"
    " -d, --distorted PATH       distorted video\n"
    " -w, --width N              raw video: columns of the luma plane\n"
    " -h, --height N             raw video: rows of the luma plane\n"
    " -p, --pixel_format FMT     raw video: 420, 422, 444 or 400\n"
    " -b, --bitdepth N           raw video: 8, 10, 12 or 16\n"
    "     --frame_cnt N          stop after N pairs of frames\n"
    "     --frame_skip_ref N     skip the first N frames of the reference\n"
    "     --frame_skip_dist N    skip the first N frames of the distorted video\n"
    "     --subsample N          score every Nth frame\n"
    "Models and features:\n"
    " -m, --model KEY=VALUE[:KEY=VALUE...]\n"
    "                            version=NAME or path=FILE; name=NAME of its score;\n"
    "                            disable_clip, enable_transform; FEATURE.OPTION=VALUE; may be\n"
    "                            repeated. Without a model: version=vmaf_v0.6.1\n"
    "     --feature NAME[=OPTION=VALUE[:OPTION=VALUE...]]\n"
    "                            a feature to compute; may be repeated\n"
    " -n, --no_prediction        features only: those of the models, and no score of them\n"
    "     --aom_ctc VERSION      models and features of the AOM common test conditions, v1.0 to\n"
    "                            v7.0; from v6.0 on inputs may differ in depth\n"
    "     --nflx_ctc VERSION     the same of Netflix, v1.0\n"
    "     --list_features        print the features with their options and exit\n"
    "     --list_models          print the built-in models and exit\n"
    "Output:\n"
    " -o, --output PATH          result file; without it a table of means on standard output\n"
    "     --xml, --json, --csv, --sub\n"
    "                            format of the result file; XML unless given\n"
    "     --precision DIGITS     significant digits of scores, 1 to 17; max or full: 17;\n"
    "                            legacy: six decimals\n"
    " -q, --quiet                no version, no progress, no means beside a result file\n"
    "Running:\n"
    "     --threads N            worker threads\n"
    "     --backend NAME         auto, cpu, cuda or hip; every one gives the same scores\n"
    " -c, --cpumask MASK         instruction sets not to use; -1: all, plain C is left\n"
    "     --gpumask MASK         non-zero: models get no GPU features; -1: no GPU is opened\n"
    "                            unless --backend names it\n"
    " -v, --version              print the version on standard error and exit\n"
    "     --help                 print this and exit\n";

void usage_print(FILE *out, const char *app)
{
    fprintf(out, "Usage: %s -r REFERENCE -d DISTORTED [options]\n\n%s", app, options);
    fputs("\nFeatures of this build: ", out);
    usage_print_features(out);
}

void usage_print_features(FILE *out)
{
    VmafExtractorInfo info;
    for (unsigned i = 0; vmaf_extractor_describe(i, &info) == 0; i++)
        fprintf(out, "%s%s", i ? ", " : "", info.name);
    fputc('\n', out);
}

void usage_list_models(FILE *out)
{
    const char *version;
    for (const void *p = NULL; (p = vmaf_model_version_next(p, &version));)
        fprintf(out, "%s\n", version);
}

static void list_option(FILE *out, const VmafOptionInfo *o)
{
    fprintf(out, "    %s", o->name);
    switch (o->type) {
    case VMAF_OPTION_TYPE_BOOL:
        fprintf(out, "=%s (true, false)", o->default_value ? "true" : "false");
        break;
    case VMAF_OPTION_TYPE_INT:
    case VMAF_OPTION_TYPE_DOUBLE:
        fprintf(out, "=%g (%g to %g%s)", o->default_value, o->min, o->max,
                o->type == VMAF_OPTION_TYPE_INT ? ", integer" : "");
        break;
    case VMAF_OPTION_TYPE_STRING:
        fprintf(out, "=%s (text)", o->default_string ? o->default_string : "");
        break;
    }
    fprintf(out, "  %s\n", o->help ? o->help : "");
}

static void list_scores(FILE *out, unsigned i, unsigned n)
{
    const char *name;
    for (unsigned k = 0; k < MAX_LISTED && vmaf_extractor_describe_score(i, k, &name) == 0; k++)
        fprintf(out, " %s", name);
    if (n > MAX_LISTED)
        fprintf(out, " ... (%u in all)", n);
}

/* How far a score reaches beyond its own picture, if it does. */
static void list_reach(FILE *out, const char *where, unsigned n)
{
    if (n == UINT_MAX)
        fprintf(out, ", all pictures %s", where);
    else if (n)
        fprintf(out, ", %u %s %s", n, n == 1 ? "picture" : "pictures", where);
}

void usage_list_features(FILE *out)
{
    VmafExtractorInfo info;
    for (unsigned i = 0; vmaf_extractor_describe(i, &info) == 0; i++) {
        fprintf(out, "%s%s (", i ? "\n" : "", info.name);
        for (const char *const *b = info.backends; *b; b++)
            fprintf(out, "%s, ", *b);
        fprintf(out, "frames from %ux%u", info.min_width, info.min_height);
        list_reach(out, "before", info.reach_before);
        list_reach(out, "after", info.reach_after);
        fprintf(out, ")\n  scores:");
        list_scores(out, i, info.n_scores);
        fprintf(out, "\n  options:%s\n", info.n_options ? "" : " none");
        VmafOptionInfo o;
        for (unsigned k = 0; vmaf_extractor_describe_option(i, k, &o) == 0; k++)
            list_option(out, &o);
    }
}
