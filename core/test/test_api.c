/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The life cycle of a context and everything a client can do wrong, with and without threads. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

static const unsigned thread_counts[] = {0, 3};
#define FOR_EACH_THREAD_COUNT(n) \
    for (unsigned k_ = 0, n; k_ < 2 && (n = thread_counts[k_], 1); k_++)

static void test_null_arguments(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    double score = 42.0;
    assert_int_equal(vmaf_init(NULL, test_config(0)), -EINVAL);
    assert_int_equal(vmaf_close(NULL), -EINVAL);
    assert_int_equal(vmaf_use_feature(NULL, "ssim", NULL), -EINVAL);
    assert_int_equal(vmaf_use_feature(vmaf, NULL, NULL), -EINVAL);
    assert_int_equal(vmaf_read_pictures(NULL, NULL, NULL, 0), -EINVAL);
    assert_int_equal(vmaf_import_feature_score(NULL, "x", 1.0, 0), -EINVAL);
    assert_int_equal(vmaf_import_feature_score(vmaf, NULL, 1.0, 0), -EINVAL);
    assert_int_equal(vmaf_feature_score_at_index(NULL, "x", &score, 0), -EINVAL);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, NULL, &score, 0), -EINVAL);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, "x", NULL, 0), -EINVAL);
    const enum VmafPoolingMethod mean = VMAF_POOL_METHOD_MEAN;
    assert_int_equal(vmaf_feature_score_pooled(NULL, "x", mean, &score, 0, 0), -EINVAL);
    assert_int_equal(vmaf_feature_score_pooled(vmaf, NULL, mean, &score, 0, 0), -EINVAL);
    assert_int_equal(vmaf_feature_score_pooled(vmaf, "x", mean, NULL, 0, 0), -EINVAL);
    assert_true(score == 42.0);
    assert_int_equal(vmaf_extractor_describe(0, NULL), -EINVAL);
    assert_int_equal(vmaf_extractor_describe_option(0, 0, NULL), -EINVAL);
    assert_int_equal(vmaf_close(vmaf), 0);
    assert_string_equal(vmaf_version(), vmaf_version());
    assert_memory_equal(vmaf_version(), "3.", 2);
}

