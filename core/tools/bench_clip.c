/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "bench_clip.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Any fast generator will do. */
static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/*
 * Ramps of different slopes with an eighth of noise, so that there are edges, flat parts and
 * texture; the distorted clip has other noise.
 */
static void fill(const VmafPicture *pic, unsigned which, unsigned time)
{
    uint32_t state = 1 + time + 100 * which;
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned y = 0; y < pic->h[p]; y++) {
            uint8_t *row = (uint8_t *)pic->data[p] + (ptrdiff_t)y * pic->stride[p];
            for (unsigned x = 0; x < pic->w[p]; x++) {
                const unsigned ramp = (3 * x + 2 * y + 7 * time + 40 * p) & 255;
                const unsigned v = (ramp * 224 + (next_random(&state) & 255) * 32) >> 8;
                if (pic->bpc == 8)
                    row[x] = (uint8_t)v;
                else
                    ((uint16_t *)row)[x] = (uint16_t)(v << (pic->bpc - 8));
            }
        }
    }
}

int bench_clip_create(BenchClip *clip, unsigned w, unsigned h, unsigned bpc)
{
    *clip = (BenchClip){.w = w, .h = h, .bpc = bpc};
    for (unsigned which = 0; which < 2; which++) {
        for (unsigned i = 0; i < BENCH_DISTINCT; i++) {
            VmafPicture *pic = &clip->frame[which][i];
            const int err = vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV420P, bpc, w, h);
            if (err) {
                bench_clip_destroy(clip);
                return err;
            }
            fill(pic, which, i);
        }
    }
    return 0;
}

void bench_clip_destroy(BenchClip *clip)
{
    for (unsigned which = 0; which < 2; which++) {
        for (unsigned i = 0; i < BENCH_DISTINCT; i++)
            vmaf_picture_unref(&clip->frame[which][i]);
    }
}

int bench_clip_copy(const BenchClip *clip, unsigned which, unsigned i, VmafPicture *pic)
{
    const VmafPicture *src = &clip->frame[which][i % BENCH_DISTINCT];
    const int err = vmaf_picture_alloc(pic, src->pix_fmt, clip->bpc, clip->w, clip->h);
    for (unsigned p = 0; !err && p < 3; p++)
        memcpy(pic->data[p], src->data[p], (size_t)src->stride[p] * src->h[p]);
    return err;
}

int bench_clip_write(const BenchClip *clip, unsigned which, unsigned n, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return -errno;
    fprintf(f, "YUV4MPEG2 W%u H%u F25:1 Ip C420", clip->w, clip->h);
    if (clip->bpc > 8)
        fprintf(f, "p%u", clip->bpc);
    fputc('\n', f);
    for (unsigned i = 0; i < n; i++) {
        const VmafPicture *pic = &clip->frame[which][i % BENCH_DISTINCT];
        fputs("FRAME\n", f);
        for (unsigned p = 0; p < 3; p++) {
            for (unsigned y = 0; y < pic->h[p]; y++) {
                fwrite((uint8_t *)pic->data[p] + (ptrdiff_t)y * pic->stride[p],
                       pic->bpc > 8 ? 2 : 1, pic->w[p], f);
            }
        }
    }
    const int failed = ferror(f);
    return fclose(f) || failed ? -EIO : 0;
}
