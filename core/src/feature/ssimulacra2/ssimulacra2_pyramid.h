/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_SSIMULACRA2_PYRAMID_H
#define VMAF_SSIMULACRA2_PYRAMID_H

#include "feature/ssimulacra2/ssimulacra2.h"
#include "feature/ssimulacra2/ssimulacra2_rows.h"
#include "libvmaf/picture.h"

/**
 * All scales of a frame pair in one pass over its rows, without a whole plane in memory: a scale
 * keeps two rows of linear RGB, from which the next scale gets one, and the rows of XYB that one
 * band reads.
 */
typedef struct Ssimulacra2Pyramid Ssimulacra2Pyramid;

/** @return 0; -ENOMEM. *out is written on success only. */
int vmaf_ssimulacra2_pyramid_create(Ssimulacra2Pyramid **out, const Ssimulacra2Scales *scales,
                                    const Ssimulacra2Matrix *m, const Ssimulacra2Rows *rows);

/** Clears the pointer, accepts NULL in it. */
void vmaf_ssimulacra2_pyramid_destroy(Ssimulacra2Pyramid **p);

/** @return bytes that the pyramid holds */
size_t vmaf_ssimulacra2_pyramid_bytes(const Ssimulacra2Pyramid *p);

/** The plane sums of a pair of pictures of the size and depth given at creation. */
void vmaf_ssimulacra2_pyramid_run(Ssimulacra2Pyramid *p, const VmafPicture *ref,
                                  const VmafPicture *dis, Ssimulacra2Sums *sums);

#endif /* VMAF_SSIMULACRA2_PYRAMID_H */
