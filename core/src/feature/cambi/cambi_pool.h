/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CAMBI_POOL_H
#define VMAF_CAMBI_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "feature/cambi/cambi_rows.h"

/**
 * The sum of the largest values of a scale. In doubles it depends on the order of the values, which
 * is that of a partition of the plane; where all partial sums are exact, it does not.
 */

/**
 * Sum the largest values in any order.
 *
 * @param s     about value[]
 * @param value [s->n], all above 0; reordered
 * @param most  how many to sum at most
 * @param total the sum, set in any case
 * @return whether every order gives it
 */
bool vmaf_cambi_sum_any_order(const CambiSum *s, float *value, uint64_t most, double *total);

/**
 * Sum the k largest values in the order of the definition.
 *
 * @param value [n], all at or above 0; reordered
 * @param k     1..n
 */
double vmaf_cambi_sum_in_order(float *value, size_t n, size_t k);

#endif /* VMAF_CAMBI_POOL_H */
