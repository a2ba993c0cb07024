/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_EXTRACTOR_H
#define VMAF_EXTRACTOR_H

#include <stddef.h>

#include "base/opt.h"
#include "libvmaf/picture.h"
#include "score/collector.h"

enum VmafBackend { VMAF_BACKEND_CPU, VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP, VMAF_BACKEND_SIMT };

/** Type of a term and of its accumulator. */
enum VmafTerm { VMAF_TERM_I64, VMAF_TERM_F32, VMAF_TERM_F64 };

/** Order of a sum: any (integers only), raster, or row sums first and then the rows. */
enum VmafOrder { VMAF_ORDER_ANY, VMAF_ORDER_RASTER, VMAF_ORDER_ROWS };

typedef struct VmafTwinSum {
    const char *name;
    enum VmafTerm term;
    enum VmafOrder order;
    unsigned per_site; /**< accumulators per site */
} VmafTwinSum;

/** What every implementation of a feature adds, in which type and order. */
typedef struct VmafTwinContract {
    const char *feature;
    unsigned revision; /**< raised when a term, type or order changes */
    const VmafTwinSum *sums;
    unsigned n_sums;
} VmafTwinContract;

/** The pictures of a run; fixed by the first pair. */
typedef struct VmafFrameInfo {
    enum VmafPixelFormat pix_fmt;
    unsigned bpc;
    unsigned w, h; /**< luma size */
} VmafFrameInfo;

typedef struct VmafExtractorCtx VmafExtractorCtx;
struct VmafGpuFrame;

/**
 * A feature extractor. One instance is used by one thread at a time; with worker threads every
 * worker has an instance of its own.
 *
 * Before init() the framework zeroes the private block, parses the options into it, and refuses
 * frames below min_w x min_h and depths other than 8, 10, 12, 16. It calls close() after a failed
 * init() too.
 */
typedef struct VmafExtractor {
    const char *name, *feature; /**< "float_ssim_cuda", "float_ssim" (shared by twins) */
    enum VmafBackend backend;
    const char *const *outputs; /**< NULL-terminated: every score emit() may write, in order */
    unsigned plain_outputs;     /**< bit i: outputs[i] never takes a suffix */
    const VmafOption *options;  /**< one table per feature, shared by all its twins; may be NULL */
    const VmafTwinContract *contract; /**< NULL if the feature has no twin */
    size_t priv_size;                 /**< bytes; the options struct stands first */
    unsigned planes;                  /**< bit i: plane i is read */
    unsigned min_w, min_h;            /**< smallest luma size with default options */
    /** Optional: why this backend cannot compute these options (a text), or NULL. */
    const char *(*refuses)(const void *options);
    int (*init)(VmafExtractorCtx *c, const VmafFrameInfo *info);
    /** Start the work on a pair; on the CPU, do it. */
    int (*submit)(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                  unsigned index);
    /** Wait for the work and emit its scores. */
    int (*collect)(VmafExtractorCtx *c, unsigned index, VmafCollector *out);
    void (*close)(VmafExtractorCtx *c); /**< accepts any half-built state */
} VmafExtractor;

/** An instance of an extractor. */
struct VmafExtractorCtx {
    const VmafExtractor *fex;
    void *priv;
    VmafFrameInfo info;
    char **names;   /**< one per entry of fex->outputs: the score name with suffix */
    unsigned rank;  /**< of its columns in the collector */
    unsigned scale; /**< set by init(): factor by which it decimates the pictures; 0: none */
    int init_state; /**< 0 not yet, 1 initialised, negative errno of a failed init */
    struct VmafGpuFrame *gpu; /**< GPU extractors: the frame at hand, gpu/gpu_frame.h */
};

/**
 * Write a score of the frame at hand.
 *
 * @param output index into fex->outputs
 * @return 0, or the error of vmaf_collector_append()
 */
int vmaf_extractor_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned output, unsigned index,
                        double value);

/**
 * Create an instance: parse the options, build the score names.
 *
 * @param opts may be NULL; borrowed, must outlive the instance
 * @return 0; -EINVAL, logged, for bad options; -ENOMEM
 */
int vmaf_extractor_create(VmafExtractorCtx **out, const VmafExtractor *fex, const VmafDict *opts);

/** Check size and depth and call init(), once. @return 0 or the error, logged */
int vmaf_extractor_init(VmafExtractorCtx *c, const VmafFrameInfo *info);

/** Close and free; clears the pointer, accepts NULL in it. */
void vmaf_extractor_destroy(VmafExtractorCtx **c);

/** @return the extractor of that name, or NULL */
const VmafExtractor *vmaf_extractor_find(const char *name);

/** @return the extractor of a feature for a backend, or NULL */
const VmafExtractor *vmaf_extractor_find_twin(const char *feature, enum VmafBackend backend);

/** Log an ERROR that lists the known extractors and the nearest one to an unknown name. */
void vmaf_extractor_log_unknown(const char *name);

/** "cpu", "cuda", "hip", "simt" */
const char *vmaf_backend_name(enum VmafBackend backend);

#endif /* VMAF_EXTRACTOR_H */
