/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Loops of SpeedRows where intrinsics beat the compiler, for any vector width. The file of an
 * instruction set defines
 *
 *     VEC, V(op)     its vector of floats or doubles: the intrinsic op
 *     VECD           its vector of doubles
 *     LANES          its floats
 *     FROM_FLOATS(p) LANES / 2 floats at p as doubles
 *
 * No sum is split: lanes are elements of a matrix, and every element has its own sum.
 */
#include "feature/speed/speed_rows_body.h"

#include <string.h>

enum {
    DOUBLES = LANES / 2,
    CHUNK = 32, /* windows that are centred together, small enough for the first cache */
    TILE = 8,   /* rows of sums that registers hold, a vector of each */
};
_Static_assert(N == 3 * TILE + 1, "rows of a tile");

/* Sums for `rows` rows from a on, `vecs` vectors from b on. */
static inline __attribute__((always_inline)) void tile(SpeedSums *sum, double (*c)[PITCH],
                                                       uint32_t n, int a, int rows, int b, int vecs)
{
    VECD acc[TILE];
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vecs; v++)
            acc[r * vecs + v] = V(load_pd)(&sum->at[a + r][b + v * DOUBLES]);
    }
    for (uint32_t j = 0; j < n; j++) {
        for (int r = 0; r < rows; r++) {
            const VECD left = V(set1_pd)(c[j][a + r]);
            for (int v = 0; v < vecs; v++) {
                const VECD right = V(load_pd)(&c[j][b + v * DOUBLES]);
                acc[r * vecs + v] = V(add_pd)(acc[r * vecs + v], V(mul_pd)(left, right));
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vecs; v++)
            V(store_pd)(&sum->at[a + r][b + v * DOUBLES], acc[r * vecs + v]);
    }
}

static void covariance(SpeedSums *sum, const float *p, size_t stride, const float mean[N],
                       uint32_t n)
{
    _Alignas(64) double c[CHUNK][PITCH];
    double wide[SIDE][TILE] = {{0.0}};
    for (int a = 0; a < N; a++)
        wide[a / SIDE][a % SIDE] = (double)mean[a];
    for (uint32_t j = 0; j < CHUNK; j++)
        memset(c[j] + N, 0, (PITCH - N) * sizeof(c[0][0]));

    for (uint32_t done = 0, part; done < n; done += part) {
        part = n - done < CHUNK ? n - done : CHUNK;
        for (uint32_t j = 0; j < part; j++) {
            /* Vectors reach beyond the five samples of a row; the next row corrects that. */
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < TILE; x += DOUBLES)
                    V(storeu_pd)
                (&c[j][SIDE * y + x],
                 V(sub_pd)(FROM_FLOATS(p + y * stride + done + j + x), V(loadu_pd)(&wide[y][x])));
            }
        }
        for (int b = 0; b < TILE; b += DOUBLES)
            tile(sum, c, part, 0, TILE, b, 1);
        for (int b = 0; b < 2 * TILE; b += DOUBLES)
            tile(sum, c, part, TILE, TILE, b, 1);
        for (int b = 0; b < 3 * TILE; b += DOUBLES)
            tile(sum, c, part, 2 * TILE, TILE, b, 1);
        tile(sum, c, part, 3 * TILE, 1, 0, PITCH / DOUBLES);
    }
}

static void product(SpeedMatrix *out, const SpeedMatrix *left, const SpeedMatrix *right)
{
    for (int j = 0; j < PITCH; j += 2 * LANES) {
        for (int i = 0; i < N; i += SIDE) {
            VEC acc[SIDE][2];
            for (int r = 0; r < SIDE; r++)
                acc[r][0] = acc[r][1] = V(setzero_ps)();
            for (int k = 0; k < N; k++) {
                const VEC a = V(load_ps)(&right->at[k][j]);
                const VEC b = V(load_ps)(&right->at[k][j + LANES]);
                for (int r = 0; r < SIDE; r++) {
                    const VEC l = V(set1_ps)(left->at[i + r][k]);
                    acc[r][0] = V(add_ps)(acc[r][0], V(mul_ps)(l, a));
                    acc[r][1] = V(add_ps)(acc[r][1], V(mul_ps)(l, b));
                }
            }
            for (int r = 0; r < SIDE; r++) {
                V(store_ps)(&out->at[i + r][j], acc[r][0]);
                V(store_ps)(&out->at[i + r][j + LANES], acc[r][1]);
            }
        }
    }
}

/* Eight lanes a row, of which five count. */
static void means(float sum[N], const float *p, size_t stride, uint32_t n)
{
    float lane[SIDE][TILE] = {{0.0f}};
    __m256 acc[SIDE];
    for (int a = 0; a < N; a++)
        lane[a / SIDE][a % SIDE] = sum[a];
    for (int y = 0; y < SIDE; y++)
        acc[y] = _mm256_loadu_ps(lane[y]);
    for (uint32_t j = 0; j < n; j++) {
        for (int y = 0; y < SIDE; y++)
            acc[y] = _mm256_add_ps(acc[y], _mm256_loadu_ps(p + y * stride + j));
    }
    for (int y = 0; y < SIDE; y++)
        _mm256_storeu_ps(lane[y], acc[y]);
    for (int a = 0; a < N; a++)
        sum[a] = lane[a / SIDE][a % SIDE];
}

/* The table of an instruction set. */
#define SPEED_ROWS                                                                \
    {                                                                             \
        .samples = samples, .add = add, .means = means, .covariance = covariance, \
        .product = product,                                                       \
    }
