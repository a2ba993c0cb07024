/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Log files of all four formats: structure, number text, escaping, failures. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_SIZE = 1 << 16 };

/** What the context writes, in a static buffer; the value of the fps field becomes "#". */
static const char *written(VmafContext *vmaf, enum VmafOutputFormat fmt, const char *score_format)
{
    static char text[TEXT_SIZE];
    char path[] = "/tmp/vmaf_test_output_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    if (score_format)
        assert_int_equal(vmaf_write_output_with_format(vmaf, path, fmt, score_format), 0);
    else
        assert_int_equal(vmaf_write_output(vmaf, path, fmt), 0);
    ssize_t n = read(fd, text, TEXT_SIZE - 1);
    assert_true(n >= 0);
    text[n] = '\0';
    close(fd);
    unlink(path);

    static const char *const fields[] = {"\"fps\": ", "fps=\""};
    for (unsigned i = 0; i < 2; i++) {
        char *field = strstr(text, fields[i]);
        if (!field)
            continue;
        field += strlen(fields[i]);
        const size_t length = strcspn(field, "\",\n");
        memmove(field + 1, field + length, strlen(field + length) + 1);
        *field = '#';
    }
    return text;
}

static void import(VmafContext *vmaf, const char *name, double value, unsigned index)
{
    assert_int_equal(vmaf_import_feature_score(vmaf, name, value, index), 0);
}

/** Two columns with holes: indexes 1 and 3 have rows, 0 and 2 do not. */
static VmafContext *open_with_holes(void)
{
    VmafContext *vmaf = test_open(0);
    import(vmaf, "a", 0.5, 1);
    import(vmaf, "b", 2.0, 3);
    import(vmaf, "VMAF_integer_feature_adm2_score", 0.25, 3);
    return vmaf;
}

static char expected[TEXT_SIZE];

/** A format string with one %s, for the library's version. */
static const char *with_version(const char *format)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(expected, sizeof(expected), format, vmaf_version());
#pragma GCC diagnostic pop
    return expected;
}

