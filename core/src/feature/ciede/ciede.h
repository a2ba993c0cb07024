/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CIEDE_H
#define VMAF_CIEDE_H

#include "feature/ciede/ciede_rows.h"
#include "feature/feature.h"

/** Constant over a run. */
typedef struct CiedePlan {
    VmafFrameInfo info;
    unsigned shift_x, shift_y; /**< from luma to chroma positions */
    CiedeRange range;
} CiedePlan;

/** The result of a frame: the sum of the terms of all luma samples in raster order, from 0. */
typedef struct CiedeSum {
    double sum;
} CiedeSum;

extern const VmafCpuEngine vmaf_ciede_cpu;

#endif /* VMAF_CIEDE_H */
