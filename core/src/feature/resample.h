/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_RESAMPLE_H
#define VMAF_RESAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Planes of floats in another size, as the prescale options of features define it. The weights of
 * a sample are products of one of its column and one of its row, so a plan is two tables.
 */

/** In the order of the words of the options. */
enum VmafResampleMethod {
    VMAF_RESAMPLE_NEAREST,
    VMAF_RESAMPLE_BILINEAR,
    VMAF_RESAMPLE_BICUBIC,
    VMAF_RESAMPLE_LANCZOS4,
    VMAF_RESAMPLE_METHODS
};

#define VMAF_RESAMPLE_MAX_TAPS 9

/** What the samples along one direction are made of. */
typedef struct VmafResampleAxis {
    uint32_t n, taps;
    uint32_t *index; /**< [n][taps] into the source */
    float *weight;   /**< [n][taps] */
} VmafResampleAxis;

/** @return the method of that name, or VMAF_RESAMPLE_METHODS */
enum VmafResampleMethod vmaf_resample_method(const char *name);

/** The names of all methods for messages. */
extern const char vmaf_resample_names[];

/** The side that a side of n samples has after resampling, in double: it may exceed 32 bits. */
double vmaf_resample_side(uint32_t n, double scale);

/**
 * @param a     zeroed; vmaf_resample_axis_close() in any case
 * @param n_in  samples of the source, at least 6: one reflection at its ends is enough then
 * @param n_out samples to be made
 * @return 0 or -ENOMEM
 */
int vmaf_resample_axis(VmafResampleAxis *a, enum VmafResampleMethod method, uint32_t n_in,
                       uint32_t n_out);
void vmaf_resample_axis_close(VmafResampleAxis *a);

/**
 * One row of the result.
 *
 * @param out       [column->n]
 * @param in        rows of the source, one for each tap of the result's row
 * @param weight    of each of them
 * @param normalise divide by the sum of the weights: VMAF_RESAMPLE_LANCZOS4
 */
void vmaf_resample_row(float *out, const float *const *in, const float *weight,
                       const VmafResampleAxis *column, bool normalise);

#endif /* VMAF_RESAMPLE_H */
