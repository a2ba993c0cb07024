/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The twins of `motion` and `float_motion` against the CPU, and against values of another program.
 * What other GPU versions got wrong has a test of its own here or in test_twin_motion_run.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libvmaf/backend.h"
#include "twin_compare.h"

static enum VmafBackend backend;
static TwinTotal total;

static const char *const features[] = {"motion", "float_motion"};
enum { N_FEATURES = sizeof(features) / sizeof(features[0]) };

static const unsigned depths[] = {8, 10, 12, 16};
static const enum VmafPixelFormat formats[] = {VMAF_PIX_FMT_YUV420P, VMAF_PIX_FMT_YUV422P,
                                               VMAF_PIX_FMT_YUV444P, VMAF_PIX_FMT_YUV400P};

static void put(const VmafPicture *pic, unsigned plane, unsigned x, unsigned y, unsigned v)
{
    uint8_t *row = (uint8_t *)pic->data[plane] + (ptrdiff_t)y * pic->stride[plane];
    if (pic->bpc == 8)
        row[x] = (uint8_t)v;
    else
        ((uint16_t *)(void *)row)[x] = (uint16_t)v;
}

/* A picture that differs from a flat one in one outer row or column: the last, the last but one,
 * the first or the second. Content 0 is flat. */
static void fill_edge(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed)
{
    (void)dis, (void)seed;
    const unsigned peak = (1u << ref->bpc) - 1;
    for (unsigned i = 0; i < 3 && ref->h[i]; i++) {
        const unsigned w = ref->w[i], h = ref->h[i];
        const unsigned column[] = {w, w - 1, w - 2, 0, 1}, row[] = {h, h - 1, h - 2, 0, 1};
        for (unsigned y = 0; y < h; y++) {
            for (unsigned x = 0; x < w; x++) {
                const bool set = content < 5 ? x == column[content] : y == row[content - 4];
                put(ref, i, x, y, set ? peak - (x + y) % 7 : peak / 3);
            }
        }
    }
}

static void mirror_repeats_no_sample(const char *feature)
{
    for (unsigned n = 3; n <= 40; n++) {
        for (unsigned k = 0; k < 2; k++) {
            const unsigned other = 3 + (n * (k ? 7 : 11)) % 38;
            const TwinCase t = {feature,       "",           VMAF_PIX_FMT_YUV400P, depths[n % 4],
                                k ? n : other, k ? other : n};
            twin_compare_with(backend, &t, fill_edge, &total);
        }
    }
}

/* Rows unlike one another; a pitch of the library is a multiple of 64 bytes, so that of 32 and 96
 * columns of 16-bit samples has no padding, and the others have. */
static void pitch_is_in_bytes(const char *feature)
{
    static const unsigned width[] = {31, 32, 33, 63, 64, 96, 97};
    for (unsigned i = 0; i < sizeof(width) / sizeof(width[0]); i++) {
        for (unsigned b = 0; b < 4; b++) {
            const TwinCase t = {feature, "", VMAF_PIX_FMT_YUV420P, depths[b], width[i], 35};
            twin_compare(backend, &t, &total);
        }
    }
}

static void tiles(const char *feature)
{
    static const unsigned size[][2] = {{3, 3},    {4, 5},    {5, 4},    {119, 31}, {120, 32},
                                       {121, 33}, {122, 34}, {123, 64}, {124, 65}, {241, 66},
                                       {4, 130},  {363, 3},  {322, 182}};
    for (unsigned i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        for (unsigned b = 0; b < 4; b++) {
            const TwinCase t = {feature,   "",         formats[(b + i) % 4],
                                depths[b], size[i][0], size[i][1]};
            twin_compare(backend, &t, &total);
        }
    }
}

/* Every option with every depth, and clips of one picture and more with each. */
static void options(const char *feature)
{
    static const char *const shared[] = {
        "debug=true",
        "debug=false",
        "motion_force_zero=true",
        "motion_force_zero=true:debug=true",
        "motion_fps_weight=0.7",
        "motion_max_val=18",
        "motion_blend_factor=0.5:motion_blend_offset=20:motion_max_val=25",
    };
    static const char *const own[N_FEATURES][7] = {
        {"motion_five_frame_window=true", "motion_moving_average=true",
         "motion_five_frame_window=true:motion_moving_average=true:motion_max_val=18",
         "motion_five_frame_window=true:debug=true:motion_fps_weight=5", "motion_max_val=0",
         "motion_five_frame_window=true:motion_force_zero=true", "motion_blend_factor=0"},
        {"motion_filter_size=1", "motion_filter_size=3", "motion_add_scale1=true",
         "motion_add_uv=true", "motion_add_uv=true:motion_add_scale1=true",
         "motion_add_scale1=true:motion_filter_size=3", "motion_add_uv=true:motion_filter_size=9"},
    };
    const unsigned n_own = sizeof(own[0]) / sizeof(own[0][0]);
    const unsigned f = strcmp(feature, features[0]) != 0;
    const unsigned n_shared = sizeof(shared) / sizeof(shared[0]);
    for (unsigned o = 0; o < n_shared + n_own; o++) {
        const char *opts = o < n_shared ? shared[o] : own[f][o - n_shared];
        for (unsigned b = 0; b < 4; b++) {
            const TwinCase t = {feature, opts, formats[(o + b) % 4], depths[b], 125, 37 + o};
            twin_compare(backend, &t, &total);
        }
        for (unsigned n = 1; n <= 8; n++) {
            const TwinCase t = {feature, opts, VMAF_PIX_FMT_YUV444P, depths[n % 4], 17, 13};
            twin_compare_clip(backend, &t, twin_fill, n, &total);
        }
    }
}

