/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ROW_SUM_KERNELS_H
#define VMAF_ROW_SUM_KERNELS_H

#define VMAF_SIMT_UNIT row_sum
#include "feature/row_sum.h"
#include "feature/row_sum_args.h"

/* A field of the plane of the block. An index that is no constant would put the arguments, which
   are then copied, into local memory. */
#define ROW_SUM_OF_PLANE(field)           \
    (blockIdx.y == 0   ? a.plane[0].field \
     : blockIdx.y == 1 ? a.plane[1].field \
     : blockIdx.y == 2 ? a.plane[2].field \
     : blockIdx.y == 3 ? a.plane[3].field \
     : blockIdx.y == 4 ? a.plane[4].field \
                       : a.plane[5].field)

VMAF_KERNEL_OF(32) row_sum_totals(const RowSumArgs a)
{
    const uint32_t y = blockIdx.x * ROW_SUM_THREADS + threadIdx.x;
    if (y >= ROW_SUM_OF_PLANE(h))
        return;
    const float *const term = ROW_SUM_OF_PLANE(term) + (size_t)y * ROW_SUM_OF_PLANE(stride);
    ROW_SUM_OF_PLANE(total)[y] = row_sum(term, ROW_SUM_OF_PLANE(w));
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(row_sum_totals));

#endif /* VMAF_ROW_SUM_KERNELS_H */
