/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * motion and float_motion over all small sizes, depths, contents and options.
 *
 *   motion_sweep FILE      compare the checksums of all groups with FILE; status 0 if equal
 *   motion_sweep           print them
 *   motion_sweep --dump N  write every N-th case with its clip and scores, for a comparison with
 *                          another implementation
 *
 * A case is a clip, scored with every instruction set of this CPU; the bits must agree.
 *
 * A dumped case is a line "feature w h bpc format n options" ("-": none), the planes of n pictures
 * as little-endian 16-bit words, and a line with the scores in hexadecimal: three times n, in the
 * order of the names below.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "score_pair.h"

enum { MAX_N = 6, N_SCORES = 3, MAX_SCORES = N_SCORES * MAX_N };

static const unsigned depths[] = {8, 10, 12, 16};

/* ---- contents: samples of 16 bits, cut to the depth ---- */

typedef struct At {
    unsigned t, c, x, y, w, h;
} At;

static uint32_t hash32(uint32_t x, uint32_t y, uint32_t seed)
{
    uint32_t z = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ seed * 0xc2b2ae3du;
    z = (z ^ z >> 15) * 0x2c1b3c6du;
    z = (z ^ z >> 12) * 0x297a2d39u;
    return z ^ z >> 15;
}

static uint32_t noise(At a)
{
    return hash32(a.x, a.y, 8 * a.t + a.c) & 65535;
}

static uint32_t still(At a)
{
    a.t = 0;
    return noise(a);
}

/* Black and white pictures in turn: the largest sums, of either sign. */
static uint32_t flash(At a)
{
    return a.t & 1 ? 65535 : 0;
}

/* One bright sample, in a corner or beside an edge. */
static uint32_t dot(At a)
{
    const unsigned x[MAX_N] = {0, a.w - 1, 0, a.w - 2, 1, a.w - 1};
    const unsigned y[MAX_N] = {0, 0, a.h - 1, a.h - 2, 1, a.h - 1};
    return a.x == x[a.t] && a.y == y[a.t] ? 65535 : 3000;
}

static uint32_t moving_ramp(At a)
{
    return ((a.x + 2 * a.t) * 1200 + (a.y + a.t) * 700 + a.c * 9000) & 65535;
}

/* Pictures two apart are equal. */
static uint32_t alternating(At a)
{
    a.t &= 1;
    return noise(a);
}

/* Steps of the coarsest depth around grey. */
static uint32_t quiet(At a)
{
    return 32768 + (hash32(a.x, a.y, 8 * a.t + a.c) % 7) * 256 - 768;
}

static uint32_t checker(At a)
{
    return (((a.x / 3 + a.y / 2) ^ a.t) & 1) * 65535;
}

/* Moves in the last two rows and columns only. */
static uint32_t border(At a)
{
    const bool inside = a.x + 2 < a.w && a.y + 2 < a.h;
    a.t = inside ? 0 : a.t;
    return noise(a);
}

/* Moves in two rows only. */
static uint32_t few_rows(At a)
{
    a.t = a.y / 2 == a.h / 4 ? a.t : 0;
    return noise(a);
}

static const struct {
    const char *name;
    uint32_t (*sample)(At a);
} contents[] = {
    {"noise", noise},
    {"still", still},
    {"flash", flash},
    {"dot", dot},
    {"moving_ramp", moving_ramp},
    {"alternating", alternating},
    {"quiet", quiet},
    {"checker", checker},
    {"border", border},
    {"few_rows", few_rows},
};
#define N_CONTENTS (sizeof(contents) / sizeof(*contents))

/* ---- features and options ---- */

static const struct {
    const char *name;
    const char *score[N_SCORES];
} features[] = {
    {"motion", {"VMAF_integer_feature_motion_sad_score", "integer_motion2", "integer_motion3"}},
    {"float_motion", {"motion", "motion2", "motion3"}},
};
enum { MOTION, FLOAT_MOTION };

