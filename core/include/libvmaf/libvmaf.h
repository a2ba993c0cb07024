/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_H
#define LIBVMAF_H

#include <stdint.h>

#include "libvmaf/feature.h"
#include "libvmaf/model.h"
#include "libvmaf/picture.h"
#include "libvmaf/version.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum VmafLogLevel {
    VMAF_LOG_LEVEL_NONE,
    VMAF_LOG_LEVEL_ERROR,
    VMAF_LOG_LEVEL_WARNING,
    VMAF_LOG_LEVEL_INFO,
    VMAF_LOG_LEVEL_DEBUG
};

enum VmafOutputFormat {
    VMAF_OUTPUT_FORMAT_NONE,
    VMAF_OUTPUT_FORMAT_XML,
    VMAF_OUTPUT_FORMAT_JSON,
    VMAF_OUTPUT_FORMAT_CSV,
    VMAF_OUTPUT_FORMAT_SUB
};

enum VmafPoolingMethod {
    VMAF_POOL_METHOD_UNKNOWN,
    VMAF_POOL_METHOD_MIN,
    VMAF_POOL_METHOD_MAX,
    VMAF_POOL_METHOD_MEAN,
    VMAF_POOL_METHOD_HARMONIC_MEAN,
    VMAF_POOL_METHOD_NB
};

/** Passed by value: the layout is ABI and never grows. */
typedef struct VmafConfiguration {
    enum VmafLogLevel log_level; /**< process wide; the last vmaf_init() wins */
    unsigned n_threads;          /**< worker threads; 0: all work in the caller's thread */
    unsigned n_subsample;        /**< score indexes divisible by it; 0 and 1: all */
    uint64_t cpumask;            /**< instruction sets not to use (bit set = forbidden) */
    uint64_t gpumask;            /**< non-zero: models get no GPU extractors, VMAF_BACKEND no GPU */
} VmafConfiguration;

/**
 * One run over one reference/distorted sequence. Contexts are independent of each other.
 *
 * Calls on one context are the client's to serialise, with these exceptions: scores may be read and
 * imported, and pictures fetched and released, in other threads while vmaf_read_pictures() runs.
 */
typedef struct VmafContext VmafContext;

/**
 * Open a context.
 *
 * It computes where VMAF_BACKEND in the environment says: "auto", "cpu", "cuda" or "hip", as for
 * vmaf_use_backend() (libvmaf/backend.h), but features without a twin on that GPU stay on the CPU.
 * On the CPU if it is unset or empty, and if gpumask is not zero. A client that calls
 * vmaf_use_backend() or imports the state of a GPU chooses anew.
 *
 * @param vmaf set on success, closed with vmaf_close()
 * @return 0; -EINVAL if vmaf is NULL, or logged for another VMAF_BACKEND; -ENODEV, logged, if the
 *         backend that it names is not in this build or cannot be opened; -ENOMEM; -EIO for any
 *         other error of the driver
 */
int vmaf_init(VmafContext **vmaf, VmafConfiguration cfg);

/**
 * Register a feature extractor, before or between pictures.
 *
 * @param feature_name an extractor's name ("float_ssim"), see vmaf_extractor_describe()
 * @param opts_dict    its options or NULL; taken over on success, the caller's on failure
 * @return 0; -EINVAL for a NULL argument, an unknown extractor or option, or a bad value; -ENOTSUP
 *         if the backend that was asked for cannot compute it; -ENOMEM
 */
int vmaf_use_feature(VmafContext *vmaf, const char *feature_name, VmafFeatureDictionary *opts_dict);

/**
 * Register the features that a model needs, before or between pictures.
 *
 * Features in use already, with the same options, are shared. Models of one name share one score:
 * the first prediction is kept.
 *
 * @return 0; -EINVAL, logged, for a NULL argument, a feature that this build lacks, or a bad option
 *         value; -ENOTSUP if the backend that was asked for cannot compute one; -ENOMEM
 */
int vmaf_use_features_from_model(VmafContext *vmaf, VmafModel *model);

/** The same for each member of a collection. @return 0 or the first error */
int vmaf_use_features_from_model_collection(VmafContext *vmaf,
                                            VmafModelCollection *model_collection);

/** Layout of the pictures of a pool. */
typedef struct VmafPictureConfiguration {
    struct {
        unsigned w, h; /**< luma size */
        unsigned bpc;
        enum VmafPixelFormat pix_fmt;
    } pic_params;
    unsigned pic_cnt; /**< pictures to allocate */
} VmafPictureConfiguration;

/**
 * Give the context a pool of host pictures. A later call replaces a pool that is idle: none of its
 * pictures is out or in flight.
 *
 * @return 0; -EINVAL for bad parameters or a pool in use; -ENOMEM; the negative errno of the GPU
 */
int vmaf_preallocate_pictures(VmafContext *vmaf, VmafPictureConfiguration cfg);

