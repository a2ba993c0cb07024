/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_CHROMA_H
#define TOOLS_CHROMA_H

#include <stddef.h>
#include <stdint.h>

/*
 * Integer filters that move 8-bit chroma samples to where the pictures expect them, as libvmaf's
 * Y4M reader did up to release 3.1.0. Samples beyond an edge repeat the edge. dst has `stride`
 * bytes from row to row, src is packed; they do not overlap.
 */

/** Shift each row to the left by a quarter sample: 4:2:2 of Y4M, and the first step of 420paldv. */
void chroma_shift_left(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w, unsigned h);

/** Shift each column by a quarter sample, up (towards row 0) or down. */
void chroma_shift_up(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w, unsigned h);
void chroma_shift_down(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w, unsigned h);

/**
 * Double the width: 4:1:1 to 4:2:2.
 *
 * @param src   [h][src_w]
 * @param dst_w 2 * src_w, or less to drop columns at the right
 */
void chroma_double_width(uint8_t *dst, ptrdiff_t stride, unsigned dst_w, const uint8_t *src,
                         unsigned src_w, unsigned h);

#endif /* TOOLS_CHROMA_H */
