/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "video.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Three planes of 16-bit samples of this side stay far below 2^63 bytes. */
#define MAX_SIDE (1 << 28)

void video_warn(Video *v, const char *fmt, ...)
{
    const size_t used = strlen(v->warning);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(v->warning + used, sizeof(v->warning) - used, fmt, ap);
    va_end(ap);
}

int video_fail(Video *v, int err, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(v->error, sizeof(v->error), fmt, ap);
    va_end(ap);
    return err;
}

void video_plane_size(const VideoGeometry *g, unsigned i, unsigned *w, unsigned *h)
{
    const bool chroma = i > 0, none = chroma && g->pix_fmt == VMAF_PIX_FMT_YUV400P;
    const bool half_w = chroma && g->pix_fmt != VMAF_PIX_FMT_YUV444P;
    const bool half_h = chroma && g->pix_fmt == VMAF_PIX_FMT_YUV420P;
    *w = none ? 0 : (g->w + half_w) >> half_w;
    *h = none ? 0 : (g->h + half_h) >> half_h;
}

int64_t video_picture_bytes(const VideoGeometry *g)
{
    int64_t samples = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned w, h;
        video_plane_size(g, i, &w, &h);
        samples += (int64_t)w * h;
    }
    return samples * (g->bpc > 8 ? 2 : 1);
}

int64_t video_read_planes(Video *v, const VmafPicture *pic, unsigned first, unsigned last)
{
    FileRows rows[3];
    unsigned n = 0;
    for (unsigned i = first; i <= last; i++) {
        unsigned w, h;
        video_plane_size(&v->geometry, i, &w, &h);
        if (w == 0)
            continue;
        const size_t row_bytes = (size_t)w << (v->geometry.bpc > 8);
        rows[n++] = (FileRows){pic->data[i], pic->stride[i], row_bytes, h};
    }
    return file_read_rows(&v->file, rows, n);
}

int video_check_size(Video *v, int64_t w, int64_t h)
{
    if (w > 0 && h > 0 && w <= MAX_SIDE && h <= MAX_SIDE)
        return 0;
    return video_fail(v, -EINVAL,
                      "Invalid dimensions: W=%" PRId64 " H=%" PRId64 " (must be > 0 and <= %d).\n",
                      w, h, MAX_SIDE);
}

const char *video_format_name(enum VmafPixelFormat pix_fmt)
{
    switch (pix_fmt) {
    case VMAF_PIX_FMT_YUV420P:
        return "420";
    case VMAF_PIX_FMT_YUV422P:
        return "422";
    case VMAF_PIX_FMT_YUV444P:
        return "444";
    case VMAF_PIX_FMT_YUV400P:
        return "400";
    default:
        return "unknown";
    }
}

int video_open_file(Video *v, const char *path, const VideoGeometry *geometry)
{
    *v = (Video){.path = path, .format = geometry ? &video_yuv : &video_y4m};
    const int err = file_open(&v->file, path);
    if (err) {
        v->format = NULL;
        return video_fail(v, err, "could not %s \"%s\": %s\n", err == -EISDIR ? "read" : "open",
                          path, strerror(-err));
    }
    if (geometry)
        v->geometry = *geometry;
    return 0;
}

int video_read_header(Video *v)
{
    return v->format->open(v);
}

int video_open(Video *v, const char *path, const VideoGeometry *geometry)
{
    int err = video_open_file(v, path, geometry);
    if (err)
        return err;
    err = video_read_header(v);
    if (err)
        video_close(v);
    return err;
}

void video_close(Video *v)
{
    if (!v->format)
        return;
    v->format->close(v);
    file_close(&v->file);
    v->format = NULL;
}

static void deepen_row(void *dst, const void *src, unsigned n, unsigned bpc, unsigned shift)
{
    uint16_t *out = dst;
    const uint16_t *in16 = src;
    const uint8_t *in8 = src;
    /* From the end, so that a row that is its own source is read before it is written. */
    while (n-- > 0)
        out[n] = (uint16_t)((bpc > 8 ? in16[n] : in8[n]) << shift);
}

void video_deepen(const VmafPicture *dst, const VmafPicture *src, unsigned bpc)
{
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *to = dst->data[i];
        const uint8_t *from = src->data[i];
        for (unsigned y = 0; y < dst->h[i]; y++, to += dst->stride[i], from += src->stride[i])
            deepen_row(to, from, dst->w[i], bpc, dst->bpc - bpc);
    }
}

/* The next frame, into a picture or nowhere. */
static int next_frame(Video *v, const VmafPicture *pic)
{
    const VideoFormat *f = v->format;
    const int more = f->mark_bytes ? f->read_mark(v) : 1;
    if (more <= 0)
        return more;
    const int64_t got = pic ? f->read_samples(v, pic) : file_skip(&v->file, v->frame_bytes);
    if (got < 0) {
        return video_fail(v, (int)got, "could not read \"%s\", frame %" PRId64 ": %s\n", v->path,
                          v->n_frames, strerror((int)-got));
    }
    if (got == 0 && f->mark_bytes == 0)
        return 0;
    if (got < v->frame_bytes) {
        return video_fail(v, -EINVAL,
                          "\"%s\": frame %" PRId64 " is truncated: wanted %" PRId64
                          " bytes, got %" PRId64 "\n",
                          v->path, v->n_frames, v->frame_bytes, got);
    }
    if (pic && pic->bpc > v->geometry.bpc)
        video_deepen(pic, pic, v->geometry.bpc);
    v->n_frames++;
    return 1;
}

int video_read(Video *v, const VmafPicture *pic)
{
    return next_frame(v, pic);
}

int video_skip(Video *v)
{
    return next_frame(v, NULL);
}

int64_t video_frames_left(const Video *v)
{
    if (!v->file.regular)
        return -1;
    const int64_t left = v->file.size > v->file.offset ? v->file.size - v->file.offset : 0;
    return left / (v->frame_bytes + v->format->mark_bytes);
}
