/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_FEATURE_H
#define LIBVMAF_FEATURE_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Options of one extractor: text keys and values, owned by the caller until a call takes them. */
typedef struct VmafFeatureDictionary VmafFeatureDictionary;

/**
 * Set a key, replacing an earlier value. Numbers are normalised to the "%g" text of their float
 * value, independent of the locale.
 *
 * @param dict *dict is created when NULL
 * @return 0; -EINVAL for a NULL argument; -ENOMEM
 */
int vmaf_feature_dictionary_set(VmafFeatureDictionary **dict, const char *key, const char *val);

/** Free *dict and set it to NULL. @return 0; -EINVAL if dict is NULL. A NULL *dict is fine. */
int vmaf_feature_dictionary_free(VmafFeatureDictionary **dict);

enum VmafOptionType {
    VMAF_OPTION_TYPE_BOOL,
    VMAF_OPTION_TYPE_INT,
    VMAF_OPTION_TYPE_DOUBLE,
    VMAF_OPTION_TYPE_STRING
};

/** One option of an extractor. All strings are static. */
typedef struct VmafOptionInfo {
    const char *name;  /**< key in a VmafFeatureDictionary */
    const char *alias; /**< short form used in suffixes of score names; may be NULL */
    const char *help;
    enum VmafOptionType type;
    double default_value;       /**< numbers; 0 or 1 for bool */
    const char *default_string; /**< strings only, else NULL */
    double min, max;            /**< inclusive; numbers only */
} VmafOptionInfo;

/** One feature extractor of this build. All strings are static. */
typedef struct VmafExtractorInfo {
    const char *name; /**< as given to vmaf_use_feature() */
    /** NULL-terminated: "cpu", and the GPU backends of this build that have a twin of it. */
    const char *const *backends;
    unsigned n_scores; /**< that it may write, with one set of options or another */
    unsigned n_options;
    unsigned min_width, min_height; /**< smallest luma size accepted with default options */
    /** Pictures before and after a picture that its scores depend on, with default options;
        UINT_MAX: all of the clip. */
    unsigned reach_before, reach_after;
} VmafExtractorInfo;

/**
 * Describe the i-th feature extractor of this build, i = 0, 1, ...
 *
 * @return 0; -EINVAL if info is NULL; -ENOENT past the last one
 */
int vmaf_extractor_describe(unsigned i, VmafExtractorInfo *info);

/**
 * Name score k of the i-th extractor, k = 0..n_scores-1.
 *
 * @param name set to the internal score name, without suffix; static
 * @return 0; -EINVAL if name is NULL; -ENOENT if there is no such extractor or score
 */
int vmaf_extractor_describe_score(unsigned i, unsigned k, const char **name);

/**
 * Describe option k of the i-th extractor, k = 0..n_options-1.
 *
 * @return 0; -EINVAL if info is NULL; -ENOENT if there is no such extractor or option
 */
int vmaf_extractor_describe_option(unsigned i, unsigned k, VmafOptionInfo *info);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_FEATURE_H */