static const struct {
    unsigned feature;
    const char *opts, *suffix;
} option_sets[] = {
    {MOTION, "motion_force_zero=true", "_force_0"},
    {MOTION, "motion_blend_factor=0:motion_blend_offset=3", "_mbf_0_mbo_3"},
    {MOTION, "motion_blend_factor=0.5", "_mbf_0.5"},
    {MOTION, "motion_blend_factor=0.3:motion_blend_offset=1000", "_mbf_0.3_mbo_1000"},
    {MOTION, "motion_fps_weight=0", "_mfw_0"},
    {MOTION, "motion_fps_weight=0.7", "_mfw_0.7"},
    {MOTION, "motion_fps_weight=5", "_mfw_5"},
    {MOTION, "motion_max_val=0", "_mmxv_0"},
    {MOTION, "motion_max_val=18", "_mmxv_18"},
    {MOTION, "motion_five_frame_window=true", "_mffw"},
    {MOTION, "motion_moving_average=true", "_mma"},
    {MOTION, "motion_five_frame_window=true:motion_max_val=18:motion_moving_average=true",
     "_mffw_mmxv_18_mma"},
    {FLOAT_MOTION, "motion_force_zero=true", "_force_0"},
    {FLOAT_MOTION, "motion_blend_factor=0:motion_blend_offset=3", "_mbf_0_mbo_3"},
    {FLOAT_MOTION, "motion_blend_factor=0.5:motion_max_val=30", "_mbf_0.5_mmxv_30"},
    {FLOAT_MOTION, "motion_fps_weight=0.7", "_mfw_0.7"},
    {FLOAT_MOTION, "motion_fps_weight=5:motion_max_val=18", "_mfw_5_mmxv_18"},
    {FLOAT_MOTION, "motion_filter_size=0", "_mfs_0"},
    {FLOAT_MOTION, "motion_filter_size=1", "_mfs_1"},
    {FLOAT_MOTION, "motion_filter_size=2", "_mfs_2"},
    {FLOAT_MOTION, "motion_filter_size=3", "_mfs_3"},
    {FLOAT_MOTION, "motion_filter_size=9", "_mfs_9"},
    {FLOAT_MOTION, "motion_add_scale1=true", "_mdc"},
    {FLOAT_MOTION, "motion_add_scale1=true:motion_filter_size=1", "_mdc_mfs_1"},
    {FLOAT_MOTION, "motion_add_uv=true", "_mau"},
    {FLOAT_MOTION, "motion_add_uv=true:motion_add_scale1=true:motion_filter_size=3",
     "_mdc_mau_mfs_3"},
};
#define N_OPTION_SETS (sizeof(option_sets) / sizeof(*option_sets))

static const struct {
    unsigned w, h;
} option_sizes[] = {{5, 5}, {6, 17}, {33, 20}, {64, 48}, {70, 69}, {281, 19}};

static const struct {
    enum VmafPixelFormat fmt;
    const char *name;
} formats[] = {
    {VMAF_PIX_FMT_YUV420P, "420"}, {VMAF_PIX_FMT_YUV422P, "422"}, {VMAF_PIX_FMT_YUV444P, "444"}};
#define N_FORMATS (sizeof(formats) / sizeof(*formats))

typedef struct Case {
    unsigned feature, w, h, bpc, format, n, content;
    const char *opts, *suffix;
} Case;

static struct {
    FILE *want;    /**< NULL: print */
    unsigned dump; /**< every dump-th case */
    unsigned n_cases;
    unsigned n_in_group;
    uint32_t crc;
    bool failed;
} sweep;

static void die(const char *what, const Case *c)
{
    fprintf(stderr, "%s %ux%u %u bit %s \"%s\": %s\n", features[c->feature].name, c->w, c->h,
            c->bpc, contents[c->content].name, c->opts, what);
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

static VmafPicture picture(const Case *c, unsigned t)
{
    VmafPicture pic;
    if (vmaf_picture_alloc(&pic, formats[c->format].fmt, c->bpc, c->w, c->h))
        die("no picture", c);
    for (unsigned plane = 0; plane < 3; plane++) {
        for (unsigned y = 0; y < pic.h[plane]; y++) {
            uint8_t *row = (uint8_t *)pic.data[plane] + (ptrdiff_t)y * pic.stride[plane];
            for (unsigned x = 0; x < pic.w[plane]; x++) {
                const At at = {t, plane, x, y, pic.w[plane], pic.h[plane]};
                const uint32_t v = contents[c->content].sample(at) >> (16 - c->bpc);
                if (c->bpc == 8)
                    row[x] = (uint8_t)v;
                else
                    ((uint16_t *)(void *)row)[x] = (uint16_t)v;
            }
        }
    }
    return pic;
}

static void read_pair(const Case *c, VmafContext *v, const VmafPicture *pic, unsigned t)
{
    VmafPicture ref, dis;
    vmaf_picture_ref(&ref, pic);
    vmaf_picture_ref(&dis, pic);
    if (vmaf_read_pictures(v, &ref, &dis, t))
        die("a picture is refused", c);
}

static void score(const Case *c, unsigned mask, const VmafPicture *clip, double *out)
{
    const VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_ERROR, .cpumask = mask};
    VmafFeatureDictionary *dict;
    VmafContext *v;
    if (test_options(c->opts, &dict) || vmaf_init(&v, cfg) ||
        vmaf_use_feature(v, features[c->feature].name, dict))
        die("bad options", c);
    for (unsigned t = 0; t < c->n; t++)
        read_pair(c, v, &clip[t], t);
    if (vmaf_read_pictures(v, NULL, NULL, 0))
        die("the flush fails", c);
    for (unsigned k = 0; k < N_SCORES; k++) {
        char name[128];
        snprintf(name, sizeof(name), "%s%s", features[c->feature].score[k], c->suffix);
        for (unsigned t = 0; t < c->n; t++) {
            if (vmaf_feature_score_at_index(v, name, &out[k * c->n + t], t))
                die("a score is missing", c);
        }
    }
    vmaf_close(v);
}

