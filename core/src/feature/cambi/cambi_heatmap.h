/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CAMBI_HEATMAP_H
#define VMAF_CAMBI_HEATMAP_H

#include "feature/cambi/cambi.h"

/** Files with the values of every scale: 16-bit words, little endian, one picture after another. */

/**
 * Make the folder, with its parents, and the files; what was in them is lost.
 *
 * @param plan role and steps are set; heatmap is set in any case, for the close below
 * @return 0; -EINVAL, logged, if that fails; -ENOMEM
 */
int vmaf_cambi_heatmaps_open(CambiPlan *plan, const char *folder);

void vmaf_cambi_heatmaps_close(CambiPlan *plan);

/**
 * Write a picture at its place; several threads may do so at once.
 *
 * @param value  [n] of the scale
 * @param word   [n] for this function's use
 * @param sequence number of the picture
 * @return 0; a negative errno, logged
 */
int vmaf_cambi_heatmap_write(const CambiPlan *plan, unsigned scale, const float *value,
                             uint16_t *word, size_t n, uint64_t sequence);

#endif /* VMAF_CAMBI_HEATMAP_H */
