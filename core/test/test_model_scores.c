/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Scores of models through the public functions, from imported feature scores. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

#define ADM2 "VMAF_integer_feature_adm2_score"

/** One vector at the origin: the score is 100 * exp(-x * x), so that 0 gives 100. */
static const double origin[] = {100.0, 0.0};
static const VmafSvm svm = {
    .n_vectors = 1, .n_features = 1, .gamma = 1.0, .rho = 0.0, .vector = origin};

static VmafModel *make_model(const char *name, const char *feature)
{
    const VmafModelConfig cfg = {.name = name};
    VmafModel *m = vmaf_model_new(&cfg);
    assert_non_null(m);
    m->svm = svm;
    assert_int_equal(vmaf_model_set_n_features(m, 1), 0);
    m->feature[0].name = strdup(feature);
    assert_int_equal(vmaf_model_complete(m, &cfg, "test"), 0);
    return m;
}

/** Members whose scores are 100 + k without limit, where the feature is 0. */
static VmafModelCollection *make_collection(const char *name, unsigned n, VmafModel **model)
{
    const VmafModelConfig cfg = {.name = name};
    VmafModel **member = calloc(n + 1, sizeof(VmafModel *));
    VmafModelCollection *c;
    for (unsigned k = 0; k <= n; k++) {
        member[k] = make_model(name, ADM2);
        member[k]->svm.rho = -(double)k;
    }
    assert_int_equal(vmaf_model_collect(model, &c, &cfg, member, n + 1), 0);
    assert_int_equal(c->n_members, n);
    return c;
}

static void import(VmafContext *v, const char *name, double value, unsigned index)
{
    assert_int_equal(vmaf_import_feature_score(v, name, value, index), 0);
}

static void assert_names(VmafContext *v, const char *const *want)
{
    const char *name;
    unsigned i = 0;
    for (; want[i]; i++) {
        assert_int_equal(vmaf_score_name(v, i, &name), 0);
        assert_string_equal(name, want[i]);
    }
    assert_int_equal(vmaf_score_name(v, i, &name), -ENOENT);
}

static void test_score(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *m = make_model("mine", ADM2);
    double s = 7.0;
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 0), -EINVAL); /* no feature yet */
    assert_true(s == 7.0);
    import(v, "integer_adm2", 0.0, 0);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 0), 0);
    assert_true(s == 100.0);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 0), 0);
    assert_true(s == 100.0);
    assert_int_equal(vmaf_feature_score_at_index(v, "mine", &s, 0), 0);
    assert_true(s == 100.0);
    /* A score that is there already is the score. */
    import(v, "mine", 42.0, 1);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 1), 0);
    assert_true(s == 42.0);
    import(v, ADM2, (double)NAN, 2);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 2), 0);
    assert_true(isnan(s));
    vmaf_model_destroy(m);
    assert_int_equal(vmaf_close(v), 0);
}

static void test_arguments(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *m = make_model("mine", ADM2), *base;
    VmafModelCollection *c = make_collection("c", 2, &base);
    VmafModelCollectionScore cs;
    double s;
    const enum VmafPoolingMethod mean = VMAF_POOL_METHOD_MEAN;
    assert_int_equal(vmaf_use_features_from_model(NULL, m), -EINVAL);
    assert_int_equal(vmaf_use_features_from_model(v, NULL), -EINVAL);
    assert_int_equal(vmaf_use_features_from_model_collection(v, NULL), -EINVAL);
    assert_int_equal(vmaf_score_at_index(v, m, NULL, 0), -EINVAL);
    assert_int_equal(vmaf_score_at_index(v, NULL, &s, 0), -EINVAL);
    assert_int_equal(vmaf_score_at_index_model_collection(v, c, NULL, 0), -EINVAL);
    assert_int_equal(vmaf_score_pooled(v, m, mean, &s, 1, 0), -EINVAL);
    assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_UNKNOWN, &s, 0, 0), -EINVAL);
    assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_NB, &s, 0, 0), -EINVAL);
    assert_int_equal(vmaf_score_pooled_model_collection(v, c, mean, &cs, 1, 0), -EINVAL);
    assert_int_equal(vmaf_score_pooled_model_collection(NULL, c, mean, &cs, 0, 0), -EINVAL);
    vmaf_model_destroy(m);
    vmaf_model_destroy(base);
    vmaf_model_collection_destroy(c);
    vmaf_close(v);
}

/** A score that no feature of the library computes is none, even if it was imported. */
static void test_unknown_feature(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *m = make_model("mine", "VMAF_feature_ansnr_score");
    double s;
    import(v, "VMAF_feature_ansnr_score", 0.0, 0);
    assert_int_equal(vmaf_use_features_from_model(v, m), -EINVAL);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 0), -EINVAL);
    vmaf_model_destroy(m);
    vmaf_close(v);
}

static void set_option(VmafModel *m, const char *key, const char *value)
{
    VmafFeatureDictionary *opts = NULL;
    assert_int_equal(vmaf_feature_dictionary_set(&opts, key, value), 0);
    assert_int_equal(vmaf_model_feature_overload(m, "adm", opts), 0);
}