static void dump(const Case *c, const VmafPicture *clip, const double *scores)
{
    printf("%s %u %u %u %s %u %s\n", features[c->feature].name, c->w, c->h, c->bpc,
           formats[c->format].name, c->n, *c->opts ? c->opts : "-");
    for (unsigned t = 0; t < c->n; t++) {
        for (unsigned plane = 0; plane < 3; plane++) {
            for (unsigned y = 0; y < clip[t].h[plane]; y++) {
                const uint8_t *row =
                    (const uint8_t *)clip[t].data[plane] + (ptrdiff_t)y * clip[t].stride[plane];
                for (unsigned x = 0; x < clip[t].w[plane]; x++) {
                    const unsigned v =
                        c->bpc == 8 ? row[x] : ((const uint16_t *)(const void *)row)[x];
                    putchar((int)(v & 255));
                    putchar((int)(v >> 8));
                }
            }
        }
    }
    for (unsigned k = 0; k < N_SCORES * c->n; k++)
        printf("%s%a", k ? " " : "", scores[k]);
    printf("\n");
}

static void run(const Case *c)
{
    static const unsigned masks[] = {0, VMAF_CPU_AVX512, ~0u};
    const unsigned number = sweep.n_cases++;
    if (sweep.dump && number % sweep.dump)
        return;

    VmafPicture clip[MAX_N];
    double first[MAX_SCORES], scores[MAX_SCORES];
    const size_t bytes = N_SCORES * c->n * sizeof(*first);
    for (unsigned t = 0; t < c->n; t++)
        clip[t] = picture(c, t);
    for (size_t k = 0; k < sizeof(masks) / sizeof(*masks); k++) {
        score(c, masks[k], clip, k ? scores : first);
        if (k && memcmp(first, scores, bytes))
            die("instruction sets differ", c);
    }
    if (sweep.dump)
        dump(c, clip, first);
    for (unsigned t = 0; t < c->n; t++)
        vmaf_picture_unref(&clip[t]);
    sweep.crc = crc32_more(sweep.crc, first, bytes);
    sweep.n_in_group++;
}

static void end_group(const char *name)
{
    char got[192], want[192] = "";
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

static void run_size(unsigned feature, unsigned bpc, unsigned content, unsigned w, unsigned h)
{
    run(&(Case){feature, w, h, bpc, (w + h) % N_FORMATS, 3, content, "", ""});
}

/* All sizes up to 12, every width and every height up to 70, and widths around 256, where a second
 * strip of columns begins. */
static void sweep_sizes(unsigned feature, unsigned bpc, unsigned content)
{
    char name[128];
    for (unsigned w = 3; w <= 12; w++) {
        for (unsigned h = 3; h <= 12; h++)
            run_size(feature, bpc, content, w, h);
    }
    for (unsigned side = 13; side <= 70; side++) {
        run_size(feature, bpc, content, side, 3 + (7 * side + content) % 68);
        run_size(feature, bpc, content, 3 + (11 * side + content) % 68, side);
    }
    for (unsigned w = 254; w <= 274; w++)
        run_size(feature, bpc, content, w, 3 + w % 5);
    snprintf(name, sizeof(name), "%s:sizes:%u:%s", features[feature].name, bpc,
             contents[content].name);
    end_group(name);
}

static void sweep_options(unsigned set)
{
    char name[192];
    for (unsigned s = 0; s < sizeof(option_sizes) / sizeof(*option_sizes); s++) {
        for (unsigned content = 0; content < N_CONTENTS; content++)
            run(&(Case){option_sets[set].feature, option_sizes[s].w, option_sizes[s].h,
                        depths[(s + content) % 4], (s + content / 4) % (unsigned)N_FORMATS, MAX_N,
                        content, option_sets[set].opts, option_sets[set].suffix});
    }
    snprintf(name, sizeof(name), "%s:options:%s", features[option_sets[set].feature].name,
             option_sets[set].opts);
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
    for (unsigned feature = 0; feature < 2; feature++) {
        for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
            for (unsigned content = 0; content < N_CONTENTS; content++)
                sweep_sizes(feature, depths[d], content);
        }
    }
    for (unsigned set = 0; set < N_OPTION_SETS; set++)
        sweep_options(set);
    if (sweep.want) {
        char rest[192];
        if (fgets(rest, sizeof(rest), sweep.want)) {
            fprintf(stderr, "%s: more groups than cases: %s", argv[1], rest);
            sweep.failed = true;
        }
        fclose(sweep.want);
    }
    return sweep.failed;
}
