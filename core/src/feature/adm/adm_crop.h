/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_ADM_CROP_H
#define VMAF_ADM_CROP_H

#include "base/hd.h"

/* Sizes and borders of wavelet bands. */

/** Band samples along a dimension of n input samples. */
static VMAF_HD int vmaf_adm_band_size(int n)
{
    return (n + 1) / 2;
}

/**
 * Samples at either end of a band dimension of n samples that no sum includes. The definition
 * is (int)(n * 0.1 - 0.5) in double; the integer form is equal for n below 70000.
 */
static VMAF_HD int vmaf_adm_crop(int n)
{
    return n < 5 ? 0 : (n - 5) / 10;
}

/**
 * Input sample of a wavelet tap.
 *
 * @param t 2 * output - 1 + tap, in [-1, n + 1]
 * @param n input samples, at least 3
 * @return t inside; the near edge mirrors (-1 -> 1), the far edge repeats (n -> n-1, n+1 -> n-2)
 */
static VMAF_HD int vmaf_adm_dwt_index(int t, int n)
{
    return t < 0 ? -t : t >= n ? 2 * n - 1 - t : t;
}

/**
 * Neighbour of the contrast masking, in one dimension; rows and columns map independently.
 *
 * @param p position in [-1, n]
 * @param n band samples, at least 2
 * @return p inside; the near edge mirrors (-1 -> 1), the far edge clamps (n -> n-1)
 */
static VMAF_HD int vmaf_adm_neighbour(int p, int n)
{
    return p < 0 ? -p : p >= n ? n - 1 : p;
}

#endif /* VMAF_ADM_CROP_H */
