/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_GPU_H
#define VMAF_FLOAT_ADM_GPU_H

#include "feature/float_adm/float_adm_plan.h"
#include "gpu/gpu_frame.h"

/** Options, then what init() planned. */
typedef struct VmafFloatAdmGpu {
    FloatAdmOptions opt;
    FloatAdmPlan plan;
    VmafGpuKernel *first, *scale, *totals;  /**< first: of scale 0 */
    unsigned low[VMAF_FLOAT_ADM_SCALES][2]; /**< buffers of ref, dis; none of the last scale */
    unsigned term[VMAF_FLOAT_ADM_SCALES];   /**< buffer, from scale plan.first_sum on */
    size_t total[VMAF_FLOAT_ADM_SCALES];    /**< result: the row totals, [sum][row] */
} VmafFloatAdmGpu;

const char *vmaf_float_adm_gpu_refuses(const void *options);
int vmaf_float_adm_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info);
int vmaf_float_adm_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                              unsigned index);
int vmaf_float_adm_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out);

/** The descriptor of a twin; it has nothing to close, the pipeline frees what init() reserved. */
#define VMAF_FLOAT_ADM_GPU(twin_name, twin_backend)                                          \
    {                                                                                        \
        .name = (twin_name), .feature = "float_adm", .backend = (twin_backend),              \
        .outputs = vmaf_float_adm_outputs, .plain_outputs = VMAF_FLOAT_ADM_PLAIN_OUTPUTS,    \
        .options = vmaf_float_adm_options, .contract = &vmaf_float_adm_contract,             \
        .priv_size = sizeof(VmafFloatAdmGpu), .planes = 1, .min_w = VMAF_FLOAT_ADM_MIN_SIDE, \
        .min_h = VMAF_FLOAT_ADM_MIN_SIDE, .refuses = vmaf_float_adm_gpu_refuses,             \
        .init = vmaf_float_adm_gpu_init, .submit = vmaf_float_adm_gpu_submit,                \
        .collect = vmaf_float_adm_gpu_collect,                                               \
    }

#endif /* VMAF_FLOAT_ADM_GPU_H */
