/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * Fixed-point ADM, CPU against twin, all outputs by bits:
 *   test_twin_adm simt|cuda|hip
 * Each group is named after what it would show.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../adm_content.h"
#include "adm_plan.h"
#include "libvmaf/backend.h"
#include "twin.h"

#define MAX_SAMPLES (512 * 320)
#define MAX_FRAMES (ADM_CONTENTS + 1)

/** Sums of a row so small that rounding a part of it changes the score. */
#define SMALL_SUMS ADM_CONTENTS
#define CONTENT(c) (1u << (c))
#define ALL (CONTENT(MAX_FRAMES) - 1)
#define DETAILED (CONTENT(ADM_NOISE) | CONTENT(ADM_NATURAL) | CONTENT(ADM_FINE_CHECKER))

enum { D8 = 1, D10 = 2, D12 = 4, D16 = 8, ALL_DEPTHS = 15 };

typedef struct Group {
    const char *name;
    unsigned depths, contents;
    unsigned size[13][2];    /* ended by 0 */
    const char *options[22]; /* NAME=VALUE:..., ended by NULL; none: the defaults alone */
} Group;

static const Group groups[] = {
    {"small frames",
     ALL_DEPTHS,
     ALL,
     {{17, 17},
      {18, 22},
      {24, 24},
      {28, 28},
      {29, 29},
      {32, 33},
      {33, 33},
      {34, 37},
      {38, 38},
      {64, 64},
      {65, 63}},
     {NULL}},
    {"crop that leaves nothing out",
     D8 | D12,
     DETAILED | CONTENT(ADM_EDGE),
     {{256, 144}, {256, 160}, {256, 184}, {257, 208}, {256, 224}, {257, 226}, {130, 40}},
     {NULL}},
    {"edges of tiles",
     D8,
     DETAILED,
     {{125, 29},
      {126, 30},
      {127, 31},
      {128, 32},
      {129, 33},
      {130, 34},
      {131, 35},
      {132, 36},
      {255, 63},
      {256, 64},
      {257, 65},
      {258, 66}},
     {NULL}},
    {"one rounding per row",
     ALL_DEPTHS,
     CONTENT(SMALL_SUMS) | CONTENT(ADM_RAMP) | CONTENT(ADM_FLAT),
     {{160, 90}, {322, 182}},
     {NULL}},
    {"odd sizes at every scale",
     D8 | D10 | D16,
     DETAILED | CONTENT(ADM_INVERTED),
     {{159, 91}, {321, 181}, {481, 270}},
     {NULL}},
    {"options",
     D8 | D16,
     DETAILED | CONTENT(ADM_RAMP) | CONTENT(ADM_INVERTED) | CONTENT(ADM_COARSE_CHECKER),
     {{17, 17}, {24, 33}, {65, 63}, {160, 90}},
     {"adm_enhn_gain_limit=1", "adm_enhn_gain_limit=1.2",
      "adm_enhn_gain_limit=1.0000001:adm_norm_view_dist=5", "adm_skip_aim=true",
      "adm_skip_aim=true:adm_noise_weight=0", "adm_skip_scale0=true",
      "adm_skip_scale0=true:adm_skip_aim=true", "adm_csf_mode=1",
      "adm_csf_mode=1:adm_csf_scale=0.01:adm_csf_diag_scale=0.02",
      "adm_csf_mode=1:adm_csf_scale=50:adm_csf_diag_scale=0", "adm_csf_mode=2",
      "adm_csf_mode=3:adm_ref_display_height=2160:adm_norm_view_dist=5",
      "adm_csf_mode=2:adm_enhn_gain_limit=1:adm_noise_weight=0.02:adm_min_val=0.5:"
      "adm_dlm_weight=0.7",
      "adm_norm_view_dist=4.125", "adm_ref_display_height=4320:adm_norm_view_dist=24",
      "adm_noise_weight=0", "adm_noise_weight=1500", "adm_dlm_weight=0.7", "adm_min_val=0.8"}},
};

/* Any failure here is one of the test. */
static void check(int err, const char *what)
{
    if (err) {
        fprintf(stderr, "%s: error %d\n", what, err);
        exit(1);
    }
}

static VmafFeatureDictionary *parse(const char *options)
{
    VmafFeatureDictionary *dict = NULL;
    char text[256];
    snprintf(text, sizeof(text), "debug=true%s%s", options ? ":" : "", options ? options : "");
    for (char *save, *pair = strtok_r(text, ":", &save); pair; pair = strtok_r(NULL, ":", &save)) {
        char *value = strchr(pair, '=');
        *value++ = '\0';
        check(vmaf_feature_dictionary_set(&dict, pair, value), pair);
    }
    return dict;
}

static VmafContext *open_context(const char *backend, const char *options)
{
    VmafContext *vmaf;
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_WARNING};
    check(vmaf_init(&vmaf, cfg), "vmaf_init");
    check(vmaf_use_backend(vmaf, backend, 0), "vmaf_use_backend");
    check(vmaf_use_feature(vmaf, "adm", parse(options)), "vmaf_use_feature");
    return vmaf;
}

