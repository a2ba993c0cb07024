/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum LongOption {
    OPT_FEATURE = 256,
    OPT_XML,
    OPT_JSON,
    OPT_CSV,
    OPT_SUB,
    OPT_THREADS,
    OPT_SUBSAMPLE,
    OPT_GPUMASK,
    OPT_FRAME_CNT,
    OPT_FRAME_SKIP_REF,
    OPT_FRAME_SKIP_DIST,
    OPT_AOM_CTC,
    OPT_NFLX_CTC,
    OPT_PRECISION,
    OPT_BACKEND,
    OPT_LIST_FEATURES,
    OPT_LIST_MODELS,
    OPT_HELP,
};

static const char short_options[] = "r:d:w:h:p:b:m:o:c:nqv";

static const struct option long_options[] = {
    {"reference", required_argument, NULL, 'r'},
    {"distorted", required_argument, NULL, 'd'},
    {"width", required_argument, NULL, 'w'},
    {"height", required_argument, NULL, 'h'},
    {"pixel_format", required_argument, NULL, 'p'},
    {"bitdepth", required_argument, NULL, 'b'},
    {"model", required_argument, NULL, 'm'},
    {"feature", required_argument, NULL, OPT_FEATURE},
    {"output", required_argument, NULL, 'o'},
    {"xml", no_argument, NULL, OPT_XML},
    {"json", no_argument, NULL, OPT_JSON},
    {"csv", no_argument, NULL, OPT_CSV},
    {"sub", no_argument, NULL, OPT_SUB},
    {"threads", required_argument, NULL, OPT_THREADS},
    {"subsample", required_argument, NULL, OPT_SUBSAMPLE},
    {"cpumask", required_argument, NULL, 'c'},
    {"gpumask", required_argument, NULL, OPT_GPUMASK},
    {"frame_cnt", required_argument, NULL, OPT_FRAME_CNT},
    {"frame_skip_ref", required_argument, NULL, OPT_FRAME_SKIP_REF},
    {"frame_skip_dist", required_argument, NULL, OPT_FRAME_SKIP_DIST},
    {"aom_ctc", required_argument, NULL, OPT_AOM_CTC},
    {"nflx_ctc", required_argument, NULL, OPT_NFLX_CTC},
    {"no_prediction", no_argument, NULL, 'n'},
    {"precision", required_argument, NULL, OPT_PRECISION},
    {"backend", required_argument, NULL, OPT_BACKEND},
    {"list_features", no_argument, NULL, OPT_LIST_FEATURES},
    {"list_models", no_argument, NULL, OPT_LIST_MODELS},
    {"quiet", no_argument, NULL, 'q'},
    {"version", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, OPT_HELP},
    {NULL, 0, NULL, 0},
};

static const char *app;

/* Print a message and the usage. */
__attribute__((format(printf, 1, 2))) static int usage_error(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputs("\n\n", stderr);
    usage_print(stderr, app);
    return CLI_USAGE;
}

static int bad_argument(int opt, const char *value, const char *wanted)
{
    const struct option *o = long_options;
    while (o->name && o->val != opt)
        o++;
    const char letter[] = {'-', (char)(opt < 256 ? opt : 0), '/', '\0'};
    return usage_error("Invalid argument \"%s\" for option %s--%s; should be %s", value,
                       opt < 256 ? letter : "", o->name, wanted);
}

/* A number as strtoul() with base 0 reads it, whole, without a sign, of 32 bits. */
static int parse_unsigned(unsigned *out, int opt, const char *s)
{
    char *end;
    errno = 0;
    const unsigned long v = strtoul(s, &end, 0);
    if (*s < '0' || *s > '9' || *end || errno || v > UINT32_MAX)
        return bad_argument(opt, s, "an integer");
    *out = (unsigned)v;
    return 0;
}

/* The same, and all ones as -1 or of 64 bits, as the API's masks have them. */
static int parse_mask(unsigned *out, int opt, const char *s)
{
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(s, &end, 0);
    if (strcmp(s, "-1") && (*s < '0' || *s > '9' || *end || errno || v != UINT64_MAX))
        return parse_unsigned(out, opt, s);
    *out = UINT32_MAX;
    return 0;
}

static int parse_bitdepth(unsigned *out, int opt, const char *s)
{
    char *end;
    const unsigned long v = strtoul(s, &end, 0);
    if (*s < '0' || *s > '9' || *end || (v != 8 && v != 10 && v != 12 && v != 16))
        return bad_argument(opt, s, "a valid bitdepth (8/10/12/16)");
    *out = (unsigned)v;
    return 0;
}

