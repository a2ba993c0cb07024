/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "../adm_content.h"
#include "twin_groups.h"

#define MAX_SAMPLES (512 * 320)

static const TwinGroup groups[] = {
    {"small frames",
     ALL_DEPTHS,
     {{16, 17},
      {17, 17},
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
     {""}},
    {"a crop that leaves nothing out",
     D8 | D12,
     {{256, 144}, {256, 160}, {256, 184}, {257, 208}, {256, 224}, {257, 226}, {130, 40}},
     {""}},
    {"edges of tiles",
     D8,
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
     {""}},
    {"one rounding per row", D10 | D16, {{160, 90}, {322, 182}}, {""}},
    {"odd sizes at every scale", D8 | D16, {{159, 91}, {321, 181}, {481, 270}}, {""}},
    {"options",
     D8 | D16,
     {{17, 17}, {24, 33}, {65, 63}, {160, 90}},
     {"adm_enhn_gain_limit=1",
      "adm_enhn_gain_limit=1.2",
      "adm_enhn_gain_limit=1.0000001:adm_norm_view_dist=5",
      "adm_skip_aim=true",
      "adm_skip_aim=true:adm_noise_weight=0",
      "adm_skip_scale0=true",
      "adm_skip_scale0=true:adm_skip_aim=true",
      "adm_csf_mode=1",
      "adm_csf_mode=1:adm_csf_scale=0.01:adm_csf_diag_scale=0.02",
      "adm_csf_mode=1:adm_csf_scale=50:adm_csf_diag_scale=0",
      "adm_csf_mode=2",
      "adm_csf_mode=3:adm_ref_display_height=2160:adm_norm_view_dist=5",
      "adm_csf_mode=2:adm_enhn_gain_limit=1:adm_noise_weight=0.02:adm_min_val=0.5:"
      "adm_dlm_weight=0.7",
      "adm_norm_view_dist=4.125",
      "adm_ref_display_height=4320:adm_norm_view_dist=24",
      "adm_noise_weight=0",
      "adm_noise_weight=1500",
      "adm_dlm_weight=0.7",
      "adm_min_val=0.8",
      "adm_norm_view_dist=2.9"}},
};

/* A ramp against itself with single steps: row sums so small that rounding a part of one shows. */
static void small_sums(unsigned bpc, unsigned w, unsigned h, uint16_t *ref, uint16_t *dis)
{
    for (unsigned y = 0; y < h; y++) {
        for (unsigned x = 0; x < w; x++, ref++, dis++) {
            *ref = (uint16_t)((x + y) / 4 % 255 << (bpc - 8));
            *dis = (uint16_t)(*ref + (((7 * x + 13 * y) % 37 == 0) << (bpc - 8)));
        }
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
        small_sums(ref->bpc, w, h, plane[0], plane[1]);
    twin_copy_luma(ref, plane[0]);
    twin_copy_luma(dis, plane[1]);
}

int main(int argc, char **argv)
{
    return twin_groups_main(argc, argv, "adm", groups, sizeof(groups) / sizeof(groups[0]), fill,
                            30000);
}
