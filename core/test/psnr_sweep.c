/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * psnr, float_psnr, float_ansnr and float_moment over small sizes, depths, contents and options.
 *
 *   psnr_sweep FILE      compare the checksums of all groups with FILE; status 0 if equal
 *   psnr_sweep           print them
 *   psnr_sweep --dump N  write every N-th case with its planes and scores, for a comparison with
 *                        another implementation
 *
 * A case is scored with every instruction set of this CPU; the bits must agree.
 *
 * A dumped case is a line "w h bpc format options" ("-": none), all planes of the reference and
 * then of the distorted picture as little-endian 16-bit words, and a line with "name=value" for
 * every score, values in hexadecimal.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adm_content.h"
#include "base/cpu.h"
#include "libvmaf/libvmaf.h"

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

static struct {
    uint16_t plane[2][3][MAX_SIDE * MAX_SIDE];
    FILE *want;    /**< NULL: print */
    unsigned dump; /**< every dump-th case */
    unsigned n_cases, n_in_group;
    uint32_t crc;
    bool failed;
} sweep;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%ux%u %u bit %s %s \"%s\": %s\n", c->w, c->h, c->bpc, formats[c->format].name,
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

static VmafPicture picture(const Case *c, unsigned k)
{
    VmafPicture pic;
    if (vmaf_picture_alloc(&pic, formats[c->format].id, c->bpc, c->w, c->h))
        die("no picture", c);
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned y = 0; y < pic.h[p]; y++) {
            const uint16_t *src = sweep.plane[k][p] + (size_t)y * pic.w[p];
            uint8_t *row = (uint8_t *)pic.data[p] + (ptrdiff_t)y * pic.stride[p];
            if (c->bpc > 8)
                memcpy(row, src, pic.w[p] * sizeof(*src));
            for (unsigned x = 0; c->bpc == 8 && x < pic.w[p]; x++)
                row[x] = (uint8_t)src[x];
        }
    }
    return pic;
}

static void fill(const Case *c)
{
    VmafPicture pic = picture(c, 0); /* for its sizes */
    for (unsigned p = 0; p < 3; p++) {
        if (pic.w[p])
            adm_content((c->content + p) % ADM_CONTENTS, (c->turn + p) % 4, c->bpc, pic.w[p],
                        pic.h[p], sweep.plane[0][p], sweep.plane[1][p]);
    }
    vmaf_picture_unref(&pic);
}

static void use(VmafContext *vmaf, const char *feature, const Case *c, const char *opts)
{
    char text[128];
    VmafFeatureDictionary *dict = NULL;
    snprintf(text, sizeof(text), "%s", opts);
    for (char *save, *key = strtok_r(text, ":", &save); key; key = strtok_r(NULL, ":", &save)) {
        char *value = strchr(key, '=');
        *value++ = '\0';
        if (vmaf_feature_dictionary_set(&dict, key, value))
            die("bad option", c);
    }
    if (vmaf_use_feature(vmaf, feature, dict))
        die("no feature", c);
}

static Scores score(const Case *c, uint64_t cpumask)
{
    VmafContext *vmaf;
    Scores s;
    memset(&s, 0, sizeof(s));
    VmafPicture ref = picture(c, 0), dis = picture(c, 1);
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

static void dump(const Case *c, const Scores *s)
{
    VmafPicture pic = picture(c, 0);
    printf("%u %u %u %s %s\n", c->w, c->h, c->bpc, formats[c->format].name,
           *c->opts ? c->opts : "-");
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned p = 0; p < 3; p++)
            fwrite(sweep.plane[k][p], sizeof(uint16_t), (size_t)pic.w[p] * pic.h[p], stdout);
    }
    for (unsigned i = 0; i < s->n; i++)
        printf("%s%s=%a", i ? " " : "", s->name[i], s->value[i]);
    printf("\n");
    vmaf_picture_unref(&pic);
}

static void run(unsigned w, unsigned h, unsigned bpc, enum AdmContent content)
{
    static const uint64_t masks[] = {0, VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL, UINT32_MAX};
    const unsigned number = sweep.n_cases++;
    if (sweep.dump && number % sweep.dump)
        return;
    const Case c = {
        w, h, bpc, number % N_FORMATS, number % 5, content, option_sets[number % N_OPTION_SETS]};

    fill(&c);
    const Scores first = score(&c, masks[0]);
    for (size_t k = 1; k < sizeof(masks) / sizeof(*masks); k++) {
        const Scores other = score(&c, masks[k]);
        if (memcmp(&first, &other, sizeof(first)))
            die("instruction sets differ", &c);
    }
    if (sweep.dump)
        dump(&c, &first);
    sweep.crc = crc32_more(sweep.crc, &first, sizeof(first));
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
    for (unsigned w = 1; w <= 20; w++) {
        for (unsigned h = 1; h <= 20; h++)
            run(w, h, bpc, content);
    }
    for (unsigned side = 21; side <= MAX_SIDE; side++) {
        run(side, 1 + side * 7 % 23, bpc, content);
        run(1 + side * 5 % 23, side, bpc, content);
    }
    run(MAX_SIDE, MAX_SIDE, bpc, content);
    snprintf(name, sizeof(name), "%u:%s", bpc, adm_content_name[content]);
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
