/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_CSF_H
#define VMAF_ADM_CSF_H

#include "feature/adm/adm_plan.h"

/**
 * Contrast sensitivity factors of the fixed-point ADM.
 *
 * @param opt    csf_mode, norm_view_dist, ref_display_height; csf_scale and csf_diag_scale in mode
 * 1
 * @param factor [scale][band], overwritten on success
 * @return 0; -EINVAL if a table mode (2, 3) has no row for the display
 */
int vmaf_adm_csf_factors(const AdmOptions *opt, float factor[VMAF_ADM_SCALES][VMAF_ADM_BANDS]);

/** The displays of the table modes as text for messages: "1080/3, 1080/5, ..." */
extern const char vmaf_adm_csf_displays[];

#endif /* VMAF_ADM_CSF_H */
