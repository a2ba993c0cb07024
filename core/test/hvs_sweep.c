/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * ciede, psnr_hvs, cambi, speed_chroma and speed_temporal over small sizes, depths, contents and
 * options.
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * The line of a dumped case is "feature w h bpc format pairs options" ("-": none); its scores are a
 * line with "name=value" for every score of the last pair, values in hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "score_pair.h"
#include "sweep.h"

#define MAX_SCORES 4
#define MAX_PAIRS 3

enum Content { NOISE, NATURAL, NEAR, BANDS, BLOCKS, DARK, SQUARES, GREY, RAMP, FLAT, N_CONTENTS };
static const char *const content_name[N_CONTENTS] = {"noise", "natural", "near", "bands", "blocks",
                                                     "dark",  "squares", "grey", "ramp",  "flat"};

static const struct {
    enum VmafPixelFormat id;
    const char *name;
} formats[] = {{VMAF_PIX_FMT_YUV420P, "420"},
               {VMAF_PIX_FMT_YUV444P, "444"},
               {VMAF_PIX_FMT_YUV422P, "422"},
               {VMAF_PIX_FMT_YUV400P, "400"}};

static const char *const none[] = {"", NULL};

static const char *const cambi_options[] = {
    "",
    "full_ref=true",
    "max_log_contrast=0:window_size=127",
    "max_log_contrast=5:window_size=127",
    "max_log_contrast=1:tvi_threshold=0.06",
    "topk=1:enc_bitdepth=9",
    "topk=0.01:window_size=100",
    "eotf=pq:tvi_threshold=0.05",
    "cambi_vis_lum_threshold=0.06:cambi_max_val=17:cambi_high_res_speedup=1080",
    "cambi_vis_lum_threshold=1:max_log_contrast=3",
    "tvi_threshold=0.0001:cambi_topk=0.2",
    "tvi_threshold=1:max_log_contrast=4",
    "src_width=400:src_height=301:full_ref=true:window_size=90",
    NULL,
};

static const char *const speed_options[] = {
    "",
    "speed_kernelscale=0.5",
    "speed_kernelscale=1.54:speed_sigma_nn=0.1",
    "speed_kernelscale=3.7113",
    "speed_nn_floor=0.1:speed_sigma_nn=0.19",
    "speed_nn_floor=1:speed_sigma_nn=2",
    "speed_prescale=1.0009",
    "speed_prescale=0.6:speed_prescale_method=bilinear",
    "speed_prescale=0.7:speed_prescale_method=nearest",
    "speed_prescale=1.3:speed_prescale_method=bicubic",
    "speed_prescale=1.3:speed_prescale_method=lanczos4",
    NULL,
};

typedef struct Feature {
    const char *name;
    const char *const *opts;
    unsigned n_formats, n_depths, n_pairs;
    const char *more; /* an option that has values from 0 on, these many of them */
    unsigned n_more;
} Feature;

static const unsigned depths[] = {8, 10, 12, 16};
static const Feature ciede = {"ciede", none, 3, 4, 1, NULL, 0};
static const Feature psnr_hvs = {"psnr_hvs", none, 3, 3, 1, NULL, 0};
static const Feature cambi = {"cambi", cambi_options, 4, 4, 1, NULL, 0};
static const Feature speed_chroma = {
    "speed_chroma", speed_options, 3, 4, 1, "speed_weight_var_mode", 7};
static const Feature speed_temporal = {
    "speed_temporal", speed_options, 4, 4, 3, "speed_use_ref_diff", 2};

typedef struct Case {
    const Feature *feature;
    unsigned w, h, bpc, format;
    enum Content content;
    char opts[160];
} Case;

typedef struct Scores {
    unsigned n;
    double value[MAX_SCORES];
    char name[MAX_SCORES][128];
} Scores;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%s %ux%u %u bit %s %s \"%s\": %s\n", c->feature->name, c->w, c->h, c->bpc,
            formats[c->format].name, content_name[c->content], c->opts, what);
    exit(2);
}

/** A code of 10 bits at the depth of the case. */
static uint32_t code(uint32_t v, unsigned bpc)
{
    return bpc == 8 ? v >> 2 : v << (bpc - 10);
}

