/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Scores of ssimulacra2 through the public functions: values of docs/metrics/ssimulacra2.md, and
 * equality over instruction sets, threads, depths and sizes. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/cpu.h"

enum { N_NORMS = 108, NO_AVX512 = VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL };

#define F420 VMAF_PIX_FMT_YUV420P
#define F422 VMAF_PIX_FMT_YUV422P
#define F444 VMAF_PIX_FMT_YUV444P
#define F400 VMAF_PIX_FMT_YUV400P

/** What to score and how. */
typedef struct Run {
    unsigned w, h;
    enum VmafPixelFormat fmt;
    unsigned bpc;
    int yuv_matrix;
    bool debug;
    uint64_t cpumask;
} Run;

typedef struct Scores {
    double score;
    double norm[N_NORMS]; /* with debug only */
} Scores;

static void put(VmafPicture *pic, unsigned p, unsigned x, unsigned y, unsigned v)
{
    char *row = (char *)pic->data[p] + (ptrdiff_t)y * pic->stride[p];
    if (pic->bpc > 8)
        ((uint16_t *)row)[x] = (uint16_t)v;
    else
        ((uint8_t *)row)[x] = (uint8_t)v;
}

/* The generated pair of the page: one generator runs through all planes. */
static int generated(bool dis, unsigned p, unsigned x, unsigned y, uint32_t s)
{
    const int n = (s >> 24) & 15;
    const int base = (int)((3 * x + 5 * y + 37 * p + 8 * ((x >> 3) ^ (y >> 3))) & 255);
    int v = 16 + base * 200 / 255 + n;

    if (dis) {
        v += ((3 * n) >> 2) - n;
        if (((x >> 2) + (y >> 2)) % 5 == 0)
            v += 6;
    }
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

enum Content { GENERATED, SHIFTED, EXTREME };

/**
 * A picture of a pair.
 *
 * SHIFTED is the 8-bit content of GENERATED at any depth; EXTREME has the lowest and highest
 * codes, and codes next to them, at random.
 */
static VmafPicture picture(const Run *run, enum Content content, bool dis)
{
    const unsigned shift = run->bpc - 8;
    uint32_t s = content == EXTREME && dis ? 99 : 12345;
    VmafPicture pic;

    assert_int_equal(vmaf_picture_alloc(&pic, run->fmt, run->bpc, run->w, run->h), 0);
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned y = 0; y < pic.h[p]; y++) {
            for (unsigned x = 0; x < pic.w[p]; x++) {
                s = s * 1664525u + 1013904223u;
                unsigned v = (unsigned)generated(dis, p, x, y, s) << shift;
                if (content == GENERATED)
                    v |= (s >> 16) & ((1u << shift) - 1);
                if (content == EXTREME) {
                    const unsigned near = (s >> 20) & 3;
                    v = s >> 31 ? near : (1u << run->bpc) - 1 - near;
                }
                put(&pic, p, x, y, v);
            }
        }
    }
    return pic;
}

static void norm_name(unsigned i, char *name, size_t size)
{
    static const char *const term[] = {"ssim", "artifact", "detail"};
    snprintf(name, size, "ssimulacra2_%c_scale%u_%s_%s", "xyb"[i / 36], i / 6 % 6, term[i % 3],
             i / 3 % 2 ? "l4" : "l1");
}

static VmafContext *open_run(const Run *run, unsigned n_threads)
{
    const char matrix[] = {(char)('0' + run->yuv_matrix), 0};
    VmafFeatureDictionary *dict = test_option("yuv_matrix", matrix);
    VmafConfiguration cfg = test_config(n_threads);
    VmafContext *vmaf;

    cfg.cpumask = run->cpumask;
    assert_int_equal(vmaf_feature_dictionary_set(&dict, "debug", run->debug ? "true" : "false"), 0);
    assert_int_equal(vmaf_init(&vmaf, cfg), 0);
    assert_int_equal(vmaf_use_feature(vmaf, "ssimulacra2", dict), 0);
    return vmaf;
}

static void get_scores(VmafContext *vmaf, const Run *run, unsigned index, Scores *s)
{
    assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssimulacra2", &s->score, index), 0);
    for (unsigned i = 0; i < N_NORMS; i++) {
        char name[64];
        norm_name(i, name, sizeof(name));
        s->norm[i] = 0.0;
        assert_int_equal(vmaf_feature_score_at_index(vmaf, name, &s->norm[i], index),
                         run->debug ? 0 : -EINVAL);
    }
}

