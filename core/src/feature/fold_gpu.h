/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FOLD_GPU_H
#define VMAF_FOLD_GPU_H

#include "feature/fold_args.h"
#include "gpu/gpu_frame.h"

/**
 * Raster folds of a frame's term planes, with the bits of vmaf_fold_f64(): on the device where
 * the fold is decided there, else on the host. VMAF_FOLD=host leaves all of them to the host,
 * VMAF_FOLD=device (the default) tries the device first.
 */
typedef struct VmafFoldGpu {
    unsigned n_sums;
    size_t n[FOLD_MAX_SUMS];       /**< terms */
    unsigned plane[FOLD_MAX_SUMS]; /**< buffers of terms, [n] doubles, in raster order */
    bool on_host;
    /* private to fold_gpu.c */
    VmafGpuKernel *kernel[4];
    unsigned scratch[FOLD_MAX_SUMS];
    unsigned host[FOLD_MAX_SUMS]; /**< host buffers of terms, for what the device left undecided */
    size_t result;
} VmafFoldGpu;

/**
 * In open(): add a sum; its terms go to f->plane[sum].
 *
 * @param n   terms, 0..2^31
 * @param sum index of the sum, from 0
 * @return 0; -EINVAL for too many sums or terms, or a bad VMAF_FOLD; an error of the device
 */
int vmaf_fold_gpu_add(VmafFoldGpu *f, VmafGpuFrame *frame, size_t n, unsigned *sum);

/** In launch(), after the kernels that write the terms: launch the folds. */
int vmaf_fold_gpu_launch(const VmafFoldGpu *f, VmafGpuFrame *frame);

/** In read(): fetch the terms that the host has to fold. */
int vmaf_fold_gpu_read(const VmafFoldGpu *f, VmafGpuFrame *frame);

/** In settle(): the sums of the frame. @param isa for folds on the host @param sum [n_sums] */
void vmaf_fold_gpu_settle(const VmafFoldGpu *f, const VmafGpuFrame *frame, unsigned isa,
                          double *sum);

#endif /* VMAF_FOLD_GPU_H */
