/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ROW_SUM_H
#define VMAF_ROW_SUM_H

#include "gpu/simt.h"

/* Columns that a row is read at a time. */
#define ROW_SUM_WALK 32u

/* Four terms in one access. */
struct alignas(16) RowSumFour {
    float a, b, c, d;
};

/* The sum of n terms from left to right. They start on a multiple of 16 bytes, and are read well
   before their turn. */
VMAF_DEVFN float row_sum(const float *term, uint32_t n)
{
    float sum = 0.0f;
    uint32_t j = 0;
    for (; n - j >= ROW_SUM_WALK; j += ROW_SUM_WALK) {
        RowSumFour x[ROW_SUM_WALK / 4];
        VMAF_UNROLL
        for (unsigned k = 0; k < ROW_SUM_WALK / 4; k++)
            x[k] = *(const RowSumFour *)(const void *)(term + j + 4 * k);
        VMAF_UNROLL
        for (unsigned k = 0; k < ROW_SUM_WALK / 4; k++) {
            sum = sum + x[k].a;
            sum = sum + x[k].b;
            sum = sum + x[k].c;
            sum = sum + x[k].d;
        }
    }
    for (; j < n; j++)
        sum = sum + term[j];
    return sum;
}

#endif /* VMAF_ROW_SUM_H */
