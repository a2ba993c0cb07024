/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SPEED_SCORE_H
#define VMAF_SPEED_SCORE_H

#include "feature/speed/speed.h"
#include "feature/speed/speed_rows.h"

/** From decimated planes to a score, on the host: the work is small, and its order matters. */

/** The entropy of noise of variance sigma, enlarged by the part nn_floor. */
float vmaf_speed_base(float sigma, float nn_floor);

/**
 * The score of a pair of decimated planes.
 *
 * @param p      reference and distorted plane, [low_h][stride], less their local mean; all of
 *               every row initialised
 * @param stride floats, at least low_w + VMAF_SPEED_PAD
 */
void vmaf_speed_score(const SpeedPlan *plan, const SpeedRows *rows, const float *const p[2],
                      size_t stride, SpeedScore *out);

#endif /* VMAF_SPEED_SCORE_H */
