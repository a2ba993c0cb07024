/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Going on with less: without the device, without some of its features, with fewer threads. */
#include "test_util.h"

#include <stdbool.h>
#include <stdio.h>

#include "base/log.h"
#include "capture.h"
#include "temporal/scarce.h"

/* ---- leaving the device ---- */

/* The device has no memory, and the CPU has some for the first n features only. */
static void check_leaving(unsigned n_opens, unsigned n_threads, bool device_recovers)
{
    double want[N_WRAPPED][N_PICTURES];
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    VmafGpuState *device;
    VmafContext *v = open_on_device(n_threads, &device);
    use_wrapped(v, SSIM);
    use_wrapped(v, FLOAT_SSIM);
    allocs_left = 0;
    opens_left = n_opens;
    assert_int_equal(test_read(v, 0), -ENOMEM);
    check_absent(v, 0);
    for (unsigned k = 0; k < N_WRAPPED; k++)
        check_backend(v, k, "simt"); /* both or none */
    opens_left = UINT_MAX;
    allocs_left = device_recovers ? UINT_MAX : 0;
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    for (unsigned k = 0; k < N_WRAPPED; k++) {
        check_backend(v, k, device_recovers ? "simt" : "cpu");
        check_scores(v, wrapped_name[k], want[k]);
        assert_int_equal(wrapped[k].n_on_cpu, device_recovers ? 0 : N_PICTURES);
        assert_int_equal(wrapped[k].n_on_device, device_recovers ? N_PICTURES : 0);
    }
    close_both(v, device);
}

static void test_leaving_half_way(void **state)
{
    (void)state;
    for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
        for (unsigned n_opens = 0; n_opens < N_WRAPPED; n_opens++) {
            check_leaving(n_opens, n_threads, false);
            check_leaving(n_opens, n_threads, true);
        }
    }
}

enum { LATE = 3 };

/* @param allocs_then of the device from the late features on. @return whether they are on it */
static bool check_late_features(unsigned allocs_then, unsigned n_threads, bool on_cpu,
                                double ssim[N_PICTURES], double late[N_PICTURES],
                                double temporal[TEMPORAL_N][N_PICTURES])
{
    VmafGpuState *device = NULL;
    VmafFeatureBackend info;
    if (on_cpu)
        reset();
    VmafContext *v = on_cpu ? test_open(n_threads) : open_on_device(n_threads, &device);
    use_wrapped(v, SSIM);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        if (i == LATE) {
            use_temporal(v, &vmaf_test_temporal);
            use_wrapped(v, FLOAT_SSIM);
            allocs_left = allocs_then;
        }
        assert_int_equal(test_read(v, i), 0);
    }
    assert_int_equal(test_flush(v), 0);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        assert_int_equal(vmaf_feature_score_at_index(v, "ssim", &ssim[i], i), 0);
        assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &late[i], i),
                         i < LATE ? -EINVAL : 0);
    }
    get_temporal(v, temporal);
    if (!on_cpu)
        assert_int_equal(wrapped[SSIM].n_on_device, N_PICTURES);
    assert_int_equal(vmaf_feature_backend(v, 2, &info), 0);
    const bool on_device = !strcmp(info.backend, "simt");
    check_backend(v, 1, info.backend);
    assert_int_equal(vmaf_close(v), 0);
    if (device)
        assert_int_equal(vmaf_gpu_state_free(device), 0);
    return on_device;
}

/* Those that come late and find no memory there go to the CPU alone; the others stay. */
static void test_late_features_without_memory(void **state)
{
    (void)state;
    double want[2][N_PICTURES] = {{0}}, got[2][N_PICTURES] = {{0}};
    double want_t[TEMPORAL_N][N_PICTURES], got_t[TEMPORAL_N][N_PICTURES];
    assert_false(check_late_features(0, 0, true, want[0], want[1], want_t));
    assert_true(want_t[TEMPORAL_REF2][N_PICTURES - 1] > 0.0);
    for (unsigned n_threads = 0; n_threads < 3; n_threads += 2) {
        bool on_device = false;
        for (unsigned n = 0; !on_device; n++) {
            on_device = check_late_features(n, n_threads, false, got[0], got[1], got_t);
            assert_memory_equal(got, want, sizeof(want));
            assert_memory_equal(got_t, want_t, sizeof(want_t));
            assert_true(on_device || n < 64);
            assert_true(!on_device || n > 4);
        }
    }
}

