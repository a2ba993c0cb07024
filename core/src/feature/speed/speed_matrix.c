/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/speed/speed_matrix.h"

#include <math.h>

#define N VMAF_SPEED_N
#define PITCH VMAF_SPEED_PITCH
#define MAX_SWEEPS 500
#define SMALL 1e-6

/* +1 also of a zero with a sign, -1 of a NaN. */
static float sign_of(float v)
{
    return v >= 0.0f ? 1.0f : -1.0f;
}

/* ---- eigenvalues ---- */

/* Mirror away what stands in column c of the symmetric a below its row c + 1. */
static void reduce_column(float a[N][N], int c)
{
    const int first = c + 1;
    float below = 0.0f;
    for (int r = first + 1; r < N; r++)
        below = below + a[r][c] * a[r][c];
    const float norm = sqrtf(below);
    if (norm == 0.0f)
        return;
    const float alpha = a[first][c];
    const float beta = -sign_of(alpha) * sqrtf(alpha * alpha + norm * norm);
    const float tau = (beta - alpha) / beta;
    const float s = alpha - beta;
    if (s != 0.0f) {
        for (int r = first; r < N; r++)
            a[r][c] = a[r][c] / s;
        a[first][c] = beta;
    }
    if (tau == 0.0f)
        return;

    float v[N], x[N];
    for (int r = first; r < N; r++) {
        v[r] = r == first ? 1.0f : a[r][c];
        x[r] = 0.0f;
    }
    /* a[k][r] is a[r][k], to the bit, and the sums of neighbours go side by side. */
    for (int k = first; k < N; k++) {
        for (int r = first; r < N; r++)
            x[r] = x[r] + (tau * a[k][r]) * v[k];
    }
    float xv = 0.0f;
    for (int r = first; r < N; r++)
        xv = xv + x[r] * v[r];
    const float f = (float)((-0.5 * (double)tau) * (double)xv);
    for (int r = first; r < N; r++)
        x[r] = x[r] + f * v[r];
    for (int r = first; r < N; r++) {
        for (int k = first; k < N; k++)
            a[r][k] = a[r][k] - (x[r] * v[k] + v[r] * x[k]);
    }
}

/* Zero what is small beside the diagonal. */
static void chop(const float *d, float *t, int n)
{
    for (int i = 0; i < n - 1; i++) {
        if ((double)fabsf(t[i]) < SMALL * (double)(fabsf(d[i]) + fabsf(d[i + 1])))
            t[i] = 0.0f;
    }
}

static float shift_of(const float *d, const float *t, int n)
{
    const float ta = d[n - 2], tb = d[n - 1], u = t[n - 2], g = (ta - tb) / 2.0f;
    const float hyp = sqrtf(g * g + u * u);
    float mu;
    if (g > 0.0f)
        mu = tb - u * (u / (g + hyp));
    else if (g == 0.0f)
        mu = tb - fabsf(u);
    else
        mu = tb + u * (u / (-g + hyp));
    return SMALL * (double)fabsf(mu) > (double)(fabsf(d[0]) + fabsf(t[0])) ? 0.0f : mu;
}

static void rotation(float x, float z, float *c, float *s)
{
    if (z == 0.0f) {
        *c = 1.0f;
        *s = 0.0f;
    } else if (fabsf(z) > fabsf(x)) {
        const float w = -x / z;
        *s = (float)(1.0 / sqrt((double)(1.0f + w * w)));
        *c = *s * w;
    } else {
        const float w = -z / x;
        *c = (float)(1.0 / sqrt((double)(1.0f + w * w)));
        *s = *c * w;
    }
}

/* One step of the shifted iteration on n >= 2 diagonal values d and what stands beside them. */
static void sweep(float *d, float *t, int n)
{
    float x = d[0] - shift_of(d, t, n), z = t[0];
    float bk = 0.0f, zk = 0.0f, ap = d[0], bp = t[0], aq = d[1], bq = n > 2 ? t[1] : 0.0f;
    for (int k = 0; k < n - 1; k++) {
        float c, s;
        rotation(x, z, &c, &s);
        const float bk1 = c * bk - s * zk;
        const float ap1 = c * (c * ap - s * bp) + s * (s * aq - c * bp);
        const float bp1 = c * (s * ap + c * bp) - s * (s * bp + c * aq);
        const float aq1 = s * (s * ap + c * bp) + c * (s * bp + c * aq);
        const float zp1 = -s * bq;
        bk = bp1;
        zk = zp1;
        bp = c * bq;
        ap = aq1;
        if (k < n - 2)
            aq = d[k + 2];
        if (k < n - 3)
            bq = t[k + 2];
        d[k] = ap1;
        if (k > 0)
            t[k - 1] = bk1;
        if (k < n - 2)
            t[k + 1] = bp;
        x = bk;
        z = zk;
    }
    d[n - 1] = ap;
    t[n - 2] = bk;
}