static void test_options(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *m = make_model("mine", ADM2);
    double s;
    set_option(m, "adm_enhn_gain_limit", "1.0");
    set_option(m, "of_another_release", "3"); /* a warning */
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    import(v, ADM2, 9.0, 0);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 0), -EINVAL);
    import(v, "integer_adm2_egl_1", 0.0, 0);
    assert_int_equal(vmaf_score_at_index(v, m, &s, 0), 0);
    assert_true(s == 100.0);
    set_option(m, "adm_enhn_gain_limit", "1000");
    assert_int_equal(vmaf_use_features_from_model(v, m), -EINVAL);
    vmaf_model_destroy(m);
    vmaf_close(v);
}

static void test_one_name_twice(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *a = make_model("same", ADM2), *b = make_model("same", ADM2);
    double s;
    b->svm.rho = 50.0;
    assert_int_equal(vmaf_use_features_from_model(v, a), 0);
    assert_int_equal(vmaf_use_features_from_model(v, b), 0);
    import(v, ADM2, 0.0, 0);
    import(v, ADM2, 0.0, 1);
    assert_int_equal(vmaf_score_at_index(v, b, &s, 0), 0);
    assert_true(s == 50.0);
    assert_int_equal(vmaf_score_at_index(v, a, &s, 0), 0);
    assert_true(s == 50.0);
    assert_int_equal(vmaf_score_at_index(v, a, &s, 1), 0);
    assert_true(s == 100.0);
    vmaf_model_destroy(a);
    vmaf_model_destroy(b);
    vmaf_close(v);
}

/** A model is found by what it is, not by where it is: memory is used again. */
static void test_models_come_and_go(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    import(v, ADM2, 0.0, 0);
    import(v, "integer_adm_scale0", 1.0, 0);
    for (unsigned i = 0; i < 8; i++) {
        char name[16];
        double s;
        snprintf(name, sizeof(name), "m%u", i);
        VmafModel *m = make_model(name, i % 2 ? "integer_adm_scale0" : ADM2);
        assert_int_equal(vmaf_use_features_from_model(v, m), 0);
        assert_int_equal(vmaf_score_at_index(v, m, &s, 0), 0);
        assert_true(i % 2 ? s < 40.0 : s == 100.0);
        vmaf_model_destroy(m);
    }
    vmaf_close(v);
}

static void test_pooled(void **state)
{
    (void)state;
    VmafContext *v;
    VmafConfiguration cfg = test_config(0);
    VmafModel *m = make_model("mine", ADM2);
    double s;
    cfg.n_subsample = 2;
    assert_int_equal(vmaf_init(&v, cfg), 0);
    assert_int_equal(vmaf_use_features_from_model(v, m), 0);
    import(v, ADM2, 0.0, 0);
    import(v, ADM2, 100.0, 2); /* exp(-10000) is 0 */
    assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_MEAN, &s, 0, 3), 0);
    assert_true(s == 50.0);
    assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_MIN, &s, 1, 3), 0);
    assert_true(s == 0.0);
    assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_MAX, &s, 0, 0xFFFFFFFFu), -EINVAL);
    assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_MAX, &s, 1, 1), -EINVAL);
    vmaf_model_destroy(m);
    vmaf_close(v);
}

static void test_collection(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *base;
    VmafModelCollection *c = make_collection("c", 3, &base);
    VmafModelCollectionScore a, b;
    double s;
    assert_int_equal(vmaf_use_features_from_model(v, base), 0);
    assert_int_equal(vmaf_use_features_from_model_collection(v, c), 0);
    assert_int_equal(vmaf_score_at_index_model_collection(v, c, &a, 0), -EINVAL);
    import(v, ADM2, 0.0, 0);
    import(v, ADM2, 0.0, 1);
    assert_int_equal(vmaf_score_at_index_model_collection(v, c, &a, 0), 0);
    assert_int_equal(a.type, VMAF_MODEL_COLLECTION_SCORE_BOOTSTRAP);
    assert_true(a.bootstrap.bagging_score == 102.0); /* of 101, 102, 103 */
    assert_true(a.bootstrap.ci.p95.lo < 101.1 && a.bootstrap.ci.p95.hi > 102.9);
    /* The second time and pooled: what is stored. */
    assert_int_equal(vmaf_score_at_index_model_collection(v, c, &b, 0), 0);
    assert_memory_equal(&a.bootstrap, &b.bootstrap, sizeof(a.bootstrap));
    assert_int_equal(vmaf_score_pooled_model_collection(v, c, VMAF_POOL_METHOD_MEAN, &b, 0, 1), 0);
    assert_memory_equal(&a.bootstrap, &b.bootstrap, sizeof(a.bootstrap));
    assert_int_equal(vmaf_score_pooled(v, base, VMAF_POOL_METHOD_MEAN, &s, 0, 1), 0);
    assert_true(s == 100.0);
    import(v, "late", 1.0, 0);
    assert_names(v, (const char *const[]){"integer_adm2", "late", "c", "c_0001", "c_0002", "c_0003",
                                          "c_bagging", "c_stddev", "c_ci_p95_lo", "c_ci_p95_hi",
                                          NULL});
    vmaf_model_destroy(base);
    vmaf_model_collection_destroy(c);
    vmaf_close(v);
}

