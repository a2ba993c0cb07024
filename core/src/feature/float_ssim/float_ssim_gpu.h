/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_GPU_H
#define VMAF_FLOAT_SSIM_GPU_H

#include "feature/float_ssim/float_ssim.h"
#include "feature/float_ssim/float_ssim_args.h"
#include "feature/float_ssim/float_ssim_terms.h"
#include "feature/fold_gpu.h"

/** Options, then what init() planned. */
typedef struct VmafFloatSsimGpu {
    VmafFloatSsimOptions opt;
    VmafFloatSsimShape shape;
    VmafFoldGpu fold;
    VmafGpuKernel *terms, *box;
    unsigned decimated[2]; /**< buffers of ref and dis, when scale > 1 */
    uint32_t stride_px;    /**< of these */
} VmafFloatSsimGpu;

int vmaf_float_ssim_gpu_init(VmafExtractorCtx *c, const VmafFrameInfo *info);
int vmaf_float_ssim_gpu_submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                               unsigned index);
int vmaf_float_ssim_gpu_collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out);
void vmaf_float_ssim_gpu_close(VmafExtractorCtx *c);

/** The first half of submit(): the kernels that make the terms, without the fold. */
int vmaf_float_ssim_gpu_terms(VmafExtractorCtx *c);

/** The descriptor of a twin. */
#define VMAF_FLOAT_SSIM_GPU(twin_name, twin_backend)                                               \
    {                                                                                              \
        .name = (twin_name), .feature = "float_ssim", .backend = (twin_backend),                   \
        .outputs = vmaf_float_ssim_outputs, .options = vmaf_float_ssim_options,                    \
        .contract = &vmaf_float_ssim_contract, .priv_size = sizeof(VmafFloatSsimGpu), .planes = 1, \
        .min_w = VMAF_FLOAT_SSIM_TAPS, .min_h = VMAF_FLOAT_SSIM_TAPS,                              \
        .init = vmaf_float_ssim_gpu_init, .submit = vmaf_float_ssim_gpu_submit,                    \
        .collect = vmaf_float_ssim_gpu_collect, .close = vmaf_float_ssim_gpu_close,                \
    }

/* Shared with float_ms_ssim. */

/** The luma plane of a frame as floats. */
FloatSamples vmaf_float_samples(const VmafGpuPlane *plane, unsigned bpc);

/** A plane of floats in a buffer of the frame. */
FloatSamples vmaf_float_samples_of(const void *buffer, uint32_t w, uint32_t h, uint32_t stride_px);

/** Launch the term kernel on a pair of planes. @param term see FloatSsimArgs */
int vmaf_float_ssim_launch(VmafGpuFrame *f, VmafGpuKernel *k, FloatSamples ref, FloatSamples dis,
                           double *const term[FLOAT_SSIM_TERMS]);

#endif /* VMAF_FLOAT_SSIM_GPU_H */
