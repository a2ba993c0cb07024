/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_OPT_H
#define VMAF_OPT_H

#include <stddef.h>

#include "base/dict.h"
#include "libvmaf/feature.h"
#include "libvmaf/libvmaf.h"

/** The option is part of the suffix of score names when it differs from its default. */
#define VMAF_OPT_FEATURE_PARAM (1u << 0)

/**
 * One option of a feature.
 */
typedef struct VmafOption {
    const char *name;
    const char *alias; /**< key in suffixes; NULL: the name */
    const char *help;
    enum VmafOptionType type;
    size_t offset; /**< of a bool, int, double or const char * in the options struct */
    union {
        bool b;
        int i;
        double d;
        const char *s;
    } def;
    double min, max; /**< inclusive; numbers only */
    unsigned flags;
} VmafOption;

/* Entries of an option table: one line each. */
#define VMAF_OPTION_BOOL(Options, field, opt_name, opt_alias, opt_help, default_, opt_flags)    \
    {                                                                                           \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),                           \
        .type = VMAF_OPTION_TYPE_BOOL, .offset = offsetof(Options, field), .def.b = (default_), \
        .flags = (opt_flags)                                                                    \
    }
#define VMAF_OPTION_INT(Options, field, opt_name, opt_alias, opt_help, default_, min_, max_,   \
                        opt_flags)                                                             \
    {                                                                                          \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),                          \
        .type = VMAF_OPTION_TYPE_INT, .offset = offsetof(Options, field), .def.i = (default_), \
        .min = (min_), .max = (max_), .flags = (opt_flags)                                     \
    }
#define VMAF_OPTION_DOUBLE(Options, field, opt_name, opt_alias, opt_help, default_, min_, max_,   \
                           opt_flags)                                                             \
    {                                                                                             \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),                             \
        .type = VMAF_OPTION_TYPE_DOUBLE, .offset = offsetof(Options, field), .def.d = (default_), \
        .min = (min_), .max = (max_), .flags = (opt_flags)                                        \
    }
#define VMAF_OPTION_STRING(Options, field, opt_name, opt_alias, opt_help, default_, opt_flags)    \
    {                                                                                             \
        .name = (opt_name), .alias = (opt_alias), .help = (opt_help),                             \
        .type = VMAF_OPTION_TYPE_STRING, .offset = offsetof(Options, field), .def.s = (default_), \
        .flags = (opt_flags)                                                                      \
    }
/** The end of a table. */
#define VMAF_OPTION_END \
    {                   \
        .name = NULL    \
    }

/** @param options may be NULL @return NULL if there is no option of that name */
const VmafOption *vmaf_option_find(const VmafOption *options, const char *name);

/**
 * Log that there is no such option, with those there are.
 *
 * @param model whose option it is, which is ignored; NULL: the user's
 */
void vmaf_option_log_unknown(enum VmafLogLevel level, const char *who, const VmafOption *options,
                             const char *key, const char *model);

/**
 * Set every option in the block to its default, then to the value in dict where there is one.
 *
 * @param who  name of the feature, for messages
 * @param dict may be NULL; string values stay owned by it
 * @return 0; -EINVAL, logged, for an unknown key (the message lists the known ones) or a bad value
 */
int vmaf_options_parse(const char *who, const VmafOption *options, const VmafDict *dict,
                       void *block);

/**
 * The suffix of a score name: for each feature parameter that differs from its default, in the
 * order of option names, "_key" for bool and "_key_value" otherwise; "" without any.
 *
 * @param block parsed options
 * @return of the length that it needs, to be freed; NULL without memory
 */
char *vmaf_options_suffix(const VmafOption *options, const void *block);

#endif /* VMAF_OPT_H */
