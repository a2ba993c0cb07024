/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_PLAN_H
#define VMAF_GPU_PLAN_H

#include "gpu/gpu_frame.h"

/** What the extractors of a pipeline reserved. */
struct VmafGpuPlan {
    size_t *buffer_bytes;
    unsigned n_buffers;
    size_t all_buffer_bytes; /**< of one frame */
    size_t result_bytes;
    void **table;
    unsigned n_tables;
    size_t table_bytes;
};

/** Free the tables and the lists; the plan is empty afterwards. */
void vmaf_gpu_plan_clear(VmafGpuPlan *plan, VmafGpuDevice *dev);

#endif /* VMAF_GPU_PLAN_H */
