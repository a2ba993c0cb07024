/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SPEED_MATRIX_H
#define VMAF_SPEED_MATRIX_H

#include "feature/speed/speed_rows.h"

/** The algebra of a covariance matrix. The order of every operation is part of the scores. */

/** What solves K X = Y: R X = P Y with R upper triangular. */
typedef struct SpeedSolver {
    SpeedMatrix p, r;
} SpeedSolver;

/** @param e [VMAF_SPEED_N] eigenvalues of the symmetric k, in the order they are found in */
void vmaf_speed_eigenvalues(const SpeedMatrix *k, float *e);

/** @return false for a matrix that is singular as far as floats can tell */
bool vmaf_speed_solver(const SpeedRows *rows, const SpeedMatrix *k, SpeedSolver *solver);

/** Solve for VMAF_SPEED_PITCH columns. */
void vmaf_speed_solve(const SpeedRows *rows, const SpeedSolver *solver, const SpeedMatrix *y,
                      SpeedMatrix *x);

#endif /* VMAF_SPEED_MATRIX_H */
