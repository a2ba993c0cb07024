/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_MOTION_CLIP_H
#define VMAF_TEST_MOTION_CLIP_H

/** Clips made in memory for temporal features; what cmocka.h needs, and it, come first. */

#include <stdio.h>
#include <unistd.h>

#include "score_pair.h"

/** Sample of picture t, plane c. */
typedef uint32_t (*ClipSample)(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc);

typedef struct Clip {
    enum VmafPixelFormat fmt;
    unsigned bpc, w, h;
    ClipSample sample;
} Clip;

/** The check vectors of docs/metrics/motion.md: a ramp that wraps often and moves. */
static inline uint32_t clip_ramp(unsigned t, unsigned c, unsigned x, unsigned y, unsigned bpc)
{
    const uint32_t i = x + 5 * t + 100 * c, j = y + 3 * t;
    return ((7919u * i + 104729u * j + 31u * i * j) >> 3) & ((1u << bpc) - 1u);
}

static inline VmafPicture clip_picture(const Clip *clip, unsigned t)
{
    VmafPicture pic;
    assert_int_equal(vmaf_picture_alloc(&pic, clip->fmt, clip->bpc, clip->w, clip->h), 0);
    for (unsigned c = 0; c < 3 && pic.h[c]; c++) {
        for (unsigned y = 0; y < pic.h[c]; y++) {
            uint8_t *row = (uint8_t *)pic.data[c] + (ptrdiff_t)y * pic.stride[c];
            for (unsigned x = 0; x < pic.w[c]; x++) {
                const uint32_t v = clip->sample(t, c, x, y, clip->bpc);
                if (clip->bpc == 8)
                    row[x] = (uint8_t)v;
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)v;
            }
        }
    }
    return pic;
}

/** Read picture t as that index; the distorted one is another picture. */
static inline int clip_read(VmafContext *v, const Clip *clip, unsigned t, unsigned index)
{
    VmafPicture ref = clip_picture(clip, t), dis = clip_picture(clip, t + 17);
    const int err = vmaf_read_pictures(v, &ref, &dis, index);
    if (err) {
        assert_int_equal(vmaf_picture_unref(&ref), 0);
        assert_int_equal(vmaf_picture_unref(&dis), 0);
    }
    return err;
}

static inline VmafContext *clip_open(VmafConfiguration cfg, const char *feature, const char *opts)
{
    VmafContext *v = NULL;
    VmafFeatureDictionary *dict;
    assert_int_equal(vmaf_init(&v, cfg), 0);
    assert_int_equal(test_options(opts, &dict), 0);
    assert_int_equal(vmaf_use_feature(v, feature, dict), 0);
    return v;
}

static inline double clip_score(VmafContext *v, const char *name, unsigned index)
{
    double score;
    if (vmaf_feature_score_at_index(v, name, &score, index))
        fail_msg("no %s at index %u", name, index);
    return score;
}

static inline bool clip_has_score(VmafContext *v, const char *name, unsigned index)
{
    double score;
    return !vmaf_feature_score_at_index(v, name, &score, index);
}

/** Standard error into a file, from here to clip_log_end(). */
typedef struct ClipLog {
    FILE *file;
    int saved;
    char text[2048];
} ClipLog;

static inline void clip_log_begin(ClipLog *log)
{
    log->file = tmpfile();
    assert_non_null(log->file);
    fflush(stderr);
    log->saved = dup(STDERR_FILENO);
    assert_true(dup2(fileno(log->file), STDERR_FILENO) >= 0);
}

static inline void clip_log_end(ClipLog *log)
{
    fflush(stderr);
    assert_true(dup2(log->saved, STDERR_FILENO) >= 0);
    close(log->saved);
    rewind(log->file);
    log->text[fread(log->text, 1, sizeof(log->text) - 1, log->file)] = '\0';
    fclose(log->file);
}

#endif /* VMAF_TEST_MOTION_CLIP_H */
