/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MOTION_ARGS_H
#define VMAF_FLOAT_MOTION_ARGS_H

#include "feature/motion/float_motion_terms.h"
#include "feature/motion/motion_args.h"

/** One thread block per tile of a plane of both pictures, of motion_args.h; tiles in raster order.
 */
typedef struct FloatMotionArgs {
    const void *in[2]; /**< older, newer */
    uint32_t pitch[2]; /**< bytes from one row to the next */
    float *term;       /**< [h][stride] */
    float *blurred[2]; /**< [h][stride], or NULL: not wanted */
    int32_t w, h;
    uint32_t stride; /**< floats, a multiple of 4 */
    float scale;     /**< vmaf_float_motion_sample() */
    VmafFloatMotionTaps taps;
    uint32_t tiles_x;
} FloatMotionArgs;

/** Of a block of float_motion_half, all in one row. */
#define FLOAT_MOTION_HALF_THREADS 128u

/** One thread per sample of the plane of half size; blocks in raster order. */
typedef struct FloatMotionHalfArgs {
    const float *in[2]; /**< [h][in_stride] blurred */
    float *term;        /**< [half of h][stride] */
    uint32_t w, h;      /**< of the whole plane */
    uint32_t in_stride, stride;
    uint32_t blocks_x;
} FloatMotionHalfArgs;

#endif /* VMAF_FLOAT_MOTION_ARGS_H */
