/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../adm_content.h"
#include "api/context.h"
#include "base/log.h"
#include "libvmaf/backend.h"
#include "twin_compare.h"

#define MAX_SAMPLES (640 * 360)

/*
 * Either side of a tile, which is 30x22 samples of a band: 60x44, 120x88, 240x176 of the picture;
 * either side of the crop, which begins at 15 samples of a band; rows of fewer and of more terms
 * than are read at once; odd sides at every scale; bands of scale 3 that are 2 to 14 rows high.
 */
static const unsigned size[][2] = {
    {16, 17},   {17, 17},   {18, 22},   {17, 23},   {28, 29},   {29, 28},   {33, 20},
    {58, 42},   {60, 44},   {61, 45},   {62, 46},   {63, 89},   {79, 80},   {80, 81},
    {120, 88},  {121, 87},  {122, 90},  {159, 91},  {200, 160}, {240, 176}, {241, 177},
    {256, 144}, {257, 208}, {256, 224}, {257, 226}, {321, 181}, {481, 270}, {640, 360},
};

static const unsigned option_size[][2] = {{17, 23}, {65, 63}, {130, 40}, {256, 144}};

static const char *const opts[] = {
    "adm_enhn_gain_limit=1",
    "adm_enhn_gain_limit=1.2",
    "adm_enhn_gain_limit=37.3",
    "adm_norm_view_dist=5:adm_ref_display_height=2160",
    "adm_noise_weight=0",
    "adm_noise_weight=2.5",
    "adm_csf_mode=1:adm_csf_scale=1.7:adm_csf_diag_scale=0.6",
    "adm_csf_mode=2",
    "adm_csf_mode=7",
    "adm_bypass_cm=1",
    "adm_bypass_cm=1:adm_enhn_gain_limit=1.2:adm_skip_scale0=true",
    "adm_adm3_apply_hm=true",
    "adm_dlm_weight=0.3:adm_min_val=0.7",
    "adm_f1s0=0:adm_f2s0=10:adm_f1s1=10:adm_f2s1=0",
    "adm_f1s2=0.031:adm_f2s2=0.024:adm_f1s3=0.041:adm_f2s3=0.034",
    "adm_skip_aim_scale=0",
    "adm_skip_aim_scale=3",
    "adm_skip_scale0=true",
    "adm_skip_scale0=true:adm_skip_aim_scale=0:adm_csf_mode=2",
};

/* The last one has rows of more terms than a block of powers has threads. */
static const unsigned norm_size[][2] = {{17, 23}, {65, 63}, {130, 40}, {340, 18}};

static const char *const norms[] = {
    "adm_p_norm=1",
    "adm_p_norm=2",
    "adm_p_norm=2.4",
    "adm_p_norm=3.0000001",
    "adm_p_norm=3.7",
    "adm_p_norm=20",
    "adm_p_norm=3.001:adm_skip_scale0=true:adm_bypass_cm=1",
};

/* Noise, enhanced and turned by about one degree, the limit of the angle test. */
static void turned(unsigned bpc, unsigned n, uint16_t *ref, uint16_t *dis)
{
    const unsigned peak = (1u << bpc) - 1;
    uint64_t state = n;
    for (unsigned i = 0; i < n; i++) {
        const unsigned r = (unsigned)(twin_random(&state) % (peak / 2 + 1));
        const unsigned turn = (unsigned)(twin_random(&state) % (peak / 80 + 2));
        ref[i] = (uint16_t)(peak / 4 + r);
        dis[i] = (uint16_t)(peak / 8 + r * 5 / 4 + turn);
    }
}

/* Contents that reach every branch of the split: twin_fill() has the noises. */
static void fill(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed)
{
    static const enum AdmContent contents[TWIN_CONTENTS - 1] = {
        ADM_NATURAL, ADM_RAMP, ADM_FINE_CHECKER, ADM_COARSE_CHECKER,
        ADM_CORNER,  ADM_EDGE, ADM_MID_GREY,     ADM_INVERTED};
    static uint16_t plane[2][MAX_SAMPLES];
    const unsigned w = ref->w[0], h = ref->h[0];
    if (content < TWIN_CONTENTS - 1)
        adm_content(contents[content], seed % 4, ref->bpc, w, h, plane[0], plane[1]);
    else
        turned(ref->bpc, w * h, plane[0], plane[1]);
    twin_copy_luma(ref, plane[0]);
    twin_copy_luma(dis, plane[1]);
}

static void compare(enum VmafBackend backend, const unsigned wh[2], unsigned bpc,
                    const char *options, TwinTotal *total)
{
    char text[256];
    snprintf(text, sizeof(text), "debug=true%s%s", *options ? ":" : "", options);
    const TwinCase t = {"float_adm", text, VMAF_PIX_FMT_YUV400P, bpc, wh[0], wh[1]};
    twin_compare(backend, &t, total);
    twin_compare_with(backend, &t, fill, total);
}

int main(int argc, char **argv)
{
    static const unsigned depth[] = {8, 10, 12, 16};
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *dev = twin_open(backend);
    TwinTotal total = {0};
    for (unsigned s = 0; s < sizeof(size) / sizeof(size[0]); s++) {
        const unsigned n = size[s][0] < 100 ? 4 : 2; /* the large ones at two depths, in turn */
        for (unsigned d = 0; d < n; d++)
            compare(backend, size[s], depth[n == 4 ? d : 2 * d + s % 2], "", &total);
    }
    for (unsigned o = 0; o < sizeof(opts) / sizeof(opts[0]); o++) {
        for (unsigned s = 0; s < sizeof(option_size) / sizeof(option_size[0]); s++)
            compare(backend, option_size[s], depth[(o + s) % 4], opts[o], &total);
    }
    for (unsigned o = 0; o < sizeof(norms) / sizeof(norms[0]); o++) {
        for (unsigned s = 0; s < sizeof(norm_size) / sizeof(norm_size[0]); s++)
            compare(backend, norm_size[s], depth[(o + s) % 4], norms[o], &total);
    }
    vmaf_gpu_close(&dev);
    return twin_report(&total, 40000);
}
