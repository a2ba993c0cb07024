/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_H
#define VMAF_SSIMULACRA2_H

#include <stdbool.h>

#include "feature/feature.h"
#include "feature/ssimulacra2/ssimulacra2_terms.h"

/** Options of `ssimulacra2`. */
typedef struct Ssimulacra2Options {
    int yuv_matrix; /**< 0 BT.709 limited, 1 BT.601 limited, 2 BT.709 full, 3 BT.601 full */
    bool debug;     /**< also report the norms */
} Ssimulacra2Options;

/** The scales of a frame: sizes of the planes. */
typedef struct Ssimulacra2Scales {
    unsigned n;
    unsigned w[SSIMULACRA2_MAX_SCALES], h[SSIMULACRA2_MAX_SCALES];
} Ssimulacra2Scales;

/**
 * The result of a frame, plane sums: [channel X, Y, B][scale][1-sums, then 4-sums: ssim, artifact,
 * detail]. A row is summed in 16 lanes and their tree, then the rows are added in order.
 */
typedef struct Ssimulacra2Sums {
    double v[3][SSIMULACRA2_MAX_SCALES][SSIMULACRA2_SUMS];
} Ssimulacra2Sums;

/** Constant over a run. */
typedef struct Ssimulacra2Plan {
    bool debug;
    VmafFrameInfo info;
    Ssimulacra2Scales scales;
    Ssimulacra2Matrix matrix;
} Ssimulacra2Plan;

/** Complete a result, on either engine. */
static inline void vmaf_ssimulacra2_settle(Ssimulacra2Sums *sums)
{
    double *v = &sums->v[0][0][0];
    for (unsigned i = 0; i < sizeof(*sums) / sizeof(*v); i++)
        v[i] = vmaf_one_nan(v[i]);
}

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

extern const VmafCpuEngine vmaf_ssimulacra2_cpu;
extern const VmafGpuEngine vmaf_ssimulacra2_gpu;

#endif /* VMAF_SSIMULACRA2_H */
