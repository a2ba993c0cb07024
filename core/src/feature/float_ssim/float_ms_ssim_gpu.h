/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MS_SSIM_GPU_H
#define VMAF_FLOAT_MS_SSIM_GPU_H

#include "feature/float_ssim/float_ms_ssim.h"
#include "feature/float_ssim/float_ssim_gpu.h"

/** A level: its size, and for all but the first the buffers of its planes. */
typedef struct VmafMsSsimGpuLevel {
    uint32_t w, h, stride_px;
    unsigned plane[2];
    bool with_l;
} VmafMsSsimGpuLevel;

/** Options, then what init() planned. The sums of a level are l, where it has one, c and s. */
typedef struct VmafFloatMsSsimGpu {
    VmafFloatMsSsimOptions opt;
    VmafMsSsimGpuLevel level[VMAF_MS_SSIM_LEVELS];
    VmafFoldGpu fold;
    VmafGpuKernel *terms, *half;
} VmafFloatMsSsimGpu;

int vmaf_float_ms_ssim_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info);
int vmaf_float_ms_ssim_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref,
                                  const VmafPicture *dis, unsigned index);
int vmaf_float_ms_ssim_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out);
void vmaf_float_ms_ssim_gpu_close(VmafExtractorCtx *c);

/** The descriptor of a twin. */
#define VMAF_FLOAT_MS_SSIM_GPU(twin_name, twin_backend)                                    \
    {                                                                                      \
        .name = (twin_name), .feature = "float_ms_ssim", .backend = (twin_backend),        \
        .outputs = vmaf_float_ms_ssim_outputs, .options = vmaf_float_ms_ssim_options,      \
        .contract = &vmaf_float_ms_ssim_contract, .priv_size = sizeof(VmafFloatMsSsimGpu), \
        .planes = 1, .min_w = VMAF_MS_SSIM_MIN_SIDE, .min_h = VMAF_MS_SSIM_MIN_SIDE,       \
        .init = vmaf_float_ms_ssim_gpu_init, .submit = vmaf_float_ms_ssim_gpu_submit,      \
        .collect = vmaf_float_ms_ssim_gpu_collect, .close = vmaf_float_ms_ssim_gpu_close,  \
    }

#endif /* VMAF_FLOAT_MS_SSIM_GPU_H */
