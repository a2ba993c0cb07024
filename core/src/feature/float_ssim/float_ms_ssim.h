/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FEATURE_FLOAT_MS_SSIM_H
#define VMAF_FEATURE_FLOAT_MS_SSIM_H

#include <stdbool.h>

#include "feature/extractor.h"
#include "feature/float_ssim/float_ms_ssim_terms.h"

/** Options of `float_ms_ssim`; stands first in the private block of every implementation. */
typedef struct VmafFloatMsSsimOptions {
    bool enable_lcs, enable_db, clip_db;
} VmafFloatMsSsimOptions;

/** Smallest side: four halvings leave one window. */
#define VMAF_MS_SSIM_MIN_SIDE 176

extern const VmafOption vmaf_float_ms_ssim_options[];
extern const char *const vmaf_float_ms_ssim_outputs[];
extern const VmafTwinContract vmaf_float_ms_ssim_contract;

/**
 * Emit the scores of a frame.
 *
 * @param lcs means of luminance, contrast and structure of each level; luminance below the last
 *            level is read only with enable_lcs
 */
int vmaf_float_ms_ssim_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index,
                            float lcs[VMAF_MS_SSIM_LEVELS][3]);

#endif /* VMAF_FEATURE_FLOAT_MS_SSIM_H */
