/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * The algebra of speed_chroma on matrices that pictures hardly give.
 *
 *   speed_algebra < MATRICES > RESULTS
 *
 * A matrix is 25x25 floats, and 25 floats of a right side. A result is 25 eigenvalues, 1 or 0 for
 * whether the equations have a solution, and 25 floats of it; little-endian, as everything.
 */
#include <stdio.h>
#include <string.h>

#include "feature/speed/speed_matrix.h"

enum { N = VMAF_SPEED_N };

int main(void)
{
    const SpeedRows *rows = vmaf_speed_rows(0);
    float in[N + 1][N], out[2 * N + 1];
    while (fread(in, sizeof(in), 1, stdin) == 1) {
        SpeedMatrix k = {{{0.0f}}}, y = {{{0.0f}}}, x;
        SpeedSolver solver;
        for (int a = 0; a < N; a++) {
            memcpy(k.at[a], in[a], sizeof(in[a]));
            y.at[a][0] = in[N][a];
        }
        memset(out, 0, sizeof(out));
        vmaf_speed_eigenvalues(&k, out);
        if (vmaf_speed_solver(rows, &k, &solver)) {
            vmaf_speed_solve(rows, &solver, &y, &x);
            out[N] = 1.0f;
            for (int a = 0; a < N; a++)
                out[N + 1 + a] = x.at[a][0];
        }
        if (fwrite(out, sizeof(out), 1, stdout) != 1)
            return 1;
    }
    return 0;
}