/* Columns stand as if the device had never been there. */
static void test_columns_after_leaving(void **state)
{
    (void)state;
    char want[32][64];
    unsigned n_want = 0;
    static const char *const order[] = {"float_adm", "ssim", "adm", "float_ssim"};
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        VmafGpuState *device = NULL;
        VmafContext *v = leaves ? open_on_device(2, &device) : test_open(2);
        allocs_left = 0;
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(vmaf_use_feature(v, order[k], NULL), 0);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(test_read(v, i), 0);
        assert_int_equal(test_flush(v), 0);
        unsigned n = 0;
        for (const char *name; !vmaf_score_name(v, n, &name); n++) {
            assert_true(n < 32);
            if (leaves)
                assert_string_equal(name, want[n]);
            else
                snprintf(want[n], sizeof(want[n]), "%s", name);
        }
        if (leaves)
            assert_int_equal(n, n_want);
        n_want = n;
        assert_int_equal(vmaf_close(v), 0);
        if (device)
            assert_int_equal(vmaf_gpu_state_free(device), 0);
    }
    assert_string_equal(want[0], "adm2");
}

/* ---- workers ---- */

/* Those beyond the first may find no memory: the run says so once and goes on with fewer. */
static void test_fewer_threads(void **state)
{
    (void)state;
    double want[N_PICTURES];
    score_on_cpu("ssim", NULL, "ssim", want);
    for (unsigned n_threads = 1; n_threads <= 4; n_threads *= 2) {
        for (unsigned n_opens = 1; n_opens <= 4; n_opens++) {
            TestCapture log;
            char message[64];
            reset();
            VmafContext *v = test_open(n_threads);
            vmaf_log_set_level(VMAF_LOG_LEVEL_WARNING);
            test_capture(&log);
            use_wrapped(v, SSIM);
            opens_left = n_opens;
            int err = 0;
            for (unsigned i = 0; i < N_PICTURES; i++)
                err = err ? err : test_read(v, i);
            err = err ? err : test_flush(v);
            test_captured(&log);
            vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
            assert_int_equal(err, 0);
            check_scores(v, "ssim", want);
            assert_int_equal(wrapped[SSIM].n_on_cpu, N_PICTURES);
            snprintf(message, sizeof(message), "WARNING going on with %u of %u threads", n_opens,
                     n_threads);
            if (test_count(log.text, message) != (n_opens < n_threads))
                fail_msg("%u threads, memory for %u: \"%s\"", n_threads, n_opens, log.text);
            assert_int_equal(vmaf_close(v), 0);
        }
    }
}

/* A feature that comes late may not find memory for all workers that the run had. */
static void test_fewer_threads_for_a_late_feature(void **state)
{
    (void)state;
    enum { LATER = 5 };
    double want[N_WRAPPED][N_PICTURES], got;
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    for (unsigned n_opens = 1; n_opens <= 4; n_opens++) {
        TestCapture log;
        reset();
        VmafContext *v = test_open(4);
        vmaf_log_set_level(VMAF_LOG_LEVEL_WARNING);
        test_capture(&log);
        use_wrapped(v, SSIM);
        int err = 0;
        for (unsigned i = 0; i < N_PICTURES; i++) {
            if (i == LATER) {
                use_wrapped(v, FLOAT_SSIM);
                vmaf_run_wait(v->run);
                opens_left = n_opens;
            }
            err = err ? err : test_read(v, i);
        }
        err = err ? err : test_flush(v);
        test_captured(&log);
        vmaf_log_set_level(VMAF_LOG_LEVEL_NONE);
        assert_int_equal(err, 0);
        check_scores(v, "ssim", want[SSIM]);
        for (unsigned i = LATER; i < N_PICTURES; i++) {
            assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &got, i), 0);
            assert_true(got == want[FLOAT_SSIM][i]);
        }
        assert_int_equal(test_count(log.text, "of 4 threads"), n_opens < 4);
        assert_int_equal(vmaf_close(v), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaving_half_way),
        cmocka_unit_test(test_late_features_without_memory),
        cmocka_unit_test(test_columns_after_leaving),
        cmocka_unit_test(test_fewer_threads),
        cmocka_unit_test(test_fewer_threads_for_a_late_feature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
