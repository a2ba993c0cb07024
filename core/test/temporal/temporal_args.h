/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TEST_TEMPORAL_ARGS_H
#define TEST_TEMPORAL_ARGS_H

#include <stdint.h>

#define TEMPORAL_THREADS 64u

/** What the kernel brings back: three sums and the first sample of the reference. */
enum { TEMPORAL_REF1_SUM, TEMPORAL_REF2_SUM, TEMPORAL_DIS1_SUM, TEMPORAL_FIRST, TEMPORAL_N_SUMS };

typedef struct TemporalArgs {
    const void *ref[3], *dis[2]; /**< [k]: k pictures before this one */
    uint32_t ref_pitch[3], dis_pitch[2];
    uint32_t w, h, bytes, n_before;
    unsigned long long *sum; /**< [TEMPORAL_N_SUMS], zero before */
} TemporalArgs;

#endif /* TEST_TEMPORAL_ARGS_H */
