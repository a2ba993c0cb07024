/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Options of features: defaults, ranges, types, unknown names, and suffixes of score names. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/log.h"
#include "base/opt.h"

typedef struct Block {
    bool skip;
    int height;
    double gain;
    double weight;
    const char *method;
    int quiet;
} Block;

static const VmafOption options[] = {
    {.name = "adm_skip",
     .alias = "ssz",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(Block, skip),
     .def.b = false,
     .flags = VMAF_OPT_FEATURE_PARAM},
    {.name = "adm_height",
     .alias = "rdh",
     .type = VMAF_OPTION_TYPE_INT,
     .offset = offsetof(Block, height),
     .def.i = 1080,
     .min = 1,
     .max = 2000000,
     .flags = VMAF_OPT_FEATURE_PARAM},
    {.name = "adm_gain",
     .alias = "egl",
     .type = VMAF_OPTION_TYPE_DOUBLE,
     .offset = offsetof(Block, gain),
     .def.d = 100.0,
     .min = -1.0,
     .max = 100.0,
     .flags = VMAF_OPT_FEATURE_PARAM},
    {.name = "adm_weight",
     .type = VMAF_OPTION_TYPE_DOUBLE,
     .offset = offsetof(Block, weight),
     .def.d = 0.5,
     .min = 0.0,
     .max = 1.0,
     .flags = VMAF_OPT_FEATURE_PARAM},
    {.name = "adm_method",
     .alias = "psm",
     .type = VMAF_OPTION_TYPE_STRING,
     .offset = offsetof(Block, method),
     .def.s = "nearest",
     .flags = VMAF_OPT_FEATURE_PARAM},
    {.name = "quiet",
     .type = VMAF_OPTION_TYPE_INT,
     .offset = offsetof(Block, quiet),
     .def.i = 3,
     .min = INT_MIN,
     .max = INT_MAX},
    {0},
};

static int parse(Block *block, const char *key, const char *value)
{
    VmafFeatureDictionary *dict = test_option(key, value);
    int err = vmaf_options_parse("test", options, dict, block);
    assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
    return err;
}

static void test_defaults(void **state)
{
    (void)state;
    Block b;
    memset(&b, 0x5a, sizeof(b));
    assert_int_equal(vmaf_options_parse("test", options, NULL, &b), 0);
    assert_false(b.skip);
    assert_int_equal(b.height, 1080);
    assert_true(b.gain == 100.0 && b.weight == 0.5);
    assert_string_equal(b.method, "nearest");
    assert_int_equal(b.quiet, 3);
    assert_int_equal(vmaf_options_parse("test", NULL, NULL, &b), 0);
}

static void test_bool(void **state)
{
    (void)state;
    Block b;
    static const char *const yes[] = {"true", "1"}, *const no[] = {"false", "0"},
                             *const bad[] = {"yes", "TRUE", "2", "", "truee", "0.5"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(parse(&b, "adm_skip", yes[i]), 0);
        assert_true(b.skip);
        assert_int_equal(parse(&b, "adm_skip", no[i]), 0);
        assert_false(b.skip);
    }
    for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_int_equal(parse(&b, "adm_skip", bad[i]), -EINVAL);
}

static void test_int(void **state)
{
    (void)state;
    Block b;
    static const char *const bad[] = {
        "abc", "", "0", "-1", "2000001", "99999999999999999999", "12abc", "nan", "inf", "1,5"};
    assert_int_equal(parse(&b, "adm_height", "2160"), 0);
    assert_int_equal(b.height, 2160);
    assert_int_equal(parse(&b, "adm_height", "1"), 0);
    assert_int_equal(b.height, 1);
    /* All digits count, although the normalised text keeps six. */
    assert_int_equal(parse(&b, "adm_height", "1234567"), 0);
    assert_int_equal(b.height, 1234567);
    assert_int_equal(parse(&b, "adm_height", "3.0"), 0);
    assert_int_equal(b.height, 3);
    assert_int_equal(parse(&b, "quiet", "-2147483648"), 0);
    assert_int_equal(b.quiet, INT_MIN);
    assert_int_equal(parse(&b, "quiet", "0"), 0);
    assert_int_equal(b.quiet, 0);
    for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_int_equal(parse(&b, "adm_height", bad[i]), -EINVAL);
}

static void test_double(void **state)
{
    (void)state;
    Block b;
    static const char *const bad[] = {"abc", "", "nan", "inf", "-1.5", "100.5", "1.0abc", "1,5"};
    assert_int_equal(parse(&b, "adm_gain", "1.2"), 0);
    assert_true(b.gain == 1.2);
    assert_int_equal(parse(&b, "adm_gain", "-1"), 0);
    assert_true(b.gain == -1.0);
    assert_int_equal(parse(&b, "adm_gain", "0"), 0);
    assert_true(b.gain == 0.0);
    assert_int_equal(parse(&b, "adm_gain", "100"), 0);
    /* Six digits of the float value: 0.3333333 is 0.333333. */
    assert_int_equal(parse(&b, "adm_gain", "0.33333333"), 0);
    assert_true(b.gain == 0.333333);
    for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_int_equal(parse(&b, "adm_gain", bad[i]), -EINVAL);
}

static void test_unknown_name(void **state)
{
    (void)state;
    Block b;
    assert_int_equal(parse(&b, "adm_heigth", "1080"), -EINVAL);
    assert_int_equal(parse(&b, "", "1"), -EINVAL);
    VmafFeatureDictionary *dict = test_option("any", "1");
    assert_int_equal(vmaf_options_parse("test", NULL, dict, &b), -EINVAL);
    assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
}

static void check_suffix(const char *const *pairs, const char *want)
{
    VmafFeatureDictionary *dict = NULL;
    Block b;
    for (; pairs[0]; pairs += 2)
        assert_int_equal(vmaf_feature_dictionary_set(&dict, pairs[0], pairs[1]), 0);
    assert_int_equal(vmaf_options_parse("test", options, dict, &b), 0);
    char *suffix = vmaf_options_suffix(options, &b);
    assert_string_equal(suffix, want);
    free(suffix);
    assert_int_equal(vmaf_feature_dictionary_free(&dict), 0);
}

/** Options in the order of their names, not of their keys or of the table. */
static void test_suffix(void **state)
{
    (void)state;
    check_suffix((const char *const[]){NULL}, "");
    check_suffix(
        (const char *const[]){"quiet", "4", "adm_height", "1080", "adm_gain", "100.0", NULL}, "");
    check_suffix((const char *const[]){"adm_weight", "0.25", "adm_skip", "true", "adm_method",
                                       "bilinear", "adm_height", "2160", "adm_gain", "1.0", NULL},
                 "_egl_1_rdh_2160_psm_bilinear_ssz_adm_weight_0.25");
}

static void test_long_suffix(void **state)
{
    (void)state;
    char value[5001], want[5100];
    memset(value, 'x', sizeof(value) - 1);
    value[sizeof(value) - 1] = '\0';
    snprintf(want, sizeof(want), "_psm_%s_ssz", value);
    check_suffix((const char *const[]){"adm_method", value, "adm_skip", "true", NULL}, want);
}

static int quiet(void **state)
{
    (void)state;
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),     cmocka_unit_test(test_bool),
        cmocka_unit_test(test_int),          cmocka_unit_test(test_double),
        cmocka_unit_test(test_unknown_name), cmocka_unit_test(test_suffix),
        cmocka_unit_test(test_long_suffix),
    };
    return cmocka_run_group_tests(tests, quiet, NULL);
}
