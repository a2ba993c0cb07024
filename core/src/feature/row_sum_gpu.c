/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/row_sum_gpu.h"

#include <errno.h>

#include "base/log.h"
#include "base/mem.h"

/* Rows start on a 64-byte boundary. */
#define STRIDE_ALIGN 16

int vmaf_row_sum_gpu_add(VmafRowSumGpu *r, VmafGpuFrame *f, uint32_t w, uint32_t h, unsigned *plane)
{
    const unsigned k = r->n_planes;
    if (k == ROW_SUM_MAX_PLANES) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "row sums: %u planes, wanted at most %u\n", k + 1,
                 ROW_SUM_MAX_PLANES);
        return -EINVAL;
    }
    const size_t stride = vmaf_align_up(w, STRIDE_ALIGN);
    int err = k ? 0 : vmaf_gpu_kernel(f->dev, "row_sum", "row_sum_totals", &r->kernel);
    if (!err)
        err = vmaf_gpu_buffer(f, stride * h * sizeof(float), &r->plane[k]);
    if (!err)
        err = vmaf_gpu_result(f, h * sizeof(float), &r->total[k]);
    if (err)
        return err;
    r->w[k] = w;
    r->h[k] = h;
    r->stride[k] = (uint32_t)stride;
    r->n_planes++;
    *plane = k;
    return 0;
}

int vmaf_row_sum_gpu_launch(const VmafRowSumGpu *r, VmafGpuFrame *f)
{
    RowSumArgs a = {0};
    uint32_t most = 0;
    for (unsigned k = 0; k < r->n_planes; k++) {
        a.plane[k] = (RowSumPlane){.term = f->buffer[r->plane[k]],
                                   .total = (float *)(void *)(f->result + r->total[k]),
                                   .w = r->w[k],
                                   .h = r->h[k],
                                   .stride = r->stride[k]};
        most = r->h[k] > most ? r->h[k] : most;
    }
    const VmafGpuDim grid = {vmaf_gpu_blocks(most, ROW_SUM_THREADS), r->n_planes, 1};
    return VMAF_GPU_LAUNCH(f->dev, r->kernel, grid, ((VmafGpuDim){ROW_SUM_THREADS, 1, 1}), &a,
                           f->stream);
}

float vmaf_row_sum_gpu_settle(const VmafRowSumGpu *r, const VmafGpuFrame *f, unsigned plane)
{
    const float *row = (const float *)(const void *)(f->host_result + r->total[plane]);
    float total = 0.0f;
    for (uint32_t y = 0; y < r->h[plane]; y++)
        total = total + row[y];
    return total;
}