static void test_xml(void **state)
{
    (void)state;
    VmafContext *vmaf = open_with_holes();
    assert_string_equal(
        written(vmaf, VMAF_OUTPUT_FORMAT_XML, NULL),
        with_version("<VMAF version=\"%s\">\n"
                     "  <params qualityWidth=\"0\" qualityHeight=\"0\" />\n"
                     "  <fyi fps=\"#\" />\n"
                     "  <frames>\n"
                     "    <frame frameNum=\"1\" a=\"0.500000\" />\n"
                     "    <frame frameNum=\"3\" b=\"2.000000\" integer_adm2=\"0.250000\" />\n"
                     "  </frames>\n"
                     "  <pooled_metrics>\n"
                     "    <metric name=\"a\" />\n"
                     "    <metric name=\"b\" />\n"
                     "    <metric name=\"integer_adm2\" />\n"
                     "  </pooled_metrics>\n"
                     "  <aggregate_metrics />\n"
                     "</VMAF>\n"));
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** The first row need not be index 0: no comma before it. */
static void test_json(void **state)
{
    (void)state;
    VmafContext *vmaf = open_with_holes();
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_JSON, NULL),
                        with_version("{\n"
                                     "  \"version\": \"%s\",\n"
                                     "  \"fps\": #,\n"
                                     "  \"frames\": [\n"
                                     "    {\n"
                                     "      \"frameNum\": 1,\n"
                                     "      \"metrics\": {\n"
                                     "        \"a\": 0.500000\n"
                                     "      }\n"
                                     "    },\n"
                                     "    {\n"
                                     "      \"frameNum\": 3,\n"
                                     "      \"metrics\": {\n"
                                     "        \"b\": 2.000000,\n"
                                     "        \"integer_adm2\": 0.250000\n"
                                     "      }\n"
                                     "    }\n"
                                     "  ],\n"
                                     "  \"pooled_metrics\": {\n"
                                     "    \"a\": {\n"
                                     "    },\n"
                                     "    \"b\": {\n"
                                     "    },\n"
                                     "    \"integer_adm2\": {\n"
                                     "    }\n"
                                     "  },\n"
                                     "  \"aggregate_metrics\": {\n"
                                     "  }\n"
                                     "}\n"));
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** A missing score leaves its field empty, so that columns stay columns. */
static void test_csv_and_sub(void **state)
{
    (void)state;
    VmafContext *vmaf = open_with_holes();
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL), "Frame,a,b,integer_adm2,\n"
                                                                     "1,0.500000,,,\n"
                                                                     "3,,2.000000,0.250000,\n");
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_SUB, NULL),
                        "{1}{2}frame: 1|a: 0.500000|\n"
                        "{3}{4}frame: 3|b: 2.000000|integer_adm2: 0.250000|\n");
    assert_int_equal(vmaf_close(vmaf), 0);

    vmaf = test_open(0);
    assert_int_equal(vmaf_import_feature_score(vmaf, "a", 1.0, UINT32_MAX), 0);
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_SUB, NULL),
                        "{4294967295}{4294967296}frame: 4294967295|a: 1.000000|\n");
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_empty(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_JSON, NULL),
                        with_version("{\n"
                                     "  \"version\": \"%s\",\n"
                                     "  \"fps\": #,\n"
                                     "  \"frames\": [\n"
                                     "  ],\n"
                                     "  \"pooled_metrics\": {\n"
                                     "  },\n"
                                     "  \"aggregate_metrics\": {\n"
                                     "  }\n"
                                     "}\n"));
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL), "Frame,\n");
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_SUB, NULL), "");
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_pooled_metrics(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    assert_int_equal(test_read(vmaf, 0), 0);
    assert_int_equal(test_read(vmaf, 1), 0);
    import(vmaf, "a", 1.0, 0);
    import(vmaf, "a", 3.0, 1);
    import(vmaf, "b", 1.0, 1);
    const char *xml = written(vmaf, VMAF_OUTPUT_FORMAT_XML, NULL);
    assert_non_null(strstr(xml, "<params qualityWidth=\"64\" qualityHeight=\"48\" />\n"));
    assert_non_null(strstr(xml, "    <metric name=\"a\" min=\"1.000000\" max=\"3.000000\" "
                                "mean=\"2.000000\" harmonic_mean=\"1.666667\" />\n"));
    assert_non_null(strstr(xml, "    <metric name=\"b\" />\n"));
    const char *json = written(vmaf, VMAF_OUTPUT_FORMAT_JSON, NULL);
    assert_non_null(strstr(json, "    \"a\": {\n"
                                 "      \"min\": 1.000000,\n"
                                 "      \"max\": 3.000000,\n"
                                 "      \"mean\": 2.000000,\n"
                                 "      \"harmonic_mean\": 1.666667\n"
                                 "    },\n"
                                 "    \"b\": {\n"
                                 "    }\n"));
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** "%.6f", or "%.16f" where six places would hide the fraction's first digit. */
static void test_number_text(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0.000000"},
        {-0.0, "-0.000000"},
        {1.0, "1.000000"},
        {0.1, "0.100000"},
        {1e-6, "0.000001"},
        {9.9999e-7, "0.0000009999900000"},
        {1e-7, "0.0000001000000000"},
        {-1e-7, "-0.0000001000000000"},
        {1e-20, "0.0000000000000000"},
        {100.00000001, "100.0000000099999937"},
        {2147483648.5, "2147483648.500000"},
        {-2147483649.25, "-2147483649.250000"},
        {12345678901.0, "12345678901.000000"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        VmafContext *vmaf = test_open(0);
        char line[128];
        import(vmaf, "x", cases[i].value, 2);
        snprintf(line, sizeof(line), "Frame,x,\n2,%s,\n", cases[i].text);
        assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL), line);
        snprintf(line, sizeof(line), "{2}{3}frame: 2|x: %s|\n", cases[i].text);
        assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_SUB, NULL), line);
        snprintf(line, sizeof(line), "\"x\": %s\n",
                 isfinite(cases[i].value) ? cases[i].text : "null");
        assert_non_null(strstr(written(vmaf, VMAF_OUTPUT_FORMAT_JSON, NULL), line));
        snprintf(line, sizeof(line), " x=\"%s\" />\n", cases[i].text);
        assert_non_null(strstr(written(vmaf, VMAF_OUTPUT_FORMAT_XML, NULL), line));
        assert_int_equal(vmaf_close(vmaf), 0);
    }
}

