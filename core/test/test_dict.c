/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Feature dictionaries: numbers are normalised, text is kept, keys are replaced. */
#include "test_util.h"

#include <errno.h>
#include <stdio.h>

#include "base/dict.h"

static void test_normalisation(void **state)
{
    (void)state;
    /* Numbers become "%g" of their float value: six digits. */
    static const char *const cases[][2] = {
        {"1.0", "1"},
        {".5", "0.5"},
        {"1.20000001", "1.2"},
        {"1000000", "1e+06"},
        {" 2", "2"},
        {"2 ", "2"},
        {"0x10", "16"},
        {"-0", "-0"},
        {"0.1", "0.1"},
        {"1e-7", "1e-07"},
        {"123456789", "1.23457e+08"},
        {"nan", "nan"},
        {"inf", "inf"},
        {"1.0abc", "1.0abc"},
        {"true", "true"},
        {"", ""},
        {"1,5", "1,5"},
        {"bilinear", "bilinear"},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        VmafFeatureDictionary *dict = test_option("key", cases[i][0]);
        const VmafDictEntry *e = vmaf_dict_find(dict, "key");
        assert_non_null(e);
        assert_string_equal(e->val, cases[i][1]);
        assert_string_equal(e->original, cases[i][0]);
        assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
        assert_null(dict);
    }
}

static void test_replace(void **state)
{
    (void)state;
    VmafFeatureDictionary *dict = NULL;
    char key[16];
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 50; i++) {
            char value[16];
            snprintf(key, sizeof(key), "key%u", i);
            snprintf(value, sizeof(value), "%u", i + round);
            assert_int_equal(vmaf_feature_dictionary_set(&dict, key, value), 0);
        }
    }
    assert_int_equal(dict->n, 50);
    assert_string_equal(vmaf_dict_find(dict, "key7")->val, "8");
    assert_null(vmaf_dict_find(dict, "key50"));
    assert_null(vmaf_dict_find(NULL, "key"));
    assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    VmafFeatureDictionary *dict = NULL;
    assert_int_equal(vmaf_feature_dictionary_set(NULL, "key", "1"), -EINVAL);
    assert_int_equal(vmaf_feature_dictionary_set(&dict, NULL, "1"), -EINVAL);
    assert_int_equal(vmaf_feature_dictionary_set(&dict, "key", NULL), -EINVAL);
    assert_null(dict);
    assert_int_equal(vmaf_feature_dictionary_free(NULL), -EINVAL);
    assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
}

static void test_equality(void **state)
{
    (void)state;
    VmafFeatureDictionary *a = test_option("x", "1.0"), *b = test_option("y", "true");
    assert_int_equal(vmaf_feature_dictionary_set(&a, "y", "true"), 0);
    assert_false(vmaf_dict_equal(a, b));
    assert_int_equal(vmaf_feature_dictionary_set(&b, "x", "1"), 0);
    assert_true(vmaf_dict_equal(a, b)); /* in any order, by normalised value */
    assert_int_equal(vmaf_feature_dictionary_set(&b, "x", "2"), 0);
    assert_false(vmaf_dict_equal(a, b));
    assert_true(vmaf_dict_equal(NULL, NULL));
    assert_false(vmaf_dict_equal(a, NULL));
    assert_int_equal(vmaf_feature_dictionary_free(&a), 0);
    assert_int_equal(vmaf_feature_dictionary_free(&b), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normalisation),
        cmocka_unit_test(test_replace),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_equality),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