/**
 * Take a picture from the pool, waiting until one is free. Its samples are what the last user
 * left. Give it back with vmaf_picture_unref() or a successful vmaf_read_pictures().
 *
 * @return 0; -EINVAL for a NULL argument or if there is no pool
 */
int vmaf_fetch_preallocated_picture(VmafContext *vmaf, VmafPicture *pic);

/**
 * Score one pair, or flush when both pictures are NULL.
 *
 * Blocks while too many pictures are in flight. On success both pictures are consumed and the
 * structs zeroed; on any error they stay the caller's. With threads or a GPU, an extractor's error
 * on an earlier picture is returned once, by a later call or by the flush.
 *
 * @param index any order; each index once
 * @return 0; -EINVAL for a NULL context, one NULL picture, pictures that differ from each other or
 *         from the first pair in size, format or depth, or a context already flushed; the negative
 *         errno of an extractor or the GPU
 */
int vmaf_read_pictures(VmafContext *vmaf, VmafPicture *ref, VmafPicture *dist, unsigned index);

/**
 * Store a score computed elsewhere.
 *
 * @param feature_name any text of UTF-8, not empty
 * @return 0; -EINVAL for a NULL argument, a bad name, or a score already stored at that name and
 *         index; -ENOMEM
 */
int vmaf_import_feature_score(VmafContext *vmaf, const char *feature_name, double value,
                              unsigned index);

/**
 * The score of a model at a picture. It is predicted once and stored under the model's name; waits
 * for pictures already read.
 *
 * @param score overwritten on success only
 * @return 0; -EINVAL, logged, if an argument is NULL or a score that the model needs is missing;
 *         -ENOMEM
 */
int vmaf_score_at_index(VmafContext *vmaf, VmafModel *model, double *score, unsigned index);

/** The same for a collection: predicts and stores the scores of its members, too. */
int vmaf_score_at_index_model_collection(VmafContext *vmaf, VmafModelCollection *model_collection,
                                         VmafModelCollectionScore *score, unsigned index);

/**
 * Read one stored score, by internal name or output alias. Waits for pictures already read.
 *
 * @param score overwritten on success only
 * @return 0; -EINVAL if an argument is NULL or there is no such score
 */
int vmaf_feature_score_at_index(VmafContext *vmaf, const char *feature_name, double *score,
                                unsigned index);

/**
 * Name of the i-th score, i = 0, 1, ...: names and order are those of output files. Waits for
 * pictures already read.
 *
 * @param name set on success, valid until vmaf_close()
 * @return 0; -EINVAL if an argument is NULL; -ENOENT past the last one
 */
int vmaf_score_name(VmafContext *vmaf, unsigned i, const char **name);

/**
 * Pool the scores of index_low..index_high (inclusive, skipping what n_subsample skips). The
 * harmonic mean, n / sum(1 / (score + 1)) - 1, is NaN when a score is -1 or less, where it would be
 * no mean.
 *
 * @param score overwritten on success only
 * @return 0; -EINVAL for a bad argument, a missing score, or a range that keeps no index
 */
int vmaf_feature_score_pooled(VmafContext *vmaf, const char *feature_name,
                              enum VmafPoolingMethod pool_method, double *score, unsigned index_low,
                              unsigned index_high);

/**
 * Predict the pictures of index_low..index_high (inclusive, skipping what n_subsample skips) and
 * pool the model's score over them.
 *
 * @param score overwritten on success only
 * @return 0; -EINVAL for a bad argument, a missing score, or a range that keeps no index; -ENOMEM
 */
int vmaf_score_pooled(VmafContext *vmaf, VmafModel *model, enum VmafPoolingMethod pool_method,
                      double *score, unsigned index_low, unsigned index_high);

/** The same for the four scores of a collection. */
int vmaf_score_pooled_model_collection(VmafContext *vmaf, VmafModelCollection *model_collection,
                                       enum VmafPoolingMethod pool_method,
                                       VmafModelCollectionScore *score, unsigned index_low,
                                       unsigned index_high);

/**
 * Write all scores to a file, numbers as in releases of libvmaf since 3.1.0.
 *
 * @return 0; -EINVAL for a NULL argument, a bad format or a file that cannot be opened; -EIO when
 *         writing failed
 */
int vmaf_write_output(VmafContext *vmaf, const char *output_path, enum VmafOutputFormat fmt);

/**
 * The same with a printf format for one double, such as "%.17g".
 *
 * @param score_format exactly one conversion %[.digits](e|f|g) and no other text; NULL: "%.6f"
 * @return as vmaf_write_output(); -EINVAL also for a bad score_format
 */
int vmaf_write_output_with_format(VmafContext *vmaf, const char *output_path,
                                  enum VmafOutputFormat fmt, const char *score_format);

/**
 * Wait for queued work and free the context. Never blocks on pooled pictures that the client
 * still holds; they stay valid until released.
 *
 * @return 0; -EINVAL if vmaf is NULL
 */
int vmaf_close(VmafContext *vmaf);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_H */