static void test_not_a_number(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    import(vmaf, "x", NAN, 0);
    import(vmaf, "y", 1.0, 0);
    import(vmaf, "x", -NAN, 1);
    const char *csv = written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL);
    assert_non_null(strstr(csv, "0,nan,1.000000,\n"));
    assert_non_null(strstr(csv, "1,nan,,\n"));
    const char *json = written(vmaf, VMAF_OUTPUT_FORMAT_JSON, NULL);
    assert_non_null(strstr(json, "        \"x\": null,\n        \"y\": 1.000000\n"));
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_huge_number(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    char text[512];
    import(vmaf, "x", 1e300, 0);
    snprintf(text, sizeof(text), "Frame,x,\n0,%f,\n", 1e300);
    assert_true(strlen(text) > 300);
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL), text);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_precision(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    import(vmaf, "x", 1.0 / 3.0, 0);
    static const char *const cases[][2] = {
        {"%.17g", "0.33333333333333331"},
        {"%.3f", "0.333"},
        {"%e", "3.333333e-01"},
        {"%g", "0.333333"},
        {"%.0f", "0"},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char line[64];
        snprintf(line, sizeof(line), "Frame,x,\n0,%s,\n", cases[i][1]);
        assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, cases[i][0]), line);
    }
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_bad_score_formats(void **state)
{
    (void)state;
    static const char *const bad[] = {"",     "%",     "%d",      "%s",      "%n",    "x%f", "%f ",
                                      "%f%f", "%5.2f", "%.f",     "%.*f",    "%lf",   "%%",  "%.2",
                                      "%a",   "%-f",   "%.9999f", "%.17g%n", "%.6f%s"};
    VmafContext *vmaf = open_with_holes();
    char path[] = "/tmp/vmaf_test_output_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "kept", 4), 4);
    for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_int_equal(vmaf_write_output_with_format(vmaf, path, VMAF_OUTPUT_FORMAT_XML, bad[i]),
                         -EINVAL);
    static const int formats[] = {-1, 0, 5, 99};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(vmaf_write_output(vmaf, path, (enum VmafOutputFormat)formats[i]), -EINVAL);
    struct stat st; /* arguments are checked before the file is opened */
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 4);
    /* NULL is the fixed six places. */
    assert_int_equal(vmaf_write_output_with_format(vmaf, path, VMAF_OUTPUT_FORMAT_CSV, NULL), 0);
    close(fd);
    unlink(path);
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_failures(void **state)
{
    (void)state;
    VmafContext *vmaf = open_with_holes();
    for (int f = VMAF_OUTPUT_FORMAT_XML; f <= VMAF_OUTPUT_FORMAT_SUB; f++) {
        const enum VmafOutputFormat fmt = (enum VmafOutputFormat)f;
        assert_int_equal(vmaf_write_output(NULL, "/dev/null", fmt), -EINVAL);
        assert_int_equal(vmaf_write_output(vmaf, NULL, fmt), -EINVAL);
        assert_int_equal(vmaf_write_output(vmaf, "", fmt), -EINVAL);
        assert_int_equal(vmaf_write_output(vmaf, "/nonexistent/folder/log", fmt), -EINVAL);
        assert_int_equal(vmaf_write_output(vmaf, "/", fmt), -EINVAL);
        assert_int_equal(vmaf_write_output(vmaf, "/dev/full", fmt), -EIO);
        assert_int_equal(vmaf_write_output(vmaf, "/dev/null", fmt), 0);
    }
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_escaping(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    import(vmaf, "q\"<&>\\\t\001", 1.0, 0);
    import(vmaf, "%s%n", 2.0, 0);
    assert_non_null(strstr(written(vmaf, VMAF_OUTPUT_FORMAT_JSON, NULL),
                           "\"q\\\"<&>\\\\\\u0009\\u0001\": 1.000000,\n        \"%s%n\": 2"));
    assert_non_null(strstr(written(vmaf, VMAF_OUTPUT_FORMAT_XML, NULL),
                           "q_x0022__x003C__x0026__x003E__x005C__x0009__x0001_=\"1.000000\" "
                           "_x0025_s_x0025_n=\"2"));
    assert_int_equal(vmaf_close(vmaf), 0);
}

/** Rows stand in ascending order, up to the last index there is. */
static void test_far_index(void **state)
{
    (void)state;
    VmafContext *vmaf = test_open(0);
    import(vmaf, "x", 1.0, UINT_MAX);
    import(vmaf, "x", 2.0, 1u << 31);
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL),
                        "Frame,x,\n2147483648,2.000000,\n4294967295,1.000000,\n");
    assert_int_equal(vmaf_close(vmaf), 0);
}

static void test_subsample(void **state)
{
    (void)state;
    VmafConfiguration cfg = test_config(0);
    cfg.n_subsample = 2;
    VmafContext *vmaf = NULL;
    assert_int_equal(vmaf_init(&vmaf, cfg), 0);
    for (unsigned i = 0; i < 5; i++)
        import(vmaf, "x", i, i);
    assert_string_equal(written(vmaf, VMAF_OUTPUT_FORMAT_CSV, NULL),
                        "Frame,x,\n0,0.000000,\n2,2.000000,\n4,4.000000,\n");
    assert_int_equal(vmaf_close(vmaf), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_xml),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_csv_and_sub),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_pooled_metrics),
        cmocka_unit_test(test_number_text),
        cmocka_unit_test(test_not_a_number),
        cmocka_unit_test(test_huge_number),
        cmocka_unit_test(test_precision),
        cmocka_unit_test(test_bad_score_formats),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_far_index),
        cmocka_unit_test(test_subsample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
