/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * float_adm, CPU against twin, all scores by bits:
 *   test_twin_float_adm simt|cuda|hip
 * The contents of adm_content.h are the frames of each case, several of them in flight.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../adm_content.h"
#include "context.h"
#include "libvmaf/backend.h"
#include "twin.h"

enum { MAX_W = 640, MAX_H = 360, MAX_NAME = 128 };

typedef struct Case {
    unsigned w, h, bpc;
    const char *opts; /* "key=value:...", may be "" */
} Case;

/* Tiles of the kernels are 30x22 samples of a band: 60x44, 120x88, 240x176 and 480x352 of the
   picture. The crop of a band begins at 15 samples, a row is read 32 terms at a time. */
static const Case cases[] = {
    {17, 17, 8, ""},
    {18, 22, 10, ""},
    {17, 23, 12, ""},
    {29, 28, 16, ""},
    {33, 20, 8, "adm_enhn_gain_limit=1"},
    {58, 42, 8, ""},
    {60, 44, 16, ""},
    {61, 45, 10, ""},
    {62, 46, 8, "adm_enhn_gain_limit=1.2"},
    {63, 89, 12, "adm_enhn_gain_limit=1.2"},
    {120, 88, 8, ""},
    {121, 87, 8, "adm_enhn_gain_limit=37.3"},
    {122, 90, 16, "adm_csf_mode=2"},
    {79, 80, 8, ""},
    {80, 81, 8, ""},
    {81, 78, 10, ""},
    {159, 91, 8, "adm_csf_mode=1:adm_csf_scale=1.7:adm_csf_diag_scale=0.6"},
    {160, 90, 12, "adm_bypass_cm=1"},
    {256, 144, 8, "adm_skip_aim_scale=3:adm_noise_weight=0"},
    {256, 144, 10, "adm_skip_scale0=true"},
    {256, 144, 16, "adm_skip_scale0=true:adm_skip_aim_scale=0:adm_enhn_gain_limit=1.2"},
    {200, 160, 8, "adm_f1s0=0:adm_f2s0=10:adm_f1s1=10:adm_f2s1=0:adm_f1s2=0.031:adm_f2s3=0.034"},
    {240, 176, 8, "adm_norm_view_dist=5:adm_ref_display_height=2160"},
    {241, 177, 8, "adm_adm3_apply_hm=true"},
    {242, 178, 8, "adm_dlm_weight=0.3:adm_min_val=0.7"},
    {481, 270, 8, ""},
    {MAX_W, MAX_H, 10, ""},
};

static uint16_t plane[2][MAX_W * MAX_H];

/* Any failure here is one of the test. */
static void check(int err, const char *what)
{
    if (err) {
        fprintf(stderr, "%s: error %d\n", what, err);
        exit(1);
    }
}

static VmafFeatureDictionary *options(const char *opts)
{
    char text[256];
    VmafFeatureDictionary *dict = NULL;
    snprintf(text, sizeof(text), "debug=true:%s", opts);
    for (char *save, *key = strtok_r(text, ":", &save); key; key = strtok_r(NULL, ":", &save)) {
        char *value = strchr(key, '=');
        *value++ = '\0';
        check(vmaf_feature_dictionary_set(&dict, key, value), key);
    }
    return dict;
}

static VmafContext *open_context(const char *opts, const char *backend)
{
    VmafContext *vmaf;
    check(vmaf_init(&vmaf, (VmafConfiguration){.log_level = VMAF_LOG_LEVEL_WARNING}), "vmaf_init");
    check(vmaf_use_backend(vmaf, backend, 0), "vmaf_use_backend");
    check(vmaf_use_feature(vmaf, "float_adm", options(opts)), opts);
    return vmaf;
}

static void read_pair(VmafContext *vmaf, const Case *c, unsigned index)
{
    VmafPicture pic[2];
    for (unsigned k = 0; k < 2; k++) {
        check(vmaf_picture_alloc(&pic[k], VMAF_PIX_FMT_YUV400P, c->bpc, c->w, c->h),
              "vmaf_picture_alloc");
        for (unsigned y = 0; y < c->h; y++) {
            const uint16_t *src = plane[k] + (size_t)y * c->w;
            uint8_t *row = (uint8_t *)pic[k].data[0] + (ptrdiff_t)y * pic[k].stride[0];
            if (c->bpc > 8)
                memcpy(row, src, c->w * sizeof(*src));
            for (unsigned x = 0; c->bpc == 8 && x < c->w; x++)
                row[x] = (uint8_t)src[x];
        }
    }
    check(vmaf_read_pictures(vmaf, &pic[0], &pic[1], index), "vmaf_read_pictures");
}

