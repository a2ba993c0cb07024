/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Models: the built-in ones, prediction by hand, and files that are none. */
#include "test_util.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "config.h"
#include "model/builtin.h"
#include "model/model.h"

/* ---- built-in models ---- */

static void test_versions(void **state)
{
    (void)state;
    unsigned n = 0, n_collections = 0;
    const char *version;
    for (const void *p = NULL; (p = vmaf_model_version_next(p, &version)); n++) {
        VmafModel *m = NULL;
        VmafModelCollection *c;
        if (vmaf_model_load(&m, NULL, version)) {
            assert_null(m);
            assert_int_equal(vmaf_model_collection_load(&m, &c, NULL, version), 0);
            assert_int_equal(c->n_members, 20);
            assert_string_equal(c->member[0]->name, "vmaf_0001");
            assert_string_equal(c->member[19]->name, "vmaf_0020");
            vmaf_model_collection_destroy(c);
            n_collections++;
        } else {
            assert_int_equal(vmaf_model_collection_load(&(VmafModel *){NULL}, &c, NULL, version),
                             -EINVAL);
            assert_null(c);
        }
        assert_string_equal(m->name, "vmaf");
        vmaf_model_destroy(m);
    }
    assert_int_equal(n, 17);
    assert_int_equal(n_collections, 2);
    assert_non_null(vmaf_model_version_next(NULL, NULL));
}

static void test_bad_arguments(void **state)
{
    (void)state;
    VmafModel *m = (VmafModel *)&m;
    VmafModelCollection *c = (VmafModelCollection *)&c;
    assert_int_equal(vmaf_model_load(NULL, NULL, "vmaf_v0.6.1"), -EINVAL);
    assert_int_equal(vmaf_model_load(&m, NULL, NULL), -EINVAL);
    assert_null(m);
    m = (VmafModel *)&m;
    assert_int_equal(vmaf_model_load(&m, NULL, "vmaf_v9"), -EINVAL);
    assert_null(m);
    m = (VmafModel *)&m;
    assert_int_equal(vmaf_model_collection_load(&m, &c, NULL, "vmaf_v0.6.1"), -EINVAL);
    assert_null(m);
    assert_null(c);
    m = (VmafModel *)&m;
    assert_true(vmaf_model_load_from_path(&m, NULL, "/nowhere/model.json") < 0);
    assert_null(m);
    assert_int_equal(vmaf_model_load_from_path(&m, NULL, NULL), -EINVAL);
    assert_int_equal(vmaf_model_feature_overload(NULL, "adm", NULL), -EINVAL);
    vmaf_model_destroy(NULL);
    vmaf_model_collection_destroy(NULL);
}

static void test_name_and_flags(void **state)
{
    (void)state;
    VmafModel *m = NULL;
    char name[] = "mine";
    VmafModelConfig cfg = {
        .name = name, .flags = VMAF_MODEL_FLAG_DISABLE_CLIP | VMAF_MODEL_FLAG_ENABLE_TRANSFORM};
    assert_int_equal(vmaf_model_load(&m, &cfg, "vmaf_v0.6.1"), 0);
    name[0] = '?'; /* it was copied */
    assert_string_equal(m->name, "mine");
    assert_false(m->prediction.clip);
    assert_true(m->prediction.transform.enabled);
    vmaf_model_destroy(m);
    assert_int_equal(vmaf_model_load(&m, NULL, "vmaf_v0.6.1"), 0);
    assert_true(m->prediction.clip);
    assert_false(m->prediction.transform.enabled);
    vmaf_model_destroy(m);
}

static const char *option(const VmafModel *m, unsigned i, const char *key)
{
    const VmafDictEntry *e = vmaf_dict_find(m->feature[i].opts, key);
    return e ? e->val : "";
}