/** The four scores of the whole go through the transform and clip of the first member. */
static void test_members_that_differ(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *base;
    VmafModelCollection *c = make_collection("c", 3, &base);
    VmafModelCollectionScore a;
    double s;
    for (unsigned k = 0; k < 3; k++) {
        c->member[k]->prediction.clip = true;
        c->member[k]->prediction.clip_max = k ? 10.0 : 90.0;
    }
    import(v, ADM2, 0.0, 0);
    assert_int_equal(vmaf_score_at_index_model_collection(v, c, &a, 0), 0);
    assert_true(a.bootstrap.bagging_score == 90.0 && a.bootstrap.ci.p95.hi == 90.0);
    assert_true(a.bootstrap.stddev == 0.0);
    assert_int_equal(vmaf_feature_score_at_index(v, "c_0001", &s, 0), 0);
    assert_true(s == 90.0);
    assert_int_equal(vmaf_feature_score_at_index(v, "c_0003", &s, 0), 0);
    assert_true(s == 10.0);
    vmaf_model_destroy(base);
    vmaf_model_collection_destroy(c);
    vmaf_close(v);
}

static void test_columns(void **state)
{
    (void)state;
    VmafContext *v = test_open(0);
    VmafModel *a = make_model("a", ADM2), *b = make_model("b", ADM2);
    double s;
    assert_int_equal(vmaf_use_features_from_model(v, a), 0);
    assert_int_equal(vmaf_use_features_from_model(v, b), 0);
    import(v, ADM2, 0.0, 0);
    assert_int_equal(vmaf_score_at_index(v, b, &s, 0), 0); /* in the order of registration */
    assert_names(v, (const char *const[]){"integer_adm2", "b", NULL});
    assert_int_equal(vmaf_score_at_index(v, a, &s, 0), 0);
    import(v, "z", 1.0, 0);
    assert_names(v, (const char *const[]){"integer_adm2", "z", "a", "b", NULL});
    vmaf_model_destroy(a);
    vmaf_model_destroy(b);
    vmaf_close(v);
}

static void test_many_names(void **state)
{
    (void)state;
    static const unsigned counts[] = {129, 5000};
    for (unsigned i = 0; i < 2; i++) {
        VmafContext *v = test_open(0);
        VmafModel *m = make_model("last", ADM2);
        double s;
        for (unsigned k = 0; k < counts[i]; k++) {
            char name[32];
            snprintf(name, sizeof(name), "score_%u", k);
            import(v, name, k, 0);
        }
        import(v, ADM2, 0.0, 0);
        assert_int_equal(vmaf_score_at_index(v, m, &s, 0), 0);
        const char *name;
        assert_int_equal(vmaf_score_name(v, counts[i] + 1, &name), 0);
        assert_string_equal(name, "last");
        assert_int_equal(vmaf_feature_score_at_index(v, "score_128", &s, 0), 0);
        assert_true(s == 128.0);
        vmaf_model_destroy(m);
        vmaf_close(v);
    }
}

/** The features of a model are computed, whatever the gpumask. */
static void test_pictures(void **state)
{
    (void)state;
    for (unsigned mask = 0; mask < 2; mask++) {
        VmafContext *v;
        VmafConfiguration cfg = test_config(2 * mask);
        cfg.gpumask = mask;
        VmafModel *m = make_model("mine", ADM2);
        double s, f;
        assert_int_equal(vmaf_init(&v, cfg), 0);
        assert_int_equal(vmaf_use_features_from_model(v, m), 0);
        for (unsigned i = 0; i < 3; i++) {
            VmafPicture ref = test_picture(VMAF_PIX_FMT_YUV420P, 8, 64, 64, 1);
            VmafPicture dis = test_picture(VMAF_PIX_FMT_YUV420P, 8, 64, 64, 1);
            assert_int_equal(vmaf_read_pictures(v, &ref, &dis, i), 0);
            assert_int_equal(vmaf_score_at_index(v, m, &s, i), 0); /* waits */
        }
        assert_int_equal(vmaf_read_pictures(v, NULL, NULL, 0), 0);
        assert_int_equal(vmaf_feature_score_at_index(v, ADM2, &f, 2), 0);
        assert_true(f > 0.9 && f < 1.1);
        assert_int_equal(vmaf_score_pooled(v, m, VMAF_POOL_METHOD_MEAN, &s, 0, 2), 0);
        assert_true(s == vmaf_svm_predict(&svm, &f)); /* three times one number */
        vmaf_model_destroy(m);
        assert_int_equal(vmaf_close(v), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_score),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_unknown_feature),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_one_name_twice),
        cmocka_unit_test(test_models_come_and_go),
        cmocka_unit_test(test_pooled),
        cmocka_unit_test(test_collection),
        cmocka_unit_test(test_members_that_differ),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
