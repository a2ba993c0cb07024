/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_BENCH_CLIP_H
#define TOOLS_BENCH_CLIP_H

#include "libvmaf/picture.h"

/** Different frames of a clip; they repeat after that. */
#define BENCH_DISTINCT 4

/** A generated 4:2:0 pair of clips: moving texture, and the same with noise. */
typedef struct BenchClip {
    unsigned w, h, bpc;
    VmafPicture frame[2][BENCH_DISTINCT]; /**< reference and distorted */
} BenchClip;

/** @return 0 or a negative errno; needs no bench_clip_destroy() then */
int bench_clip_create(BenchClip *clip, unsigned w, unsigned h, unsigned bpc);

void bench_clip_destroy(BenchClip *clip);

/** A new picture with the samples of frame i. @return 0 or a negative errno */
int bench_clip_copy(const BenchClip *clip, unsigned which, unsigned i, VmafPicture *pic);

/** Write n frames as Y4M. @return 0 or a negative errno */
int bench_clip_write(const BenchClip *clip, unsigned which, unsigned n, const char *path);

#endif /* TOOLS_BENCH_CLIP_H */
