/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_BLOCK_SUM_H
#define VMAF_BLOCK_SUM_H

#include "gpu/simt.h"

/** Threads of a block that adds up with block_sum(). */
#define BLOCK_SUM_THREADS 256u
#define BLOCK_SUM_LANES 16u

/*
 * Add a value of every thread of a block to a sum in device memory. All threads come here.
 *
 * scratch [BLOCK_SUM_THREADS], shared; whatever else the block shares is safe
 */
VMAF_DEVFN void block_sum(unsigned long long *to, unsigned long long value,
                          unsigned long long *scratch)
{
    const unsigned t = threadIdx.x;
    scratch[t] = value;
    VMAF_SYNC();
    if (t < BLOCK_SUM_LANES) {
        VMAF_UNROLL
        for (unsigned i = BLOCK_SUM_LANES; i < BLOCK_SUM_THREADS; i += BLOCK_SUM_LANES)
            value += scratch[t + i];
        scratch[t] = value; /* which no other thread has read */
    }
    VMAF_SYNC();
    if (t)
        return;
    VMAF_UNROLL
    for (unsigned i = 1; i < BLOCK_SUM_LANES; i++)
        value += scratch[i];
    if (value)
        atomicAdd(to, value);
}

#endif /* VMAF_BLOCK_SUM_H */
