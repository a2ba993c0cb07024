/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CAMBI_TABLES_H
#define VMAF_CAMBI_TABLES_H

#include "feature/cambi/cambi.h"

/** Tables of `cambi` that depend on its options and on sizes only. */

typedef enum CambiEotf { CAMBI_BT1886, CAMBI_PQ } CambiEotf;

/** The luminance of a 10-bit code of limited range, in cd/m^2. */
double vmaf_cambi_luminance(CambiEotf eotf, int code);

/**
 * The last code from which a rise of k codes is visible: the luminance grows by more than that
 * fraction.
 *
 * @return 0: from none, 1023: from all
 */
int vmaf_cambi_last_visible(CambiEotf eotf, double fraction, unsigned k);

/** @return the first code at or above a luminance; 0 for the darkest, -1 if there is none */
int vmaf_cambi_first_bright(CambiEotf eotf, double luminance);

/** Fill in the steps that may be visible from each code, and the codes that have one. */
void vmaf_cambi_visibility(CambiPlan *plan, const int *last_visible, int dark);

/** reciprocal[n] = the float nearest to 1/n written with 9 digits, and 0 for n = 0 */
void vmaf_cambi_reciprocals(float reciprocal[VMAF_CAMBI_MAX_COUNT + 1]);

/** index[i] = the sample of n that is nearest to sample i of m */
void vmaf_cambi_nearest(uint32_t *index, unsigned n, unsigned m);

#endif /* VMAF_CAMBI_TABLES_H */
