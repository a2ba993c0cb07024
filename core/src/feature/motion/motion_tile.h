/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_TILE_H
#define VMAF_MOTION_TILE_H

#include "feature/motion/motion_args.h"
#include "gpu/simt.h"

/* Rows that the rows of a thread are filtered from. */
#define MOTION_ROWS_IN (MOTION_ROWS + 2 * VMAF_MOTION_RADIUS)

/* Four columns of a row, in one access. */
template <typename T> struct alignas(4 * sizeof(T)) MotionFour {
    T a, b, c, d;
};

/* Where a thread stands: its lane and first row in the tile, its first column and row in the
   picture. Lane 0 begins left of the tile, so a column may be negative. */
struct MotionPlace {
    unsigned lane, row;
    int x, y;
};

VMAF_DEVFN MotionPlace motion_place(uint32_t tiles_x)
{
    MotionPlace p;
    p.lane = threadIdx.x % MOTION_LANES;
    p.row = threadIdx.x / MOTION_LANES * MOTION_ROWS;
    p.x =
        (int)(blockIdx.x % tiles_x * MOTION_TILE_W + p.lane * MOTION_COLUMNS) - (int)MOTION_COLUMNS;
    p.y = (int)(blockIdx.x / tiles_x * MOTION_TILE_H + p.row);
    return p;
}

/* Whether a thread has columns of the tile. */
VMAF_DEVFN bool motion_in_tile(const MotionPlace &p)
{
    return p.lane - 1 < MOTION_LANES - 2;
}

/* The column or row that stands in for i; any where no tap reaches. */
VMAF_DEVFN int motion_reflected(int i, int n)
{
    const int before = -VMAF_MOTION_RADIUS, behind = n - 1 + VMAF_MOTION_RADIUS;
    return vmaf_motion_reflect(i < before ? before : i < behind ? i : behind, n);
}

/* Row y, which may lie outside, of a plane. */
VMAF_DEVFN const unsigned char *motion_row(const void *plane, uint32_t pitch, int y, int h)
{
    return (const unsigned char *)plane + (size_t)(unsigned)motion_reflected(y, h) * pitch;
}

/* Whether all columns of a thread lie in the picture. */
VMAF_DEVFN bool motion_is_inside(const MotionPlace &p, int w)
{
    return p.x >= 0 && p.x + (int)MOTION_COLUMNS <= w;
}

/* The samples of the columns x to x + 3; unless inside is set, some of them may lie outside. */
template <typename T, bool inside>
VMAF_DEVFN MotionFour<T> motion_load(const unsigned char *row, int x, int w)
{
    if (inside)
        return *(const MotionFour<T> *)(const void *)(row + (size_t)(unsigned)x * sizeof(T));
    const T *const p = (const T *)(const void *)row;
    MotionFour<T> s;
    s.a = p[motion_reflected(x, w)];
    s.b = p[motion_reflected(x + 1, w)];
    s.c = p[motion_reflected(x + 2, w)];
    s.d = p[motion_reflected(x + 3, w)];
    return s;
}

#endif /* VMAF_MOTION_TILE_H */
