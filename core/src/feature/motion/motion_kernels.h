/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_KERNELS_H
#define VMAF_MOTION_KERNELS_H

#define VMAF_SIMT_UNIT motion
#include "feature/block_sum.h"
#include "feature/motion/motion_tile.h"

typedef MotionFour<int32_t> MotionDown[MOTION_TILE_H][MOTION_LANES];

/* Columns after the pass down, and the magnitude after the pass across. */
VMAF_DEVFN uint32_t motion_magnitude(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e)
{
    const int32_t h = vmaf_motion_filter(a, b, c, d, e, VMAF_MOTION_SHIFT_ACROSS);
    return (uint32_t)(h < 0 ? -h : h);
}

/* The differences that the rows of a thread are filtered from. */
template <typename T, bool inside>
VMAF_DEVFN void motion_differences(const MotionArgs &a, const MotionPlace &p,
                                   MotionFour<int32_t> *d)
{
    VMAF_UNROLL
    for (int k = 0; k < (int)MOTION_ROWS_IN; k++) {
        const int y = p.y + k - VMAF_MOTION_RADIUS;
        const MotionFour<T> o =
            motion_load<T, inside>(motion_row(a.older, a.older_pitch, y, a.h), p.x, a.w);
        const MotionFour<T> n =
            motion_load<T, inside>(motion_row(a.newer, a.newer_pitch, y, a.h), p.x, a.w);
        d[k].a = o.a - n.a;
        d[k].b = o.b - n.b;
        d[k].c = o.c - n.c;
        d[k].d = o.d - n.d;
    }
}

/* Both passes and the magnitudes of a tile; what is shared is the rows between the passes. */
template <typename T>
VMAF_DEVFN void motion_sad(const MotionArgs &a, MotionDown &down, unsigned long long *scratch)
{
    const MotionPlace p = motion_place(a.tiles_x);
    MotionFour<int32_t> d[MOTION_ROWS_IN];
    if (motion_is_inside(p, a.w))
        motion_differences<T, true>(a, p, d);
    else
        motion_differences<T, false>(a, p, d);
    const uint32_t bpc = sizeof(T) == 1 ? 8 : a.bpc;
    VMAF_UNROLL
    for (unsigned k = 0; k < MOTION_ROWS; k++) {
        const MotionFour<int32_t> *const q = d + k;
        MotionFour<int32_t> v;
        v.a = vmaf_motion_filter(q[0].a, q[1].a, q[2].a, q[3].a, q[4].a, bpc);
        v.b = vmaf_motion_filter(q[0].b, q[1].b, q[2].b, q[3].b, q[4].b, bpc);
        v.c = vmaf_motion_filter(q[0].c, q[1].c, q[2].c, q[3].c, q[4].c, bpc);
        v.d = vmaf_motion_filter(q[0].d, q[1].d, q[2].d, q[3].d, q[4].d, bpc);
        down[p.row + k][p.lane] = v;
    }
    VMAF_SYNC();

    unsigned long long sum = 0;
    VMAF_UNROLL
    for (unsigned k = 0; k < MOTION_ROWS; k++) {
        if (!motion_in_tile(p) || p.y + (int)k >= a.h)
            continue;
        const MotionFour<int32_t> *const q = down[p.row + k] + p.lane;
        const MotionFour<int32_t> l = q[-1], m = q[0], r = q[1];
        if (p.x < a.w)
            sum += motion_magnitude(l.c, l.d, m.a, m.b, m.c);
        if (p.x + 1 < a.w)
            sum += motion_magnitude(l.d, m.a, m.b, m.c, m.d);
        if (p.x + 2 < a.w)
            sum += motion_magnitude(m.a, m.b, m.c, m.d, r.a);
        if (p.x + 3 < a.w)
            sum += motion_magnitude(m.b, m.c, m.d, r.a, r.b);
    }
    block_sum(a.sad, sum, scratch);
}

VMAF_KERNEL_OF(256) motion_sad_u8(const MotionArgs a)
{
    VMAF_SHARED MotionDown down;
    VMAF_SHARED unsigned long long scratch[BLOCK_SUM_THREADS];
    motion_sad<uint8_t>(a, down, scratch);
}
VMAF_KERNEL_OF(256) motion_sad_u16(const MotionArgs a)
{
    VMAF_SHARED MotionDown down;
    VMAF_SHARED unsigned long long scratch[BLOCK_SUM_THREADS];
    motion_sad<uint16_t>(a, down, scratch);
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(motion_sad_u8), VMAF_SIMT_ENTRY(motion_sad_u16));

#endif /* VMAF_MOTION_KERNELS_H */