static void test_close_early(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        assert_int_equal(vmaf_close(test_open(n)), 0);

        VmafContext *vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        assert_int_equal(vmaf_close(vmaf), 0);

        vmaf = test_open(n); /* without a flush */
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal(test_read(vmaf, i), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static void test_flush_states(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        assert_int_equal(test_flush(vmaf), 0); /* nothing registered */
        assert_int_equal(test_flush(vmaf), -EINVAL);
        assert_int_equal(vmaf_close(vmaf), 0);

        vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        assert_int_equal(test_flush(vmaf), -EINVAL); /* no picture */
        assert_int_equal(vmaf_close(vmaf), 0);

        vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        assert_int_equal(test_read(vmaf, 0), 0);
        assert_int_equal(test_flush(vmaf), 0);
        assert_int_equal(test_read(vmaf, 1), -EINVAL);
        assert_int_equal(test_flush(vmaf), -EINVAL);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static void test_ownership_of_pictures(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        static const VmafPicture zero;
        VmafContext *vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        VmafPicture ref = test_picture(VMAF_PIX_FMT_YUV420P, 8, 64, 48, 1);
        VmafPicture dis = test_picture(VMAF_PIX_FMT_YUV420P, 8, 64, 48, 2);
        assert_int_equal(vmaf_read_pictures(vmaf, &ref, NULL, 0), -EINVAL);
        assert_int_equal(vmaf_read_pictures(vmaf, NULL, &dis, 0), -EINVAL);
        assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, 0), 0);
        assert_memory_equal(&ref, &zero, sizeof(zero));
        assert_memory_equal(&dis, &zero, sizeof(zero));
        /* Some clients release pictures that have been consumed. */
        assert_int_equal(vmaf_picture_unref(&ref), -EINVAL);
        assert_int_equal(vmaf_read_pictures(vmaf, &ref, &dis, 1), -EINVAL);
        assert_int_equal(test_flush(vmaf), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** A picture filled by hand, not made by the library. */
static void test_foreign_picture(void **state)
{
    (void)state;
    static unsigned char samples[64 * 48 * 2];
    VmafPicture mine = {.pix_fmt = VMAF_PIX_FMT_YUV420P,
                        .bpc = 8,
                        .w = {64, 32, 32},
                        .h = {48, 24, 24},
                        .stride = {64, 32, 32},
                        .data = {samples, samples + 3072, samples + 3840}};
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        VmafPicture good = test_picture(VMAF_PIX_FMT_YUV420P, 8, 64, 48, 1), again = mine;
        assert_int_equal(vmaf_read_pictures(vmaf, &mine, &again, 0), -EINVAL);
        assert_int_equal(vmaf_read_pictures(vmaf, &good, &again, 0), -EINVAL);
        assert_int_equal(vmaf_read_pictures(vmaf, &again, &good, 0), -EINVAL);
        assert_int_equal(vmaf_picture_unref(&mine), -EINVAL);
        assert_int_equal(vmaf_picture_unref(&good), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

typedef struct Format {
    enum VmafPixelFormat fmt;
    unsigned bpc, w, h;
} Format;

static const Format base = {VMAF_PIX_FMT_YUV420P, 8, 64, 48};
static const Format others[] = {
    {VMAF_PIX_FMT_YUV420P, 10, 64, 48}, {VMAF_PIX_FMT_YUV420P, 8, 65, 48},
    {VMAF_PIX_FMT_YUV420P, 8, 64, 47},  {VMAF_PIX_FMT_YUV444P, 8, 64, 48},
    {VMAF_PIX_FMT_YUV422P, 8, 64, 48},  {VMAF_PIX_FMT_YUV400P, 8, 64, 48},
};

static int read_formats(VmafContext *vmaf, Format r, Format d, unsigned index)
{
    VmafPicture ref = test_picture(r.fmt, r.bpc, r.w, r.h, 1);
    VmafPicture dis = test_picture(d.fmt, d.bpc, d.w, d.h, 2);
    int err = vmaf_read_pictures(vmaf, &ref, &dis, index);
    if (err) {
        assert_int_equal(vmaf_picture_unref(&ref), 0);
        assert_int_equal(vmaf_picture_unref(&dis), 0);
    }
    return err;
}

/** Pictures that differ from each other, and runs that change in the middle. */
static void test_mixed_formats(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        for (unsigned i = 0; i < sizeof(others) / sizeof(*others); i++) {
            VmafContext *vmaf = test_open(n);
            assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
            assert_int_equal(read_formats(vmaf, base, others[i], 0), -EINVAL);
            assert_int_equal(read_formats(vmaf, others[i], base, 0), -EINVAL);
            assert_int_equal(read_formats(vmaf, base, base, 0), 0);
            assert_int_equal(read_formats(vmaf, others[i], others[i], 1), -EINVAL);
            assert_int_equal(read_formats(vmaf, base, others[i], 1), -EINVAL);
            assert_int_equal(read_formats(vmaf, others[i], base, 1), -EINVAL);
            /* The run goes on with what it began with. */
            assert_int_equal(read_formats(vmaf, base, base, 1), 0);
            assert_int_equal(test_flush(vmaf), 0);
            double score;
            assert_int_equal(
                vmaf_feature_score_pooled(vmaf, "ssim", VMAF_POOL_METHOD_MEAN, &score, 0, 1), 0);
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

static void test_use_feature(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    static const char *const unknown[] = {"nope", "", "SSIM", "ssim ", "float_ssim_l", "psnr%n%s"};
    for (unsigned i = 0; i < sizeof(unknown) / sizeof(*unknown); i++) {
        VmafFeatureDictionary *dict = test_option("enable_db", "true");
        assert_int_equal(vmaf_use_feature(vmaf, unknown[i], dict), -EINVAL);
        assert_int_equal(vmaf_feature_dictionary_free(&dict), 0); /* still the caller's */
    }
    static const char *const bad[][2] = {
        {"enable_dbb", "true"}, {"scale", "11"},         {"scale", "-1"}, {"scale", "x"},
        {"scale", "nan"},       {"enable_lcs", "maybe"}, {"", "1"},       {"scale", "1.5"},
    };
    for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        VmafFeatureDictionary *dict = test_option(bad[i][0], bad[i][1]);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ssim", dict), -EINVAL);
        assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
    }
    /* None of the failures left anything behind. */
    assert_int_equal(test_flush(vmaf), 0);
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** Of two registrations of one feature the first counts. */
static void test_duplicate_registration(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        double score;
        assert_int_equal(vmaf_use_feature(vmaf, "float_ssim", NULL), 0);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ssim", NULL), 0);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ssim", test_option("enable_lcs", "true")),
                         0);
        assert_int_equal(test_read(vmaf, 0), 0);
        assert_int_equal(test_flush(vmaf), 0);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "float_ssim", &score, 0), 0);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "float_ssim_l", &score, 0), -EINVAL);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** Registrations that differ in the last of many options only are two, however long their names. */
static void test_long_score_names(void **state)
{
    (void)state;
    static const char *const small[] = {
        "adm_csf_diag_scale", "adm_csf_scale", "adm_dlm_weight",  "adm_f1s0", "adm_f1s1",
        "adm_f1s2",           "adm_f1s3",      "adm_f2s0",        "adm_f2s1", "adm_f2s2",
        "adm_f2s3",           "adm_min_val",   "adm_noise_weight"};
    static const char *const larger[] = {"adm_enhn_gain_limit", "adm_norm_view_dist", "adm_p_norm"};
    static const char want[] =
        "adm2_scfd_1.23457e-05_scf_1.23457e-05_dlmw_1.23457e-05_egl_1.23457_f1s0_1.23457e-05"
        "_f1s1_1.23457e-05_f1s2_1.23457e-05_f1s3_1.23457e-05_f2s0_1.23457e-05_f2s1_1.23457e-05"
        "_f2s2_1.23457e-05_f2s3_1.23457e-05_min_1.23457e-05_nw_1.23457e-05_nvd_1.23457"
        "_apn_1.23457";
    assert_true(strlen(want) > 255);
    VmafContext *vmaf = test_open(0);
    for (unsigned last = 0; last < 2; last++) {
        VmafFeatureDictionary *opts = test_option("adm_skip_scale0", last ? "true" : "false");
        for (unsigned i = 0; i < sizeof(small) / sizeof(*small); i++)
            assert_int_equal(vmaf_feature_dictionary_set(&opts, small[i], "0.0000123457"), 0);
        for (unsigned i = 0; i < sizeof(larger) / sizeof(*larger); i++)
            assert_int_equal(vmaf_feature_dictionary_set(&opts, larger[i], "1.23457"), 0);
        assert_int_equal(vmaf_use_feature(vmaf, "float_adm", opts), 0);
    }
    assert_int_equal(test_read(vmaf, 0), 0);
    assert_int_equal(test_flush(vmaf), 0);
    double score;
    char last[sizeof(want) + 4];
    snprintf(last, sizeof(last), "%s_ssz", want);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, want, &score, 0), 0);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, last, &score, 0), 0);
    const char *name;
    unsigned n = 0;
    while (!vmaf_score_name(vmaf, n, &name))
        n++;
    assert_int_equal(n, 2 * 7);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_indexes(void **state)
{
    (void)state;
    static const unsigned order[] = {7, 3, 0, 1000, 5};
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        double score = 42.0;
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal(test_read(vmaf, order[i]), 0);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, 1), -EINVAL);
        assert_true(score == 42.0);
        assert_int_equal(test_flush(vmaf), 0);
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, order[i]), 0);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, 4), -EINVAL);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, UINT_MAX), -EINVAL);
        assert_int_equal(vmaf_feature_score_at_index(vmaf, "nope", &score, 0), -EINVAL);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** The error of a picture may come with it, with a later one, or with the flush. */
