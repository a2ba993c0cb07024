/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The score store: columns by rank, one value per name and index, aliases, threads. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "base/log.h"
#include "score/collector.h"

static VmafCollector *open_collector(void)
{
    VmafCollector *c = NULL;
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    assert_int_equal(vmaf_collector_create(&c), 0);
    return c;
}

static VmafColumns *declare(VmafCollector *c, const char *const *name, unsigned n)
{
    VmafColumnSpec spec[8] = {{0}};
    VmafColumns *columns = NULL;
    for (unsigned i = 0; i < n; i++)
        spec[i].name = name[i];
    assert_int_equal(vmaf_collector_declare(c, spec, n, &columns), 0);
    return columns;
}

static void store(VmafCollector *c, const VmafColumns *columns, unsigned column, unsigned index,
                  double value)
{
    const VmafScoreValue v = {columns, column, index, value};
    vmaf_collector_store(c, &v, 1);
}

static void test_store_and_get(void **state)
{
    (void)state;
    static const unsigned indexes[] = {0, 7, 63, 64, 1023, 1024, 5000000, UINT_MAX};
    static const char *const names[] = {"a"};
    VmafCollector *c = open_collector();
    double score = 42.0;
    VmafColumns *a = declare(c, names, 1);
    vmaf_collector_rank(c, a);
    assert_int_equal(vmaf_collector_get(c, "a", 0, &score), -EINVAL);
    assert_int_equal(vmaf_collector_n_columns(c), 0); /* none without a value */
    for (unsigned i = 0; i < sizeof(indexes) / sizeof(*indexes); i++) {
        assert_int_equal(vmaf_collector_get(c, "a", indexes[i], &score), -EINVAL);
        assert_true(score == 42.0 || i);
        assert_int_equal(vmaf_collector_reserve(c, a, indexes[i]), 0);
        assert_int_equal(vmaf_collector_reserve(c, a, indexes[i]), -EINVAL);
        assert_int_equal(vmaf_collector_import(c, "a", 1.0, indexes[i]), -EINVAL);
        store(c, a, 0, indexes[i], (double)i);
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

/** An index that was given back is free again; an import collides only where a feature is. */
static void test_reserve_and_import(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b"};
    VmafCollector *c = open_collector();
    VmafColumns *g = declare(c, names, 2);
    assert_int_equal(vmaf_collector_reserve(c, g, 3), 0);
    assert_int_equal(vmaf_collector_import(c, "b", 1.0, 3), -EINVAL);
    vmaf_collector_release(c, g, 3);
    assert_int_equal(vmaf_collector_import(c, "b", 1.0, 3), 0);
    assert_int_equal(vmaf_collector_reserve(c, g, 3), -EINVAL);
    assert_int_equal(vmaf_collector_reserve(c, g, 4), 0);
    assert_int_equal(vmaf_collector_import(c, "b", 1.0, 5), 0);
    vmaf_collector_destroy(&c);
}

/** A second group leaves to the first what it has, and the withdrawn one leaves nothing. */
static void test_declared_twice(void **state)
{
    (void)state;
    static const char *const first[] = {"a", "b"};
    VmafColumnSpec spec[] = {{.name = "b"}, {.name = "c"}, {.name = NULL}};
    VmafColumnSpec again[] = {{.name = "c"}};
    VmafCollector *c = open_collector();
    VmafColumns *one = declare(c, first, 2), *two = NULL, *three = NULL;
    double score;
    assert_int_equal(vmaf_collector_declare(c, spec, 3, &two), 0);
    assert_true(spec[0].taken);
    assert_false(spec[1].taken);
    assert_int_equal(vmaf_collector_reserve(c, one, 0), 0);
    assert_int_equal(vmaf_collector_reserve(c, two, 0), 0);
    store(c, two, 0, 0, 7.0);
    assert_int_equal(vmaf_collector_get(c, "b", 0, &score), -EINVAL);
    vmaf_collector_withdraw(c, &two);
    assert_null(two);
    assert_int_equal(vmaf_collector_declare(c, again, 1, &three), 0);
    assert_false(again[0].taken);
    vmaf_collector_destroy(&c);
}

/** Columns stand by rank and place whatever the order of the writes; late ones behind the others.
 */
static void test_column_order(void **state)
{
    (void)state;
    static const char *const f[] = {"f0", "f1", "f2"}, *const s[] = {"s0", "s1"};
    VmafColumnSpec late[] = {{.name = "l0", .stage = VMAF_COLUMN_LATE}, {.name = "e0"}};
    VmafCollector *c = open_collector();
    VmafColumns *first = declare(c, f, 3), *second = declare(c, s, 2), *third = NULL;
    assert_int_equal(vmaf_collector_declare(c, late, 2, &third), 0);
    vmaf_collector_rank(c, third);
    vmaf_collector_rank(c, first);
    vmaf_collector_rank(c, second);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(vmaf_collector_reserve(c, first, i), 0);
        assert_int_equal(vmaf_collector_reserve(c, second, i), 0);
        assert_int_equal(vmaf_collector_reserve(c, third, i), 0);
    }
    store(c, third, 0, 0, 0.0);
    store(c, second, 1, 3, 0.0);
    store(c, second, 0, 3, 0.0);
    store(c, first, 2, 1, 0.0);
    store(c, first, 0, 0, 0.0);
    assert_int_equal(vmaf_collector_import(c, "i1", 0.0, 0), 0);
    assert_int_equal(vmaf_collector_import(c, "i0", 0.0, 0), 0);
    assert_int_equal(vmaf_collector_import(c, "i1", 0.0, 1), 0);
    store(c, third, 1, 0, 0.0);
    static const char *const want[] = {"e0", "f0", "f2", "s0", "s1", "i1", "i0", "l0"};
    assert_int_equal(vmaf_collector_n_columns(c), 8);
    for (unsigned i = 0; i < 8; i++)
        assert_string_equal(vmaf_collector_name(c, i), want[i]);
    double value;
    assert_true(vmaf_collector_value(c, 5, 1, &value));
    assert_false(vmaf_collector_value(c, 6, 1, &value));
    vmaf_collector_destroy(&c);
}

/** Values of the clip are no columns. */
static void test_clip_values(void **state)
{
    (void)state;
    VmafColumnSpec spec[] = {{.name = "a"}, {.name = "whole", .clip = true}};
    VmafCollector *c = open_collector();
    VmafColumns *g = NULL;
    const char *name;
    double value;
    assert_int_equal(vmaf_collector_declare(c, spec, 2, &g), 0);
    assert_int_equal(vmaf_collector_reserve(c, g, 0), 0);
    store(c, g, 0, 0, 1.0);
    assert_false(vmaf_collector_clip_value(c, 0, &name, &value));
    vmaf_collector_store_clip(c, g, 1, 5.0);
    assert_int_equal(vmaf_collector_n_columns(c), 1);
    assert_true(vmaf_collector_clip_value(c, 0, &name, &value));
    assert_string_equal(name, "whole");
    assert_true(value == 5.0);
    assert_false(vmaf_collector_clip_value(c, 1, &name, &value));
    assert_int_equal(vmaf_collector_get(c, "whole", 0, &value), -EINVAL);
    assert_int_equal(vmaf_collector_import(c, "whole", 1.0, 0), -EINVAL);
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
    /* A name and its alias are one score, whichever of them is imported. */
    assert_int_equal(vmaf_collector_import(c, "integer_adm2", 0.5, 0), -EINVAL);
    assert_int_equal(vmaf_collector_import(c, "integer_adm2", 0.25, 1), 0);
    assert_int_equal(vmaf_collector_n_columns(c), 1);
    assert_string_equal(vmaf_collector_name(c, 0), "VMAF_integer_feature_adm2_score");
    assert_string_equal(vmaf_score_alias("VMAF_feature_aim_score"), "aim");
    assert_string_equal(vmaf_score_alias("VMAF_feature_adm_scale2_score"), "adm_scale2");
    assert_string_equal(vmaf_score_alias("VMAF_integer_feature_motion2_score"), "integer_motion2");
    assert_string_equal(vmaf_score_alias("VMAF_feature_vif_scale3_score"), "vif_scale3");
    assert_string_equal(vmaf_score_alias("Speed_chroma_feature_speed_chroma_uv_score"),
                        "speed_chroma_uv");
    assert_string_equal(vmaf_score_alias("float_ssim"), "float_ssim");
    vmaf_collector_destroy(&c);
}

/** Seconds of this thread for 20 000 scores. */
static double time_getting(VmafCollector *c, const char *name)
{
    struct timespec from, to;
    double score;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    for (unsigned i = 0; i < 20000; i++)
        assert_int_equal(vmaf_collector_get(c, name, i, &score), 0);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
}

/** Reading by the alias costs about what reading by the name does. */
static void test_cost_of_an_alias(void **state)
{
    (void)state;
    static const char *const name = "VMAF_integer_feature_vif_scale3_score";
    VmafCollector *c = open_collector();
    double least[2] = {1e9, 1e9};
    for (unsigned i = 0; i < 60; i++) { /* among as many columns as a model and its features give */
        char other[16];
        snprintf(other, sizeof(other), "A%u", i);
        assert_int_equal(vmaf_collector_import(c, other, i, 0), 0);
    }
    for (unsigned i = 0; i < 20000; i++)
        assert_int_equal(vmaf_collector_import(c, name, i, i), 0);
    for (unsigned round = 0; round < 5; round++) {
        const double by_name = time_getting(c, name);
        const double by_alias = time_getting(c, vmaf_score_alias(name));
        least[0] = by_name < least[0] ? by_name : least[0];
        least[1] = by_alias < least[1] ? by_alias : least[1];
    }
    if (least[1] > 4.0 * least[0])
        fail_msg("by name %g s, by alias %g s", least[0], least[1]);
    vmaf_collector_destroy(&c);
}

enum { N_WRITERS = 4, N_VALUES = 3000 };

typedef struct Writer {
    VmafCollector *c;
    VmafColumns *columns;
    unsigned id;
} Writer;

static void *write_scores(void *arg)
{
    const Writer *w = arg;
    for (unsigned i = 0; i < N_VALUES; i++) {
        double score;
        char name[16];
        /* Four writers share every column and split the indexes. */
        const unsigned index = i * N_WRITERS + w->id;
        const VmafScoreValue v = {w->columns, i % 5, index, (double)index};
        snprintf(name, sizeof(name), "n%u", i % 5);
        if (vmaf_collector_reserve(w->c, w->columns, index))
            return NULL;
        vmaf_collector_store(w->c, &v, 1);
        if (vmaf_collector_get(w->c, name, index, &score) || score != (double)index)
            return NULL;
    }
    return arg;
}

static void test_threads(void **state)
{
    (void)state;
    static const char *const names[] = {"n0", "n1", "n2", "n3", "n4"};
    VmafCollector *c = open_collector();
    pthread_t thread[N_WRITERS];
    Writer w[N_WRITERS];
    VmafColumns *columns = declare(c, names, 5);
    vmaf_collector_rank(c, columns);
    for (unsigned i = 0; i < N_WRITERS; i++) {
        w[i] = (Writer){.c = c, .columns = columns, .id = i};
        assert_int_equal(pthread_create(&thread[i], NULL, write_scores, &w[i]), 0);
    }
    for (unsigned i = 0; i < N_WRITERS; i++) {
        void *result;
        assert_int_equal(pthread_join(thread[i], &result), 0);
        assert_non_null(result);
    }
    assert_int_equal(vmaf_collector_n_columns(c), 5);
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(vmaf_collector_name(c, i), names[i]);
    vmaf_collector_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_and_get),    cmocka_unit_test(test_reserve_and_import),
        cmocka_unit_test(test_declared_twice),   cmocka_unit_test(test_clip_values),
        cmocka_unit_test(test_column_order),     cmocka_unit_test(test_alias),
        cmocka_unit_test(test_cost_of_an_alias), cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
