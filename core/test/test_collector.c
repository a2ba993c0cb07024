/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The score store: columns by rank, one value per name and index, aliases, threads. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#include "base/log.h"
#include "score/collector.h"

static VmafCollector *open_collector(void)
{
    VmafCollector *c = NULL;
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    assert_int_equal(vmaf_collector_create(&c), 0);
    return c;
}

static void test_append_and_get(void **state)
{
    (void)state;
    static const unsigned indexes[] = {0, 7, 63, 64, 1023, 1024, 5000000, UINT_MAX};
    VmafCollector *c = open_collector();
    double score = 42.0;
    const unsigned rank = vmaf_collector_next_rank(c);
    assert_int_equal(vmaf_collector_get(c, "a", 0, &score), -EINVAL);
    for (unsigned i = 0; i < sizeof(indexes) / sizeof(*indexes); i++) {
        assert_int_equal(vmaf_collector_get(c, "a", indexes[i], &score), -EINVAL);
        assert_true(score == 42.0 || i);
        assert_int_equal(vmaf_collector_append(c, "a", rank, 0, (double)i, indexes[i]), 0);
        assert_int_equal(vmaf_collector_append(c, "a", rank, 0, (double)i, indexes[i]), -EINVAL);
        assert_int_equal(vmaf_collector_get(c, "a", indexes[i], &score), 0);
        assert_true(score == (double)i);
    }
    assert_int_equal(vmaf_collector_get(c, "b", 0, &score), -EINVAL);
    assert_int_equal(vmaf_collector_get(c, "a", 1, &score), -EINVAL);

    unsigned row = 0;
    uint64_t from = 0;
    for (unsigned i = 0; i < sizeof(indexes) / sizeof(*indexes); i++) {
        assert_true(vmaf_collector_next_row(c, from, &row));
        assert_int_equal(row, indexes[i]);
        from = (uint64_t)row + 1;
    }
    assert_false(vmaf_collector_next_row(c, from, &row));
    vmaf_collector_destroy(&c);
    assert_null(c);
    vmaf_collector_destroy(&c);
}

/** Columns stand by rank and sub whatever the order of the writes. */
static void test_column_order(void **state)
{
    (void)state;
    VmafCollector *c = open_collector();
    const unsigned first = vmaf_collector_next_rank(c), second = vmaf_collector_next_rank(c);
    assert_true(first < second);
    assert_int_equal(vmaf_collector_append(c, "s1", second, 1, 0.0, 3), 0);
    assert_int_equal(vmaf_collector_append(c, "s0", second, 0, 0.0, 3), 0);
    assert_int_equal(vmaf_collector_append(c, "f2", first, 2, 0.0, 1), 0);
    assert_int_equal(vmaf_collector_append(c, "f0", first, 0, 0.0, 0), 0);
    assert_int_equal(vmaf_collector_import(c, "i1", 0.0, 0), 0);
    assert_int_equal(vmaf_collector_import(c, "i0", 0.0, 0), 0);
    assert_int_equal(vmaf_collector_import(c, "i1", 0.0, 1), 0);
    static const char *const want[] = {"f0", "f2", "s0", "s1", "i1", "i0"};
    assert_int_equal(vmaf_collector_n_columns(c), 6);
    for (unsigned i = 0; i < 6; i++)
        assert_string_equal(vmaf_collector_name(c, i), want[i]);
    double value;
    assert_true(vmaf_collector_value(c, 4, 1, &value));
    assert_false(vmaf_collector_value(c, 5, 1, &value));
    vmaf_collector_destroy(&c);
}

static void test_alias(void **state)
{
    (void)state;
    VmafCollector *c = open_collector();
    double score;
    assert_int_equal(vmaf_collector_import(c, "VMAF_integer_feature_adm2_score", 0.5, 0), 0);
    assert_int_equal(vmaf_collector_get(c, "VMAF_integer_feature_adm2_score", 0, &score), 0);
    assert_int_equal(vmaf_collector_get(c, "integer_adm2", 0, &score), 0);
    assert_true(score == 0.5);
    assert_string_equal(vmaf_score_alias("VMAF_feature_aim_score"), "aim");
    assert_string_equal(vmaf_score_alias("VMAF_feature_adm_scale2_score"), "adm_scale2");
    assert_string_equal(vmaf_score_alias("VMAF_integer_feature_motion2_score"), "integer_motion2");
    assert_string_equal(vmaf_score_alias("VMAF_feature_vif_scale3_score"), "vif_scale3");
    assert_string_equal(vmaf_score_alias("Speed_chroma_feature_speed_chroma_uv_score"),
                        "speed_chroma_uv");
    assert_string_equal(vmaf_score_alias("float_ssim"), "float_ssim");
    vmaf_collector_destroy(&c);
}

enum { N_WRITERS = 4, N_VALUES = 3000 };

typedef struct Writer {
    VmafCollector *c;
    unsigned id, rank;
} Writer;

static void *write_scores(void *arg)
{
    const Writer *w = arg;
    char name[16];
    for (unsigned i = 0; i < N_VALUES; i++) {
        double score;
        /* Four writers share every column and split the indexes. */
        snprintf(name, sizeof(name), "n%u", i % 5);
        unsigned index = i * N_WRITERS + w->id;
        if (vmaf_collector_append(w->c, name, w->rank, i % 5, (double)index, index) ||
            vmaf_collector_get(w->c, name, index, &score) || score != (double)index)
            return NULL;
    }
    return arg;
}

static void test_threads(void **state)
{
    (void)state;
    VmafCollector *c = open_collector();
    pthread_t thread[N_WRITERS];
    Writer w[N_WRITERS];
    const unsigned rank = vmaf_collector_next_rank(c);
    for (unsigned i = 0; i < N_WRITERS; i++) {
        w[i] = (Writer){.c = c, .id = i, .rank = rank};
        assert_int_equal(pthread_create(&thread[i], NULL, write_scores, &w[i]), 0);
    }
    for (unsigned i = 0; i < N_WRITERS; i++) {
        void *result;
        assert_int_equal(pthread_join(thread[i], &result), 0);
        assert_non_null(result);
    }
    assert_int_equal(vmaf_collector_n_columns(c), 5);
    for (unsigned i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof(name), "n%u", i);
        assert_string_equal(vmaf_collector_name(c, i), name);
    }
    vmaf_collector_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_append_and_get),
        cmocka_unit_test(test_column_order),
        cmocka_unit_test(test_alias),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
