/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * float_adm over all small sizes, depths, contents and options.
 *
 *   float_adm_sweep FILE      compare the checksums of all groups with FILE; status 0 if equal
 *   float_adm_sweep           print them
 *   float_adm_sweep --dump N  write every N-th case with its planes and scores, for a comparison
 *                             with another implementation
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * A dumped case is a line "w h bpc options" ("-": none), both planes as little-endian 16-bit words,
 * and a line with all scores in hexadecimal.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adm_content.h"
#include "base/cpu.h"
#include "feature/float_adm/float_adm_plan.h"
#include "score_pair.h"

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

static struct {
    uint16_t plane[2][MAX_SIDE * MAX_SIDE];
    FILE *want;    /**< NULL: print */
    unsigned dump; /**< every dump-th case */
    unsigned n_cases;
    unsigned n_in_group;
    uint32_t crc;
    bool failed;
} sweep;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%ux%u %u bit %s \"%s\": %s\n", c->w, c->h, c->bpc,
            adm_content_name[c->content], c->opts, what);
    exit(2);
}

static uint32_t crc32_more(uint32_t crc, const void *data, size_t n)
{
    const uint8_t *byte = data;
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= byte[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static VmafPicture picture(const uint16_t *plane, const Case *c)
{
    VmafPicture pic;
    if (vmaf_picture_alloc(&pic, VMAF_PIX_FMT_YUV400P, c->bpc, c->w, c->h))
        die("no picture", c);
    for (unsigned y = 0; y < c->h; y++) {
        const uint16_t *src = plane + (size_t)y * c->w;
        uint8_t *row = (uint8_t *)pic.data[0] + (ptrdiff_t)y * pic.stride[0];
        if (c->bpc > 8)
            memcpy(row, src, c->w * sizeof(*src));
        for (unsigned x = 0; c->bpc == 8 && x < c->w; x++)
            row[x] = (uint8_t)src[x];
    }
    return pic;
}

/* All scores of the frame, a NaN in one form. */
static void score(const Case *c, const VmafPicture *ref, const VmafPicture *dis, unsigned mask,
                  double out[N_SCORES])
{
    char text[128];
    snprintf(text, sizeof(text), "debug=true:%s", c->opts);
    if (test_score_pair("float_adm", text, mask, ref, dis, out, N_SCORES) != N_SCORES)
        die("no scores", c);
    for (unsigned k = 0; k < N_SCORES; k++) {
        const uint64_t nan_bits = UINT64_C(0x7ff8000000000000);
        if (out[k] != out[k])
            memcpy(&out[k], &nan_bits, sizeof(out[k]));
    }
}

static void dump(const Case *c, const double scores[N_SCORES])
{
    const size_t n = (size_t)c->w * c->h;
    printf("%u %u %u %s\n", c->w, c->h, c->bpc, *c->opts ? c->opts : "-");
    fwrite(sweep.plane[0], sizeof(uint16_t), n, stdout);
    fwrite(sweep.plane[1], sizeof(uint16_t), n, stdout);
    for (unsigned k = 0; k < N_SCORES; k++)
        printf("%s%a", k ? " " : "", scores[k]);
    printf("\n");
}

static void run(const Case *c)
{
    static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};
    const unsigned number = sweep.n_cases++;
    if (sweep.dump && number % sweep.dump)
        return;

    adm_content(c->content, c->turn, c->bpc, c->w, c->h, sweep.plane[0], sweep.plane[1]);
    VmafPicture ref = picture(sweep.plane[0], c), dis = picture(sweep.plane[1], c);
    double first[N_SCORES], scores[N_SCORES];
    for (size_t k = 0; k < sizeof(masks) / sizeof(*masks); k++) {
        score(c, &ref, &dis, masks[k], k ? scores : first);
        if (k && memcmp(first, scores, sizeof(first)))
            die("instruction sets differ", c);
    }
    vmaf_picture_unref(&ref);
    vmaf_picture_unref(&dis);

    if (sweep.dump)
        dump(c, first);
    sweep.crc = crc32_more(sweep.crc, first, sizeof(first));
    sweep.n_in_group++;
}

static void end_group(const char *name)
{
    char got[128], want[128] = "";
    snprintf(got, sizeof(got), "%s %u %08" PRIx32 "\n", name, sweep.n_in_group, sweep.crc);
    sweep.n_in_group = 0;
    sweep.crc = 0;
    if (sweep.dump)
        return;
    if (!sweep.want) {
        fputs(got, stdout);
    } else if (!fgets(want, sizeof(want), sweep.want) || strcmp(got, want)) {
        fprintf(stderr, "got  %swant %s%s", got, want, *want ? "" : "nothing\n");
        sweep.failed = true;
    }
}

static void sweep_sizes(unsigned bpc, enum AdmContent content)
{
    char name[64];
    unsigned turn = 0;
    for (unsigned w = 17; w <= 40; w++) {
        for (unsigned h = 17; h <= 40; h++)
            run(&(Case){w, h, bpc, turn++ % 4, content, ""});
    }
    for (unsigned w = 41; w <= MAX_SIDE; w++)
        run(&(Case){w, 17 + w % 24, bpc, turn++ % 4, content, ""});
    snprintf(name, sizeof(name), "sizes:%u:%s", bpc, adm_content_name[content]);
    end_group(name);
}

static void sweep_options(const char *opts)
{
    char name[128];
    for (size_t s = 0; s < sizeof(option_sizes) / sizeof(*option_sizes); s++) {
        for (unsigned k = 0; k < 2; k++) {
            const unsigned bpc = s % 2 ? depths[2 * k] : depths[2 * k + 1];
            for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
                run(&(Case){option_sizes[s].w, option_sizes[s].h, bpc, s % 4, content, opts});
        }
    }
    snprintf(name, sizeof(name), "options:%s", opts);
    end_group(name);
}

int main(int argc, char *argv[])
{
    if (argc == 3 && !strcmp(argv[1], "--dump")) {
        sweep.dump = (unsigned)strtoul(argv[2], NULL, 10);
    } else if (argc == 2) {
        sweep.want = fopen(argv[1], "r");
        if (!sweep.want) {
            perror(argv[1]);
            return 2;
        }
    }
    for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
        for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
            sweep_sizes(depths[d], content);
    }
    for (size_t i = 0; i < sizeof(option_sets) / sizeof(*option_sets); i++)
        sweep_options(option_sets[i]);
    if (sweep.want) {
        char rest[128];
        if (fgets(rest, sizeof(rest), sweep.want)) {
            fprintf(stderr, "%s: more groups than cases: %s", argv[1], rest);
            sweep.failed = true;
        }
        fclose(sweep.want);
    }
    return sweep.failed;
}
