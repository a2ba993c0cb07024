/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TEST_TEMPORAL_H
#define TEST_TEMPORAL_H

/**
 * A feature that is not shipped and asks for all that a run offers: two pictures of history on one
 * side and one on the other, a memory in its series, values that wait for the next picture, and a
 * value of the clip. It is measured on the CPU and on the host executor.
 *
 * Cmocka's headers come first.
 */
#include "api/gpu_state.h"
#include "feature/feature.h"

/** Scores of picture n; D is the sum of absolute differences of the luma planes. */
enum TemporalScore {
    TEMPORAL_REF1,  /**< D(ref n, ref n-1); not of the first picture */
    TEMPORAL_REF2,  /**< D(ref n, ref n-2); not of the first two */
    TEMPORAL_DIS1,  /**< D(dis n, dis n-1); not of the first */
    TEMPORAL_MEAN,  /**< of REF1 of this picture and of the two before it, where all three are */
    TEMPORAL_LEAST, /**< of REF1 of this picture and of the next; of the last one, its own */
    TEMPORAL_N,     /**< that have one value a picture */
    TEMPORAL_TOTAL = TEMPORAL_N /**< of REF1 of the clip, if no picture failed */
};

typedef struct TemporalResult {
    uint64_t sad[3]; /**< TEMPORAL_REF1, TEMPORAL_REF2, TEMPORAL_DIS1 */
    uint64_t n_before;
} TemporalResult;

/** What measure returns for the picture whose first reference sample is option "fail_at". */
#define TEMPORAL_ERROR (-EDOM)

extern const VmafFeature vmaf_test_temporal;

/** Names as a client asks for them. */
const char *temporal_name(enum TemporalScore score);

/** Calls of flush so far, in this process. */
unsigned temporal_n_flushes(void);

/** The luma sample of a picture; the first one of a reference is the index. */
unsigned temporal_sample(unsigned side, unsigned index, unsigned x, unsigned y, unsigned bpc);

/** Write the luma plane of a host picture. @param side 0: reference */
void temporal_fill(VmafPicture *pic, unsigned side, unsigned index);

/**
 * Open the host executor with the kernels of the feature.
 *
 * @param ops the device's functions from then on, for a test to change
 */
VmafGpuState *temporal_open_device(VmafGpuOps *ops);

#endif /* TEST_TEMPORAL_H */