static void test_overload(void **state)
{
    (void)state;
    VmafModel *m = NULL;
    VmafModelCollection *c;
    VmafDict *opts = NULL;
    assert_int_equal(vmaf_model_load(&m, NULL, "vmaf_v0.6.1neg"), 0);
    const uint64_t id = m->id;
    assert_string_equal(option(m, 0, "adm_enhn_gain_limit"), "1");
    vmaf_feature_dictionary_set(&opts, "adm_enhn_gain_limit", "1.20");
    assert_int_equal(vmaf_model_feature_overload(m, "float_adm", opts), 0);
    assert_string_equal(option(m, 0, "adm_enhn_gain_limit"), "1");
    assert_int_equal(m->id, id);
    opts = NULL;
    vmaf_feature_dictionary_set(&opts, "adm_enhn_gain_limit", "1.20");
    assert_int_equal(vmaf_model_feature_overload(m, "adm", opts), 0);
    assert_string_equal(option(m, 0, "adm_enhn_gain_limit"), "1.2");
    assert_string_equal(option(m, 1, "adm_enhn_gain_limit"), "");
    assert_int_not_equal(m->id, id);
    vmaf_model_destroy(m);

    assert_int_equal(vmaf_model_collection_load(&m, &c, NULL, "vmaf_b_v0.6.3"), 0);
    opts = NULL;
    vmaf_feature_dictionary_set(&opts, "adm_csf_mode", "1");
    assert_int_equal(vmaf_model_collection_feature_overload(m, &c, "adm", opts), 0);
    assert_string_equal(option(m, 0, "adm_csf_mode"), "1");
    for (unsigned k = 0; k < c->n_members; k++)
        assert_string_equal(option(c->member[k], 0, "adm_csf_mode"), "1");
    vmaf_model_destroy(m);
    vmaf_model_collection_destroy(c);
}

/* ---- transform and clip: values by hand ---- */

static double finish(VmafTransform t, double y)
{
    t.enabled = true;
    const VmafPrediction p = {.transform = t};
    return vmaf_predict_finish(&p, y);
}

static void test_polynomial(void **state)
{
    (void)state;
    const VmafTransform all = {.has_p = {true, true, true}, .p = {1.0, 2.0, 0.5}};
    assert_true(finish(all, 4.0) == 17.0); /* 1 + 8 + 8 */
    assert_true(finish((VmafTransform){.has_p = {true}, .p = {3.0, 9.0, 9.0}}, 4.0) == 3.0);
    assert_true(finish((VmafTransform){.p = {3.0, 9.0, 9.0}}, 4.0) == 4.0);
    VmafTransform t = all;
    t.out_lte_in = true;
    assert_true(finish(t, 4.0) == 4.0);
    assert_true(finish((VmafTransform){.has_p = {true}, .p = {3.0}, .out_gte_in = true}, 4.0) ==
                4.0);
    const VmafPrediction off = {.transform = all};
    assert_true(vmaf_predict_finish(&off, 4.0) == 4.0);
}

static void test_knots(void **state)
{
    (void)state;
    const VmafTransform t = {.n_knots = 4, .knot = {{0, 1}, {2, 5}, {4, 5}, {8, 13}}};
    assert_true(finish(t, 0.0) == 1.0);
    assert_true(finish(t, 1.0) == 3.0);
    assert_true(finish(t, 2.0) == 5.0);
    assert_true(finish(t, 3.0) == 5.0);
    assert_true(finish(t, 6.0) == 9.0);
    assert_true(finish(t, -1.0) == -1.0); /* on the first segment */
    assert_true(finish(t, 10.0) == 17.0); /* on the last one */
    assert_true(finish(t, (double)NAN) == 0.0);
    /* One knot is none. */
    assert_true(finish((VmafTransform){.n_knots = 1, .knot = {{0, 7}}}, 3.0) == 3.0);
    /* Equal x, or y that falls, ends the search; what was found before stays. */
    const VmafTransform same_x = {.n_knots = 3, .knot = {{1, 1}, {1, 2}, {3, 4}}};
    assert_true(finish(same_x, 2.0) == 0.0);
    const VmafTransform falls = {.n_knots = 3, .knot = {{1, 1}, {2, 2}, {3, 1}}};
    assert_true(finish(falls, 1.5) == 1.5);
    assert_true(finish(falls, 2.5) == 0.0);
    /* The knot between a flat segment and another belongs to the later one: 2 * 4 - 3. */
    const VmafTransform jump = {.n_knots = 3, .knot = {{1, 5}, {4, 5}, {6, 9}}};
    assert_true(finish(jump, 4.0) == 5.0);
    /* A flat end goes on flat. */
    const VmafTransform flat = {.n_knots = 3, .knot = {{1, 2}, {2, 3}, {3, 3}}};
    assert_true(finish(flat, 50.0) == 3.0);
}