static Scores score_pair(const Run *run, VmafPicture ref, VmafPicture dis)
{
    VmafContext *vmaf = open_run(run, 0);
    Scores s;

    assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, 0), 0);
    assert_int_equal(test_flush(vmaf), 0);
    get_scores(vmaf, run, 0, &s);
    assert_int_equal(vmaf_close(vmaf), 0);
    return s;
}

static Scores score(const Run *run, enum Content content)
{
    return score_pair(run, picture(run, content, false), picture(run, content, true));
}

#define assert_same(got, want)                                   \
    do {                                                         \
        const double g_ = (got), w_ = (want);                    \
        if (memcmp(&g_, &w_, sizeof(g_)))                        \
            fail_msg("%s: got %.17g, want %.17g", #got, g_, w_); \
    } while (0)

static void test_scores_of_the_page(void **state)
{
    static const struct {
        Run run;
        double score;
    } page[] = {
        {{64, 48, F420, 8, .yuv_matrix = 0}, 79.874182974922036},
        {{64, 48, F420, 8, .yuv_matrix = 1}, 79.387046836325254},
        {{64, 48, F420, 8, .yuv_matrix = 2}, 81.124335054378435},
        {{64, 48, F420, 8, .yuv_matrix = 3}, 80.820739809644223},
        {{161, 91, F420, 10, .yuv_matrix = 0}, 72.755799691672692},
        {{256, 144, F444, 8, .yuv_matrix = 0}, 77.578843577374215},
        {{35, 29, F422, 12, .yuv_matrix = 0}, 85.552039555572463},
        {{17, 9, F420, 16, .yuv_matrix = 0}, 92.268645516446256},
        {{8, 8, F444, 8, .yuv_matrix = 0}, 95.108706044901552},
        {{320, 240, F420, 8, .yuv_matrix = 0}, 71.071356335779626},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(page) / sizeof(*page); i++)
        assert_same(score(&page[i].run, GENERATED).score, page[i].score);
}

static void test_norms_of_the_page(void **state)
{
    /* 64x48, [scale][channel]: ssim l1, l4, artifact l1, l4, detail l1, l4. */
    static const double page[4][3][6] = {
        {
            {0.013791597254263857, 0.040116477809831463, 0.00093396056440009367,
             0.0039655234842331634, 0.002337427777904836, 0.0054963838492258638},
            {0.014171823296540726, 0.035653171868232837, 0.001786003953843244,
             0.0062042767321777246, 0.0030793269861000283, 0.0083545369027773365},
            {0.017770140393016238, 0.044455194906581189, 0.00088202311520069188,
             0.0039462714934856329, 0.0024496081627853883, 0.0054873018015125117},
        },
        {
            {0.0085053845153500625, 0.025214383375777846, 0.0015172679317211704,
             0.0054418560744013871, 0.0024601762465105517, 0.0065768589937610896},
            {0.0053898749562601243, 0.014511669286529642, 0.002663845566775791,
             0.0085333144558140776, 0.0027801645307974354, 0.0083808670376155775},
            {0.012731428102900583, 0.029820280333866141, 0.0014638117919657152,
             0.0051436397546945839, 0.0026542544687918239, 0.0065523111958342662},
        },
        {
            {0.002257978854080041, 0.0067063348032229755, 0.0016695144593844209,
             0.0063003987931812564, 0.0024613772829790528, 0.0061059717442738968},
            {0.0015713280687729516, 0.0032266477667576158, 0.0034609531542173499,
             0.01048900775194282, 0.00288798334721226, 0.0075020965218922644},
            {0.0032497970387339592, 0.0094246284492950014, 0.0018351119322990901,
             0.0062855727432898599, 0.0023745101169273157, 0.0056812685439087867},
        },
        {
            {0.00038705393671989441, 0.00064332137415028668, 0.0020128899150222423,
             0.008069066475312324, 0.0027601405975777498, 0.0047445127779343196},
            {0.00030059988300005591, 0.00037827574257617445, 0.0023811586694743405,
             0.005914664040369679, 0.0019617481205690028, 0.0060119713346389611},
            {0.00033873940507570899, 0.00061696880103614331, 0.002003360837382691,
             0.0078238415198824355, 0.0026440422516316175, 0.0041192997754822937},
        },
    };
    const Run run = {64, 48, F420, 8, .debug = true};
    const Scores s = score(&run, GENERATED);

    (void)state;
    for (unsigned i = 0; i < N_NORMS; i++) {
        const unsigned channel = i / 36, scale = i / 6 % 6, n = i / 3 % 2, term = i % 3;
        assert_same(s.norm[i], scale < 4 ? page[scale][channel][2 * term + n] : 0.0);
    }
}

static void test_identity(void **state)
{
    static const enum VmafPixelFormat fmt[] = {F420, F422, F444, F400};
    static const unsigned bpc[] = {8, 10, 12, 16};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 4; j++) {
            Run run = {61, 39, fmt[i], bpc[j], .debug = true};
            for (run.yuv_matrix = 0; run.yuv_matrix < 4; run.yuv_matrix++) {
                const enum Content content = run.yuv_matrix % 2 ? EXTREME : GENERATED;
                const Scores s =
                    score_pair(&run, picture(&run, content, true), picture(&run, content, true));
                assert_same(s.score, 100.0);
                for (unsigned k = 0; k < N_NORMS; k++)
                    assert_same(s.norm[k], 0.0);
            }
        }
    }
}

