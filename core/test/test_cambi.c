/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "extract.h"
#include "feature/cambi/cambi_pool.h"
#include "feature/cambi/cambi_tables.h"

/* The pictures of the check vectors in docs/metrics/cambi.md. */
static uint32_t bands(unsigned x, unsigned y, unsigned bpc)
{
    switch (bpc) {
    case 8:
        return 60 + (x + 2 * y) / 16;
    case 10:
        return 300 + (x + y) / 24 + ((x / 40 + y / 40) % 3 == 0);
    default:
        return (80 + (3 * x + y) / 64) * 256 + x * y % 7 * 4;
    }
}

static int score_of(const char *opts, unsigned bpc, unsigned w, unsigned h, TestSample sample,
                    double *score)
{
    return test_extract_made("cambi", opts, bpc, w, h, sample, sample, score);
}

static void vectors(void **state)
{
    (void)state;
    static const unsigned depths[] = {8, 10, 16};
    static const struct {
        const char *opts;
        double score[3];
    } want[] = {
        {"", {23.481829378785996, 0.77258031963119433, 17.074823229155101}},
        {"enc_width=250:enc_height=200",
         {23.39052518789309, 0.7673619692095579, 16.301925573374628}},
        {"max_log_contrast=5:window_size=127",
         {23.085488326140123, 1.153854429405063, 21.215969511318551}},
        {"eotf=pq:tvi_threshold=0.05:topk=1",
         {19.208844346071587, 0.19974341041376803, 11.804409969900133}},
        {"cambi_vis_lum_threshold=5:cambi_topk=0.1",
         {26.543018231424348, 1.6900819610677609, 29.301760366173831}},
    };
    static const double other_depth[] = {23.496516865843276, 0.77248843591533556,
                                         17.033473193736707};
    double score[TEST_MAX_SCORES];
    for (unsigned d = 0; d < 3; d++) {
        for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
            assert_int_equal(score_of(want[i].opts, depths[d], 320, 240, bands, score), 1);
            assert_same_double(score[0], want[i].score[d]);
        }
        const char *opts = depths[d] == 8 ? "enc_bitdepth=10" : "enc_bitdepth=8";
        assert_int_equal(score_of(opts, depths[d], 320, 240, bands, score), 1);
        assert_same_double(score[0], other_depth[d]);
    }
}

static void luminance(void **state)
{
    (void)state;
    assert_same_double(vmaf_cambi_luminance(CAMBI_BT1886, 64), 0.0099999999999999985);
    assert_same_double(vmaf_cambi_luminance(CAMBI_BT1886, 0), 0.0099999999999999985);
    assert_same_double(vmaf_cambi_luminance(CAMBI_BT1886, 65), 0.012098383667319322);
    assert_same_double(vmaf_cambi_luminance(CAMBI_BT1886, 500), 58.092417103705536);
    assert_same_double(vmaf_cambi_luminance(CAMBI_BT1886, 940), 300.0);
    assert_same_double(vmaf_cambi_luminance(CAMBI_BT1886, 1024), 300.0);
    assert_same_double(vmaf_cambi_luminance(CAMBI_PQ, 64), 0.0);
    assert_same_double(vmaf_cambi_luminance(CAMBI_PQ, 65), 5.2591203541656069e-05);
    assert_same_double(vmaf_cambi_luminance(CAMBI_PQ, 500), 90.157858445057073);
    assert_same_double(vmaf_cambi_luminance(CAMBI_PQ, 940), 10000.0);
}