/** A sample of plane p of pair t; k = 1: of the distorted picture. */
static uint32_t sample(const Case *c, unsigned t, unsigned k, unsigned p, uint32_t x, uint32_t y)
{
    const uint32_t bpc = c->bpc, peak = (1u << bpc) - 1, salt = 100 * t + 10 * p + k;
    const uint32_t place = x + 29 * t + 7 * p, few = 1u << (bpc - 8);
    switch (c->content) {
    case NOISE:
        return adm_hash(x, y, salt) >> (32 - bpc);
    case NATURAL:
        return (k ? adm_blurred(place, y) : adm_natural(place, y)) >> (16 - bpc);
    case NEAR:
        return (adm_hash(x, y, 100 * t + p) >> (32 - bpc)) ^ (k ? 1 + adm_hash(x, y, salt) % 3 : 0);
    case BANDS: /* steps of one or four codes of 10 bits, and a few samples off */
        return code(200 + (place + 2 * y) / (9 + 5 * k) * (bpc == 8 ? 4 : 1) +
                        (k && adm_hash(x, y, salt) % 64 == 0 ? 4 : 0),
                    bpc);
    case BLOCKS:
        return code(170 + adm_hash((place + k) / 12, y / 12, t) % 16, bpc);
    case DARK:
        return code(56 + (place + y) / 11 % 40 + k * (y / 31 % 3), bpc);
    case SQUARES:
        return ((place + k) / 5 + y / 5) & 1 ? peak : 0;
    case GREY:
        return p ? (peak + 1) / 2 : adm_natural(place, y + k) >> (16 - bpc);
    case RAMP:
        return (uint32_t)((uint64_t)peak * (2 * place + (1 + k) * y) / 1200) & peak;
    default:
        return 90 * few + (k && x > c->w / 2 ? 3 * few : 0);
    }
}

static VmafPicture picture(const Case *c, unsigned t, unsigned k)
{
    VmafPicture pic;
    if (vmaf_picture_alloc(&pic, formats[c->format].id, c->bpc, c->w, c->h))
        die("no picture", c);
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned y = 0; y < pic.h[p]; y++) {
            for (unsigned x = 0; x < pic.w[p]; x++)
                sweep_set(&pic, p, x, y, sample(c, t, k, p, x, y));
        }
    }
    return pic;
}

static Scores score(const Case *c, VmafPicture pic[][2], uint64_t cpumask)
{
    VmafContext *vmaf;
    VmafFeatureDictionary *dict;
    Scores s;
    memset(&s, 0, sizeof(s));
    if (vmaf_init(&vmaf,
                  (VmafConfiguration){.log_level = VMAF_LOG_LEVEL_ERROR, .cpumask = cpumask}))
        die("no context", c);
    if (test_options(c->opts, &dict) || vmaf_use_feature(vmaf, c->feature->name, dict))
        die("no feature", c);
    for (unsigned t = 0; t < c->feature->n_pairs; t++) {
        VmafPicture ref, dis;
        vmaf_picture_ref(&ref, &pic[t][0]);
        vmaf_picture_ref(&dis, &pic[t][1]);
        if (vmaf_read_pictures(vmaf, &ref, &dis, t))
            die("not measured", c);
    }
    if (vmaf_read_pictures(vmaf, NULL, NULL, 0))
        die("no scores", c);
    const char *name;
    for (unsigned i = 0; !vmaf_score_name(vmaf, i, &name); i++) {
        if (s.n == MAX_SCORES ||
            vmaf_feature_score_at_index(vmaf, name, &s.value[s.n], c->feature->n_pairs - 1))
            die(name, c);
        snprintf(s.name[s.n++], sizeof(s.name[0]), "%s", name);
    }
    vmaf_close(vmaf);
    return s;
}

static void dump(const Case *c, VmafPicture pic[][2], const Scores *s)
{
    printf("%s %u %u %u %s %u %s\n", c->feature->name, c->w, c->h, c->bpc, formats[c->format].name,
           c->feature->n_pairs, *c->opts ? c->opts : "-");
    for (unsigned k = 0; k < 2 * c->feature->n_pairs; k++)
        sweep_dump_picture(&pic[k / 2][k % 2]);
    for (unsigned i = 0; i < s->n; i++)
        printf("%s%s=%a", i ? " " : "", s->name[i], s->value[i]);
    printf("\n");
}