static void short_clips(const char *feature)
{
    for (unsigned n = 1; n <= 8; n++) {
        for (unsigned b = 0; b < 4; b++) {
            const TwinCase t = {feature, "", VMAF_PIX_FMT_YUV420P, depths[b], 40, 30};
            twin_compare_clip(backend, &t, twin_fill, n, &total);
        }
    }
}

static void refusals(const char *feature)
{
    static const unsigned size[][2] = {{1, 1}, {2, 3}, {3, 2}};
    for (unsigned i = 0; i < 3; i++) {
        const TwinCase t = {feature, "", VMAF_PIX_FMT_YUV420P, 8, size[i][0], size[i][1]};
        twin_compare(backend, &t, &total);
    }
    if (strcmp(feature, "float_motion") != 0)
        return;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned side = 3; side <= 6; side++) {
            const TwinCase t = {feature, "motion_add_uv=true", formats[i], depths[side % 4], side,
                                9 - side};
            twin_compare(backend, &t, &total);
        }
    }
}

/* Values of another program, of a ramp that wraps often and moves. */
typedef struct Vector {
    const char *feature, *opts, *score;
    unsigned bpc, w, h;
    double want[4];
} Vector;

#define SAD "VMAF_integer_feature_motion_sad_score"

static const Vector vectors[] = {
    {"motion", "", SAD, 8, 33, 17, {0, 22.618990920231727, 19.78824086452763, 19.092984068627452}},
    {"motion",
     "",
     SAD,
     10,
     33,
     17,
     {0, 63.756141377005349, 59.369561887254903, 47.548302417557935}},
    {"motion", "", SAD, 12, 33, 17, {0, 17.226994206773618, 16.29867145721925, 12.698132520053475}},
    {"motion", "", SAD, 16, 33, 17, {0, 47.300377395276293, 45.049179757130126, 44.53988413547237}},
    {"motion",
     "motion_five_frame_window=true",
     SAD "_mffw",
     8,
     33,
     17,
     {0, 0, 22.74072526737968, 20.223853888146166}},
    {"float_motion",
     "",
     "motion",
     8,
     33,
     17,
     {0, 22.619085311889648, 19.788339614868164, 19.093141555786133}},
    {"float_motion",
     "",
     "motion",
     16,
     33,
     17,
     {0, 47.300590515136719, 45.049381256103516, 44.540042877197266}},
    {"float_motion",
     "motion_add_uv=true",
     "motion_mau",
     8,
     34,
     18,
     {0, 86.531347274780273, 89.295953750610352, 89.049680709838867}},
    {"float_motion",
     "motion_add_scale1=true:motion_filter_size=3",
     "motion_mdc_mfs_3",
     8,
     33,
     17,
     {0, 81.298294067382812, 74.062812805175781, 71.2635498046875}},
    {"float_motion",
     "motion_add_scale1=true:motion_add_uv=true",
     "motion_mdc_mau",
     8,
     34,
     18,
     {0, 167.34095764160156, 173.69667053222656, 172.40886688232422}},
};

static void fill_ramp(const VmafPicture *pic, unsigned t)
{
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned y = 0; y < pic->h[c]; y++) {
            for (unsigned x = 0; x < pic->w[c]; x++) {
                const uint32_t i = x + 5 * t + 100 * c, j = y + 3 * t;
                put(pic, c, x, y,
                    ((7919u * i + 104729u * j + 31u * i * j) >> 3) & ((1u << pic->bpc) - 1u));
            }
        }
    }
}

/* Not the difference of two blurred pictures, not the other sign, not a float on the way. */
static void definition(const Vector *v)
{
    VmafContext *context;
    VmafFeatureDictionary *dict = twin_options(v->opts);
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING};
    if (vmaf_init(&context, cfg) || vmaf_use_backend(context, vmaf_backend_name(backend), 0) ||
        vmaf_use_feature(context, v->feature, dict))
        exit(1);
    for (unsigned i = 0; i < 4; i++) {
        VmafPicture ref, dis;
        if (vmaf_picture_alloc(&ref, VMAF_PIX_FMT_YUV420P, v->bpc, v->w, v->h) ||
            vmaf_picture_alloc(&dis, VMAF_PIX_FMT_YUV420P, v->bpc, v->w, v->h))
            exit(1);
        fill_ramp(&ref, i);
        if (vmaf_read_pictures(context, &ref, &dis, i))
            exit(1);
    }
    if (vmaf_read_pictures(context, NULL, NULL, 0))
        exit(1);
    for (unsigned i = 0; i < 4; i++) {
        double got = -1.0;
        const int err = vmaf_feature_score_at_index(context, v->score, &got, i);
        total.n_values++;
        if (!err && got == v->want[i])
            continue;
        total.n_wrong++;
        printf("%s=%s, %u bits, picture %u: %.17g, want %.17g\n", v->feature, v->opts, v->bpc, i,
               got, v->want[i]);
    }
    vmaf_close(context);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*test)(const char *feature);
    } test[] = {
        {"mirror_repeats_no_sample", mirror_repeats_no_sample},
        {"pitch_is_in_bytes", pitch_is_in_bytes},
        {"tiles", tiles},
        {"options", options},
        {"short_clips", short_clips},
        {"refusals", refusals},
    };
    backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    for (unsigned f = 0; f < N_FEATURES; f++) {
        for (unsigned i = 0; i < sizeof(test) / sizeof(test[0]); i++) {
            const unsigned n_wrong = total.n_wrong;
            test[i].test(features[f]);
            if (total.n_wrong > n_wrong)
                printf("FAIL %s: %s\n", features[f], test[i].name);
        }
    }
    for (unsigned i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++)
        definition(&vectors[i]);
    vmaf_gpu_close(&dev);
    return twin_report(&total, N_FEATURES * 6000);
}
