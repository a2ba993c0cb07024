/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ROW_SUM_GPU_H
#define VMAF_ROW_SUM_GPU_H

#include "feature/row_sum_args.h"
#include "gpu/gpu_frame.h"

/**
 * Sums of planes of floats: a float for each row, x ascending, and a float of those, y ascending.
 * Rows are independent chains, a thread of the device each; their sums come back, and the host adds
 * them.
 */
typedef struct VmafRowSumGpu {
    unsigned n_planes;
    unsigned plane[ROW_SUM_MAX_PLANES]; /**< buffers of terms, [h][stride] floats */
    uint32_t w[ROW_SUM_MAX_PLANES], h[ROW_SUM_MAX_PLANES];
    uint32_t stride[ROW_SUM_MAX_PLANES]; /**< a multiple of 4 */
    size_t total[ROW_SUM_MAX_PLANES];    /**< results, [h] */
    VmafGpuKernel *kernel;
} VmafRowSumGpu;

/**
 * In open(): add a plane of terms.
 *
 * @param plane its index, from 0
 * @return 0; -EINVAL for too many planes; an error of the device
 */
int vmaf_row_sum_gpu_add(VmafRowSumGpu *r, VmafGpuFrame *f, uint32_t w, uint32_t h,
                         unsigned *plane);

/** In launch(), after the kernels that write the terms: launch the sums of the rows. */
int vmaf_row_sum_gpu_launch(const VmafRowSumGpu *r, VmafGpuFrame *f);

/** In settle(). @return the sum of a plane */
float vmaf_row_sum_gpu_settle(const VmafRowSumGpu *r, const VmafGpuFrame *f, unsigned plane);

#endif /* VMAF_ROW_SUM_GPU_H */
