/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FEATURE_SSIM_H
#define VMAF_FEATURE_SSIM_H

#include <stdbool.h>

#include "feature/extractor.h"

/** Options of `ssim`; stands first in the private block of every implementation. */
typedef struct VmafSsimOptions {
    bool enable_db, clip_db;
} VmafSsimOptions;

extern const VmafOption vmaf_ssim_options[];
extern const char *const vmaf_ssim_outputs[];
extern const VmafTwinContract vmaf_ssim_contract;

/**
 * Emit the score of a frame.
 *
 * @param sum raster-order sum of its terms, see ssim_terms.h
 */
int vmaf_ssim_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index, double sum);

#endif /* VMAF_FEATURE_SSIM_H */
