/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CONTEXT_H
#define VMAF_CONTEXT_H

#include <stdbool.h>

#include "libvmaf/libvmaf.h"
#include "run/run.h"

struct VmafContext {
    VmafConfiguration cfg;
    VmafCollector *scores;
    VmafRun *run;
    VmafPool *pool;         /**< of vmaf_preallocate_pictures() */
    VmafPool *gpu_pictures; /**< for clients that fetch pictures for the device */
    bool backend_is_set;    /**< by vmaf_use_backend() or the import of a state */
    bool backend_is_named;  /**< result files tell it */
};

/**
 * Let the context compute on a device.
 *
 * @param device   taken over on success
 * @param required a feature without a twin is an error instead of computed on the CPU
 * @return 0; -EINVAL, logged, if a backend is set or a feature in use already; -ENOMEM
 */
int vmaf_context_set_device(VmafContext *v, VmafGpuDevice *device, bool required);

#endif /* VMAF_CONTEXT_H */
