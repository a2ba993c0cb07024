/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * vif and float_vif over small sizes, depths, contents and options.
 *
 *   vif_sweep FILE      compare the checksums of all groups with FILE; status 0 if equal
 *   vif_sweep           print them
 *   vif_sweep --dump N  write every N-th case with its planes and scores, for a comparison with
 *                       another implementation
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * A dumped case is a line "feature w h bpc options" ("-": none), both planes as little-endian
 * 16-bit words, and a line with all scores in hexadecimal.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adm_content.h"
#include "base/cpu.h"
#include "score_pair.h"

#define MAX_SIDE 100
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

static struct {
    uint16_t plane[2][MAX_SIDE * MAX_SIDE];
    FILE *want;    /**< NULL: print */
    unsigned dump; /**< every dump-th case */
    unsigned n_cases;
    unsigned n_in_group;
    uint32_t hash;
    bool failed;
} sweep;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%s %ux%u %u bit %s \"%s\": %s\n", c->feature, c->w, c->h, c->bpc,
            adm_content_name[c->content], c->opts, what);
    exit(2);
}

/* FNV-1a */
static uint32_t hash_more(uint32_t hash, const void *data, size_t n)
{
    const uint8_t *byte = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ byte[i]) * 16777619u;
    return hash;
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

static void score(const Case *c, const VmafPicture *ref, const VmafPicture *dis, unsigned mask,
                  double out[N_SCORES])
{
    char text[128];
    snprintf(text, sizeof(text), "debug=true:%s", c->opts);
    if (test_score_pair(c->feature, text, mask, ref, dis, out, N_SCORES) != N_SCORES)
        die("no scores", c);
}

static void dump(const Case *c, const double scores[N_SCORES])
{
    const size_t n = (size_t)c->w * c->h;
    printf("%s %u %u %u %s\n", c->feature, c->w, c->h, c->bpc, *c->opts ? c->opts : "-");
    fwrite(sweep.plane[0], sizeof(uint16_t), n, stdout);
    fwrite(sweep.plane[1], sizeof(uint16_t), n, stdout);
    for (unsigned k = 0; k < N_SCORES; k++)
        printf("%s%a", k ? " " : "", scores[k]);
    printf("\n");
}

static void run(const Case *c)
{
    static const unsigned masks[] = {0, VMAF_CPU_AVX512ICL, VMAF_CPU_AVX512ICL | VMAF_CPU_AVX512,
                                     ~0u};
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
    sweep.hash = hash_more(sweep.hash, first, sizeof(first));
    sweep.n_in_group++;
}

static void end_group(const char *name)
{
    char got[160], want[160] = "";
    snprintf(got, sizeof(got), "%s %u %08" PRIx32 "\n", name, sweep.n_in_group, sweep.hash);
    sweep.n_in_group = 0;
    sweep.hash = 2166136261u;
    if (sweep.dump)
        return;
    if (!sweep.want) {
        fputs(got, stdout);
    } else if (!fgets(want, sizeof(want), sweep.want) || strcmp(got, want)) {
        fprintf(stderr, "got  %swant %s%s", got, want, *want ? "" : "nothing\n");
        sweep.failed = true;
    }
}

/* Every width of 16..70, each with another height of them for every depth and content. */
static void sweep_sizes(const char *feature, unsigned bpc, enum AdmContent content)
{
    char name[128];
    for (unsigned w = 16; w <= 70; w++) {
        const unsigned h = 16 + (37 * w + 11 * content + 3 * bpc) % 55;
        run(&(Case){feature, w, h, bpc, w % 4, content, ""});
    }
    snprintf(name, sizeof(name), "%s:sizes:%u:%s", feature, bpc, adm_content_name[content]);
    end_group(name);
}

static void sweep_options(const char *feature, const char *opts)
{
    char name[160];
    for (size_t s = 0; s < sizeof(option_sizes) / sizeof(*option_sizes); s++) {
        for (enum AdmContent content = 0; content < ADM_CONTENTS; content++) {
            const unsigned bpc = depths[(s + content) % 4];
            run(&(Case){feature, option_sizes[s].w, option_sizes[s].h, bpc, (unsigned)s, content,
                        opts});
        }
    }
    snprintf(name, sizeof(name), "%s:%s", feature, opts);
    end_group(name);
}

int main(int argc, char *argv[])
{
    sweep.hash = 2166136261u;
    if (argc == 3 && !strcmp(argv[1], "--dump")) {
        sweep.dump = (unsigned)strtoul(argv[2], NULL, 10);
    } else if (argc == 2) {
        sweep.want = fopen(argv[1], "r");
        if (!sweep.want) {
            perror(argv[1]);
            return 2;
        }
    }
    for (size_t f = 0; f < sizeof(features) / sizeof(*features); f++) {
        for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
            for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
                sweep_sizes(features[f].name, depths[d], content);
        }
        for (const char *const *o = features[f].options; *o; o++)
            sweep_options(features[f].name, *o);
    }
    if (sweep.want) {
        char rest[160];
        if (fgets(rest, sizeof(rest), sweep.want)) {
            fprintf(stderr, "%s: more groups than cases: %s", argv[1], rest);
            sweep.failed = true;
        }
        fclose(sweep.want);
    }
    return sweep.failed;
}