static void test_shifted_content(void **state)
{
    (void)state;
    for (int matrix = 0; matrix < 2; matrix++) {
        Run run = {67, 45, F420, 8, .yuv_matrix = matrix, .debug = true};
        const Scores want = score(&run, SHIFTED);

        for (run.bpc = 10; run.bpc <= 16; run.bpc += run.bpc == 12 ? 4 : 2) {
            const Scores got = score(&run, SHIFTED);
            assert_same(got.score, want.score);
            assert_memory_equal(got.norm, want.norm, sizeof(want.norm));
        }
    }
}

/* All 109 values of a run under every mask of instruction sets. */
static void compare_masks(Run run, enum Content content)
{
    static const uint64_t mask[] = {NO_AVX512, NO_AVX512 | VMAF_CPU_AVX2, 0};
    Scores want;

    run.debug = true;
    run.cpumask = UINT64_MAX;
    want = score(&run, content);
    assert_true(isfinite(want.score));
    for (size_t i = 0; i < sizeof(mask) / sizeof(*mask); i++) {
        run.cpumask = mask[i];
        const Scores got = score(&run, content);
        if (memcmp(&got, &want, sizeof(got)))
            fail_msg("%ux%u, mask 0x%x: %.17g, without it %.17g", run.w, run.h, (unsigned)mask[i],
                     got.score, want.score);
    }
}

static void test_instruction_sets(void **state)
{
    static const unsigned size[][2] = {
        {8, 8},    {9, 17},    {15, 15},   {16, 16},   {17, 9},    {24, 31},  {31, 32},
        {32, 33},  {35, 29},   {39, 35},   {40, 36},   {41, 37},   {64, 48},  {127, 40},
        {128, 68}, {129, 69},  {112, 112}, {113, 113}, {143, 20},  {144, 20}, {145, 20},
        {161, 91}, {224, 225}, {225, 224}, {255, 9},   {256, 144}, {257, 13},
    };
    static const enum VmafPixelFormat fmt[] = {F420, F422, F444, F400};

    (void)state;
    if (!(vmaf_cpu_flags() & VMAF_CPU_AVX2))
        print_message("AVX2 and FMA not compared: not in this CPU or build\n");
    if (!(vmaf_cpu_flags() & VMAF_CPU_AVX512))
        print_message("AVX-512 not compared: not in this CPU or build\n");
    for (unsigned i = 0; i < sizeof(size) / sizeof(*size); i++) {
        const Run run = {size[i][0], size[i][1], fmt[i % 4], i % 3 ? 8 : 10, .yuv_matrix = 0};
        compare_masks(run, GENERATED);
    }
    for (unsigned i = 0; i < 4; i++) {
        const Run run = {75, 41, fmt[i], 8 + 2 * i + 2 * (i == 3), .yuv_matrix = (int)i};
        compare_masks(run, EXTREME);
    }
}

static void test_scale_count(void **state)
{
    /* The sixth scale exists from 113 on: its parent then has 8. */
    for (unsigned side = 112; side <= 113; side++) {
        const Run run = {side, side, F420, 8, .debug = true};
        const Scores s = score(&run, GENERATED);
        for (unsigned i = 0; i < N_NORMS; i++) {
            if (i / 6 % 6 == 5 && i % 6 == 0)
                assert_int_equal(s.norm[i] > 0.0, side == 113);
        }
    }
    (void)state;
}

