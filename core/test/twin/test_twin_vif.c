/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "../adm_content.h"
#include "twin_groups.h"

#define MAX_SAMPLES (400 * 270)

static const TwinGroup groups[] = {
    {"frames too small", D8 | D10, {{15, 16}, {16, 15}, {8, 8}, {1, 1}}, {""}},
    {"two samples at the last scale",
     ALL_DEPTHS,
     {{16, 16}, {17, 16}, {16, 17}, {17, 31}, {33, 16}, {16, 65}, {23, 24}, {31, 31}},
     {""}},
    {"edges of tiles",
     D8 | D12,
     {{47, 31}, {48, 32}, {49, 33}, {40, 25}, {95, 63}, {96, 64}, {97, 65}, {191, 33}, {193, 40}},
     {""}},
    {"edges of tiles at deeper scales", D8 | D16, {{383, 255}, {385, 257}}, {""}},
    {"odd sizes at every scale", ALL_DEPTHS, {{65, 49}, {159, 91}, {177, 191}}, {""}},
    {"logarithms: 38 of the table are one more than a rounded one",
     D8 | D16,
     {{160, 90}, {176, 144}},
     {""}},
    {"scale 0 left out",
     D8 | D16,
     {{16, 16}, {49, 33}, {160, 90}},
     {"vif_skip_scale0=true", "vif_skip_scale0=true:vif_enhn_gain_limit=1.05"}},
    {"limits of the gain",
     D8 | D10,
     {{17, 31}, {160, 90}},
     {"vif_enhn_gain_limit=1", "vif_enhn_gain_limit=1.2", "vif_enhn_gain_limit=1.0000001"}},
};

/* A flat reference, and as much energy in the distorted picture as there can be. */
static void flat_and_busy(unsigned bpc, size_t n, unsigned w, uint16_t *ref, uint16_t *dis)
{
    const unsigned peak = (1u << bpc) - 1;
    for (size_t i = 0; i < n; i++) {
        ref[i] = (uint16_t)(peak / 2);
        dis[i] = (uint16_t)((i % w + i / w) % 2 ? peak : 0);
    }
}

static void fill(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed)
{
    static const enum AdmContent contents[TWIN_CONTENTS - 1] = {
        ADM_NATURAL, ADM_INVERTED, ADM_RAMP,     ADM_FINE_CHECKER,
        ADM_CORNER,  ADM_EDGE,     ADM_MID_GREY, ADM_COARSE_CHECKER};
    static uint16_t plane[2][MAX_SAMPLES];
    const unsigned w = ref->w[0], h = ref->h[0];
    if (content < TWIN_CONTENTS - 1)
        adm_content(contents[content], seed % 4, ref->bpc, w, h, plane[0], plane[1]);
    else
        flat_and_busy(ref->bpc, (size_t)w * h, w, plane[0], plane[1]);
    twin_copy_luma(ref, plane[0]);
    twin_copy_luma(dis, plane[1]);
}

int main(int argc, char **argv)
{
    return twin_groups_main(argc, argv, "vif", groups, sizeof(groups) / sizeof(groups[0]), fill,
                            15000);
}
