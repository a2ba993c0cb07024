/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * adm over sizes, depths, contents and options.
 *
 * A case is scored with the best instruction set that is left: behind FILE may stand a mask of
 * those that are not, the bits of enum VmafCpuFlag.
 *
 * The line of a dumped case is "w h bpc content options" ("-": none); its 18 scores, of a run with
 * debug=true, are little-endian doubles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "feature/adm/adm_plan.h"
#include "score_pair.h"
#include "sweep.h"

static void die(const char *what)
{
    fprintf(stderr, "adm_sweep: %s\n", what);
    exit(2);
}

/* ---- contents: samples of 16 bits, cut to the depth; dis = 0 or 1 ---- */

static int limit(int v)
{
    return v < 0 ? 0 : v > 65535 ? 65535 : v;
}

static int noise(int x, int y, int dis)
{
    return (int)(adm_hash((uint32_t)x, (uint32_t)y, 1u + (uint32_t)dis) & 65535);
}

/* Small row sums, sensitive to when they are rounded. */
static int ramp(int x, int y, int dis)
{
    return (((x + y) / 4 + (dis && (7 * x + 13 * y) % 37 == 0)) % 256) * 257;
}

static int fine_checker(int x, int y, int dis)
{
    return ((x + y + dis) & 1) * 65535;
}

/* Full contrast against full contrast: the centre shares wrap. */
static int blocks(int x, int y, int dis)
{
    const int side = dis ? 5 : 8;
    return ((x / side + y / side) & 1) * 65535;
}

static int flat(int x, int y, int dis)
{
    (void)x, (void)y;
    return 32768 + 512 * dis;
}

static int flat_against_checker(int x, int y, int dis)
{
    return dis ? ((x / 2 + y / 2) & 1) * 65535 : 32768;
}

/* A few steps around grey: small divisors. */
static int quiet(int x, int y, int dis)
{
    return 32768 + ((int)(adm_hash((uint32_t)x, (uint32_t)y, 7u + (uint32_t)dis) % 9) - 4) * 257;
}

/* Octaves of interpolated noise: the spectrum of a photograph. */
static int photo(int x, int y)
{
    int sum = 0;
    for (int octave = 0; octave < 6; octave++) {
        const int step = 32 >> octave, fx = x % step, fy = y % step;
        const uint32_t gx = (uint32_t)(x / step), gy = (uint32_t)(y / step);
        const uint32_t seed = 100u + (uint32_t)octave;
        const int v00 = (int)(adm_hash(gx, gy, seed) & 1023);
        const int v01 = (int)(adm_hash(gx + 1, gy, seed) & 1023);
        const int v10 = (int)(adm_hash(gx, gy + 1, seed) & 1023);
        const int v11 = (int)(adm_hash(gx + 1, gy + 1, seed) & 1023);
        const int top = v00 * (step - fx) + v01 * fx, bottom = v10 * (step - fx) + v11 * fx;
        sum += (top * (step - fy) + bottom * fy) / (step * step) * (32 >> octave);
    }
    return limit(sum);
}

static int natural(int x, int y, int dis)
{
    if (!dis)
        return photo(x, y);
    const int n = (int)(adm_hash((uint32_t)x, (uint32_t)y, 50) & 1023) - 512;
    return limit((photo(x, y) + photo(x + 1, y) + photo(x, y + 1) + photo(x + 1, y + 1)) / 4 + n);
}

static int inverted(int x, int y, int dis)
{
    return dis ? 65535 - photo(x, y) : photo(x, y);
}

/* Lower contrast on the left, higher on the right: the angle flag is set, the gain is limited. */
static int contrast(int x, int y, int dis)
{
    const int v = photo(x, y);
    return dis ? limit(32768 + (v - 32768) * (x % 64 < 32 ? 7 : 13) / 10) : v;
}

static int sweep_w, sweep_h; /* of the frame that is being filled */

/* One bright pixel at each corner and in the middle of each edge, dimmer in the distorted one. */
static int pixels(int x, int y, int dis)
{
    const int ends = (x == 0 || x == sweep_w - 1) + (y == 0 || y == sweep_h - 1);
    const int middles = (x == sweep_w / 2) + (y == sweep_h / 2);
    return ends == 2 || (ends && middles) ? (dis ? 40000 : 65535) : 4000;
}

typedef struct Content {
    const char *name;
    int (*sample)(int x, int y, int dis);
} Content;

static const Content contents[] = {
    {"noise", noise},       {"ramp", ramp},       {"fine_checker", fine_checker},
    {"blocks", blocks},     {"flat", flat},       {"flat_against_checker", flat_against_checker},
    {"quiet", quiet},       {"natural", natural}, {"inverted", inverted},
    {"contrast", contrast}, {"pixels", pixels},
};
#define N_CONTENTS (sizeof(contents) / sizeof(contents[0]))

static const unsigned depths[] = {8, 10, 12, 16};

