/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * vif and float_vif over small sizes, depths, contents and options.
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * The line of a dumped case is "feature w h bpc options" ("-": none); all its scores are in a line,
 * in hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "score_pair.h"
#include "sweep.h"

#define N_SCORES 15

static const unsigned depths[] = {8, 10, 12, 16};

/* From the side on that the widest filters want. */
static const struct {
    unsigned w, h;
} option_sizes[] = {{56, 61}, {65, 58}, {97, 64}, {70, 57}};

static const char *const vif_options[] = {
    "vif_enhn_gain_limit=1",
    "vif_enhn_gain_limit=1.2",
    "vif_skip_scale0=true",
    "vif_skip_scale0=true:vif_enhn_gain_limit=1.05",
    NULL,
};

static const char *const float_vif_options[] = {
    "vif_enhn_gain_limit=1",
    "vif_enhn_gain_limit=1.2:vif_skip_scale0=true",
    "vif_kernelscale=0.5",
    "vif_kernelscale=1.5",
    "vif_kernelscale=2",
    "vif_kernelscale=2.4",
    "vif_kernelscale=3",
    "vif_kernelscale=3.71134",
    "vif_kernelscale=1.0005",
    "vif_prescale=0.56",
    "vif_prescale=2.3",
    "vif_prescale=0.6:vif_prescale_method=bilinear",
    "vif_prescale=2:vif_prescale_method=bilinear",
    "vif_prescale=0.7:vif_prescale_method=bicubic",
    "vif_prescale=1.01:vif_prescale_method=bicubic",
    "vif_prescale=0.55:vif_prescale_method=lanczos4",
    "vif_prescale=1.4:vif_prescale_method=lanczos4:vif_kernelscale=0.5",
    "vif_scale1_min_val=0.9:vif_scale2_min_val=1:vif_scale3_min_val=0.4",
    "vif_sigma_nsq=0",
    "vif_sigma_nsq=0.5",
    "vif_sigma_nsq=5",
    NULL,
};

static const struct {
    const char *name;
    const char *const *options;
} features[] = {{"vif", vif_options}, {"float_vif", float_vif_options}};

typedef struct Case {
    const char *feature;
    unsigned w, h, bpc, turn;
    enum AdmContent content;
    const char *opts; /**< "" or "key=value:..." */
} Case;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%s %ux%u %u bit %s \"%s\": %s\n", c->feature, c->w, c->h, c->bpc,
            adm_content_name[c->content], c->opts, what);
    exit(2);
}

static void score(const Case *c, const VmafPicture pair[2], unsigned mask, double out[N_SCORES])
{
    char text[128];
    snprintf(text, sizeof(text), "debug=true:%s", c->opts);
    if (test_score_pair(c->feature, text, mask, &pair[0], &pair[1], out, N_SCORES) != N_SCORES)
        die("no scores", c);
}

static void run(const Case *c)
{
    static const unsigned masks[] = {0, VMAF_CPU_AVX512ICL, VMAF_CPU_AVX512ICL | VMAF_CPU_AVX512,
                                     ~0u};
    unsigned number;
    if (!sweep_next(&number))
        return;

    VmafPicture pair[2];
    for (unsigned k = 0; k < 2; k++) {
        if (vmaf_picture_alloc(&pair[k], VMAF_PIX_FMT_YUV400P, c->bpc, c->w, c->h))
            die("no picture", c);
    }
    sweep_fill(pair, 0, c->content, c->turn);
    double first[N_SCORES], scores[N_SCORES];
    for (size_t k = 0; k < sizeof(masks) / sizeof(*masks); k++) {
        score(c, pair, masks[k], k ? scores : first);
        if (k && memcmp(first, scores, sizeof(first)))
            die("instruction sets differ", c);
    }
    if (sweep_dumps()) {
        printf("%s %u %u %u %s\n", c->feature, c->w, c->h, c->bpc, *c->opts ? c->opts : "-");
        sweep_dump_picture(&pair[0]);
        sweep_dump_picture(&pair[1]);
        sweep_dump_scores(first, N_SCORES);
    }
    vmaf_picture_unref(&pair[0]);
    vmaf_picture_unref(&pair[1]);
    sweep_add(first, sizeof(first));
}

/* Every width of 16..70, each with another height of them for every depth and content. */
static void sweep_sizes(const char *feature, unsigned bpc, enum AdmContent content)
{
    for (unsigned w = 16; w <= 70; w++) {
        const unsigned h = 16 + (37 * w + 11 * content + 3 * bpc) % 55;
        run(&(Case){feature, w, h, bpc, w % 4, content, ""});
    }
    sweep_end_group("%s:sizes:%u:%s", feature, bpc, adm_content_name[content]);
}

static void sweep_options(const char *feature, const char *opts)
{
    for (size_t s = 0; s < sizeof(option_sizes) / sizeof(*option_sizes); s++) {
        for (enum AdmContent content = 0; content < ADM_CONTENTS; content++) {
            const unsigned bpc = depths[(s + content) % 4];
            run(&(Case){feature, option_sizes[s].w, option_sizes[s].h, bpc, (unsigned)s, content,
                        opts});
        }
    }
    sweep_end_group("%s:%s", feature, opts);
}

int main(int argc, char *argv[])
{
    sweep_begin(argc, argv, SWEEP_FNV32);
    for (size_t f = 0; f < sizeof(features) / sizeof(*features); f++) {
        for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
            for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
                sweep_sizes(features[f].name, depths[d], content);
        }
        for (const char *const *o = features[f].options; *o; o++)
            sweep_options(features[f].name, *o);
    }
    return sweep_end();
}
