/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * psnr, float_psnr, float_ansnr and float_moment over small sizes, depths, contents and options.
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * The line of a dumped case is "w h bpc format options" ("-": none); its scores are a line with
 * "name=value" for every score, values in hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "score_pair.h"
#include "sweep.h"

#define MAX_SIDE 70
#define MAX_SCORES 16

static const unsigned depths[] = {8, 10, 12, 16};

static const struct {
    enum VmafPixelFormat id;
    const char *name;
} formats[] = {{VMAF_PIX_FMT_YUV420P, "420"},
               {VMAF_PIX_FMT_YUV400P, "400"},
               {VMAF_PIX_FMT_YUV422P, "422"},
               {VMAF_PIX_FMT_YUV444P, "444"}};
#define N_FORMATS (sizeof(formats) / sizeof(*formats))

/* Of psnr; the others have none. One more or less than a multiple of N_FORMATS. */
static const char *const option_sets[] = {
    "",
    "enable_mse=true",
    "enable_chroma=false:enable_mse=true",
    "reduced_hbd_peak=true",
    "min_sse=0.5:enable_apsnr=true",
    "min_sse=1e+09",
    "min_sse=1e-20:reduced_hbd_peak=true:enable_mse=true",
};
#define N_OPTION_SETS (sizeof(option_sets) / sizeof(*option_sets))

typedef struct Case {
    unsigned w, h, bpc, format, turn;
    enum AdmContent content;
    const char *opts;
} Case;

typedef struct Scores {
    unsigned n;
    double value[MAX_SCORES];
    char name[MAX_SCORES][32];
} Scores;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%ux%u %u bit %s %s \"%s\": %s\n", c->w, c->h, c->bpc, formats[c->format].name,
            adm_content_name[c->content], c->opts, what);
    exit(2);
}

static void fill(const Case *c, VmafPicture pair[2])
{
    for (unsigned k = 0; k < 2; k++) {
        if (vmaf_picture_alloc(&pair[k], formats[c->format].id, c->bpc, c->w, c->h))
            die("no picture", c);
    }
    for (unsigned p = 0; p < 3; p++) {
        if (pair[0].w[p])
            sweep_fill(pair, p, (c->content + p) % ADM_CONTENTS, (c->turn + p) % 4);
    }
}

static void use(VmafContext *vmaf, const char *feature, const Case *c, const char *opts)
{
    VmafFeatureDictionary *dict;
    if (test_options(opts, &dict) || vmaf_use_feature(vmaf, feature, dict))
        die("no feature", c);
}

static Scores score(const Case *c, const VmafPicture pair[2], uint64_t cpumask)
{
    VmafContext *vmaf;
    Scores s;
    memset(&s, 0, sizeof(s));
    VmafPicture ref, dis;
    vmaf_picture_ref(&ref, &pair[0]);
    vmaf_picture_ref(&dis, &pair[1]);
    if (vmaf_init(&vmaf,
                  (VmafConfiguration){.log_level = VMAF_LOG_LEVEL_ERROR, .cpumask = cpumask}))
        die("no context", c);
    use(vmaf, "psnr", c, c->opts);
    use(vmaf, "float_psnr", c, "");
    use(vmaf, "float_moment", c, "");
    if (c->w >= 3 && c->h >= 3)
        use(vmaf, "float_ansnr", c, "");
    if (vmaf_read_pictures(vmaf, &ref, &dis, 0) || vmaf_read_pictures(vmaf, NULL, NULL, 0))
        die("no scores", c);
    const char *name;
    for (unsigned i = 0; !vmaf_score_name(vmaf, i, &name); i++) {
        if (s.n == MAX_SCORES || vmaf_feature_score_at_index(vmaf, name, &s.value[s.n], 0))
            die(name, c);
        snprintf(s.name[s.n++], sizeof(s.name[0]), "%s", name);
    }
    vmaf_close(vmaf);
    return s;
}

static void dump(const Case *c, const VmafPicture pair[2], const Scores *s)
{
    printf("%u %u %u %s %s\n", c->w, c->h, c->bpc, formats[c->format].name,
           *c->opts ? c->opts : "-");
    sweep_dump_picture(&pair[0]);
    sweep_dump_picture(&pair[1]);
    for (unsigned i = 0; i < s->n; i++)
        printf("%s%s=%a", i ? " " : "", s->name[i], s->value[i]);
    printf("\n");
}

static void run(unsigned w, unsigned h, unsigned bpc, enum AdmContent content)
{
    static const uint64_t masks[] = {0, VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL, UINT32_MAX};
    unsigned number;
    if (!sweep_next(&number))
        return;
    const Case c = {
        w, h, bpc, number % N_FORMATS, number % 5, content, option_sets[number % N_OPTION_SETS]};

    VmafPicture pair[2];
    fill(&c, pair);
    const Scores first = score(&c, pair, masks[0]);
    for (size_t k = 1; k < sizeof(masks) / sizeof(*masks); k++) {
        const Scores other = score(&c, pair, masks[k]);
        if (memcmp(&first, &other, sizeof(first)))
            die("instruction sets differ", &c);
    }
    if (sweep_dumps())
        dump(&c, pair, &first);
    vmaf_picture_unref(&pair[0]);
    vmaf_picture_unref(&pair[1]);
    sweep_add(&first, sizeof(first));
}

static void sweep_sizes(unsigned bpc, enum AdmContent content)
{
    for (unsigned w = 1; w <= 20; w++) {
        for (unsigned h = 1; h <= 20; h++)
            run(w, h, bpc, content);
    }
    for (unsigned side = 21; side <= MAX_SIDE; side++) {
        run(side, 1 + side * 7 % 23, bpc, content);
        run(1 + side * 5 % 23, side, bpc, content);
    }
    run(MAX_SIDE, MAX_SIDE, bpc, content);
    sweep_end_group("%u:%s", bpc, adm_content_name[content]);
}

int main(int argc, char *argv[])
{
    sweep_begin(argc, argv, SWEEP_CRC32);
    for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
        for (enum AdmContent content = 0; content < ADM_CONTENTS; content++)
            sweep_sizes(depths[d], content);
    }
    return sweep_end();
}