static void test_clip(void **state)
{
    (void)state;
    VmafPrediction p = {.clip = true, .clip_min = 10.0, .clip_max = 20.0};
    assert_true(vmaf_predict_finish(&p, 9.0) == 10.0);
    assert_true(vmaf_predict_finish(&p, 21.0) == 20.0);
    assert_true(vmaf_predict_finish(&p, 15.0) == 15.0);
    assert_true(isnan(vmaf_predict_finish(&p, (double)NAN)));
    p.clip = false;
    assert_true(vmaf_predict_finish(&p, 21.0) == 21.0);
}

/** One vector at the origin with coefficient 2: 2 * exp(-gamma * |x|^2) - rho. */
static const double origin[] = {2.0, 0.0, 0.0};
static const VmafSvm one_vector = {
    .n_vectors = 1, .n_features = 2, .gamma = 0.5, .rho = -1.0, .vector = origin};

static void test_raw(void **state)
{
    (void)state;
    double x[2];
    const double zero[2] = {0.0, 0.0}, far[2] = {1e200, 0.0}, bad[2] = {(double)NAN, 0.0};
    VmafPrediction p = {0};
    assert_true(vmaf_predict_raw(&p, &one_vector, zero, x) == 3.0);
    assert_true(vmaf_predict_raw(&p, &one_vector, far, x) == 1.0);
    assert_true(isnan(vmaf_predict_raw(&p, &one_vector, bad, x)));
    const double slope[] = {2.0, 1.0, 4.0}, intercept[] = {1.0, 0.0, -8.0}, in[2] = {0.0, 2.0};
    p = (VmafPrediction){.rescale = true, .slope = slope, .intercept = intercept};
    assert_true(vmaf_predict_raw(&p, &one_vector, in, x) == 1.0); /* (3 - 1) / 2 */
    assert_true(x[1] == 0.0);
}

static void test_chroma_rule(void **state)
{
    (void)state;
    double x[2];
    const double slope[] = {1.0, 2.0, 4.0}, intercept[] = {0.0, 1.0, -8.0};
    VmafPrediction p = {.rescale = true,
                        .slope = slope,
                        .intercept = intercept,
                        .has_chroma = true,
                        .chroma = 120.0,
                        .chroma_from = 0,
                        .chroma_to = 1};
    const double none[2] = {0.5, 0.0}, some[2] = {0.5, 1.0};
    vmaf_predict_raw(&p, &one_vector, none, x);
    assert_true(x[1] == 4.0 * 60.0 - 8.0); /* 120 - 120 * 0.5 */
    vmaf_predict_raw(&p, &one_vector, some, x);
    assert_true(x[1] == -4.0);
    p.chroma = 0.0;
    vmaf_predict_raw(&p, &one_vector, none, x);
    assert_true(x[1] == -8.0);
    p.chroma = 120.0;
    p.chroma_from = -1;
    vmaf_predict_raw(&p, &one_vector, none, x);
    assert_true(x[1] == -8.0);
}