static int parse_pix_fmt(enum VmafPixelFormat *out, int opt, const char *s)
{
    static const enum VmafPixelFormat all[] = {VMAF_PIX_FMT_YUV420P, VMAF_PIX_FMT_YUV422P,
                                               VMAF_PIX_FMT_YUV444P, VMAF_PIX_FMT_YUV400P};
    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (strcmp(s, video_format_name(all[i])) == 0) {
            *out = all[i];
            return 0;
        }
    }
    return bad_argument(opt, s, "a valid pixel format (420/422/444/400)");
}

static int parse_precision(CliArgs *args, const char *s)
{
    char *end;
    const unsigned long v = strtoul(s, &end, 10);
    if (strcmp(s, "legacy") == 0) {
        strcpy(args->score_format, "%.6f");
    } else if (strcmp(s, "max") == 0 || strcmp(s, "full") == 0) {
        strcpy(args->score_format, "%.17g");
    } else if (*s >= '0' && *s <= '9' && *end == '\0' && v >= 1 && v <= 17) {
        snprintf(args->score_format, sizeof(args->score_format), "%%.%ug", (unsigned)v & 31);
    } else {
        return usage_error("%s: --precision must be an integer 1..17, or one of: max, full, legacy "
                           "(got: %s)",
                           app, s);
    }
    return 0;
}

static int parse_backend(CliArgs *args, const char *s)
{
    if (backend_from_name(&args->backend, s)) {
        return usage_error("Unknown --backend value '%s' (expected: auto, cpu, cuda, hip)", s);
    }
    return 0;
}

static int parse_feature(CliArgs *args, const char *s)
{
    if (args->n_features == CLI_MAX_FEATURES)
        return usage_error("A maximum of %d features are supported", CLI_MAX_FEATURES);
    CliFeature *f = &args->feature[args->n_features++];
    const char *bad = "";
    if (cli_feature_parse(f, s, &bad)) {
        return usage_error("Problem parsing feature \"%s\", bad option string \"%s\".",
                           f->name ? f->name : s, bad);
    }
    return 0;
}

static int parse_model(CliArgs *args, const char *s)
{
    if (args->n_models == CLI_MAX_MODELS)
        return usage_error("A maximum of %d models are supported", CLI_MAX_MODELS);
    char *error = NULL;
    if (!cli_model_parse(&args->model[args->n_models++], s, &error))
        return 0;
    const int status = usage_error("%s", error ? error : "Problem parsing model: no memory");
    free(error);
    return status;
}

static int parse_preset(CliArgs *args, enum CliPresetKind kind, const char *version)
{
    const char *name = kind == CLI_AOM_CTC ? "aom_ctc" : "nflx_ctc";
    if (kind == CLI_AOM_CTC && strcmp(version, "proposed") == 0)
        return usage_error("`--aom_ctc proposed` is deprecated.");
    const CliPreset *preset = cli_preset_find(kind, version);
    if (!preset)
        return usage_error("bad %s version \"%s\"", name, version);
    int status = 0;
    for (unsigned i = 0; i < CLI_PRESET_MODELS && !status; i++)
        status = parse_model(args, preset->model[i]);
    for (unsigned i = 0; i < CLI_PRESET_FEATURES && preset->feature[i] && !status; i++)
        status = parse_feature(args, preset->feature[i]);
    args->common_bitdepth |= preset->common_bitdepth;
    return status;
}

