/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_VIF_TERMS_H
#define VMAF_VIF_TERMS_H

#include <stdint.h>

#include "base/hd.h"

/*
 * The arithmetic of the fixed-point VIF, a pixel at a time: what the CPU and the kernels share.
 *
 * A scale filters both pictures and their three products with the same taps, down first, rounded,
 * then across. The local variances and the covariance that result, in units of 1/65536 of an 8-bit
 * sample squared, give three logarithms a pixel, whose integer sums are all that leaves a scale.
 */

#define VMAF_VIF_SCALES 4

/** Smallest side: two samples at scale 3, which one reflection at either edge needs. */
#define VMAF_VIF_MIN_SIDE 16u

/**
 * Half of a filter's taps, the centre excluded; the widths are 17, 9, 5 and 3. That of scale 3 is
 * carried with a zero at either end, since an even half lets rows be taken in pairs.
 */
static VMAF_HD uint32_t vmaf_vif_half(uint32_t filter)
{
    return filter == 0 ? 8u : filter == 1 ? 4u : 2u;
}

/** Tap i = 0..16 of scale 0; the taps of a filter add up to 65536. */
static VMAF_HD uint32_t vmaf_vif_tap(uint32_t filter, uint32_t i)
{
    const uint32_t half = vmaf_vif_half(filter), k = i > half ? 2u * half - i : i;
    switch (filter) {
    case 0:
        return k == 0   ? 489u
               : k == 1 ? 935u
               : k == 2 ? 1640u
               : k == 3 ? 2640u
               : k == 4 ? 3896u
               : k == 5 ? 5274u
               : k == 6 ? 6547u
               : k == 7 ? 7455u
                        : 7784u;
    case 1:
        return k == 0 ? 1244u : k == 1 ? 3663u : k == 2 ? 7925u : k == 3 ? 12590u : 14692u;
    case 2:
        return k == 0 ? 3571u : k == 1 ? 16004u : 26386u;
    default:
        return k == 0 ? 0u : k == 1 ? 10904u : 43728u;
    }
}

/** x / 2^shift, rounded half up; x itself for a shift of 0. */
static VMAF_HD uint64_t vmaf_vif_round_shift(uint64_t x, uint32_t shift)
{
    return (x + (((uint64_t)1 << shift) >> 1)) >> shift;
}

/** The same in 32 bits, which sums of taps and samples of 16 bits fit, rounded. */
static VMAF_HD uint32_t vmaf_vif_round_mean(uint32_t x, uint32_t shift)
{
    return (x + ((1u << shift) >> 1)) >> shift;
}

/** Index of row or column i outside of 0..n-1: the edge is not repeated. */
static VMAF_HD int32_t vmaf_vif_reflect(int32_t i, int32_t n)
{
    const int32_t near = i < 0 ? -i : i, far = 2 * (n - 1) - near;
    const int32_t k = near < far ? near : far;
    return k < 0 ? 0 : k; /* further out than any filter reaches: any row does */
}

/** What the sums of a scale become a score from. Integers: their order is free. */
typedef struct VifSums {
    int64_t num_log;     /**< 2048ths of a power of two */
    int64_t den_log;     /**< the same */
    int64_t flat_energy; /**< of the distorted picture where the reference is flat */
    int64_t n_flat;      /**< such pixels */
} VifSums;

/** Local variances and covariance. */
typedef struct VifMoments {
    int32_t s1, s2, s12;
} VifMoments;

/**
 * @param m1,m2      filtered samples, 65536 times the vertical pass's results
 * @param q1,q2,q12  filtered products, rounded by 16 after the horizontal pass
 */
static VMAF_HD VifMoments vmaf_vif_moments(uint32_t m1, uint32_t m2, uint32_t q1, uint32_t q2,
                                           uint32_t q12)
{
    VifMoments m;
    m.s1 = (int32_t)(q1 - (uint32_t)vmaf_vif_round_shift((uint64_t)m1 * m1, 32));
    m.s2 = (int32_t)(q2 - (uint32_t)vmaf_vif_round_shift((uint64_t)m2 * m2, 32));
    m.s12 = (int32_t)(q12 - (uint32_t)vmaf_vif_round_shift((uint64_t)m1 * m2, 32));
    if (m.s2 < 0)
        m.s2 = 0;
    return m;
}

/** The noise variance of the model, 2; below it a reference is flat. */
#define VMAF_VIF_FLAT 131072

/** floor(log2(x)) for x > 0. */
static VMAF_HD uint32_t vmaf_vif_top_bit(uint32_t x)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return 31u - (uint32_t)__clz((int)x);
#else
    return 31u - (uint32_t)__builtin_clz(x);
#endif
}

/** Entries of the table of logarithms, one for each 16-bit number with the top bit set. */
#define VMAF_VIF_LOG_SIZE 32768

/**
 * 2048 log2(x) in fixed point, for x >= 65536: of 1 <= m < 2, the table has by how much
 * 2048 log2(m) exceeds 2048 (m - 1), whose upper bits are those of x.
 *
 * @param table see vmaf_vif_log_table()
 */
static VMAF_HD int32_t vmaf_vif_log(const uint8_t *table, uint32_t x)
{
    const uint32_t top = vmaf_vif_top_bit(x);
    const uint32_t i = (x >> (top - 15u)) - VMAF_VIF_LOG_SIZE;
    return (int32_t)(2048u * top + (i >> 4) + table[i]);
}

/** What of the distorted picture's variance the reference does not explain: two roundings. */
static VMAF_HD uint32_t vmaf_vif_noise(double s2, double g, double s12)
{
    const int32_t noise = (int32_t)(s2 - g * s12);
    return noise < 0 ? 0u : (uint32_t)noise;
}

/**
 * Add a pixel.
 *
 * A variance is at most a quarter of the squared peak, 2^30 here, and rounding has moved each
 * moment by 2^16 at most. So gain is below 1.5 * 2^30 plus a hundredth, as s1 is at least twice
 * that 2^16, and everything here fits 32 bits with its sign.
 *
 * @param limit largest gain credited to an enhanced picture, at least 1
 */
static VMAF_HD void vmaf_vif_add(VifSums *sums, const uint8_t *table, VifMoments m, double limit)
{
    if (m.s1 < VMAF_VIF_FLAT) {
        sums->flat_energy += m.s2;
        sums->n_flat++;
        return;
    }
    sums->den_log += vmaf_vif_log(table, (uint32_t)m.s1 + VMAF_VIF_FLAT) - 17 * 2048;
    if (m.s12 <= 0 || m.s2 <= 0)
        return;
    const double s1 = (double)m.s1, s12 = (double)m.s12;
    double g = s12 / (s1 + 65536.0 * 1.0e-10);
    const uint32_t sv = vmaf_vif_noise((double)m.s2, g, s12);
    if (g > limit)
        g = limit;
    const uint32_t gain = (uint32_t)(int32_t)((g * g) * s1);
    sums->num_log +=
        vmaf_vif_log(table, gain + sv + VMAF_VIF_FLAT) - vmaf_vif_log(table, sv + VMAF_VIF_FLAT);
}

#endif /* VMAF_VIF_TERMS_H */