static int read_all(VmafContext *vmaf, unsigned w, unsigned h, unsigned n)
{
    int first = 0;
    for (unsigned i = 0; i < n && !first; i++)
        first = test_read_sized(vmaf, w, h, i);
    int err = test_flush(vmaf);
    return first ? first : err;
}

static void test_repeated_index(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        assert_int_equal(test_read(vmaf, 0), 0);
        int err = test_read(vmaf, 0);
        if (!err)
            err = test_flush(vmaf);
        assert_int_equal(err, -EINVAL);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

/** Too small a frame is an error that names the minimum, in both modes, and never a crash. */
static void test_small_frames(void **state)
{
    (void)state;
    static const struct {
        const char *feature;
        unsigned w, h;
        int err;
    } cases[] = {
        {"ssim", 1, 1, 0},
        {"ssim", 7, 3, 0},
        {"float_ssim", 10, 10, -EINVAL},
        {"float_ssim", 11, 10, -EINVAL},
        {"float_ssim", 11, 11, 0},
        {"float_ssim", 1, 1, -EINVAL},
        {"float_ms_ssim", 64, 64, -EINVAL},
        {"float_ms_ssim", 175, 176, -EINVAL},
        {"float_ms_ssim", 176, 175, -EINVAL},
        {"float_ms_ssim", 176, 176, 0},
    };
    FOR_EACH_THREAD_COUNT(n)
    {
        for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
            VmafContext *vmaf = test_open(n);
            double score;
            assert_int_equal(vmaf_use_feature(vmaf, cases[i].feature, NULL), 0);
            assert_int_equal(read_all(vmaf, cases[i].w, cases[i].h, 4), cases[i].err);
            assert_int_equal(vmaf_feature_score_at_index(vmaf, cases[i].feature, &score, 0),
                             cases[i].err);
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

/** After a feature's failure, close at once. */
static void test_close_after_an_error(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ms_ssim", NULL), 0);
        (void)test_read(vmaf, 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static void test_depths(void **state)
{
    (void)state;
    static const char *const features[] = {"ssim", "float_ssim"};
    FOR_EACH_THREAD_COUNT(n)
    {
        for (unsigned bpc = 8; bpc <= 16; bpc++) {
            for (unsigned f = 0; f < 2; f++) {
                const Format fmt = {VMAF_PIX_FMT_YUV420P, bpc, 64, 48};
                const bool known = bpc == 8 || bpc == 10 || bpc == 12 || bpc == 16;
                VmafContext *vmaf = test_open(n);
                assert_int_equal(vmaf_use_feature(vmaf, features[f], NULL), 0);
                int err = read_formats(vmaf, fmt, fmt, 0);
                int flushed = test_flush(vmaf);
                assert_int_equal(err ? err : flushed, known ? 0 : -EINVAL);
                assert_int_equal(vmaf_close(vmaf), 0);
            }
        }
    }
}

/** Luma metrics do not look at chroma: 4:0:0 and 4:4:4 give one score. */
static void test_luma_only(void **state)
{
    (void)state;
    static const enum VmafPixelFormat formats[] = {VMAF_PIX_FMT_YUV400P, VMAF_PIX_FMT_YUV420P,
                                                   VMAF_PIX_FMT_YUV422P, VMAF_PIX_FMT_YUV444P};
    static const char *const features[] = {"ssim", "float_ssim"};
    for (unsigned f = 0; f < 2; f++) {
        double first = 0.0;
        for (unsigned i = 0; i < 4; i++) {
            const Format fmt = {formats[i], 8, 64, 48};
            VmafContext *vmaf = test_open(0);
            double score;
            assert_int_equal(vmaf_use_feature(vmaf, features[f], NULL), 0);
            assert_int_equal(read_formats(vmaf, fmt, fmt, 0), 0);
            assert_int_equal(vmaf_feature_score_at_index(vmaf, features[f], &score, 0), 0);
            if (!i)
                first = score;
            assert_memory_equal(&score, &first, sizeof(score));
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

/** A feature registered between pictures scores the later ones. */
static void test_late_registration(void **state)
{
    (void)state;
    FOR_EACH_THREAD_COUNT(n)
    {
        VmafContext *vmaf = test_open(n);
        double score;
        assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(test_read(vmaf, i), 0);
        assert_int_equal(vmaf_use_feature(vmaf, "float_ssim", NULL), 0);
        for (unsigned i = 4; i < 8; i++)
            assert_int_equal(test_read(vmaf, i), 0);
        assert_int_equal(test_flush(vmaf), 0);
        for (unsigned i = 0; i < 8; i++) {
            assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, i), 0);
            assert_int_equal(vmaf_feature_score_at_index(vmaf, "float_ssim", &score, i),
                             i < 4 ? -EINVAL : 0);
        }
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static void test_subsample(void **state)
{
    (void)state;
    static const unsigned steps[] = {0, 1, 2, 3, 7, 100, UINT_MAX};
    FOR_EACH_THREAD_COUNT(n)
    {
        for (unsigned s = 0; s < sizeof(steps) / sizeof(*steps); s++) {
            VmafConfiguration cfg = test_config(n);
            cfg.n_subsample = steps[s];
            cfg.gpumask = UINT64_C(0xdeadbeefdeadbeef); /* some clients leave it uninitialised */
            VmafContext *vmaf = NULL;
            double score;
            assert_int_equal(vmaf_init(&vmaf, cfg), 0);
            assert_int_equal(vmaf_use_feature(vmaf, "ssim", NULL), 0);
            for (unsigned i = 0; i < 9; i++)
                assert_int_equal(test_read(vmaf, i), 0);
            assert_int_equal(test_flush(vmaf), 0);
            for (unsigned i = 0; i < 9; i++) {
                const bool kept = steps[s] < 2 || i % steps[s] == 0;
                assert_int_equal(vmaf_feature_score_at_index(vmaf, "ssim", &score, i),
                                 kept ? 0 : -EINVAL);
            }
            assert_int_equal(vmaf_close(vmaf), 0);
        }
    }
}

static void test_import(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    double score;
    assert_int_equal(vmaf_import_feature_score(vmaf, "mine", 1.5, 4), 0);
    assert_int_equal(vmaf_import_feature_score(vmaf, "mine", 1.5, 4), -EINVAL);
    assert_int_equal(vmaf_import_feature_score(vmaf, "mine", 2.5, 0), 0);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, "mine", &score, 4), 0);
    assert_true(score == 1.5);
    assert_int_equal(vmaf_feature_score_at_index(vmaf, "mine", &score, 1), -EINVAL);
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** Scores are the same whatever instruction sets are forbidden. */
static void test_cpumask(void **state)
{
    (void)state;
    static const uint64_t masks[] = {0, UINT64_MAX, 0xffffffff, 8, 16, 24, 63};
    static const char *const features[] = {"ssim", "float_ssim", "float_ms_ssim"};
    double first[3] = {0};
    for (unsigned m = 0; m < sizeof(masks) / sizeof(*masks); m++) {
        VmafConfiguration cfg = test_config(0);
        cfg.cpumask = masks[m];
        VmafContext *vmaf = NULL;
        assert_int_equal(vmaf_init(&vmaf, cfg), 0);
        for (unsigned f = 0; f < 3; f++)
            assert_int_equal(vmaf_use_feature(vmaf, features[f], NULL), 0);
        assert_int_equal(test_read_sized(vmaf, 177, 191, 0), 0);
        for (unsigned f = 0; f < 3; f++) {
            double score;
            assert_int_equal(vmaf_feature_score_at_index(vmaf, features[f], &score, 0), 0);
            if (!m)
                first[f] = score;
            assert_memory_equal(&score, &first[f], sizeof(score));
        }
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static void test_describe(void **state)
{
    (void)state;
    VmafExtractorInfo info;
    unsigned n = 0, n_known = 0;
    for (; !vmaf_extractor_describe(n, &info); n++) {
        static const char *const known[] = {"ssim", "float_ssim", "float_ms_ssim"};
        for (unsigned i = 0; i < 3; i++)
            n_known += !strcmp(info.name, known[i]);
        assert_string_equal(info.backends[0], "cpu");
        for (unsigned i = 0; info.backends[i]; i++)
            assert_string_not_equal(info.backends[i], "simt"); /* never listed */
        const char *score;
        assert_true(info.n_scores >= 1);
        for (unsigned k = 0; k < info.n_scores; k++) {
            assert_int_equal(vmaf_extractor_describe_score(n, k, &score), 0);
            assert_non_null(score);
        }
        assert_int_equal(vmaf_extractor_describe_score(n, info.n_scores, &score), -ENOENT);
        assert_int_equal(vmaf_extractor_describe_score(n, 0, NULL), -EINVAL);
        assert_true(info.min_width >= 1 && info.min_height >= 1);
        VmafOptionInfo o;
        for (unsigned k = 0; k < info.n_options; k++) {
            assert_int_equal(vmaf_extractor_describe_option(n, k, &o), 0);
            assert_non_null(o.name);
            assert_non_null(o.help);
        }
        assert_int_equal(vmaf_extractor_describe_option(n, info.n_options, &o), -ENOENT);
        /* What it says is what registering takes. */
        VmafContext *vmaf = test_open(0);
        assert_int_equal(vmaf_use_feature(vmaf, info.name, NULL), 0);
        assert_int_equal(vmaf_close(vmaf), 0);
    }
    assert_int_equal(n_known, 3);
    assert_int_equal(vmaf_extractor_describe(n, &info), -ENOENT);
    VmafOptionInfo o;
    assert_int_equal(vmaf_extractor_describe_option(n, 0, &o), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null_arguments),
        cmocka_unit_test(test_close_early),
        cmocka_unit_test(test_flush_states),
        cmocka_unit_test(test_ownership_of_pictures),
        cmocka_unit_test(test_foreign_picture),
        cmocka_unit_test(test_mixed_formats),
        cmocka_unit_test(test_use_feature),
        cmocka_unit_test(test_duplicate_registration),
        cmocka_unit_test(test_long_score_names),
        cmocka_unit_test(test_indexes),
        cmocka_unit_test(test_repeated_index),
        cmocka_unit_test(test_small_frames),
        cmocka_unit_test(test_close_after_an_error),
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_luma_only),
        cmocka_unit_test(test_late_registration),
        cmocka_unit_test(test_subsample),
        cmocka_unit_test(test_import),
        cmocka_unit_test(test_cpumask),
        cmocka_unit_test(test_describe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
