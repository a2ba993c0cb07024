/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MOTION_ROWS_H
#define VMAF_MOTION_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "feature/motion/motion_terms.h"

/** What diff() found in a row. */
enum {
    VMAF_MOTION_MOVES = 1, /**< a difference that is not zero */
    VMAF_MOTION_WIDE = 2,  /**< samples above their depth, which only plain C holds */
};

/** Values before and behind a row of scratch, for the reflection and for whole vectors. */
#define VMAF_MOTION_PAD 64

/**
 * The loops of `motion` over one row. Every instruction set returns the same sums; how it keeps
 * differences is its own affair, in four bytes a column.
 */
typedef struct VmafMotionRows {
    /**
     * @param d     [w] differences
     * @param older,newer samples [w], bytes at 8 bits, else 16-bit words
     * @return what was found; with VMAF_MOTION_WIDE the rest is void
     */
    unsigned (*diff)(void *d, const void *older, const void *newer, int32_t w, uint32_t bpc);
    /**
     * @param d       the differences of five rows from top to bottom
     * @param scratch four bytes [w + 2 VMAF_MOTION_PAD]
     * @return sum of the magnitudes of the row in the middle
     */
    uint64_t (*blur)(const void *const d[VMAF_MOTION_TAPS], void *scratch, int32_t w, uint32_t bpc);
} VmafMotionRows;

extern const VmafMotionRows vmaf_motion_rows_c;
/* For 8 bits, 10 and 12 bits, 16 bits. */
extern const VmafMotionRows vmaf_motion_rows_avx2[3];
extern const VmafMotionRows vmaf_motion_rows_avx512[3];

/** @param isa enum VmafCpuFlag bits that may be used */
const VmafMotionRows *vmaf_motion_rows(uint32_t bpc, unsigned isa);

#endif /* VMAF_MOTION_ROWS_H */
