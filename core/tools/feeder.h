/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_FEEDER_H
#define TOOLS_FEEDER_H

#include "libvmaf/libvmaf.h"
#include "video.h"

/**
 * Reads two inputs ahead, each in a thread of its own from its header on, so that nothing depends
 * on the order in which their writers write. Used by one thread.
 */
typedef struct Feeder Feeder;

/** Pictures of the pool that one input may hold at a time: one being read, one ready. */
#define FEEDER_PICTURES 2

/**
 * Start to read the headers.
 *
 * @param video [2] from video_open_file(); the feeder's until feeder_stop(), but may be looked at
 *              where a function below says so
 * @param skip  [2] frames to pass over first
 * @param limit frames to read at most, 0: all; a pipe is not read beyond
 * @return 0 or a negative errno
 */
int feeder_start(Feeder **out, Video video[2], const unsigned skip[2], unsigned limit);

/**
 * Wait for both headers, or for a bad one. On 0 geometry and warning of both videos may be looked
 * at; of an input with an error, error and warning.
 *
 * @param err [2] as of video_read_header(), 0 also for an input that still waits
 * @return 0, or one of the errors
 */
int feeder_wait_headers(Feeder *f, int err[2]);

/**
 * After the headers, before the pool: which files hold not one whole frame and so need no picture.
 *
 * @param more [2] as feeder_next() would return; 1 where only reading will tell
 */
void feeder_find_frames(Feeder *f, int more[2]);

/** Read into the pool of a context, which has pictures of the videos' geometry. */
void feeder_use_pool(Feeder *f, VmafContext *vmaf);

/**
 * Wait for the next frame of input i. The pictures of both inputs are to be taken in turn.
 *
 * @param pic the caller's on 1, untouched otherwise
 * @return as video_read(); the end and an error are final, error may be looked at then
 */
int feeder_next(Feeder *f, unsigned i, VmafPicture *pic);

/**
 * Stop reading, even in the middle of a wait for data, and free; clears the pointer, accepts NULL
 * in it. Needs a free picture in the pool at some time.
 */
void feeder_stop(Feeder **f);

#endif /* TOOLS_FEEDER_H */
