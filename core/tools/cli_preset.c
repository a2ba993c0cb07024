/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* --aom_ctc and --nflx_ctc: models and features of two common test conditions. */
#include <string.h>

#include "cli.h"

#define AOM_FEATURES(float_ssim_options)                                 \
    "psnr=reduced_hbd_peak=true:enable_apsnr=true:min_sse=0.5", "ciede", \
        "float_ssim=" float_ssim_options "enable_db=true:clip_db=true",  \
        "float_ms_ssim=enable_db=true:clip_db=true", "psnr_hvs"

#define AOM_MODELS                                                              \
    {                                                                           \
        "version=vmaf_v0.6.1:name=vmaf", "version=vmaf_v0.6.1neg:name=vmaf_neg" \
    }

static const struct Versions {
    enum CliPresetKind kind;
    const char *version; /* first to last of the versions that are the same: "1.0 to 2.0" */
    const char *last;
    CliPreset preset;
} all[] = {
    {CLI_AOM_CTC, "v1.0", "v2.0", {AOM_MODELS, {AOM_FEATURES("")}, false}},
    {CLI_AOM_CTC, "v3.0", "v5.0", {AOM_MODELS, {AOM_FEATURES(""), "cambi"}, false}},
    {CLI_AOM_CTC, "v6.0", "v6.0", {AOM_MODELS, {AOM_FEATURES(""), "cambi"}, true}},
    {CLI_AOM_CTC, "v7.0", "v7.0", {AOM_MODELS, {AOM_FEATURES("scale=1:"), "cambi"}, true}},
    {CLI_NFLX_CTC,
     "v1.0",
     "v1.0",
     {{"version=vmaf_4k_v0.6.1:name=vmaf", "version=vmaf_4k_v0.6.1neg:name=vmaf_neg"},
      {"psnr=enable_chroma=true:enable_apsnr=true", "float_ssim=enable_db=true:clip_db=true",
       "cambi"},
      false}},
};

const CliPreset *cli_preset_find(enum CliPresetKind kind, const char *version)
{
    /* "vN.0", one digit: the order of the texts is that of the versions. */
    if (strlen(version) != 4 || version[0] != 'v' || strcmp(version + 2, ".0") != 0)
        return NULL;
    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        const struct Versions *v = &all[i];
        if (v->kind == kind && version[1] >= v->version[1] && version[1] <= v->last[1])
            return &v->preset;
    }
    return NULL;
}