static void test_bootstrap(void **state)
{
    (void)state;
    const VmafPrediction plain = {0}, clipped = {.clip = true, .clip_min = 0.0, .clip_max = 2.0};
    double raw[] = {3.0, 1.0, 2.0, 4.0, 0.0};
    const VmafBootstrap b = vmaf_predict_bootstrap(&plain, raw, 5);
    assert_true(b.bagging == 2.0);
    /* sqrt(10 / 5), times a slope of 1 that is computed by a difference. */
    const double slope = ((2.0 + 0.01) - (2.0 - 0.01)) / (2.0 * 0.01);
    assert_true(b.stddev == sqrt(2.0) * slope);
    const double lo = 2.5 * 4.0 / 100.0, hi = 97.5 * 4.0 / 100.0;
    assert_true(b.lo == 0.0 * (1.0 - lo) + 1.0 * (lo - 0.0));
    assert_true(b.hi == 3.0 * (4.0 - hi) + 4.0 * (hi - 3.0));
    double high[] = {9.0, 9.0};
    assert_true(vmaf_predict_bootstrap(&clipped, high, 2).bagging == 2.0);
    double two[] = {5.0, 1.0};
    assert_true(vmaf_predict_bootstrap(&plain, two, 2).bagging == 3.0);
}

/* ---- libsvm's text ---- */

#define HEAD "svm_type nu_svr\nkernel_type rbf\ngamma 0.5\nnr_class 2\ntotal_sv 2\nrho -1\nSV\n"

static void test_svm_text(void **state)
{
    (void)state;
    VmafSvm s;
    assert_int_equal(vmaf_svm_parse(&s, HEAD "1 1:2 3:4 \n-2.5e1 \n", 3, "test"), 0);
    assert_int_equal(s.n_vectors, 2);
    assert_true(s.gamma == 0.5 && s.rho == -1.0);
    const double want[] = {1, 2, 0, 4, -25, 0, 0, 0};
    assert_memory_equal(s.vector, want, sizeof(want));
    vmaf_svm_free(&s);

    static const char *const bad[] = {
        "",
        "svm_type c_svc\n",
        "svm_type nu_svr\nkernel_type linear\n",
        "what 1\n",
        "svm_type nu_svr\nkernel_type rbf\ngamma 0.5\nrho -1\nSV\n1\n1\n",
        "svm_type nu_svr\nkernel_type rbf\ngamma 0.5\ntotal_sv 0\nrho -1\nSV\n",
        "svm_type nu_svr\nkernel_type rbf\ngamma 0.5\ntotal_sv 4000000000\nrho -1\nSV\n1\n",
        "svm_type nu_svr\nkernel_type rbf\ngamma 0.5\ntotal_sv 16000000\nrho -1\nSV\n1\n",
        "svm_type nu_svr\nkernel_type rbf\ngamma nan\ntotal_sv 1\nrho -1\nSV\n1\n",
        "svm_type nu_svr\nkernel_type rbf\ngamma 1 2\ntotal_sv 1\nrho -1\nSV\n1\n",
        "svm_type nu_svr\nsvm_type nu_svr\n",
        HEAD,
        HEAD "1 1:2\n",
        HEAD "1 1:2\n1 1:2\n1 1:2\n",
        HEAD "x 1:2\n1\n",
        HEAD "1 0:2\n1\n",
        HEAD "1 4:2\n1\n",
        HEAD "1 2:2 2:3\n1\n",
        HEAD "1 2:2 1:3\n1\n",
        HEAD "1 2\n1\n",
        HEAD "1 2:\n1\n",
        HEAD "1 2:1,5\n1\n",
        HEAD "1 99999999999999999999:1\n1\n",
        HEAD "1 2:0000000000000000000000000000000000000000000000000000000000000000000000001\n1\n",
    };
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        print_message("%u: ", i);
        assert_int_equal(vmaf_svm_parse(&s, bad[i], 3, "test"), -EINVAL);
        assert_null(s.owned);
    }
}

/* ---- files ---- */

#if HAVE_JANSSON

#define SVM_TEXT                                                                                 \
    "svm_type nu_svr\\nkernel_type rbf\\ngamma 0.5\\nnr_class 2\\ntotal_sv 1\\nrho -1\\nSV\\n2 " \
    "1:3 \\n"
