/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PIPELINE_H
#define VMAF_PIPELINE_H

#include "feature/extractor.h"

/**
 * The CPU extractors of a context and the threads that run them. One job is one picture pair and
 * runs every extractor on it; each worker has instances of its own. At most n_threads jobs wait
 * and n_threads run, so the pictures in flight are bounded however fast the caller reads.
 */
typedef struct VmafPipeline VmafPipeline;

/**
 * @param n_threads   0: vmaf_pipeline_submit() does the work itself; capped at 4 per processor
 * @param collector   borrowed, receives the scores
 */
int vmaf_pipeline_create(VmafPipeline **out, unsigned n_threads, VmafCollector *collector);

/** Finish queued work and free everything. Clears the pointer, accepts NULL in it. */
void vmaf_pipeline_destroy(VmafPipeline **pipeline);

/**
 * Register an extractor.
 *
 * @param c    taken over on success; its rank is set before the first pair
 * @param opts what c was created with; may be NULL; borrowed for the instances of the workers
 */
int vmaf_pipeline_add(VmafPipeline *p, VmafExtractorCtx *c, const VmafDict *opts);

/** Extractors registered. */
unsigned vmaf_pipeline_n_extractors(const VmafPipeline *p);

/** Jobs that can run or wait at a time. */
unsigned vmaf_pipeline_max_jobs(const VmafPipeline *p);

/** Bit i: some registered extractor reads plane i. */
unsigned vmaf_pipeline_planes(const VmafPipeline *p);

/**
 * Score a pair or queue it, taking references of its own. Extractors not yet initialised are, in
 * the caller's thread.
 *
 * @return 0; the error of an extractor on this pair, which with threads is told by
 *         vmaf_pipeline_take_error()
 */
int vmaf_pipeline_submit(VmafPipeline *p, const VmafPicture *ref, const VmafPicture *dis,
                         unsigned index);

/** Wait for every pair submitted before this call. Safe from any thread. */
void vmaf_pipeline_wait(VmafPipeline *p);

/** @return the first error of a worker since the last call, and forget it */
int vmaf_pipeline_take_error(VmafPipeline *p);

#endif /* VMAF_PIPELINE_H */
