/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * A toy encoder that steers its quantiser by a quality score, frame by frame:
 *
 *     encoder_loop [LOG.json]
 *
 * It shows what an encoder does with the library: open a context, name the features, take pictures
 * from a pool, fill in the source and the reconstruction, read the frame's score at once, and at
 * the end pool the scores and write the log.
 *
 *     cc encoder_loop.c $(pkg-config --cflags --libs libvmaf) -o encoder_loop
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <libvmaf/libvmaf.h>

enum { WIDTH = 320, HEIGHT = 180, FRAMES = 30 };

static const double target = 0.95;

/* The source: a pattern that moves. Chroma stays as the pool gives it, zero: only luma is scored.
 */
static void draw(VmafPicture *pic, unsigned time)
{
    for (unsigned y = 0; y < pic->h[0]; y++) {
        uint8_t *row = (uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
        for (unsigned x = 0; x < pic->w[0]; x++)
            row[x] = (uint8_t)(64 + ((x + 2 * time) & 127) / 2 + (((x * y) >> 4) & 31) + (y & 32));
    }
}

/* "Encode" and "decode": round each sample to a multiple of the step. */
static void reconstruct(VmafPicture *out, const VmafPicture *src, unsigned step)
{
    for (unsigned y = 0; y < src->h[0]; y++) {
        const uint8_t *s = (const uint8_t *)src->data[0] + (ptrdiff_t)y * src->stride[0];
        uint8_t *d = (uint8_t *)out->data[0] + (ptrdiff_t)y * out->stride[0];
        for (unsigned x = 0; x < src->w[0]; x++) {
            const unsigned v = (s[x] + step / 2) / step * step;
            d[x] = (uint8_t)(v > 255 ? 255 : v);
        }
    }
}

/* Encode one frame and get its score. */
static int encode(VmafContext *vmaf, unsigned index, unsigned step, double *score)
{
    VmafPicture source = {0}, recon = {0};
    int err = vmaf_fetch_preallocated_picture(vmaf, &source);
    if (!err)
        err = vmaf_fetch_preallocated_picture(vmaf, &recon);
    if (!err) {
        draw(&source, index);
        reconstruct(&recon, &source, step);
        err = vmaf_read_pictures(vmaf, &source, &recon, index);
    }
    if (err) {
        /* Pictures that were not read are still ours; an empty one is refused without harm. */
        vmaf_picture_unref(&source);
        vmaf_picture_unref(&recon);
        return err;
    }
    return vmaf_feature_score_at_index(vmaf, "float_ssim", score, index);
}

static int encode_all(VmafContext *vmaf, const char *log)
{
    const VmafPictureConfiguration pool = {
        .pic_params = {.w = WIDTH, .h = HEIGHT, .bpc = 8, .pix_fmt = VMAF_PIX_FMT_YUV420P},
        .pic_cnt = 2,
    };
    int err = vmaf_use_feature(vmaf, "float_ssim", NULL);
    if (!err)
        err = vmaf_preallocate_pictures(vmaf, pool);

    unsigned step = 2;
    for (unsigned i = 0; i < FRAMES && !err; i++) {
        double score = 0;
        err = encode(vmaf, i, step, &score);
        if (err)
            break;
        printf("frame %2u: step %2u, float_ssim %.4f\n", i, step, score);
        if (score > target && step < 64)
            step++;
        else if (score < target && step > 1)
            step--;
    }
    /* No more pictures: finish what is queued. */
    if (!err)
        err = vmaf_read_pictures(vmaf, NULL, NULL, 0);

    double mean = 0;
    if (!err)
        err = vmaf_feature_score_pooled(vmaf, "float_ssim", VMAF_POOL_METHOD_MEAN, &mean, 0,
                                        FRAMES - 1);
    if (!err)
        printf("mean %.4f, target %.2f\n", mean, target);
    if (!err && log)
        err = vmaf_write_output(vmaf, log, VMAF_OUTPUT_FORMAT_JSON);
    return err;
}

int main(int argc, char **argv)
{
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING};
    VmafContext *vmaf = NULL;
    int err = vmaf_init(&vmaf, cfg);
    if (!err) {
        err = encode_all(vmaf, argc > 1 ? argv[1] : NULL);
        vmaf_close(vmaf);
    }
    if (err)
        fprintf(stderr, "encoder_loop: error %d\n", err);
    return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