/* [h][w] each */
static void fill(unsigned content, unsigned bpc, unsigned w, unsigned h, uint16_t *ref,
                 uint16_t *dis)
{
    if (content < ADM_CONTENTS) {
        adm_content((enum AdmContent)content, (w + h) % 4, bpc, w, h, ref, dis);
        return;
    }
    for (unsigned y = 0; y < h; y++) {
        for (unsigned x = 0; x < w; x++, ref++, dis++) {
            *ref = (uint16_t)((x + y) / 4 % 255 << (bpc - 8));
            *dis = (uint16_t)(*ref + (((7 * x + 13 * y) % 37 == 0) << (bpc - 8)));
        }
    }
}

static VmafPicture make_picture(const uint16_t *plane, unsigned bpc, unsigned w, unsigned h)
{
    VmafPicture pic;
    check(vmaf_picture_alloc(&pic, VMAF_PIX_FMT_YUV400P, bpc, w, h), "vmaf_picture_alloc");
    for (size_t y = 0; y < h; y++) {
        uint8_t *row = (uint8_t *)pic.data[0] + (ptrdiff_t)y * pic.stride[0];
        if (bpc > 8)
            memcpy(row, plane + y * w, w * sizeof(*plane));
        for (size_t x = 0; bpc == 8 && x < w; x++)
            row[x] = (uint8_t)plane[y * w + x];
    }
    return pic;
}

static void read_pair(VmafContext *vmaf, const uint16_t *ref, const uint16_t *dis, unsigned bpc,
                      unsigned w, unsigned h, unsigned index)
{
    VmafPicture a = make_picture(ref, bpc, w, h), b = make_picture(dis, bpc, w, h);
    check(vmaf_read_pictures(vmaf, &a, &b, index), "vmaf_read_pictures");
}

static uint64_t score_bits(VmafContext *vmaf, const char *name, unsigned index)
{
    double value;
    uint64_t bits;
    check(vmaf_feature_score_at_index(vmaf, name, &value, index), name);
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

typedef struct Count {
    unsigned long values, wrong;
} Count;

/* All contents of a group as the frames of one run. */
static void run(const Group *g, const char *backend, unsigned bpc, unsigned w, unsigned h,
                const char *options, Count *count)
{
    static uint16_t ref[MAX_SAMPLES], dis[MAX_SAMPLES];
    VmafContext *cpu = open_context("cpu", options), *twin = open_context(backend, options);
    unsigned content[MAX_FRAMES], n = 0;
    for (unsigned k = 0; k < MAX_FRAMES; k++) {
        if (!(g->contents & CONTENT(k)))
            continue;
        fill(k, bpc, w, h, ref, dis);
        read_pair(cpu, ref, dis, bpc, w, h, n);
        read_pair(twin, ref, dis, bpc, w, h, n);
        content[n++] = k;
    }
    check(vmaf_read_pictures(cpu, NULL, NULL, 0), "flush");
    check(vmaf_read_pictures(twin, NULL, NULL, 0), "flush");

    VmafFeatureDictionary *dict = parse(options);
    VmafExtractorCtx *names;
    check(vmaf_extractor_create(&names, vmaf_extractor_find("adm"), dict), "adm");
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < VMAF_ADM_N_OUTPUTS; k++) {
            const uint64_t want = score_bits(cpu, names->names[k], i);
            const uint64_t got = score_bits(twin, names->names[k], i);
            count->values++;
            if (want != got && !count->wrong++)
                printf("%s: %ux%u, %u bits, content %u, %s, %s: cpu 0x%016" PRIx64
                       ", %s 0x%016" PRIx64 "\n",
                       g->name, w, h, bpc, content[i], options ? options : "defaults",
                       names->names[k], want, backend, got);
        }
    }
    vmaf_extractor_destroy(&names);
    vmaf_feature_dictionary_free(&dict);
    vmaf_close(twin);
    vmaf_close(cpu);
}

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    const char *name = vmaf_backend_name(backend);
    VmafGpuDevice *device = twin_open(backend);
    vmaf_gpu_close(&device);

    static const unsigned depth[] = {8, 10, 12, 16};
    unsigned long n_wrong = 0;
    for (unsigned i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        const Group *g = &groups[i];
        Count count = {0};
        for (unsigned o = 0; !o || g->options[o]; o++) {
            for (unsigned s = 0; g->size[s][0]; s++) {
                for (unsigned d = 0; d < 4; d++) {
                    if (g->depths >> d & 1)
                        run(g, name, depth[d], g->size[s][0], g->size[s][1], g->options[o], &count);
                }
            }
        }
        printf("%s: %lu of %lu values identical\n", g->name, count.values - count.wrong,
               count.values);
        n_wrong += count.wrong;
    }
    return n_wrong != 0;
}
