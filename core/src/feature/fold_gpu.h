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
    size_t result;
    double *host_term; /**< [largest n], made when the host first folds */
} VmafFoldGpu;

/**
 * In init(): add a sum; its terms go to f->plane[sum].
 *
 * @param n   terms, 0..2^31
 * @param sum index of the sum, from 0
 * @return 0; -EINVAL for too many sums or terms, or a bad VMAF_FOLD; an error of the device
 */
int vmaf_fold_gpu_add(VmafFoldGpu *f, VmafGpuFrame *frame, size_t n, unsigned *sum);

/** In submit(), after the kernels that write the terms: launch the folds. */
int vmaf_fold_gpu_submit(const VmafFoldGpu *f, VmafGpuFrame *frame);

/** In collect(): the sums of the frame. @param sum [n_sums] */
int vmaf_fold_gpu_collect(VmafFoldGpu *f, VmafGpuFrame *frame, double *sum);

/** In close(). */
void vmaf_fold_gpu_close(VmafFoldGpu *f);

#endif /* VMAF_FOLD_GPU_H */
