/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MOTION_KERNELS_H
#define VMAF_FLOAT_MOTION_KERNELS_H

#define VMAF_SIMT_UNIT float_motion
#include "feature/motion/float_motion_args.h"
#include "feature/motion/motion_tile.h"

typedef MotionFour<float> FloatMotionDown[MOTION_TILE_H][MOTION_LANES];

/* Samples of one picture, and their pass down for the rows of a thread. */
template <typename T, bool inside>
VMAF_DEVFN void fmotion_down(const FloatMotionArgs &a, const MotionPlace &p, const void *in,
                             uint32_t pitch, FloatMotionDown &down)
{
    MotionFour<float> s[MOTION_ROWS_IN];
    VMAF_UNROLL
    for (int k = 0; k < (int)MOTION_ROWS_IN; k++) {
        const int y = p.y + k - VMAF_MOTION_RADIUS;
        const MotionFour<T> x = motion_load<T, inside>(motion_row(in, pitch, y, a.h), p.x, a.w);
        s[k].a = vmaf_float_motion_sample((float)x.a, a.scale);
        s[k].b = vmaf_float_motion_sample((float)x.b, a.scale);
        s[k].c = vmaf_float_motion_sample((float)x.c, a.scale);
        s[k].d = vmaf_float_motion_sample((float)x.d, a.scale);
    }
    VMAF_UNROLL
    for (unsigned k = 0; k < MOTION_ROWS; k++) {
        const MotionFour<float> *const q = s + k;
        MotionFour<float> v;
        v.a = vmaf_float_motion_filter(a.taps, q[0].a, q[1].a, q[2].a, q[3].a, q[4].a);
        v.b = vmaf_float_motion_filter(a.taps, q[0].b, q[1].b, q[2].b, q[3].b, q[4].b);
        v.c = vmaf_float_motion_filter(a.taps, q[0].c, q[1].c, q[2].c, q[3].c, q[4].c);
        v.d = vmaf_float_motion_filter(a.taps, q[0].d, q[1].d, q[2].d, q[3].d, q[4].d);
        down[p.row + k][p.lane] = v;
    }
}

/* The pass across for four columns of a row; their place in the row is q. */
VMAF_DEVFN MotionFour<float> fmotion_across(const FloatMotionArgs &a, const MotionFour<float> *q)
{
    const MotionFour<float> l = q[-1], m = q[0], r = q[1];
    MotionFour<float> v;
    v.a = vmaf_float_motion_filter(a.taps, l.c, l.d, m.a, m.b, m.c);
    v.b = vmaf_float_motion_filter(a.taps, l.d, m.a, m.b, m.c, m.d);
    v.c = vmaf_float_motion_filter(a.taps, m.a, m.b, m.c, m.d, r.a);
    v.d = vmaf_float_motion_filter(a.taps, m.b, m.c, m.d, r.a, r.b);
    return v;
}

/* Four columns of a row of floats, in one access. Those right of the picture are padding. */
VMAF_DEVFN void fmotion_store(float *plane, size_t at, const MotionFour<float> &v)
{
    *(MotionFour<float> *)(void *)(plane + at) = v;
}

/* Both passes for both pictures, and the magnitudes of the difference of a tile. */
template <typename T> VMAF_DEVFN void fmotion_tile(const FloatMotionArgs &a, FloatMotionDown *down)
{
    const MotionPlace p = motion_place(a.tiles_x);
    if (motion_is_inside(p, a.w)) {
        fmotion_down<T, true>(a, p, a.in[0], a.pitch[0], down[0]);
        fmotion_down<T, true>(a, p, a.in[1], a.pitch[1], down[1]);
    } else {
        fmotion_down<T, false>(a, p, a.in[0], a.pitch[0], down[0]);
        fmotion_down<T, false>(a, p, a.in[1], a.pitch[1], down[1]);
    }
    VMAF_SYNC();
    if (!motion_in_tile(p) || p.x >= a.w)
        return;
    VMAF_UNROLL
    for (unsigned k = 0; k < MOTION_ROWS; k++) {
        if (p.y + (int)k >= a.h)
            continue;
        const MotionFour<float> o = fmotion_across(a, down[0][p.row + k] + p.lane);
        const MotionFour<float> n = fmotion_across(a, down[1][p.row + k] + p.lane);
        const size_t at = (size_t)((unsigned)p.y + k) * a.stride + (unsigned)p.x;
        MotionFour<float> term;
        term.a = fabsf(o.a - n.a);
        term.b = fabsf(o.b - n.b);
        term.c = fabsf(o.c - n.c);
        term.d = fabsf(o.d - n.d);
        fmotion_store(a.term, at, term);
        if (a.blurred[0]) {
            fmotion_store(a.blurred[0], at, o);
            fmotion_store(a.blurred[1], at, n);
        }
    }
}

VMAF_KERNEL_OF(256) float_motion_terms_u8(const FloatMotionArgs a)
{
    VMAF_SHARED FloatMotionDown down[2];
    fmotion_tile<uint8_t>(a, down);
}
VMAF_KERNEL_OF(256) float_motion_terms_u16(const FloatMotionArgs a)
{
    VMAF_SHARED FloatMotionDown down[2];
    fmotion_tile<uint16_t>(a, down);
}

/* A sample of a blurred plane at half size. */
VMAF_DEVFN float fmotion_half(const float *in, uint32_t stride, const VmafFloatMotionPlace &x,
                              const VmafFloatMotionPlace &y)
{
    const float *const first = in + (size_t)y.first * stride;
    const float *const second = in + (size_t)y.second * stride;
    return vmaf_float_motion_between(x.weight, y.weight, first[x.first], first[x.second],
                                     second[x.first], second[x.second]);
}

VMAF_KERNEL_OF(128) float_motion_half(const FloatMotionHalfArgs a)
{
    const uint32_t x = blockIdx.x % a.blocks_x * FLOAT_MOTION_HALF_THREADS + threadIdx.x;
    const uint32_t y = blockIdx.x / a.blocks_x;
    if (x >= vmaf_float_motion_half(a.w))
        return;
    const VmafFloatMotionPlace px = vmaf_float_motion_place(x, a.w);
    const VmafFloatMotionPlace py = vmaf_float_motion_place(y, a.h);
    a.term[(size_t)y * a.stride + x] = fabsf(fmotion_half(a.in[0], a.in_stride, px, py) -
                                             fmotion_half(a.in[1], a.in_stride, px, py));
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_motion_terms_u8), VMAF_SIMT_ENTRY(float_motion_terms_u16),
                VMAF_SIMT_ENTRY(float_motion_half));

#endif /* VMAF_FLOAT_MOTION_KERNELS_H */