/* One option. @return 0 or an exit status */
static int take_option(CliArgs *args, int opt, const char *arg)
{
    switch (opt) {
    case 'r':
        args->path[REF] = arg;
        return 0;
    case 'd':
        args->path[DIS] = arg;
        return 0;
    case 'w':
        args->raw = true;
        return parse_unsigned(&args->geometry.w, opt, arg);
    case 'h':
        args->raw = true;
        return parse_unsigned(&args->geometry.h, opt, arg);
    case 'p':
        args->raw = true;
        return parse_pix_fmt(&args->geometry.pix_fmt, opt, arg);
    case 'b':
        args->raw = true;
        return parse_bitdepth(&args->geometry.bpc, opt, arg);
    case OPT_FEATURE:
        return parse_feature(args, arg);
    case 'm':
        return parse_model(args, arg);
    case OPT_AOM_CTC:
        return parse_preset(args, CLI_AOM_CTC, arg);
    case OPT_NFLX_CTC:
        return parse_preset(args, CLI_NFLX_CTC, arg);
    case 'o':
        args->output = strcmp(arg, "/dev/stdout") ? arg : "-";
        return 0;
    case OPT_XML:
        args->format = VMAF_OUTPUT_FORMAT_XML;
        return 0;
    case OPT_JSON:
        args->format = VMAF_OUTPUT_FORMAT_JSON;
        return 0;
    case OPT_CSV:
        args->format = VMAF_OUTPUT_FORMAT_CSV;
        return 0;
    case OPT_SUB:
        args->format = VMAF_OUTPUT_FORMAT_SUB;
        return 0;
    case OPT_THREADS:
        return parse_unsigned(&args->threads, opt, arg);
    case OPT_SUBSAMPLE:
        return parse_unsigned(&args->subsample, opt, arg);
    case 'c':
        return parse_mask(&args->cpumask, opt, arg);
    case OPT_GPUMASK:
        return parse_mask(&args->gpumask, opt, arg);
    case OPT_FRAME_CNT:
        return parse_unsigned(&args->frame_cnt, opt, arg);
    case OPT_FRAME_SKIP_REF:
        return parse_unsigned(&args->frame_skip[REF], opt, arg);
    case OPT_FRAME_SKIP_DIST:
        return parse_unsigned(&args->frame_skip[DIS], opt, arg);
    case OPT_PRECISION:
        return parse_precision(args, arg);
    case OPT_BACKEND:
        return parse_backend(args, arg);
    case 'q':
        args->quiet = true;
        return 0;
    case 'n':
        args->no_prediction = true;
        return 0;
    default:
        /* getopt has printed what is wrong. */
        fputc('\n', stderr);
        usage_print(stderr, app);
        return CLI_USAGE;
    }
}

/* Scores are told apart by the names of their models. */
static int check_model_names(const CliArgs *args)
{
    for (unsigned i = 0; i < args->n_models; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (strcmp(args->model[i].name, args->model[k].name) == 0)
                return usage_error("Each model should be uniquely named. Set using `--model` via "
                                   "the `name=...` param.");
        }
    }
    return 0;
}

/* What must be there, once all options are known. */
static int check(CliArgs *args)
{
    const VideoGeometry *g = &args->geometry;
    if (!args->path[REF])
        return usage_error("Reference .y4m or .yuv (-r/--reference) is required");
    if (!args->path[DIS])
        return usage_error("Distorted .y4m or .yuv (-d/--distorted) is required");
    if (strcmp(args->path[REF], "-") == 0 && strcmp(args->path[DIS], "-") == 0)
        return usage_error("Only one of the two inputs can be standard input (-)");
    if (args->raw && (!g->w || !g->h || !g->bpc || g->pix_fmt == VMAF_PIX_FMT_UNKNOWN)) {
        return usage_error("The following options are required for .yuv input:\n"
                           "  --width/-w\n"
                           "  --height/-h\n"
                           "  --pixel_format/-p\n"
                           "  --bitdepth/-b");
    }
    if (!args->n_models && !args->no_prediction)
        return parse_model(args, "version=vmaf_v0.6.1");
    if (!args->n_models && !args->n_features)
        return usage_error("With --no_prediction a feature (--feature) is required");
    return check_model_names(args);
}

int cli_parse(CliArgs *args, int argc, char **argv)
{
    *args = (CliArgs){.format = VMAF_OUTPUT_FORMAT_XML};
    app = argc > 0 ? argv[0] : "vmaf";
    for (int opt; (opt = getopt_long(argc, argv, short_options, long_options, NULL)) != -1;) {
        switch (opt) {
        case 'v':
            fprintf(stderr, "%s\n", vmaf_version());
            return CLI_OK;
        case OPT_HELP:
            usage_print(stdout, app);
            return CLI_OK;
        case OPT_LIST_FEATURES:
            usage_list_features(stdout);
            return CLI_OK;
        case OPT_LIST_MODELS:
            usage_list_models(stdout);
            return CLI_OK;
        default:;
            const int status = take_option(args, opt, optarg);
            if (status)
                return status;
        }
    }
    for (; optind < argc; optind++)
        fprintf(stderr, "Warning: \"%s\" is not an option and is ignored.\n", argv[optind]);
    const int status = check(args);
    return status ? status : -1;
}

void cli_free(CliArgs *args)
{
    for (unsigned i = 0; i < args->n_features; i++)
        cli_feature_free(&args->feature[i]);
    for (unsigned i = 0; i < args->n_models; i++)
        cli_model_free(&args->model[i]);
}