static void test_flat_pictures(void **state)
{
    static const unsigned level[] = {0, 16, 128, 235, 255};

    (void)state;
    for (unsigned i = 0; i < 25; i++) {
        const Run run = {32, 32, F400, 8, .debug = true};
        VmafPicture pic[2];
        for (unsigned k = 0; k < 2; k++) {
            assert_int_equal(vmaf_picture_alloc(&pic[k], F400, 8, run.w, run.h), 0);
            for (unsigned y = 0; y < run.h; y++) {
                for (unsigned x = 0; x < run.w; x++)
                    put(&pic[k], 0, x, y, level[k ? i / 5 : i % 5]);
            }
        }
        const Scores s = score_pair(&run, pic[0], pic[1]);
        assert_true(isfinite(s.score));
        /* 0 and 16 are both black. */
        const bool equal = i / 5 == i % 5 || (i / 5 < 2 && i % 5 < 2);
        if (equal)
            assert_same(s.score, 100.0);
        if (i / 5 == 2 && i % 5 != 2)
            assert_true(s.score < 90.0);
    }
}

static void test_threads(void **state)
{
    static const unsigned n_threads[] = {0, 1, 2, 8};
    enum { N = 6 };
    Scores want[N];
    const Run run = {93, 61, F420, 8, .debug = true};

    (void)state;
    for (unsigned t = 0; t < 4; t++) {
        VmafContext *vmaf = open_run(&run, n_threads[t]);
        for (unsigned k = 0; k < N; k++) {
            /* Frames of different content, in an order that is not theirs. */
            const unsigned i = 5 * k % N;
            VmafPicture ref = picture(&run, GENERATED, false), dis = picture(&run, EXTREME, i % 2);
            for (unsigned y = 0; y < ref.h[0] - 9 * i; y++)
                memcpy((char *)dis.data[0] + (ptrdiff_t)y * dis.stride[0],
                       (char *)ref.data[0] + (ptrdiff_t)y * ref.stride[0], run.w);
            assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, i), 0);
        }
        assert_int_equal(test_flush(vmaf), 0);
        for (unsigned i = 0; i < N; i++) {
            Scores got;
            get_scores(vmaf, &run, i, t ? &got : &want[i]);
            if (t)
                assert_memory_equal(&got, &want[i], sizeof(got));
            else if (i)
                assert_true(want[i].score != want[i - 1].score);
        }
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static int read_result(unsigned w, unsigned h, unsigned bpc)
{
    const Run run = {w, h, F420, bpc, .yuv_matrix = 0};
    VmafContext *vmaf = open_run(&run, 0);
    VmafPicture ref, dis;

    assert_int_equal(vmaf_picture_alloc(&ref, F420, bpc, w, h), 0);
    assert_int_equal(vmaf_picture_alloc(&dis, F420, bpc, w, h), 0);
    const int err = vmaf_read_pictures(vmaf, &ref, &dis, 0);
    if (err) {
        assert_int_equal(vmaf_picture_unref(&ref), 0);
        assert_int_equal(vmaf_picture_unref(&dis), 0);
    }
    assert_int_equal(vmaf_close(vmaf), 0);
    return err;
}

static void test_refusals(void **state)
{
    static const struct {
        const char *key, *value;
    } option[] = {{"yuv_matrix", "4"}, {"yuv_matrix", "-1"}, {"yuv_matrix", "x"}, {"matrix", "0"}};

    (void)state;
    assert_int_equal(read_result(8, 8, 8), 0);
    assert_int_equal(read_result(7, 8, 8), -EINVAL);
    assert_int_equal(read_result(8, 7, 8), -EINVAL);
    assert_int_equal(read_result(1, 1, 8), -EINVAL);
    assert_int_equal(read_result(8, 8, 9), -EINVAL);
    assert_int_equal(read_result(8, 8, 14), -EINVAL);
    for (size_t i = 0; i < sizeof(option) / sizeof(*option); i++) {
        VmafContext *vmaf = test_open(0);
        VmafFeatureDictionary *dict = test_option(option[i].key, option[i].value);
        assert_int_equal(vmaf_use_feature(vmaf, "ssimulacra2", dict), -EINVAL);
        assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores_of_the_page), cmocka_unit_test(test_norms_of_the_page),
        cmocka_unit_test(test_identity),           cmocka_unit_test(test_shifted_content),
        cmocka_unit_test(test_instruction_sets),   cmocka_unit_test(test_scale_count),
        cmocka_unit_test(test_flat_pictures),      cmocka_unit_test(test_threads),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
