/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_GPU_H
#define VMAF_ADM_GPU_H

#include "feature/adm/adm_plan.h"
#include "gpu/gpu_frame.h"

/** Options, then what init() planned. */
typedef struct VmafAdmGpu {
    AdmOptions opt;
    AdmPlan plan;
    VmafGpuKernel *tile[VMAF_ADM_SCALES];
    VmafGpuKernel *rows;
    unsigned low[VMAF_ADM_SCALES - 1]; /**< buffers: band a of ref, then of dis */
    unsigned part[VMAF_ADM_SCALES];    /**< buffers: AdmTileArgs.part */
    size_t sums;                       /**< result: AdmSums */
} VmafAdmGpu;

int vmaf_adm_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info);
int vmaf_adm_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                        unsigned index);
int vmaf_adm_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out);

/** The descriptor of a twin; it has nothing to close, the pipeline frees what init() reserved. */
#define VMAF_ADM_GPU(twin_name, twin_backend)                                                     \
    {                                                                                             \
        .name = (twin_name), .feature = "adm", .backend = (twin_backend),                         \
        .outputs = vmaf_adm_outputs, .options = vmaf_adm_options, .contract = &vmaf_adm_contract, \
        .priv_size = sizeof(VmafAdmGpu), .planes = 1, .min_w = VMAF_ADM_MIN_SIZE,                 \
        .min_h = VMAF_ADM_MIN_SIZE, .init = vmaf_adm_gpu_init, .submit = vmaf_adm_gpu_submit,     \
        .collect = vmaf_adm_gpu_collect,                                                          \
    }

#endif /* VMAF_ADM_GPU_H */
