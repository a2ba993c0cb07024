/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Print the pictures that the tool makes of a video, for tests:
 *     video_planes PATH [WIDTH HEIGHT BITDEPTH]      (raw video is 4:2:0)
 * Standard output gets a line "format bitdepth width height" and then the planes of each picture,
 * without padding.
 */
#include <stdio.h>
#include <stdlib.h>

#include "libvmaf/libvmaf.h"
#include "video.h"

int main(int argc, char **argv)
{
    const VideoGeometry raw = {
        .pix_fmt = VMAF_PIX_FMT_YUV420P,
        .w = argc == 5 ? (unsigned)atoi(argv[2]) : 0,
        .h = argc == 5 ? (unsigned)atoi(argv[3]) : 0,
        .bpc = argc == 5 ? (unsigned)atoi(argv[4]) : 0,
    };
    Video v;
    if ((argc != 2 && argc != 5) || video_open(&v, argv[1], argc == 5 ? &raw : NULL)) {
        fputs(argc == 2 || argc == 5 ? v.error : "usage\n", stderr);
        return 1;
    }
    const VideoGeometry *g = &v.geometry;
    VmafPicture pic;
    int more = vmaf_picture_alloc(&pic, g->pix_fmt, g->bpc, g->w, g->h);
    if (more) {
        video_close(&v);
        return 1;
    }
    printf("%s %u %u %u\n", video_format_name(g->pix_fmt), g->bpc, g->w, g->h);
    while ((more = video_read(&v, &pic)) > 0) {
        for (unsigned i = 0; i < 3; i++) {
            for (unsigned y = 0; y < pic.h[i]; y++) {
                const char *row = (const char *)pic.data[i] + (ptrdiff_t)y * pic.stride[i];
                fwrite(row, g->bpc > 8 ? 2 : 1, pic.w[i], stdout);
            }
        }
    }
    fputs(v.error, stderr);
    vmaf_picture_unref(&pic);
    video_close(&v);
    return more < 0;
}
