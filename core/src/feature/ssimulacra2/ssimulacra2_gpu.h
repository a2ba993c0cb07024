/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_GPU_H
#define VMAF_SSIMULACRA2_GPU_H

#include "feature/ssimulacra2/ssimulacra2.h"
#include "feature/ssimulacra2/ssimulacra2_args.h"
#include "gpu/gpu_frame.h"

/** Options, then what init() planned. */
typedef struct VmafSsimulacra2Gpu {
    Ssimulacra2Options opt;
    Ssimulacra2Scales scales;
    Ssimulacra2Matrix matrix;
    const void *eotf;   /**< on the device */
    unsigned xyb, rows; /**< buffers of a frame: all scales, one after the other */
    size_t sums;        /**< offset of the plane sums in the results */
    VmafGpuKernel *tiles, *strips, *fold;
} VmafSsimulacra2Gpu;

int vmaf_ssimulacra2_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info);
int vmaf_ssimulacra2_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                                unsigned index);
int vmaf_ssimulacra2_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out);

/** The descriptor of a twin; it has nothing to close, the pipeline frees what init() reserved. */
#define VMAF_SSIMULACRA2_GPU(twin_name, twin_backend)                                    \
    {                                                                                    \
        .name = (twin_name), .feature = "ssimulacra2", .backend = (twin_backend),        \
        .outputs = vmaf_ssimulacra2_outputs, .options = vmaf_ssimulacra2_options,        \
        .contract = &vmaf_ssimulacra2_contract, .priv_size = sizeof(VmafSsimulacra2Gpu), \
        .planes = 7, .min_w = SSIMULACRA2_MIN_SIDE, .min_h = SSIMULACRA2_MIN_SIDE,       \
        .init = vmaf_ssimulacra2_gpu_init, .submit = vmaf_ssimulacra2_gpu_submit,        \
        .collect = vmaf_ssimulacra2_gpu_collect,                                         \
    }

#endif /* VMAF_SSIMULACRA2_GPU_H */
