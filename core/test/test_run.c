/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The run, with a temporal feature: neither threads nor devices nor slots change a score. */
#include "test_util.h"

#include "base/log.h"
#include "capture.h"
#include "temporal/temporal_run.h"

static void check_case(const Case *c)
{
    Run r;
    const unsigned n_flushes = temporal_n_flushes();
    open_run(&r, c);
    if (read_clip(&r) != (c->fail_at >= 0))
        fail_case(c, "the error was not told once");
    check_scores(c, r.v);
    close_run(&r);
    assert_int_equal(temporal_n_flushes(), n_flushes + 1);
}

/* Every kind of run but for the clip. */
static void check_runs(Case c)
{
    for (unsigned t = 0; t < 4; t++) {
        c.n_threads = thread_counts[t];
        for (c.place = ON_CPU; c.place < N_PLACES; c.place++) {
            for (c.n_slots = 1; c.n_slots <= (c.place == ON_CPU ? 1 : 4); c.n_slots += 3)
                check_case(&c);
        }
    }
}

static void test_same_scores(void **state)
{
    (void)state;
    for (unsigned subsample = 1; subsample <= 3; subsample++) {
        for (unsigned n = 1; n <= N_PICTURES; n++)
            check_runs((Case){.n_subsample = subsample, .n_pictures = n, .bpc = 8, .fail_at = -1});
    }
    check_runs((Case){.n_subsample = 1, .n_pictures = 5, .bpc = 10, .fail_at = -1});
    check_runs((Case){.n_subsample = 2, .n_pictures = MAX_PICTURES, .bpc = 8, .fail_at = 40});
}

/* ---- a picture that cannot be measured ---- */

static void score_ssim(double value[N_PICTURES])
{
    Run r;
    const Case c = {
        .n_subsample = 1, .n_pictures = N_PICTURES, .bpc = 8, .fail_at = -1, .with_ssim = true};
    open_run(&r, &c);
    read_clip(&r);
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(vmaf_feature_score_at_index(r.v, "ssim", &value[i], i), 0);
    close_run(&r);
}

/* The hole is the same everywhere, and one feature's alone; its error is told once. */
static void test_hole(void **state)
{
    (void)state;
    double want[N_PICTURES], got[N_PICTURES];
    score_ssim(want);
    for (int fail_at = 0; fail_at < N_PICTURES; fail_at++) {
        for (unsigned t = 0; t < 4; t++) {
            for (unsigned place = ON_CPU; place < N_PLACES; place++) {
                const Case c = {.place = place,
                                .n_threads = thread_counts[t],
                                .n_subsample = 1,
                                .n_slots = place == FROM_HOST ? 4 : 1,
                                .bpc = 8,
                                .n_pictures = N_PICTURES,
                                .fail_at = fail_at,
                                .with_ssim = true};
                Run r;
                const unsigned n_flushes = temporal_n_flushes();
                open_run(&r, &c);
                if (read_clip(&r) != 1)
                    fail_case(&c, "the error was not told once");
                assert_int_equal(temporal_n_flushes(), n_flushes + 1);
                check_scores(&c, r.v);
                for (unsigned i = 0; i < N_PICTURES; i++)
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "ssim", &got[i], i), 0);
                /* Columns stand as registered, though the other feature had a score first. */
                const char *name;
                assert_int_equal(vmaf_score_name(r.v, 0, &name), 0);
                assert_string_equal(name, temporal_name(TEMPORAL_REF1));
                assert_memory_equal(got, want, sizeof(want));
                close_run(&r);
            }
        }
    }
}

/* ---- which pictures a feature gets ---- */

static unsigned n_finished, n_measured;

static int count_finish(VmafSeries *s, const void *result, unsigned index)
{
    const TemporalResult *r = result;
    (void)s, (void)index;
    n_finished++;
    assert_int_equal(r->n_before, 0);
    return 0;
}

static int count_measure(void *scratch, const void *plan, const VmafWindow *w, void *result)
{
    n_measured++;
    return vmaf_test_temporal.cpu->measure(scratch, plan, w, result);
}

static int plan_nothing(void *plan, const void *opts, const VmafFrameInfo *info, unsigned isa,
                        VmafNeeds *needs)
{
    needs->planes[0] = needs->planes[1] = 0;
    return vmaf_test_temporal.plan(plan, opts, info, isa, needs);
}

/* Without history: every third picture, or all if it asks for them; finish alone without planes. */
static void test_subsampled_features(void **state)
{
    (void)state;
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        for (unsigned kind = 0; kind < 3; kind++) {
            const Case c = {.place = place,
                            .n_subsample = 3,
                            .bpc = 8,
                            .fail_at = -1,
                            .n_pictures = N_PICTURES};
            VmafCpuEngine cpu = *vmaf_test_temporal.cpu;
            VmafFeature f = vmaf_test_temporal;
            static const VmafScoreName scores[] = {{.name = "counted"}, {.name = NULL}};
            Run r;
            cpu.measure = count_measure;
            f.cpu = &cpu;
            f.name = "counting";
            f.scores = scores;
            f.needs.history[0] = f.needs.history[1] = 0;
            f.needs.every_picture = kind > 0;
            f.plan = kind == 2 ? plan_nothing : f.plan;
            f.finish = count_finish;
            f.flush = NULL;
            n_finished = n_measured = 0;
            open_run(&r, &c);
            assert_int_equal(vmaf_run_use_feature(r.v->run, &f, VMAF_BACKEND_CPU, NULL), 0);
            assert_int_equal(read_clip(&r), 0);
            assert_int_equal(n_finished, kind ? N_PICTURES : N_PICTURES / 3);
            assert_int_equal(n_measured, place != ON_CPU || kind == 2 ? 0 : n_finished);
            check_scores(&c, r.v);
            close_run(&r);
        }
    }
}

