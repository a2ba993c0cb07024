/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_VIDEO_H
#define TOOLS_VIDEO_H

#include <stdbool.h>
#include <stdint.h>

#include "file.h"
#include "libvmaf/picture.h"

typedef struct Video Video;

/** A file format. Functions return a negative errno on failure, with the text in v->error. */
typedef struct VideoFormat {
    /** Read the header; fill in the geometry and frame_bytes. v->file is open. */
    int (*open)(Video *v);
    /** Read the mark before the samples of a frame. @return 1; 0 at the end */
    int (*read_mark)(Video *v);
    /** Read the samples of a frame. @return bytes read, fewer than frame_bytes at the end */
    int64_t (*read_samples)(Video *v, const VmafPicture *pic);
    void (*close)(Video *v);
    unsigned mark_bytes; /**< of the usual mark; 0: none, so a frame need not follow */
} VideoFormat;

extern const VideoFormat video_y4m, video_yuv;

/** What a raw file does not say about itself. */
typedef struct VideoGeometry {
    enum VmafPixelFormat pix_fmt;
    unsigned bpc, w, h;
} VideoGeometry;

/** An input: a sequence of frames of one geometry. Used by one thread at a time. */
struct Video {
    const char *path; /**< borrowed; "-" is standard input */
    const VideoFormat *format;
    File file;
    VideoGeometry geometry; /**< of the pictures, which may differ from the file's planes */
    int64_t frame_bytes;    /**< samples of one frame in the file */
    int64_t n_frames;       /**< frames read or skipped */
    void *priv;             /**< of the format */
    char error[512];        /**< why the last call failed: full lines, each with a newline */
    char warning[256];      /**< of the header: full lines */
    char late_warning[256]; /**< of the first frame: a full line; set by the first video_read() */
};

/**
 * Open a file, without waiting for anything.
 *
 * @param path     borrowed for the life of v
 * @param geometry of a raw file; NULL: the file is Y4M
 * @return 0 or a negative errno, with the text in v->error; v needs no video_close() then
 */
int video_open_file(Video *v, const char *path, const VideoGeometry *geometry);

/** Read the header. @return 0 or a negative errno, with the text in v->error */
int video_read_header(Video *v);

/** Both at once; after a failure v needs no video_close(). */
int video_open(Video *v, const char *path, const VideoGeometry *geometry);

/** Accepts zeros, and what a failed video_open() or an earlier call left. */
void video_close(Video *v);

/**
 * Read the next frame into a picture of v->geometry, or into a deeper one: then samples are shifted
 * left.
 *
 * @return 1; 0 at the end; a negative errno with the text in v->error: -EINVAL for a frame cut
 *         short or lost framing, -ECANCELED when file.stop_fd became readable
 */
int video_read(Video *v, const VmafPicture *pic);

/** Pass over the next frame. @return as video_read() */
int video_skip(Video *v);

/**
 * Shift the samples of a picture of `bpc` bits left, up to the depth of dst, whose sizes are the
 * same. src may be dst, with the samples of `bpc` bits at the start of each row.
 */
void video_deepen(const VmafPicture *dst, const VmafPicture *src, unsigned bpc);

/** Whole frames up to the end of the file, taking marks to be short; -1 unknown, as for pipes. */
int64_t video_frames_left(const Video *v);

/** Append to v->warning. */
__attribute__((format(printf, 2, 3))) void video_warn(Video *v, const char *fmt, ...);

/** Set v->error and return err. */
__attribute__((format(printf, 3, 4))) int video_fail(Video *v, int err, const char *fmt, ...);

/** Columns and rows of plane i; 0 x 0 for chroma of 4:0:0. */
void video_plane_size(const VideoGeometry *g, unsigned i, unsigned *w, unsigned *h);

/** Bytes of all planes of a picture, without padding. */
int64_t video_picture_bytes(const VideoGeometry *g);

/** Read the planes [first, last] of a picture as they stand in the file. @return as file_read() */
int64_t video_read_planes(Video *v, const VmafPicture *pic, unsigned first, unsigned last);

/** @return 0; -EINVAL, with v->error, for a size of 0 or one too large to count in bytes */
int video_check_size(Video *v, int64_t w, int64_t h);

/** "420", "422", "444", "400" */
const char *video_format_name(enum VmafPixelFormat pix_fmt);

#endif /* TOOLS_VIDEO_H */
