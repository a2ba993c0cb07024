/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SAMPLES_H
#define VMAF_FLOAT_SAMPLES_H

#include "feature/float_ssim/float_ssim_args.h"
#include "gpu/simt.h"

/* The sample at column x of row y. */
VMAF_DEVFN float float_sample(const FloatSamples &s, unsigned x, unsigned y)
{
    const unsigned char *const row = (const unsigned char *)s.data + (size_t)y * s.pitch;
    if (s.bytes == 1)
        return (float)row[x] * s.unit;
    if (s.bytes == 2)
        return (float)((const uint16_t *)(const void *)row)[x] * s.unit;
    return ((const float *)(const void *)row)[x];
}

#endif /* VMAF_FLOAT_SAMPLES_H */