static const char *const option_sets[] = {
    "adm_csf_mode=1",
    "adm_csf_mode=1:adm_csf_scale=0.01:adm_csf_diag_scale=0.02",
    "adm_csf_mode=1:adm_csf_scale=50:adm_csf_diag_scale=0",
    "adm_csf_mode=2",
    ("adm_csf_mode=2:adm_enhn_gain_limit=1:adm_noise_weight=0.02:adm_min_val=0.5:"
     "adm_dlm_weight=0.7"),
    "adm_csf_mode=3:adm_ref_display_height=2160:adm_norm_view_dist=5",
    "adm_dlm_weight=0.7",
    "adm_enhn_gain_limit=1",
    "adm_enhn_gain_limit=1.2:adm_norm_view_dist=5",
    "adm_min_val=0.8",
    "adm_noise_weight=0",
    "adm_noise_weight=1500",
    "adm_norm_view_dist=4.125",
    "adm_ref_display_height=2160",
    "adm_ref_display_height=4320:adm_norm_view_dist=24",
    "adm_skip_aim=true",
    "adm_skip_aim=true:adm_noise_weight=0",
    "adm_skip_scale0=true",
    "adm_skip_scale0=true:adm_noise_weight=0",
};
#define N_OPTION_SETS (sizeof(option_sets) / sizeof(option_sets[0]))

static const int option_sizes[][2] = {{17, 17}, {24, 33}, {64, 48}, {65, 63}, {130, 40}, {160, 90}};

/* ---- a frame ---- */

static void fill(VmafPicture *pic, const Content *content, unsigned bpc, int w, int h, int dis)
{
    if (vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV400P, bpc, (unsigned)w, (unsigned)h))
        die("no memory");
    sweep_w = w;
    sweep_h = h;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            sweep_set(pic, 0, (unsigned)x, (unsigned)y,
                      (unsigned)content->sample(x, y, dis) >> (16 - bpc));
    }
}

static unsigned mask; /* forbidden instruction sets */

static void score(const char *options, const VmafPicture *ref, const VmafPicture *dis, double *out)
{
    char text[256];
    snprintf(text, sizeof(text), "debug=true:%s", options);
    if (test_score_pair("adm", text, mask, ref, dis, out, VMAF_ADM_N_OUTPUTS) != VMAF_ADM_N_OUTPUTS)
        die("adm fails on a frame");
}

static void frame(const Content *content, unsigned bpc, int w, int h, const char *options)
{
    unsigned number;
    if (!sweep_next(&number))
        return;

    VmafPicture ref, dis;
    double out[VMAF_ADM_N_OUTPUTS];
    fill(&ref, content, bpc, w, h, 0);
    fill(&dis, content, bpc, w, h, 1);
    score(options, &ref, &dis, out);
    if (sweep_dumps()) {
        printf("%d %d %u %s %s\n", w, h, bpc, content->name, *options ? options : "-");
        sweep_dump_picture(&ref);
        sweep_dump_picture(&dis);
        fwrite(out, sizeof(out[0]), VMAF_ADM_N_OUTPUTS, stdout);
    }
    vmaf_picture_unref(&ref);
    vmaf_picture_unref(&dis);
    sweep_unify_nans(out, VMAF_ADM_N_OUTPUTS);
    sweep_add(out, sizeof(out));
}

static void sweep_sizes(unsigned bpc, const Content *content)
{
    for (int w = 17; w <= 40; w++) {
        for (int h = 17; h <= 40; h++)
            frame(content, bpc, w, h, "");
    }
    sweep_end_group("sizes-17-40 %u %s", bpc, content->name);

    for (int w = 41; w <= 180; w++)
        frame(content, bpc, w, w % 2 ? 37 : 50, "");
    sweep_end_group("widths-41-180 %u %s", bpc, content->name);
}

static void sweep_options(unsigned bpc, const char *options)
{
    for (size_t k = 0; k < N_CONTENTS; k++) {
        for (size_t i = 0; i < sizeof(option_sizes) / sizeof(option_sizes[0]); i++)
            frame(&contents[k], bpc, option_sizes[i][0], option_sizes[i][1], options);
    }
    sweep_end_group("options %u %s", bpc, options);
}

int main(int argc, char *argv[])
{
    if (argc == 3 && strcmp(argv[1], "--dump")) {
        mask = (unsigned)strtoul(argv[2], NULL, 0);
        argc = 2;
    }
    sweep_begin(argc, argv, SWEEP_FNV64);
    for (size_t d = 0; d < 4; d++) {
        for (size_t k = 0; k < N_CONTENTS; k++)
            sweep_sizes(depths[d], &contents[k]);
    }
    for (size_t o = 0; o < N_OPTION_SETS; o++) {
        for (size_t d = 0; d < 4; d += 3)
            sweep_options(depths[d], option_sets[o]);
    }
    return sweep_end();
}
