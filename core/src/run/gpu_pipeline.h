/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_PIPELINE_H
#define VMAF_GPU_PIPELINE_H

#include "gpu/gpu_frame.h"

/**
 * The GPU extractors of a context and the frames in flight on one device. Each frame slot has a
 * stream, device pictures, the buffers of all extractors and pinned host memory, so that reading,
 * upload, kernels and results of different frames overlap. VMAF_STREAMS=n sets the number of
 * slots (1..16); fewer are used when the device is short of memory.
 *
 * One thread at a time.
 */
typedef struct VmafGpuPipeline VmafGpuPipeline;

/** @param dev a reference is taken */
int vmaf_gpu_pipeline_create(VmafGpuPipeline **out, VmafGpuDevice *dev);

/** Wait for the device, drop frames not collected, free everything. Accepts NULL in *p. */
void vmaf_gpu_pipeline_destroy(VmafGpuPipeline **p);

/** Destroy the extractors and give all memory of the device back. Frames in flight are dropped. */
void vmaf_gpu_pipeline_clear(VmafGpuPipeline *p);

/**
 * Add an extractor of the device's backend, also between frames.
 *
 * @param c taken over on success; its rank is set by the caller
 */
int vmaf_gpu_pipeline_add(VmafGpuPipeline *p, VmafExtractorCtx *c);

/** Extractors added. */
unsigned vmaf_gpu_pipeline_n_extractors(const VmafGpuPipeline *p);

/** Frames that can be in flight: each keeps its pictures until it is collected. */
unsigned vmaf_gpu_pipeline_max_frames(const VmafGpuPipeline *p);

/**
 * Initialise extractors not yet initialised, so that errors show before the first frame is sent.
 * Done by vmaf_gpu_pipeline_submit() too.
 */
int vmaf_gpu_pipeline_start(VmafGpuPipeline *p, const VmafFrameInfo *info);

/**
 * Start the work on a pair, collecting the oldest frame first if all slots are in use. Pictures
 * in pinned or device memory are used in place, under references of the pipeline's own, until the
 * frame is collected; others are copied before the call returns.
 *
 * @param out receives the scores, of this frame at a later call
 * @return 0; the error of an extractor, of the device, on this frame or an earlier one, which is
 *         returned once: this frame is then not sent. After an error of the device every call
 *         returns it.
 */
int vmaf_gpu_pipeline_submit(VmafGpuPipeline *p, const VmafPicture *ref, const VmafPicture *dis,
                             unsigned index, VmafCollector *out);

/** Collect every frame in flight. An error stays, for the next submit or drain to return. */
void vmaf_gpu_pipeline_wait(VmafGpuPipeline *p);

/** The same. @return 0 or the first error not yet returned */
int vmaf_gpu_pipeline_drain(VmafGpuPipeline *p);

/**
 * Collect the oldest frame in flight, which gives its pictures back: for a caller who waits for a
 * picture of a pool. An error stays, as with vmaf_gpu_pipeline_wait().
 *
 * @return false if no frame is in flight
 */
bool vmaf_gpu_pipeline_collect_one(VmafGpuPipeline *p);

#endif /* VMAF_GPU_PIPELINE_H */