static uint64_t score_bits(VmafContext *vmaf, const char *name, unsigned index)
{
    double value;
    uint64_t bits;
    check(vmaf_feature_score_at_index(vmaf, name, &value, index), name);
    memcpy(&bits, &value, sizeof(bits));
    return value != value ? UINT64_C(0x7ff8000000000000) : bits;
}

/* @return the number of values that differ */
static unsigned long run(const Case *c, const char *backend)
{
    VmafContext *cpu = open_context(c->opts, "cpu"), *twin = open_context(c->opts, backend);
    for (unsigned i = 0; i < ADM_CONTENTS; i++) {
        adm_content((enum AdmContent)i, i % 4, c->bpc, c->w, c->h, plane[0], plane[1]);
        read_pair(cpu, c, i);
        read_pair(twin, c, i);
    }
    check(vmaf_read_pictures(cpu, NULL, NULL, 0), "flush");
    check(vmaf_read_pictures(twin, NULL, NULL, 0), "flush");

    unsigned long n_values = 0, n_wrong = 0;
    char **names = cpu->features.feature[0].extractor->names;
    for (unsigned i = 0; i < ADM_CONTENTS; i++) {
        for (char **name = names; *name; name++, n_values++) {
            const uint64_t want = score_bits(cpu, *name, i), got = score_bits(twin, *name, i);
            if (want != got && !n_wrong++)
                printf("%s, %s: cpu 0x%016" PRIx64 ", %s 0x%016" PRIx64 "\n", adm_content_name[i],
                       *name, want, backend, got);
        }
    }
    printf("%ux%u %u bit \"%s\": %lu of %lu values identical\n", c->w, c->h, c->bpc, c->opts,
           n_values - n_wrong, n_values);
    vmaf_close(twin);
    vmaf_close(cpu);
    return n_wrong;
}

/* Other norms need powf() of the host: the backend refuses when it is required, and otherwise
   leaves the feature to the CPU. */
static unsigned long run_refused(enum VmafBackend backend)
{
    unsigned long n_wrong = 0;
    VmafContext *vmaf;
    VmafFeatureDictionary *dict = options("adm_p_norm=2");
    check(vmaf_init(&vmaf, (VmafConfiguration){.log_level = VMAF_LOG_LEVEL_NONE}), "vmaf_init");
    check(vmaf_use_backend(vmaf, vmaf_backend_name(backend), 0), "vmaf_use_backend");
    const int err = vmaf_use_feature(vmaf, "float_adm", dict);
    n_wrong += err != -ENOTSUP;
    if (err)
        vmaf_feature_dictionary_free(&dict);
    vmaf_close(vmaf);

    VmafGpuDevice *device = twin_open(backend);
    VmafFeatureBackend info;
    check(vmaf_init(&vmaf, (VmafConfiguration){.log_level = VMAF_LOG_LEVEL_WARNING}), "vmaf_init");
    check(vmaf_context_set_device(vmaf, device, false), "vmaf_context_set_device");
    check(vmaf_use_feature(vmaf, "float_adm", options("adm_p_norm=2")), "adm_p_norm=2");
    check(vmaf_feature_backend(vmaf, 0, &info), "vmaf_feature_backend");
    n_wrong += strcmp(info.backend, "cpu") != 0;
    vmaf_close(vmaf);
    printf("adm_p_norm=2: required %d, otherwise on the %s\n", err,
           n_wrong ? "wrong backend, or not refused" : "cpu");
    return n_wrong;
}

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    VmafGpuDevice *device = twin_open(backend);
    vmaf_gpu_close(&device);

    unsigned long n_wrong = run_refused(backend);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        n_wrong += run(&cases[i], vmaf_backend_name(backend));
    return n_wrong ? 1 : 0;
}
