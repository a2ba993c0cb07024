/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_RUN_H
#define VMAF_RUN_H

#include "feature/feature.h"
#include "run/pool.h"
#include "score/collector.h"

/**
 * The run of a context: its features, the window of the last pictures, the CPU and the GPU that
 * measure, and the series that finish in the order of reading.
 *
 * vmaf_run_use(), vmaf_run_submit() and vmaf_run_flush() are called by one thread at a time;
 * everything else may be called beside them.
 */
typedef struct VmafRun VmafRun;

typedef struct VmafRunConfig {
    unsigned n_threads; /**< 0: measure in vmaf_run_submit(); capped at 4 per processor */
    unsigned n_subsample;
    unsigned isa;          /**< enum VmafCpuFlag bits that may be used */
    VmafCollector *scores; /**< borrowed */
} VmafRunConfig;

int vmaf_run_create(VmafRun **out, const VmafRunConfig *config);

/** Finish queued work, drop what is in flight on the device, free everything. Accepts NULL. */
void vmaf_run_destroy(VmafRun **run);

/**
 * Measure on a device instead of the one set before, if any. Before the first feature.
 *
 * @param device   taken over on success; NULL: on the CPU
 * @param required a feature without a twin is an error instead of measured on the CPU
 */
int vmaf_run_set_device(VmafRun *r, VmafGpuDevice *device, bool required);

/** @return the device, or NULL; it stays when features leave it */
VmafGpuDevice *vmaf_run_device(const VmafRun *r);

/** Log where each feature is measured when it is registered. */
void vmaf_run_tell_backends(VmafRun *r);

/**
 * Register a feature. With a device that was not left, a plain name means the device where the
 * feature has a twin that takes these options, and the CPU otherwise.
 *
 * @param name of a feature, or of a twin, which must then run on the device
 * @param opts may be NULL; taken over on success
 * @return 0, also when the same feature with the same score names is in use; -EINVAL, logged, for
 *         an unknown name, bad options, a backend that the context does not use, or a feature with
 *         history after indexes other than 0..n-1; -ENOTSUP, logged, for a required backend
 *         without a twin; -ENOMEM
 */
int vmaf_run_use(VmafRun *r, const char *name, VmafDict *opts);

/** The same for a feature that need not be in the list. @param backend CPU for a plain name */
int vmaf_run_use_feature(VmafRun *r, const VmafFeature *f, enum VmafBackend backend,
                         VmafDict *opts);

/** The same, on the CPU whatever there is, unless it is in use on the device already. */
int vmaf_run_use_on_cpu(VmafRun *r, const VmafFeature *f, VmafDict *opts);

/** What a report says of a registered feature. */
typedef struct VmafUseInfo {
    const char *label; /**< name of the feature with the suffix of its options */
    enum VmafBackend backend;
    unsigned scale; /**< of VmafNeeds, at least 1; 0 before the first pair */
} VmafUseInfo;

/** Describe the i-th feature in use. @return -ENOENT past the last one */
int vmaf_run_use_info(VmafRun *r, unsigned i, VmafUseInfo *info);

/**
 * Give the pair to all features, or to none. References are taken.
 *
 * @return 0; an error of an earlier pair that was not told yet, or the reason for refusing this
 *         one, logged: then nothing has changed, and the same index is expected again
 */
int vmaf_run_submit(VmafRun *r, const VmafPicture *ref, const VmafPicture *dis, unsigned index);

/**
 * Finish all pairs, write the scores that waited for a next picture, let go of the window.
 *
 * @return 0; the first error not yet told; -EINVAL, logged, if there are features and no pair was
 *         read. Scores stay readable in any case. vmaf_run_is_flushed() tells success.
 */
int vmaf_run_flush(VmafRun *r);
bool vmaf_run_is_flushed(const VmafRun *r);

/** Wait for the scores of all pairs read before this call. Errors are left to submit and flush. */
void vmaf_run_wait(VmafRun *r);

/** Pairs accepted. */
unsigned vmaf_run_n_pictures(VmafRun *r);

/** The format of the pairs; all zero before the first. */
VmafFrameInfo vmaf_run_format(VmafRun *r);

/** Pairs that can be in flight on the device, whose pictures it may hold. 0 without a device */
unsigned vmaf_run_device_frames(const VmafRun *r);

/** Pictures that the windows of temporal features may hold while nothing is in flight. */
#define VMAF_RUN_HISTORY_PICTURES (2 * VMAF_MAX_HISTORY)

/**
 * Take a picture from a pool, collecting frames from the device, which hold some, while none is
 * free.
 */
void vmaf_run_fetch(VmafRun *r, VmafPool *pool, VmafPicture *pic);

/** @return whether a picture of the pool is in use by more than the windows of temporal features */
bool vmaf_run_uses_pool(VmafRun *r, VmafPool *pool);

#endif /* VMAF_RUN_H */
