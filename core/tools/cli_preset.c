/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* --aom_ctc and --nflx_ctc: models and features of two common test conditions. */
#include <errno.h>
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

static const struct Preset {
    enum CliPreset kind;
    const char *version; /* first to last of the versions that are the same: "1.0 to 2.0" */
    const char *last;
    const char *model[2];
    const char *feature[7];
} presets[] = {
    {CLI_AOM_CTC, "v1.0", "v2.0", AOM_MODELS, {AOM_FEATURES("")}},
    {CLI_AOM_CTC, "v3.0", "v6.0", AOM_MODELS, {AOM_FEATURES(""), "cambi"}},
    {CLI_AOM_CTC, "v7.0", "v7.0", AOM_MODELS, {AOM_FEATURES("scale=1:"), "cambi"}},
    {CLI_NFLX_CTC,
     "v1.0",
     "v1.0",
     {"version=vmaf_4k_v0.6.1:name=vmaf", "version=vmaf_4k_v0.6.1neg:name=vmaf_neg"},
     {"psnr=enable_chroma=true:enable_apsnr=true", "float_ssim=enable_db=true:clip_db=true",
      "cambi"}},
};

static const struct Preset *find(enum CliPreset kind, const char *version)
{
    /* "vN.0", one digit: the order of the texts is that of the versions. */
    if (strlen(version) != 4 || version[0] != 'v' || strcmp(version + 2, ".0") != 0)
        return NULL;
    for (unsigned i = 0; i < sizeof(presets) / sizeof(presets[0]); i++) {
        const struct Preset *p = &presets[i];
        if (p->kind == kind && version[1] >= p->version[1] && version[1] <= p->last[1])
            return p;
    }
    return NULL;
}

int cli_preset_list(enum CliPreset kind, const char *version, const char *const **models,
                    const char *const **features)
{
    const struct Preset *p = find(kind, version);
    if (!p)
        return -EINVAL;
    *models = p->model;
    *features = p->feature;
    return 0;
}
