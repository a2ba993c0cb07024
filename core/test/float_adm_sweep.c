/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * float_adm over all small sizes, depths, contents and options.
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * The line of a dumped case is "w h bpc options" ("-": none); all its scores are in a line, in
 * hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "feature/float_adm/float_adm_plan.h"
#include "score_pair.h"
#include "sweep.h"

#define MAX_SIDE 180
#define N_SCORES 18

static const unsigned depths[] = {8, 10, 12, 16};

static const struct {
    unsigned w, h;
} option_sizes[] = {{17, 23}, {33, 20}, {64, 48}, {97, 41}, {32, 126}, {131, 66}};

static const char *const option_sets[] = {
    "adm_enhn_gain_limit=1",
    "adm_enhn_gain_limit=1.2",
    "adm_enhn_gain_limit=37.3",
    "adm_norm_view_dist=0.75",
    "adm_norm_view_dist=5",
    "adm_noise_weight=0",
    "adm_noise_weight=2.5",
    "adm_csf_scale=1.7",
    "adm_csf_mode=1:adm_csf_scale=1.7",
    "adm_csf_diag_scale=0.6",
    "adm_csf_mode=1:adm_csf_diag_scale=0.6",
    "adm_ref_display_height=2160",
    "adm_csf_mode=1",
    "adm_csf_mode=2",
    "adm_csf_mode=7",
    "adm_bypass_cm=1",
    "adm_adm3_apply_hm=true",
    "adm_p_norm=1",
    "adm_p_norm=2",
    "adm_p_norm=3.7",
    "adm_p_norm=20",
    "adm_dlm_weight=0",
    "adm_dlm_weight=1",
    "adm_min_val=0.7",
    "adm_f1s0=0:adm_f2s0=10",
    "adm_f1s1=10:adm_f2s1=0",
    "adm_f1s2=0.031:adm_f2s2=0.024",
    "adm_f1s3=0.041:adm_f2s3=0.034",
    "adm_skip_aim_scale=0",
    "adm_skip_aim_scale=1",
    "adm_skip_aim_scale=2",
    "adm_skip_aim_scale=3",
    "adm_skip_scale0=true",
    "adm_skip_scale0=true:adm_skip_aim_scale=0:adm_enhn_gain_limit=1.2",
};

typedef struct Case {
    unsigned w, h, bpc, turn;
    enum AdmContent content;
    const char *opts; /**< "" or "key=value:..." */
} Case;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%ux%u %u bit %s \"%s\": %s\n", c->w, c->h, c->bpc,
            adm_content_name[c->content], c->opts, what);
    exit(2);
}

/* All scores of the frame, a NaN in one form. */
static void score(const Case *c, const VmafPicture pair[2], unsigned mask, double out[N_SCORES])
{
    char text[128];
    snprintf(text, sizeof(text), "debug=true:%s", c->opts);
    if (test_score_pair("float_adm", text, mask, &pair[0], &pair[1], out, N_SCORES) != N_SCORES)
        die("no scores", c);
    sweep_unify_nans(out, N_SCORES);
}

static void run(const Case *c)
{
    static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};
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
        printf("%u %u %u %s\n", c->w, c->h, c->bpc, *c->opts ? c->opts : "-");
        sweep_dump_picture(&pair[0]);
        sweep_dump_picture(&pair[1]);
        sweep_dump_scores(first, N_SCORES);
    }
    vmaf_picture_unref(&pair[0]);
    vmaf_picture_unref(&pair[1]);
    sweep_add(first, sizeof(first));
}

static void sweep_sizes(unsigned bpc, enum AdmContent content)
{
    unsigned turn = 0;
    for (unsigned w = 17; w <= 40; w++) {
        for (unsigned h = 17; h <= 40; h++)
            run(&(Case){w, h, bpc, turn++ % 4, content, ""});
    }
    for (unsigned w = 41; w <= MAX_SIDE; w++)
        run(&(Case){w, 17 + w % 24, bpc, turn++ % 4, content, ""});
    sweep_end_group("sizes:%u:%s", bpc, adm_content_name[content]);
}

static void sweep_options(const char *opts)
{
    for (size_t s = 0; s < sizeof(option_sizes) / sizeof(*option_sizes); s++) {
        for (unsigned k = 0; k < 2; k++) {
            const unsigned bpc = s % 2 ? depths[2 * k] : depths[2 * k + 1];
            for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
                run(&(Case){option_sizes[s].w, option_sizes[s].h, bpc, s % 4, content, opts});
        }
    }
    sweep_end_group("options:%s", opts);
}

int main(int argc, char *argv[])
{
    sweep_begin(argc, argv, SWEEP_CRC32);
    for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
        for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
            sweep_sizes(depths[d], content);
    }
    for (size_t i = 0; i < sizeof(option_sets) / sizeof(*option_sets); i++)
        sweep_options(option_sets[i]);
    return sweep_end();
}