#define REST                                                                              \
    "\"feature_names\": [\"a\", \"b\"], \"slopes\": [1, 2, 3], \"intercepts\": [4, 5, 6]" \
    ", \"model\": \"" SVM_TEXT "\""
#define TYPES "\"model_type\": \"LIBSVMNUSVR\", \"norm_type\": \"linear_rescale\", "
#define MODEL(more) "{\"model_dict\": {" TYPES REST more "}}"

static int read_text(const char *text, bool collection, VmafModel **m)
{
    VmafModel **member = NULL;
    unsigned n = 0;
    const int err = vmaf_model_read_text(text, strlen(text), "test", NULL, collection, &member, &n);
    if (err)
        return err;
    *m = member[0];
    for (unsigned k = 1; k < n; k++)
        vmaf_model_destroy(member[k]);
    free(member);
    return 0;
}

static void test_json(void **state)
{
    (void)state;
    VmafModel *m = NULL;
    assert_int_equal(
        read_text(MODEL(", \"score_clip\": [0, 100.5], \"feature_opts_dicts\": [{\"x\": 1.0, "
                        "\"y\": true, \"z\": \"text\", \"big\": 16777217}, {}], "
                        "\"score_transform\": {\"p0\": 0.1, \"p1\": null, \"out_gte_in\": "
                        "\"false\", \"out_lte_in\": \"true\", \"knots\": [[0, 1], [2, 3]]}, "
                        "\"chroma_correction_parameter\": 7, \"whatever\": [1]"),
                  false, &m),
        0);
    const VmafPrediction *p = &m->prediction;
    assert_true(p->clip && p->clip_min == 0.0 && p->clip_max == 100.5);
    assert_string_equal(option(m, 0, "x"), "1");
    assert_string_equal(option(m, 0, "y"), "true");
    assert_string_equal(option(m, 0, "z"), "text");
    assert_string_equal(vmaf_dict_find(m->feature[0].opts, "big")->original, "16777217");
    assert_null(m->feature[1].opts);
    assert_true(p->transform.has_p[0] && !p->transform.has_p[1] && p->transform.p[0] == 0.1);
    assert_true(p->transform.out_lte_in && !p->transform.out_gte_in && !p->transform.enabled);
    assert_int_equal(p->transform.n_knots, 2);
    assert_true(p->transform.knot[1][1] == 3.0);
    assert_true(p->has_chroma && p->chroma == 7.0 && p->chroma_to == -1);
    assert_true(p->slope[2] == 3.0 && p->intercept[0] == 4.0);
    assert_true(m->svm.vector[0] == 2.0 && m->svm.vector[1] == 3.0 && m->svm.vector[2] == 0.0);
    vmaf_model_destroy(m);

    assert_int_equal(
        read_text(MODEL(", \"score_clip\": null, \"score_transform\": null"), false, &m), 0);
    assert_false(m->prediction.clip);
    vmaf_model_destroy(m);

    assert_int_equal(
        read_text("{\"model_dict\": {\"model_type\": \"RESIDUEBOOTSTRAP_LIBSVMNUSVR\", "
                  "\"norm_type\": \"none\", \"feature_names\": [\"a\"], \"model\": \"" SVM_TEXT
                  "\"}}",
                  false, &m),
        0);
    assert_false(m->prediction.rescale);
    assert_int_equal(m->type, VMAF_MODEL_RESIDUE_BOOTSTRAP);
    vmaf_model_destroy(m);
}

