/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "../adm_content.h"
#include "twin_groups.h"

#define MAX_SAMPLES (300 * 140)

static const TwinGroup groups[] = {
    {"frames too small", D8 | D16, {{15, 16}, {16, 15}, {1, 1}}, {"", "vif_kernelscale=3.71134"}},
    {"two samples at the last scale",
     ALL_DEPTHS,
     {{16, 16}, {17, 16}, {16, 17}, {17, 31}, {33, 16}, {16, 65}, {31, 31}},
     {""}},
    {"edges of tiles",
     D8 | D12,
     {{111, 23}, {112, 24}, {113, 25}, {127, 17}, {128, 33}, {223, 16}, {225, 31}},
     {""}},
    {"order of the sums of rows, and of a row", ALL_DEPTHS, {{160, 90}, {257, 129}}, {""}},
    {"odd sizes at every scale", D10 | D16, {{65, 49}, {159, 91}}, {""}},
    {"scale 0 left out",
     D8 | D16,
     {{16, 16}, {113, 33}},
     {"vif_skip_scale0=true", "vif_skip_scale0=true:vif_kernelscale=1.5:vif_prescale=2"}},
    {"widths of the filters",
     D8 | D10,
     {{23, 24}, {24, 25}, {55, 56}, {56, 61}, {129, 58}},
     {"vif_kernelscale=0.5", "vif_kernelscale=0.666667", "vif_kernelscale=1.0005",
      "vif_kernelscale=0.9995", "vif_kernelscale=1.5", "vif_kernelscale=2", "vif_kernelscale=2.4",
      "vif_kernelscale=3", "vif_kernelscale=3.71134"}},
    {"another size first",
     D8 | D12,
     {{5, 5}, {6, 6}, {16, 16}, {40, 30}, {65, 49}},
     {"vif_prescale=4", "vif_prescale=4:vif_prescale_method=lanczos4", "vif_prescale=0.56",
      "vif_prescale=1.5:vif_prescale_method=bilinear",
      "vif_prescale=2:vif_prescale_method=bilinear", "vif_prescale=0.7:vif_prescale_method=bicubic",
      "vif_prescale=1.01:vif_prescale_method=bicubic",
      "vif_prescale=0.5:vif_prescale_method=lanczos4",
      "vif_prescale=1.4:vif_prescale_method=lanczos4:vif_kernelscale=1.5",
      "vif_prescale=1.0001:vif_prescale_method=bicubic"}},
    {"the statistic's branches and logarithms",
     D8 | D16,
     {{33, 33}, {160, 90}},
     {"vif_enhn_gain_limit=1", "vif_enhn_gain_limit=1.2", "vif_sigma_nsq=0", "vif_sigma_nsq=0.001",
      "vif_sigma_nsq=0.5", "vif_sigma_nsq=4.99",
      "vif_scale1_min_val=0.9:vif_scale2_min_val=1:vif_scale3_min_val=0.4"}},
};

static void fill(VmafPicture *ref, VmafPicture *dis, unsigned content, uint64_t seed)
{
    static const enum AdmContent contents[TWIN_CONTENTS] = {
        ADM_NATURAL, ADM_INVERTED, ADM_RAMP,     ADM_FINE_CHECKER,  ADM_CORNER,
        ADM_EDGE,    ADM_FLAT,     ADM_MID_GREY, ADM_COARSE_CHECKER};
    static uint16_t plane[2][MAX_SAMPLES];
    adm_content(contents[content], seed % 4, ref->bpc, ref->w[0], ref->h[0], plane[0], plane[1]);
    twin_copy_luma(ref, plane[0]);
    twin_copy_luma(dis, plane[1]);
}

int main(int argc, char **argv)
{
    return twin_groups_main(argc, argv, "float_vif", groups, sizeof(groups) / sizeof(groups[0]),
                            fill, 30000);
}
