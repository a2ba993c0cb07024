/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_GPU_H
#define VMAF_FLOAT_SSIM_GPU_H

#include "feature/float_ssim/float_ssim_args.h"
#include "feature/float_ssim/float_ssim_terms.h"
#include "feature/fold_gpu.h"

/** What the GPU engine of `float_ssim` found and reserved. */
typedef struct FloatSsimGpu {
    VmafFoldGpu fold;
    VmafGpuKernel *terms, *box;
    unsigned decimated[2]; /**< buffers of ref and dis, when scale > 1 */
    uint32_t stride_px;    /**< of these */
} FloatSsimGpu;

/** The first half of launch(): the kernels that make the terms, without the fold. */
int vmaf_float_ssim_gpu_launch_terms(const void *state, const void *plan, VmafGpuFrame *f);

/* Shared with float_ms_ssim. */

/** The luma plane of a frame as floats. */
FloatSamples vmaf_float_samples(const VmafGpuPlane *plane, unsigned bpc);

/** A plane of floats in a buffer of the frame. */
FloatSamples vmaf_float_samples_of(const void *buffer, uint32_t w, uint32_t h, uint32_t stride_px);

/** Launch the term kernel on a pair of planes. @param term see FloatSsimArgs */
int vmaf_float_ssim_launch(VmafGpuFrame *f, VmafGpuKernel *k, FloatSamples ref, FloatSamples dis,
                           double *const term[FLOAT_SSIM_TERMS]);

#endif /* VMAF_FLOAT_SSIM_GPU_H */
