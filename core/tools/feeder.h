/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_FEEDER_H
#define TOOLS_FEEDER_H

#include "libvmaf/libvmaf.h"
#include "video.h"

/** A thread that reads an input ahead, into pictures of a context's pool. */
typedef struct Feeder Feeder;

/** Pictures that one feeder may hold at a time: one being read, one ready. */
#define FEEDER_PICTURES 2

/**
 * Start to read.
 *
 * @param vmaf  has a pool of pictures of v's geometry
 * @param v     the feeder's until feeder_stop()
 * @param skip  frames to pass over first
 * @param limit frames to read at most, 0: all; a pipe is not read beyond
 * @return 0 or a negative errno
 */
int feeder_start(Feeder **out, VmafContext *vmaf, Video *v, unsigned skip, unsigned limit);

/**
 * Wait for the next frame.
 *
 * @param pic the caller's on 1, untouched otherwise
 * @return as video_read(); the end and an error are final, the video may be looked at then
 */
int feeder_next(Feeder *f, VmafPicture *pic);

/**
 * Stop reading, even in the middle of a wait for data, and free; clears the pointer, accepts NULL
 * in it. Needs a free picture in the pool at some time.
 */
void feeder_stop(Feeder **f);

#endif /* TOOLS_FEEDER_H */
