/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * A host program with a decimal comma changes neither options nor models nor log files. LOCPATH
 * names a folder with the locale "de_DE.UTF-8", which the build makes.
 */
#include "test_util.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "base/dict.h"
#include "base/opt.h"
#include "config.h"
#include "model/model.h"

static void test_options(void **state)
{
    (void)state;
    double gain;
    static const VmafOption options[] = {
        {.name = "gain",
         .type = VMAF_OPTION_TYPE_DOUBLE,
         .def.d = 1.0,
         .max = 100.0,
         .flags = VMAF_OPT_FEATURE_PARAM},
        {0},
    };
    VmafFeatureDictionary *dict = test_option("gain", "1.25000001");
    assert_string_equal(vmaf_dict_find(dict, "gain")->val, "1.25");
    assert_int_equal(vmaf_options_parse("test", options, dict, &gain), 0);
    assert_true(gain == 1.25);
    char *suffix = vmaf_options_suffix(options, &gain);
    assert_string_equal(suffix, "_gain_1.25");
    free(suffix);
    assert_int_equal(vmaf_feature_dictionary_set(&dict, "gain", "1,25"), 0);
    assert_int_equal(vmaf_options_parse("test", options, dict, &gain), -EINVAL);
    assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
}

static void test_log_files(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    assert_int_equal(vmaf_import_feature_score(vmaf, "x", 0.5, 0), 0);
    for (int fmt = VMAF_OUTPUT_FORMAT_XML; fmt <= VMAF_OUTPUT_FORMAT_SUB; fmt++) {
        char path[] = "/tmp/vmaf_test_locale_XXXXXX", text[2048];
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        assert_int_equal(vmaf_write_output(vmaf, path, (enum VmafOutputFormat)fmt), 0);
        ssize_t n = read(fd, text, sizeof(text) - 1);
        assert_true(n > 0);
        text[n] = '\0';
        assert_non_null(strstr(text, "0.500000"));
        assert_null(strstr(text, "0,500000"));
        close(fd);
        unlink(path);
    }
    assert_int_equal(vmaf_close(vmaf), 0);
}

#if HAVE_JANSSON
/** The numbers of a model file, on top and in its libsvm text. */
static void test_models(void **state)
{
    (void)state;
    static const char text[] =
        "{\"model_dict\": {\"model_type\": \"LIBSVMNUSVR\", \"norm_type\": \"linear_rescale\", "
        "\"feature_names\": [\"a\"], \"slopes\": [1.5, 0.1], \"intercepts\": [-0.25, 2], "
        "\"feature_opts_dicts\": [{\"gain\": 1.25}], \"model\": \"svm_type nu_svr\\nkernel_type "
        "rbf\\ngamma 0.04\\nnr_class 2\\ntotal_sv 1\\nrho -1.5\\nSV\\n-4 1:0.65734273 \\n\"}}";
    VmafModel **member;
    unsigned n;
    assert_int_equal(vmaf_model_read_text(text, strlen(text), "test", NULL, false, &member, &n), 0);
    const VmafModel *m = member[0];
    assert_true(m->prediction.slope[0] == 1.5 && m->prediction.slope[1] == 0.1);
    assert_true(m->prediction.intercept[0] == -0.25);
    assert_true(m->svm.gamma == 0.04 && m->svm.rho == -1.5 && m->svm.vector[1] == 0.65734273);
    assert_string_equal(vmaf_dict_find(m->feature[0].opts, "gain")->original, "1.25");
    vmaf_model_free_members(member, n);
}
#endif

/** The library gives the thread its locale back. */
static void test_locale_stays(void **state)
{
    (void)state;
    char text[16];
    snprintf(text, sizeof(text), "%.1f", 0.5);
    assert_string_equal(text, "0,5");
}

int main(void)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8") || strcmp(localeconv()->decimal_point, ",") != 0) {
        puts("SKIP: no locale with a decimal comma; Debian's package locales lets the build make "
             "it");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_log_files),
#if HAVE_JANSSON
        cmocka_unit_test(test_models),
#endif
        cmocka_unit_test(test_locale_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