static void test_bad_json(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "12",
        "{}",
        "{\"model_dict\":{",
        "{\"model_dict\": 1}",
        "{\"model_dict\": {}}",
        "{\"model_dict\": {" REST "}}",
        "{\"model_dict\": {" TYPES "\"a\": 1}}",
        MODEL(", \"model_type\": \"LIBSVMNUSVR\""), /* a duplicate key */
        MODEL(", \"feature_opts_dicts\": [{\"x\": 1, \"x\": 1}, {}]"),
        MODEL(", \"feature_opts_dicts\": [{}]"),
        MODEL(", \"feature_opts_dicts\": [{}, []]"),
        MODEL(", \"feature_opts_dicts\": [{\"x\": [1]}, {}]"),
        MODEL(", \"score_clip\": [1]"),
        MODEL(", \"score_clip\": 1"),
        MODEL(", \"score_clip\": [\"1\", 2]"),
        MODEL(", \"score_transform\": []"),
        MODEL(", \"score_transform\": {\"p0\": \"1\"}"),
        MODEL(", \"score_transform\": {\"enabled\": \"true\"}"),
        MODEL(", \"score_transform\": {\"out_gte_in\": true}"),
        MODEL(", \"score_transform\": {\"knots\": [[1]]}"),
        MODEL(", \"score_transform\": {\"knots\": "
              "[[1,1],[2,1],[3,1],[4,1],[5,1],[6,1],[7,1],[8,1],[9,1],[10,1],[11,1]]}"),
        MODEL(", \"chroma_correction_parameter\": \"120\""),
        MODEL(", \"x\": 1e999"),
        MODEL(", \"x\": \"\xff\xfe\""),
        MODEL(", \"x\": \"\\u0000\""),
        MODEL("") "x",
        "{\"model_dict\": {\"model_type\": \"X\", \"norm_type\": \"none\", " REST "}}",
        "{\"model_dict\": {\"model_type\": \"LIBSVMNUSVR\", \"norm_type\": \"X\", " REST "}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [\"a\"], \"slopes\": [1, 2, 3], "
        "\"intercepts\": [1, 2], \"model\": \"" SVM_TEXT "\"}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [\"a\"], \"slopes\": [1, 2], "
        "\"model\": \"" SVM_TEXT "\"}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [\"a\"], \"slopes\": [1, 2], "
        "\"intercepts\": [1, null], \"model\": \"" SVM_TEXT "\"}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [], \"slopes\": [1], \"intercepts\": [1], "
        "\"model\": \"" SVM_TEXT "\"}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [1], \"slopes\": [1, 2], "
        "\"intercepts\": [1, 2], \"model\": \"" SVM_TEXT "\"}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [\"a\"], \"slopes\": [1, 2], "
        "\"intercepts\": [1, 2]}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [\"a\"], \"slopes\": [1, 2], "
        "\"intercepts\": [1, 2], \"model\": \"svm_type\"}}",
        "{\"model_dict\": {" TYPES "\"feature_names\": [\"adm3\", \"adm3\"], \"slopes\": [1, 2, "
        "3], \"intercepts\": [1, 2, 3], \"chroma_correction_parameter\": 1, \"model\": \"" SVM_TEXT
        "\"}}",
    };
    VmafModel *m = NULL;
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        print_message("%u: ", i);
        assert_int_equal(read_text(bad[i], false, &m), -EINVAL);
    }
    char deep[4096];
    memset(deep, '[', sizeof(deep));
    deep[sizeof(deep) - 1] = '\0';
    assert_int_equal(read_text(deep, false, &m), -EINVAL);
}

static void test_collections(void **state)
{
    (void)state;
    VmafModel *m = NULL;
#define A MODEL("")
#define B                                                                          \
    "{\"model_dict\": {\"model_type\": \"BOOTSTRAP_LIBSVMNUSVR\", \"norm_type\": " \
    "\"linear_rescale\", " REST "}}"
    assert_int_equal(read_text("{\"1\": " A ", \"0\": " A "}", true, &m), 0);
    vmaf_model_destroy(m);
    static const char *const bad[] = {
        A,
        "{\"0\": " A "}",
        "{\"0\": " A ", \"2\": " A "}",
        "{\"0\": " A ", \"1\": 1}",
        "{\"0\": " A ", \"1\": " B "}",
        "{\"0\": " A ", \"1\": " A ", \"x\": 1}",
    };
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        print_message("%u: ", i);
        assert_int_equal(read_text(bad[i], true, &m), -EINVAL);
    }
    assert_int_equal(read_text("{\"0\": " A ", \"1\": " A "}", false, &m), -EINVAL);
}