/* ---- the index rule ---- */

static void check_refused(Run *r, unsigned index, const char *message)
{
    TestCapture log;
    vmaf_log_set_level(VMAF_LOG_LEVEL_ERROR);
    test_capture(&log);
    assert_int_equal(read_pair(r, index), -EINVAL);
    test_captured(&log);
    vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
    if (!strstr(log.text, message))
        fail_msg("no \"%s\" in \"%s\"", message, log.text);
}

static void test_gap_is_refused(void **state)
{
    (void)state;
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        for (unsigned t = 0; t < 4; t++) {
            const Case c = {.place = place,
                            .n_threads = thread_counts[t],
                            .n_subsample = 1,
                            .n_pictures = 4,
                            .bpc = 8,
                            .fail_at = -1,
                            .with_ssim = true};
            Run r;
            double value;
            open_run(&r, &c);
            check_refused(&r, 1, "index 1, expected 0");
            assert_int_equal(read_pair(&r, 0), 0);
            assert_int_equal(read_pair(&r, 1), 0);
            check_refused(&r, 3, "index 3, expected 2");
            check_refused(&r, 1, "index 1, expected 2");
            assert_int_equal(vmaf_feature_score_at_index(r.v, "ssim", &value, 3), -EINVAL);
            assert_int_equal(vmaf_run_n_pictures(r.v->run), 2);
            assert_int_equal(read_pair(&r, 2), 0);
            assert_int_equal(read_pair(&r, 3), 0);
            assert_int_equal(test_flush(r.v), 0);
            check_scores(&c, r.v);
            close_run(&r);
        }
    }
}

/* Registered between pictures, the series starts at its own first one. */
static void test_late_registration(void **state)
{
    (void)state;
    enum { LATE = 2 };
    for (unsigned place = ON_CPU; place < N_PLACES; place++) {
        for (unsigned t = 0; t < 4; t++) {
            for (unsigned early = 0; early < 2; early++) {
                const Case c = {.place = place,
                                .n_threads = thread_counts[t],
                                .n_subsample = 1,
                                .n_slots = 4,
                                .n_pictures = N_PICTURES,
                                .bpc = 8,
                                .fail_at = -1};
                Run r;
                Scores got, want;
                const double *before;
                open_run(&r, &c);
                /* A second feature of the same kind gets its pictures from its own start. */
                VmafFeature second = vmaf_test_temporal;
                static const VmafScoreName scores[] = {
                    {.name = "late_ref1"},  {.name = "late_ref2"},
                    {.name = "late_dis1"},  {.name = "late_mean"},
                    {.name = "late_least"}, {.name = "late_total", .clip = true},
                    {.name = NULL}};
                second.name = "late";
                second.scores = scores;
                for (unsigned i = 0; i < N_PICTURES; i++) {
                    if (i == LATE)
                        assert_int_equal(
                            vmaf_run_use_feature(r.v->run, &second, VMAF_BACKEND_CPU, NULL), 0);
                    if (early) /* nothing in flight */
                        vmaf_run_wait(r.v->run);
                    assert_int_equal(read_pair(&r, i), 0);
                }
                assert_int_equal(test_flush(r.v), 0);
                /* Two values of the clip, so not check_scores(). */
                expect(&c, &want);
                get_scores(r.v, &got);
                assert_memory_equal(got.value, want.value, sizeof(want.value));
                assert_memory_equal(got.there, want.there, sizeof(want.there));
                for (unsigned i = 0; i < N_PICTURES; i++) {
                    double v;
                    before = &want.value[0][i];
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "late_ref1", &v, i),
                                     i > LATE ? 0 : -EINVAL);
                    if (i > LATE)
                        assert_true(v == *before);
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "late_ref2", &v, i),
                                     i > LATE + 1 ? 0 : -EINVAL);
                    if (i > LATE + 1)
                        assert_true(v == want.value[TEMPORAL_REF2][i]);
                    assert_int_equal(vmaf_feature_score_at_index(r.v, "late_mean", &v, i),
                                     i > LATE + 2 ? 0 : -EINVAL);
                    if (i > LATE + 2)
                        assert_true(v == want.value[TEMPORAL_MEAN][i]);
                }
                close_run(&r);
            }
        }
    }
}

static void test_late_after_a_gap(void **state)
{
    (void)state;
    static const unsigned first[] = {1, 0};
    static const unsigned second[] = {2, 2};
    for (unsigned k = 0; k < 2; k++) {
        VmafContext *v = test_open(0);
        assert_int_equal(vmaf_use_feature(v, "ssim", NULL), 0);
        assert_int_equal(test_read(v, first[k]), 0);
        assert_int_equal(test_read(v, second[k]), 0);
        assert_int_equal(vmaf_run_use_feature(v->run, &vmaf_test_temporal, VMAF_BACKEND_CPU, NULL),
                         -EINVAL);
        assert_int_equal(vmaf_use_feature(v, "float_ssim", NULL), 0); /* one without history may */
        assert_int_equal(test_read(v, 3), 0);
        assert_int_equal(test_flush(v), 0);
        assert_int_equal(vmaf_close(v), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_scores),         cmocka_unit_test(test_hole),
        cmocka_unit_test(test_subsampled_features), cmocka_unit_test(test_gap_is_refused),
        cmocka_unit_test(test_late_registration),   cmocka_unit_test(test_late_after_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
