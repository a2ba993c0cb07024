/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FEATURE_FLOAT_SSIM_H
#define VMAF_FEATURE_FLOAT_SSIM_H

#include <stdbool.h>

#include "feature/extractor.h"

/** Options of `float_ssim`; stands first in the private block of every implementation. */
typedef struct VmafFloatSsimOptions {
    bool enable_lcs, enable_db, clip_db;
    int scale; /**< 0: by the picture size */
} VmafFloatSsimOptions;

extern const VmafOption vmaf_float_ssim_options[];
extern const char *const vmaf_float_ssim_outputs[];
extern const VmafTwinContract vmaf_float_ssim_contract;

/** The plane on which the windows lie. */
typedef struct VmafFloatSsimShape {
    unsigned scale; /**< decimation factor, at least 1 */
    unsigned w, h;  /**< decimated size, at least 11 */
} VmafFloatSsimShape;

/** @return 0; -EINVAL, logged, if the decimated picture holds no window */
int vmaf_float_ssim_shape(VmafFloatSsimShape *shape, const VmafFloatSsimOptions *opt,
                          const VmafFrameInfo *info);

/**
 * Emit the scores of a frame.
 *
 * @param total raster-order sums of the product and, with enable_lcs, of l, c and s
 */
int vmaf_float_ssim_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index,
                         const VmafFloatSsimShape *shape, const double *total);

#endif /* VMAF_FEATURE_FLOAT_SSIM_H */
