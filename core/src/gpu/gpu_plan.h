/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_PLAN_H
#define VMAF_GPU_PLAN_H

#include "gpu/gpu_frame.h"

/** What the features on a device reserved. Lists only grow until the plan is cut back. */
struct VmafGpuPlan {
    size_t *buffer_bytes, *host_bytes;
    unsigned n_buffers, n_hosts;
    size_t all_buffer_bytes; /**< of one frame */
    size_t result_bytes;
    void **table;
    unsigned n_tables;
    size_t table_bytes;
};

/**
 * Cut the plan back to what it was.
 *
 * @param to a copy of the plan made then, whose lists are not looked at; all zero: empty it
 */
void vmaf_gpu_plan_cut(VmafGpuPlan *plan, const VmafGpuPlan *to, VmafGpuDevice *dev);

#endif /* VMAF_GPU_PLAN_H */