void vmaf_speed_eigenvalues(const SpeedMatrix *k, float *e)
{
    float a[N][N], beside[N - 1];
    for (int r = 0; r < N; r++) {
        for (int c = 0; c < N; c++)
            a[r][c] = k->at[r][c];
    }
    for (int c = 0; c < N - 2; c++)
        reduce_column(a, c);
    for (int i = 0; i < N; i++)
        e[i] = a[i][i];
    for (int i = 0; i < N - 1; i++)
        beside[i] = a[i + 1][i];

    chop(e, beside, N);
    for (int last = N - 1, n_sweeps = 0; last > 0 && n_sweeps < MAX_SWEEPS;) {
        if (beside[last - 1] == 0.0f) {
            last--;
            continue;
        }
        int first = last - 1;
        while (first > 0 && beside[first - 1] != 0.0f)
            first--;
        sweep(e + first, beside + first, last - first + 1);
        chop(e + first, beside + first, last - first + 1);
        n_sweeps++;
    }
}

/* ---- linear equations ---- */

/* The mirror that clears column c of z below the diagonal. Its sign is that of the given matrix at
 * that place, not of z. */
static void mirror_of(const SpeedMatrix *z, int c, float sign, SpeedMatrix *mirror)
{
    float v[N], squares = 0.0f;
    for (int i = 0; i < N; i++) {
        v[i] = z->at[i][c];
        squares = squares + v[i] * v[i];
    }
    v[c] = v[c] + sign * sqrtf(squares);
    squares = 0.0f;
    for (int i = 0; i < N; i++)
        squares = squares + v[i] * v[i];
    const float length = sqrtf(squares);
    for (int i = 0; i < N; i++)
        v[i] = v[i] / length;
    for (int i = 0; i < N; i++) {
        const float twice = -2.0f * v[i];
        for (int j = 0; j < N; j++)
            mirror->at[i][j] = twice * v[j];
        mirror->at[i][i] = mirror->at[i][i] + 1.0f;
    }
}

bool vmaf_speed_solver(const SpeedRows *rows, const SpeedMatrix *k, SpeedSolver *solver)
{
    SpeedMatrix z[2], mirror = {{{0.0f}}};
    SpeedMatrix p = {{{0.0f}}};
    z[0] = *k;
    for (int i = 0; i < N; i++)
        p.at[i][i] = 1.0f;
    for (int c = 0; c < N - 1; c++) {
        SpeedMatrix *from = &z[c % 2], *to = &z[(c + 1) % 2];
        for (int i = 0; i < c; i++) {
            for (int j = 0; j < N; j++)
                from->at[i][j] = from->at[j][i] = i == j ? 1.0f : 0.0f;
        }
        mirror_of(from, c, sign_of(k->at[c][c]), &mirror);
        rows->product(to, &mirror, from);
        rows->product(&solver->p, &mirror, &p);
        p = solver->p;
    }
    rows->product(&solver->r, &solver->p, k);
    for (int i = 0; i < N; i++) {
        if ((double)fabsf(solver->r.at[i][i]) < SMALL)
            return false;
    }
    return true;
}

void vmaf_speed_solve(const SpeedRows *rows, const SpeedSolver *solver, const SpeedMatrix *y,
                      SpeedMatrix *x)
{
    rows->product(x, &solver->p, y);
    for (int i = N - 1; i >= 0; i--) {
        float *u = x->at[i];
        for (int j = i + 1; j < N; j++) {
            const float r = solver->r.at[i][j];
            for (int m = 0; m < PITCH; m++)
                u[m] = u[m] - x->at[j][m] * r;
        }
        const float diagonal = solver->r.at[i][i];
        for (int m = 0; m < PITCH; m++)
            u[m] = u[m] / diagonal;
    }
}