static const char *folder; /* of the files that the build made */

static void assert_equal_models(const VmafModel *a, const VmafModel *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->n_features, b->n_features);
    for (unsigned i = 0; i < a->n_features; i++) {
        assert_string_equal(a->feature[i].name, b->feature[i].name);
        assert_true(vmaf_dict_equal(a->feature[i].opts, b->feature[i].opts));
    }
    const VmafSvm *s = &a->svm, *t = &b->svm;
    assert_int_equal(s->n_vectors, t->n_vectors);
    assert_int_equal(s->n_features, t->n_features);
    assert_true(s->gamma == t->gamma && s->rho == t->rho);
    assert_memory_equal(s->vector, t->vector,
                        (size_t)s->n_vectors * (1 + s->n_features) * sizeof(double));
    const VmafPrediction *p = &a->prediction, *q = &b->prediction;
    assert_memory_equal(p->slope, q->slope, (1 + (size_t)a->n_features) * sizeof(double));
    assert_memory_equal(p->intercept, q->intercept, (1 + (size_t)a->n_features) * sizeof(double));
    assert_true(p->rescale == q->rescale && p->clip == q->clip && p->clip_min == q->clip_min &&
                p->clip_max == q->clip_max && p->has_chroma == q->has_chroma &&
                p->chroma == q->chroma && p->chroma_from == q->chroma_from &&
                p->chroma_to == q->chroma_to);
    const VmafTransform *v = &p->transform, *w = &q->transform;
    assert_true(v->enabled == w->enabled && v->n_knots == w->n_knots &&
                v->out_gte_in == w->out_gte_in && v->out_lte_in == w->out_lte_in);
    for (unsigned i = 0; i < 3; i++)
        assert_true(v->has_p[i] == w->has_p[i] && v->p[i] == w->p[i]);
}

/** The compiled tables and the files are two ways to one model. */
static void test_files_equal_tables(void **state)
{
    (void)state;
    const char *version;
    unsigned n = 0;
    for (const void *at = NULL; (at = vmaf_model_version_next(at, &version)); n++) {
        VmafModel *a, *b;
        VmafModelCollection *c, *d;
        char path[512];
        snprintf(path, sizeof(path), "%s/%s.json", folder, version);
        if (!vmaf_model_load(&a, NULL, version)) {
            assert_int_equal(vmaf_model_load_from_path(&b, NULL, path), 0);
        } else {
            assert_int_equal(vmaf_model_collection_load(&a, &c, NULL, version), 0);
            assert_int_equal(vmaf_model_collection_load_from_path(&b, &d, NULL, path), 0);
            assert_int_equal(c->n_members, d->n_members);
            for (unsigned k = 0; k < c->n_members; k++)
                assert_equal_models(c->member[k], d->member[k]);
            vmaf_model_collection_destroy(c);
            vmaf_model_collection_destroy(d);
        }
        assert_equal_models(a, b);
        vmaf_model_destroy(a);
        vmaf_model_destroy(b);
    }
    assert_int_equal(n, 17);
}

#else

static void test_no_files(void **state)
{
    (void)state;
    VmafModel *m = NULL;
    assert_int_equal(vmaf_model_load_from_path(&m, NULL, "/tmp/model.json"), -ENOTSUP);
    assert_null(m);
}

#endif

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_name_and_flags),
        cmocka_unit_test(test_overload),
        cmocka_unit_test(test_polynomial),
        cmocka_unit_test(test_knots),
        cmocka_unit_test(test_clip),
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_chroma_rule),
        cmocka_unit_test(test_bootstrap),
        cmocka_unit_test(test_svm_text),
#if HAVE_JANSSON
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_bad_json),
        cmocka_unit_test(test_collections),
        cmocka_unit_test(test_files_equal_tables),
#else
        cmocka_unit_test(test_no_files),
#endif
    };
    if (argc != 2)
        return 2;
#if HAVE_JANSSON
    folder = argv[1];
#else
    (void)argv;
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