static void run(const Feature *f, unsigned w, unsigned h, enum Content content)
{
    static const uint64_t masks[] = {0, VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL, UINT32_MAX};
    unsigned number;
    if (!sweep_next(&number))
        return;
    unsigned n_opts = 0;
    while (f->opts[n_opts])
        n_opts++;
    Case c = {.feature = f,
              .w = w,
              .h = h,
              .bpc = depths[number % f->n_depths],
              .format = number / 2 % f->n_formats,
              .content = content};
    const char *opts = f->opts[number % n_opts];
    const bool more = f->more && number % 3;
    snprintf(c.opts, sizeof(c.opts), "%s%s%s%s%.0u", opts, *opts && more ? ":" : "",
             more ? f->more : "", more ? "=" : "", more ? 1 + number % (f->n_more - 1) : 0);
    if (more && f->n_more == 2) /* a switch */
        snprintf(strrchr(c.opts, '='), 8, "=true");

    VmafPicture pic[MAX_PAIRS][2];
    for (unsigned t = 0; t < f->n_pairs; t++) {
        for (unsigned k = 0; k < 2; k++)
            pic[t][k] = picture(&c, t, k);
    }
    const Scores first = score(&c, pic, masks[0]);
    for (size_t k = 1; k < sizeof(masks) / sizeof(*masks); k++) {
        const Scores other = score(&c, pic, masks[k]);
        if (memcmp(&first, &other, sizeof(first)))
            die("instruction sets differ", &c);
    }
    if (sweep_dumps())
        dump(&c, pic, &first);
    for (unsigned k = 0; k < 2 * f->n_pairs; k++)
        vmaf_picture_unref(&pic[k / 2][k % 2]);
    sweep_add(&first, sizeof(first));
}

static void end_group(const Feature *f, enum Content content)
{
    sweep_end_group("%s:%s", f->name, content_name[content]);
}

/* All small sizes, and those around 256 samples that are taken at once. */
static void sweep_ciede(enum Content content)
{
    for (unsigned w = 1; w <= 18; w++) {
        for (unsigned h = 1; h <= 6; h++)
            run(&ciede, w, h, content);
    }
    for (unsigned w = 254; w <= 259; w++)
        run(&ciede, w, 1 + w % 3, content);
    for (unsigned w = 511; w <= 514; w++)
        run(&ciede, w, 2, content);
}

/* Around steps of 7 from whole blocks of 8, and rows of 16 and 32 blocks; chroma of 8 at least. */
static void sweep_psnr_hvs(enum Content content)
{
    for (unsigned w = 15; w <= 30; w++) {
        for (unsigned h = 15; h <= 24; h += 3)
            run(&psnr_hvs, w, h + w % 3, content);
    }
    for (unsigned n = 111; n <= 122; n++)
        run(&psnr_hvs, n, 16 + n % 4, content);
    for (unsigned n = 225; n <= 242; n += 2)
        run(&psnr_hvs, n, 15 + n % 8, content);
}

/* One side of 216 at least; what has no bands has next to no score. */
static void sweep_cambi(enum Content content)
{
    const bool banded = content == BANDS || content == BLOCKS || content == DARK;
    for (unsigned i = 0; i < (banded ? 40 : 3); i++) {
        const unsigned most = 216 + i * 37 % 84, least = 1 + i * i * 11 % 64;
        run(&cambi, most, least, content);
        run(&cambi, least, most, content);
    }
    run(&cambi, 225, 225, content);
    run(&cambi, 217, 155, content);
    run(&cambi, 218, 227, content);
}

/* Scaled chroma sides of 80 at least, also of halved planes that are scaled by 0.6. */
static void sweep_speed(const Feature *f, enum Content content)
{
    const bool smooth = content == BANDS || content == DARK || content == RAMP || content == FLAT;
    for (unsigned i = 0; i < (smooth ? 3 : 13); i++)
        run(f, 267 + i * 29 % 93, 267 + i * i * 17 % 93, content);
}

int main(int argc, char *argv[])
{
    sweep_begin(argc, argv, SWEEP_CRC32);
    for (enum Content content = 0; content < N_CONTENTS; content++) {
        sweep_ciede(content);
        end_group(&ciede, content);
        sweep_psnr_hvs(content);
        end_group(&psnr_hvs, content);
        sweep_cambi(content);
        end_group(&cambi, content);
        sweep_speed(&speed_chroma, content);
        end_group(&speed_chroma, content);
        sweep_speed(&speed_temporal, content);
        end_group(&speed_temporal, content);
    }
    return sweep_end();
}
