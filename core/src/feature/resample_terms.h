/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_RESAMPLE_TERMS_H
#define VMAF_RESAMPLE_TERMS_H

#include "base/hd.h"

/** A resampled sample in the making: its taps are added row by row, each from left to right. */
typedef struct VmafResampleSum {
    float sum, weights;
} VmafResampleSum;

/** Add a tap. @param across,down the weights of its column and of its row */
static VMAF_HD void vmaf_resample_add(VmafResampleSum *s, float sample, float across, float down)
{
    const float weight = across * down;
    s->sum = s->sum + sample * weight;
    s->weights = s->weights + weight;
}

/** The sample; normalise: divided by the sum of the weights. */
static VMAF_HD float vmaf_resample_value(VmafResampleSum s, int normalise)
{
    return normalise ? s.sum / s.weights : s.sum;
}

#endif /* VMAF_RESAMPLE_TERMS_H */
