/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIM_GPU_H
#define VMAF_SSIM_GPU_H

#include "feature/fold_gpu.h"
#include "feature/ssim/ssim.h"

/** Options, then what init() planned. */
typedef struct VmafSsimGpu {
    VmafSsimOptions opt;
    VmafFoldGpu fold;
    VmafGpuKernel *terms;
} VmafSsimGpu;

int vmaf_ssim_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info);
int vmaf_ssim_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                         unsigned index);
int vmaf_ssim_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out);
void vmaf_ssim_gpu_close(VmafExtractorCtx *c);

/** The descriptor of a twin. */
#define VMAF_SSIM_GPU(twin_name, twin_backend)                                              \
    {                                                                                       \
        .name = (twin_name), .feature = "ssim", .backend = (twin_backend),                  \
        .outputs = vmaf_ssim_outputs, .options = vmaf_ssim_options,                         \
        .contract = &vmaf_ssim_contract, .priv_size = sizeof(VmafSsimGpu), .planes = 1,     \
        .min_w = 1, .min_h = 1, .init = vmaf_ssim_gpu_init, .submit = vmaf_ssim_gpu_submit, \
        .collect = vmaf_ssim_gpu_collect, .close = vmaf_ssim_gpu_close,                     \
    }

#endif /* VMAF_SSIM_GPU_H */
