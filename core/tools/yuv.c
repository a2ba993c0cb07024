/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Raw video: the planes of each frame, one after the other, and nothing else. */
#include <stdio.h>
#include <string.h>

#include "video.h"

static const char y4m_magic[] = "YUV4MPEG";
#define MAGIC_BYTES (sizeof(y4m_magic) - 1)

static int yuv_open(Video *v)
{
    const int err = video_check_size(v, v->geometry.w, v->geometry.h);
    v->frame_bytes = err ? 0 : video_picture_bytes(&v->geometry);
    return err;
}

static int64_t yuv_read_samples(Video *v, const VmafPicture *pic)
{
    const int64_t got = video_read_planes(v, pic, 0, 2);
    const size_t row_bytes = (size_t)v->geometry.w << (v->geometry.bpc > 8);
    if (v->n_frames == 0 && got >= (int64_t)MAGIC_BYTES && row_bytes >= MAGIC_BYTES &&
        memcmp(pic->data[0], y4m_magic, MAGIC_BYTES) == 0) {
        snprintf(v->late_warning, sizeof(v->late_warning),
                 "Warning: \"%.128s\" is read as raw video but looks like Y4M; for Y4M leave out "
                 "-w, -h, -p and -b.\n",
                 v->path);
    }
    return got;
}

static void yuv_close(Video *v)
{
    (void)v;
}

const VideoFormat video_yuv = {
    .open = yuv_open,
    .read_samples = yuv_read_samples,
    .close = yuv_close,
};
