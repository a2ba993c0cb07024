/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CONTEXT_H
#define VMAF_CONTEXT_H

#include <pthread.h>
#include <stdbool.h>

#include "libvmaf/libvmaf.h"
#include "model/use.h"
#include "run/run.h"

struct VmafContext {
    VmafConfiguration cfg;
    VmafCollector *scores;
    VmafRun *run;
    VmafPool *pool;         /**< of vmaf_preallocate_pictures() */
    VmafPool *gpu_pictures; /**< for clients that fetch pictures for the device */
    bool backend_is_set;    /**< by vmaf_use_backend() or the import of a state */
    bool backend_is_named;  /**< result files tell it */
    pthread_mutex_t models_lock;
    VmafModelUse *models; /**< that were used so far, collections among them; only added to */
};

/**
 * Let the context compute on a device, whatever the environment says.
 *
 * @param device   taken over on success; NULL: on the CPU
 * @param required a feature without a twin is an error instead of computed on the CPU
 * @return 0; -EINVAL, logged, if a backend is set or a feature in use already; -ENOMEM
 */
int vmaf_context_set_device(VmafContext *v, VmafGpuDevice *device, bool required);

/**
 * Let a new context compute where VMAF_BACKEND in the environment says, until its client says
 * otherwise. A mask of GPUs wins.
 *
 * @return 0; -EINVAL, logged, for a bad value; -ENODEV, logged, for a backend that this build or
 *         this machine lacks; -ENOMEM; -EIO
 */
int vmaf_context_use_environment(VmafContext *v);

/** Pool a stored score. @return as vmaf_feature_score_pooled() */
int vmaf_context_pool(VmafContext *v, const char *name, enum VmafPoolingMethod method,
                      double *score, unsigned low, unsigned high);

/** Free what is known of models. */
void vmaf_context_forget_models(VmafContext *v);

#endif /* VMAF_CONTEXT_H */
