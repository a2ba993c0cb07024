/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_H
#define VMAF_SSIMULACRA2_H

#include <stdbool.h>

#include "feature/extractor.h"
#include "feature/ssimulacra2/ssimulacra2_terms.h"

/** What the CPU extractor and its twins share on the host. */
typedef struct Ssimulacra2Options {
    int yuv_matrix; /**< 0 BT.709 limited, 1 BT.601 limited, 2 BT.709 full, 3 BT.601 full */
    bool debug;     /**< also report the norms */
} Ssimulacra2Options;

extern const VmafOption vmaf_ssimulacra2_options[];
/** "ssimulacra2", then the norms in the order of Ssimulacra2Sums. */
extern const char *const vmaf_ssimulacra2_outputs[];
extern const VmafTwinContract vmaf_ssimulacra2_contract;

/** The scales of a frame: sizes of the planes. */
typedef struct Ssimulacra2Scales {
    unsigned n;
    unsigned w[SSIMULACRA2_MAX_SCALES], h[SSIMULACRA2_MAX_SCALES];
} Ssimulacra2Scales;

/** Plane sums of a frame, [channel X, Y, B][scale][1-sums, then 4-sums: ssim, artifact, detail]. */
typedef struct Ssimulacra2Sums {
    double v[3][SSIMULACRA2_MAX_SCALES][SSIMULACRA2_SUMS];
} Ssimulacra2Sums;

/** The scales of a w x h frame: none if a side is below SSIMULACRA2_MIN_SIDE. */
void vmaf_ssimulacra2_scales(unsigned w, unsigned h, Ssimulacra2Scales *scales);

/** Constants of the conversion; yuv_matrix 0..3, bpc 8..16. */
void vmaf_ssimulacra2_matrix(int yuv_matrix, unsigned bpc, Ssimulacra2Matrix *m);

/** Fill the sRGB transfer table, [SSIMULACRA2_EOTF_SIZE]. */
void vmaf_ssimulacra2_eotf(float *table);

/**
 * Turn plane sums into norms, in place: means, and fourth roots of means of fourth powers. Scales
 * past scales->n become 0.
 */
void vmaf_ssimulacra2_norms(const Ssimulacra2Scales *scales, Ssimulacra2Sums *sums);

/** The score of a frame from its norms; 100 for all zeros, no lower bound. */
double vmaf_ssimulacra2_score(const Ssimulacra2Sums *norms);

/**
 * Emit the score, and with debug the norms, of a frame.
 *
 * @param sums plane sums, overwritten
 * @return 0 or the error of vmaf_extractor_emit()
 */
int vmaf_ssimulacra2_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index,
                          const Ssimulacra2Scales *scales, Ssimulacra2Sums *sums);

#endif /* VMAF_SSIMULACRA2_H */