static void visibility(void **state)
{
    (void)state;
    static const struct {
        CambiEotf eotf;
        double fraction;
        unsigned k;
        int last;
    } steps[] = {
        {CAMBI_BT1886, 0.019, 1, 178},  {CAMBI_BT1886, 0.019, 2, 305},
        {CAMBI_BT1886, 0.019, 3, 432},  {CAMBI_BT1886, 0.019, 4, 559},
        {CAMBI_BT1886, 0.019, 5, 686},  {CAMBI_BT1886, 0.019, 6, 813},
        {CAMBI_BT1886, 0.019, 7, 1023}, {CAMBI_PQ, 0.019, 1, 233},
        {CAMBI_PQ, 0.019, 2, 1023},     {CAMBI_BT1886, 0.06, 1, 92},
        {CAMBI_BT1886, 0.06, 2, 133},   {CAMBI_BT1886, 0.06, 4, 214},
        {CAMBI_BT1886, 0.06, 8, 377},   {CAMBI_BT1886, 0.2, 1, 64},
        {CAMBI_BT1886, 0.2, 2, 77},     {CAMBI_BT1886, 0.2, 4, 102},
        {CAMBI_BT1886, 0.2, 8, 153},    {CAMBI_BT1886, 1.0, 1, 0},
        {CAMBI_BT1886, 1.0, 2, 0},      {CAMBI_BT1886, 1.0, 4, 0},
        {CAMBI_BT1886, 1.0, 8, 75},
    };
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
        assert_int_equal(vmaf_cambi_last_visible(steps[i].eotf, steps[i].fraction, steps[i].k),
                         steps[i].last);
    static const struct {
        double luminance;
        int bt1886, pq;
    } dark[] = {{0.01, 65, 83}, {0.06, 78, 108}, {1, 135, 196}, {100, 614, 510}, {300, 940, 609}};
    for (size_t i = 0; i < sizeof(dark) / sizeof(*dark); i++) {
        assert_int_equal(vmaf_cambi_first_bright(CAMBI_BT1886, dark[i].luminance), dark[i].bt1886);
        assert_int_equal(vmaf_cambi_first_bright(CAMBI_PQ, dark[i].luminance), dark[i].pq);
    }
    assert_int_equal(vmaf_cambi_first_bright(CAMBI_BT1886, 0.0), 0);
    assert_int_equal(vmaf_cambi_first_bright(CAMBI_BT1886, 300.1), -1);
}

/* As the definition has them: through text, whose rounding the C library does correctly. */
static void reciprocals(void **state)
{
    (void)state;
    float got[VMAF_CAMBI_MAX_COUNT + 1];
    vmaf_cambi_reciprocals(got);
    assert_true(got[0] == 0.0f);
    for (int n = 1; n <= VMAF_CAMBI_MAX_COUNT; n++) {
        char text[32];
        snprintf(text, sizeof(text), "%.9g", 1.0 / n);
        if (got[n] != strtof(text, NULL))
            fail_msg("1/%d: got %.9g, want %s", n, (double)got[n], text);
    }
}

/* Positions in exact halves, and one that rounding pushes beyond the last sample. */
static void nearest(void **state)
{
    (void)state;
    uint32_t at[6871];
    vmaf_cambi_nearest(at, 8, 4);
    static const uint32_t half[] = {1, 3, 5, 7};
    assert_memory_equal(at, half, sizeof(half));
    vmaf_cambi_nearest(at, 4, 8);
    static const uint32_t twice[] = {0, 0, 1, 1, 2, 2, 3, 3};
    assert_memory_equal(at, twice, sizeof(twice));
    vmaf_cambi_nearest(at, 3943, 6871);
    assert_int_equal(at[6870], 3942);
}

/* ---- the sum of the largest values ---- */

static CambiSum about(const float *value, size_t n)
{
    CambiSum s = {.least = INFINITY, .n = n};
    for (size_t i = 0; i < n; i++) {
        s.sum += (double)value[i];
        s.least = value[i] < s.least ? value[i] : s.least;
    }
    return s;
}

