/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_MOTION_ROWS_H
#define VMAF_FLOAT_MOTION_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/motion/float_motion_terms.h"
#include "feature/motion/motion_terms.h"

/** Rows that are worked on together: a lane each when they are summed. */
#define VMAF_FLOAT_MOTION_BLOCK 16

/** The rows that a block is blurred from. */
#define VMAF_FLOAT_MOTION_BLOCK_IN (VMAF_FLOAT_MOTION_BLOCK + 2 * VMAF_MOTION_RADIUS)

/** The loops of `float_motion` over a block of rows; every instruction set returns the same bits.
 */
typedef struct VmafFloatMotionRows {
    /**
     * Samples to floats, and the pass down.
     *
     * @param out    a block of rows [w]
     * @param stride floats from one to the next
     * @param in     samples [w], bytes if bpc is 8, else 16-bit words
     */
    void (*down)(float *out, ptrdiff_t stride, const void *const in[VMAF_FLOAT_MOTION_BLOCK_IN],
                 VmafFloatMotionTaps f, int32_t w, uint32_t bpc);
    /**
     * The pass across.
     *
     * @param in row [w] with VMAF_MOTION_RADIUS more before and behind
     */
    void (*across)(float *out, const float *in, VmafFloatMotionTaps f, int32_t w);
    /** The pass across for two rows, and the magnitudes of their difference. */
    void (*terms)(float *out, const float *a, const float *b, VmafFloatMotionTaps f, int32_t w);
    /**
     * Continue the sums of a block of rows, each in the order of its columns.
     *
     * @param sum    [VMAF_FLOAT_MOTION_BLOCK]
     * @param term   rows [w], all of them initialised
     * @param stride floats from one to the next
     */
    void (*sums)(float *sum, const float *term, ptrdiff_t stride, int32_t w);
} VmafFloatMotionRows;

extern const VmafFloatMotionRows vmaf_float_motion_rows_c;
extern const VmafFloatMotionRows vmaf_float_motion_rows_avx2;
extern const VmafFloatMotionRows vmaf_float_motion_rows_avx512;

/** @param isa enum VmafCpuFlag bits that may be used */
const VmafFloatMotionRows *vmaf_float_motion_rows(unsigned isa);

#endif /* VMAF_FLOAT_MOTION_ROWS_H */
