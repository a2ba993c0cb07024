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

/** One extractor of this build. All strings are static. */
typedef struct VmafExtractorInfo {
    const char *name;           /**< as given to vmaf_use_feature() */
    const char *feature;        /**< the same for an extractor and its GPU twins */
    const char *backend;        /**< "cpu", "cuda", "hip", "simt" */
    const char *const *outputs; /**< NULL-terminated internal score names, without suffix */
    unsigned n_options;
    unsigned min_width, min_height; /**< smallest luma size accepted with default options */
} VmafExtractorInfo;

/**
 * Describe the i-th extractor of this build, i = 0, 1, ...
 *
 * @return 0; -EINVAL if info is NULL; -ENOENT past the last one
 */
int vmaf_extractor_describe(unsigned i, VmafExtractorInfo *info);

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