/* Values with few bits: the sum of the k largest is exact, and a sort finds it. */
static int descending(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

static void largest(void **state)
{
    (void)state;
    enum { N = 5000 };
    static float value[N], any[N], order[N];
    for (unsigned kind = 0; kind < 4; kind++) {
        for (unsigned i = 0; i < N; i++) {
            const uint32_t r = test_noise(i, kind, 16);
            value[i] = kind == 0   ? 0.5f + (float)r / 8.0f
                       : kind == 1 ? 1.0f + (float)(r % 3)
                       : kind == 2 ? (float)(1u << r % 14)
                                   : 0.5f + (float)r * 0x1p-20f;
        }
        static const unsigned ks[] = {1, 2, 17, N / 2, N - 1, N};
        for (unsigned i = 0; i < sizeof(ks) / sizeof(*ks); i++) {
            double got;
            memcpy(any, value, sizeof(any));
            memcpy(order, value, sizeof(order));
            const CambiSum s = about(value, N);
            assert_true(vmaf_cambi_sum_any_order(&s, any, ks[i], &got));
            assert_same_double(got, vmaf_cambi_sum_in_order(order, N, ks[i]));
            double want = 0.0;
            memcpy(any, value, sizeof(any));
            qsort(any, N, sizeof(*any), descending);
            for (unsigned k = 0; k < ks[i]; k++)
                want += (double)any[k];
            assert_same_double(got, want);
        }
    }
}

/* Sums of which 53 bits are not enough: the order is asked for, and it matters. */
static void order_matters(void **state)
{
    (void)state;
    static float value[1 << 20], copy[1 << 20];
    const size_t n = sizeof(value) / sizeof(*value);
    for (size_t i = 0; i < n; i++)
        value[i] = i % 2 ? 9506.25f - (float)i * 0x1p-10f : 0.5f + (float)i * 0x1p-23f;
    memcpy(copy, value, sizeof(copy));
    const CambiSum s = about(value, n);
    double total;
    assert_false(vmaf_cambi_sum_any_order(&s, copy, n, &total));
    memcpy(copy, value, sizeof(copy));
    assert_false(vmaf_cambi_sum_any_order(&s, copy, n - 1, &total));
    /* With all of them it is the order of the raster. */
    memcpy(copy, value, sizeof(copy));
    assert_same_double(vmaf_cambi_sum_in_order(copy, n, n), s.sum);
    /* The large half alone has enough bits. */
    memcpy(copy, value, sizeof(copy));
    assert_true(vmaf_cambi_sum_any_order(&s, copy, n / 2, &total));
}

/* ---- the feature ---- */

static void check_refused(const char *opts, unsigned w, unsigned h, const char *const *says)
{
    char text[4096];
    assert_int_equal(test_extract_log("cambi", opts, 8, w, h, bands, bands, text, sizeof(text)),
                     -EINVAL);
    for (; *says; says++) {
        if (!strstr(text, *says))
            fail_msg("%s at %ux%u: no \"%s\" in: %s", opts, w, h, *says, text);
    }
}

#define CHECK_REFUSED(opts, w, h, ...) \
    check_refused(opts, w, h, (const char *const[]){__VA_ARGS__, NULL})

static void refusals(void **state)
{
    (void)state;
    double score[TEST_MAX_SCORES];
    CHECK_REFUSED("", 215, 215, "encoded side", "215x215", "216");
    CHECK_REFUSED("", 4096, 2160, "4096x2160", "67", "65");
    CHECK_REFUSED("", 7680, 4320, "7680x4320", "131");
    CHECK_REFUSED("enc_width=200:enc_height=150", 320, 240, "200x150", "320x240");
    CHECK_REFUSED("src_width=400:src_height=200", 320, 240, "400x200", "320x240",
                  "wider and lower");
    CHECK_REFUSED("src_width=320:src_height=400", 640, 240, "320x400", "640x240",
                  "narrower and higher");
    CHECK_REFUSED("src_width=7680:src_height=4320", 320, 240, "7680x4320", "131");
    CHECK_REFUSED("eotf=gamma", 320, 240, "eotf", "gamma", "bt1886");
    CHECK_REFUSED("eotf=gamma:cambi_eotf=pq", 320, 240, "gamma");
    CHECK_REFUSED("cambi_eotf=PQ", 320, 240, "cambi_eotf", "PQ");
    CHECK_REFUSED("enc_width=0", 320, 240, "enc_width", "180");
    CHECK_REFUSED("window_size=128", 320, 240, "window_size", "127");
    CHECK_REFUSED("max_log_contrast=6", 320, 240, "max_log_contrast");
    CHECK_REFUSED("heatmaps_path=/dev/null/x", 320, 240, "/dev/null");
    static const unsigned sizes[][2] = {{216, 1}, {1, 216}, {300, 2}, {217, 155}, {225, 225}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        assert_int_equal(score_of("full_ref=true", 8, sizes[i][0], sizes[i][1], bands, score), 3);
}

static uint32_t too_deep(unsigned x, unsigned y, unsigned bpc)
{
    return x == 319 && y == 0 ? (1u << bpc) + 5 : bands(x, y, bpc);
}

static void samples_above_the_depth(void **state)
{
    (void)state;
    char text[4096];
    double score[TEST_MAX_SCORES];
    assert_int_equal(
        test_extract_log("cambi", "", 10, 320, 240, bands, too_deep, text, sizeof(text)), -EINVAL);
    assert_non_null(strstr(text, "distorted"));
    assert_non_null(strstr(text, "1029"));
    assert_non_null(strstr(text, "1023"));
    /* Where resampling leaves the sample out, too. */
    assert_int_equal(test_extract_log("cambi", "enc_width=180:enc_height=220", 10, 320, 240, bands,
                                      too_deep, text, sizeof(text)),
                     -EINVAL);
    /* The reference is read only when it is measured. */
    assert_int_equal(test_extract_made("cambi", "", 10, 320, 240, too_deep, bands, score), 1);
    assert_same_double(score[0], 0.77258031963119433);
    assert_int_equal(test_extract_log("cambi", "full_ref=true", 10, 320, 240, too_deep, bands, text,
                                      sizeof(text)),
                     -EINVAL);
    assert_non_null(strstr(text, "reference"));
}

/* Strong bands beside weak ones: at the first two scales the sum has more bits than a double. */
static uint32_t strong_bands(unsigned x, unsigned y, unsigned bpc)
{
    (void)bpc;
    if (x < 2000)
        return 300 + (x + 2 * y) / 48 % 2 * 4;
    return x >= 2080 && x % 61 < 3 && y % 53 < 3 ? 151 : 150;
}

/*
 * The score is that of core/test/py/ref_cambi.py, which always takes the order of the partition;
 * any other order of the largest values gives another one.
 */
static void strongly_banded(void **state)
{
    (void)state;
    double score[TEST_MAX_SCORES];
    assert_int_equal(score_of("", 10, 3840, 2160, strong_bands, score), 1);
    assert_same_double(score[0], 25.757101010557012);
}

/* One code, no flat sample, and thresholds that leave no code: nothing to see. */
static void zeros(void **state)
{
    (void)state;
    double score[TEST_MAX_SCORES];
    assert_int_equal(score_of("", 8, 320, 240, test_grey, score), 1);
    assert_same_double(score[0], 0.0);
    assert_int_equal(score_of("", 8, 320, 240, test_noise, score), 1);
    assert_same_double(score[0], 0.0);
    assert_int_equal(score_of("cambi_vis_lum_threshold=300", 8, 320, 240, bands, score), 1);
    assert_same_double(score[0], 0.0);
    assert_int_equal(score_of("full_ref=true", 8, 320, 240, bands, score), 3);
    assert_same_double(score[1], 23.481829378785996);
    assert_same_double(score[2], 0.0);
    assert_int_equal(
        test_extract_made("cambi", "full_ref=true", 8, 320, 240, test_grey, bands, score), 3);
    assert_same_double(score[1], 0.0);
    assert_same_double(score[2], 23.481829378785996);
    assert_int_equal(score_of("cambi_max_val=17", 8, 320, 240, bands, score), 1);
    assert_same_double(score[0], 17.0);
}

/* An encoded size beyond the picture, one side of a size, and a speed-up below its size: as
 * without. */
static void ignored_options(void **state)
{
    (void)state;
    static const char *const opts[] = {"enc_width=321:enc_height=240",
                                       "enc_width=250",
                                       "src_height=200",
                                       "cambi_high_res_speedup=1080",
                                       "cambi_high_res_speedup=7",
                                       "topk=0.6",
                                       "enc_bitdepth=8"};
    double score[TEST_MAX_SCORES];
    for (size_t i = 0; i < sizeof(opts) / sizeof(*opts); i++) {
        assert_int_equal(score_of(opts[i], 8, 320, 240, bands, score), 1);
        assert_same_double(score[0], 23.481829378785996);
    }
    assert_int_equal(
        score_of("topk=1:cambi_topk=0.1:eotf=pq:tvi_threshold=0.05", 8, 320, 240, bands, score), 1);
    assert_same_double(score[0], 19.208844346071587);
    assert_int_equal(
        score_of("topk=1:eotf=bt1886:cambi_eotf=pq:tvi_threshold=0.05", 8, 320, 240, bands, score),
        1);
    assert_same_double(score[0], 19.208844346071587);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(luminance),
        cmocka_unit_test(visibility),
        cmocka_unit_test(reciprocals),
        cmocka_unit_test(nearest),
        cmocka_unit_test(largest),
        cmocka_unit_test(order_matters),
        cmocka_unit_test(strongly_banded),
        cmocka_unit_test(refusals),
        cmocka_unit_test(samples_above_the_depth),
        cmocka_unit_test(zeros),
        cmocka_unit_test(ignored_options),
    };
    int failed = 0;
    /* Without instruction sets, and with all. */
    for (unsigned i = 0; i < 2; i++) {
        test_mask = i ? 0 : 0xffffffff;
        failed |= cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failed;
}
