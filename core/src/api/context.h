/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CONTEXT_H
#define VMAF_CONTEXT_H

#include <pthread.h>
#include <stdbool.h>

#include "run/feature_set.h"
#include "run/gpu_pipeline.h"
#include "run/pipeline.h"
#include "run/pool.h"
#include "score/collector.h"

/** LEFT: it could not take the features before the first of its frames, so that the CPU does. */
enum VmafDeviceUse { VMAF_DEVICE_UNTRIED, VMAF_DEVICE_USED, VMAF_DEVICE_LEFT };

struct VmafContext {
    VmafConfiguration cfg;
    VmafCollector *collector;
    VmafFeatureSet features;
    VmafPipeline *pipeline;
    VmafPool *pool;
    VmafPicture format; /**< layout of the first pair; no samples */
    unsigned n_pictures;
    bool flushed;

    /** A device of the user's choice or NULL, and its pipeline, which one thread at a time may
        call: whoever reads pictures, and whoever waits for a score or a picture. */
    VmafGpuDevice *device;
    enum VmafDeviceUse device_use;
    VmafGpuPipeline *gpu;
    VmafPool *gpu_pictures; /**< for clients that fetch pictures for the device */
    VmafPool *host_copies;  /**< of device pictures, for extractors on the CPU */
    pthread_mutex_t gpu_lock;
    bool backend_is_set;   /**< by vmaf_use_backend() or the import of a state */
    bool backend_is_named; /**< result files tell it */
    bool backend_required; /**< by name: a feature without a twin is an error */
};

/**
 * Let the context compute on a device.
 *
 * @param device   taken over on success
 * @param required a feature without a twin is an error instead of computed on the CPU
 * @return 0; -EINVAL, logged, if a backend is set or a feature in use already; -ENOMEM
 */
int vmaf_context_set_device(VmafContext *v, VmafGpuDevice *device, bool required);

/**
 * Take a picture from a pool of the context. Frames in flight on the device hold pictures: while
 * none is free, the oldest frame is collected.
 */
void vmaf_context_fetch(VmafContext *v, VmafPool *pool, VmafPicture *pic);

#endif /* VMAF_CONTEXT_H */
