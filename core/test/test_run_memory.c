/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* When memory is short, a pair goes to all features or to none, and scores stay the same. */
#include "test_util.h"

#include <stdbool.h>

#include "temporal/scarce.h"

/* ---- page-locked memory ---- */

/* Uploads of ordinary pictures go without staging then, and the device measures as before. */
static void test_no_pinned_memory_for_pictures(void **state)
{
    (void)state;
    double want[N_WRAPPED][N_PICTURES];
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    for (unsigned n = 0; n < 16; n++) {
        VmafGpuState *device;
        VmafContext *v = open_on_device(n % 3, &device);
        pinned_left = n;
        use_wrapped(v, SSIM);
        use_wrapped(v, FLOAT_SSIM);
        for (unsigned i = 0; i < N_PICTURES; i++)
            assert_int_equal(test_read(v, i), 0);
        assert_int_equal(test_flush(v), 0);
        for (unsigned k = 0; k < N_WRAPPED; k++) {
            check_backend(v, k, "simt");
            check_scores(v, wrapped_name[k], want[k]);
            assert_int_equal(wrapped[k].n_on_device, N_PICTURES);
        }
        close_both(v, device);
    }
}

/* The noise of test_read() in a picture of the device. */
static void fetch_on_device(VmafContext *v, VmafPicture *pic, uint32_t seed)
{
    VmafPicture host = test_picture(VMAF_PIX_FMT_YUV420P, 8, W, H, seed);
    assert_int_equal(vmaf_gpu_fetch(v, pic), 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(sound.upload(vmaf_run_device(v->run), pic->data[i], (size_t)pic->stride[i],
                                      host.data[i], (size_t)host.stride[i], host.w[i], host.h[i],
                                      NULL),
                         0);
    assert_int_equal(vmaf_picture_unref(&host), 0);
}

/* Nor does the pool of host copies need it, of device pictures that the CPU measures too. */
static void test_no_pinned_memory_for_copies(void **state)
{
    (void)state;
    double hvs[N_PICTURES], ssim[N_PICTURES];
    score_on_cpu("psnr_hvs", NULL, "psnr_hvs", hvs);
    score_on_cpu("ssim", NULL, "ssim", ssim);
    for (unsigned n = 0; n < 20; n++) {
        VmafGpuState *device;
        VmafContext *v = open_on_device(n % 3, &device);
        assert_int_equal(vmaf_gpu_preallocate(v, VMAF_BACKEND_SIMT, W, H, 8, VMAF_PIX_FMT_YUV420P,
                                              VMAF_GPU_PICTURES_DEVICE),
                         0);
        pinned_left = n;
        use_wrapped(v, SSIM);
        assert_int_equal(vmaf_use_feature(v, "psnr_hvs", NULL), 0);
        for (unsigned i = 0; i < N_PICTURES; i++) {
            VmafPicture pic[2];
            for (unsigned side = 0; side < 2; side++)
                fetch_on_device(v, &pic[side], 2 * i + side);
            assert_int_equal(vmaf_read_pictures(v, &pic[0], &pic[1], i), 0);
        }
        assert_int_equal(test_flush(v), 0);
        check_backend(v, 0, "simt");
        check_backend(v, 1, "cpu");
        check_scores(v, "ssim", ssim);
        check_scores(v, "psnr_hvs", hvs);
        close_both(v, device);
    }
}

/* ---- the half on the CPU cannot be prepared ---- */

/* The device gets nothing, no score exists, and the index can be read again. */
static void test_refused_before_the_device(void **state)
{
    (void)state;
    double want[N_WRAPPED][N_PICTURES];
    for (unsigned k = 0; k < N_WRAPPED; k++)
        score_on_cpu(wrapped_name[k], NULL, wrapped_name[k], want[k]);
    for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
        for (unsigned at = 0; at < 4; at += 3) { /* the feature on the CPU comes with this pair */
            VmafGpuState *device;
            VmafContext *v = open_on_device(n_threads, &device);
            wrapped[FLOAT_SSIM].feature.gpu = NULL;
            use_wrapped(v, SSIM);
            for (unsigned i = 0; i < N_PICTURES; i++) {
                if (i == at) {
                    use_wrapped(v, FLOAT_SSIM);
                    vmaf_run_wait(v->run);
                    const unsigned n = n_launches;
                    opens_left = 0;
                    for (unsigned k = 0; k < 2; k++)
                        assert_int_equal(test_read(v, i), -ENOMEM);
                    assert_int_equal(n_launches, n);
                    assert_int_equal(vmaf_run_n_pictures(v->run), i);
                    check_absent(v, i);
                    opens_left = UINT_MAX;
                }
                assert_int_equal(test_read(v, i), 0);
            }
            assert_int_equal(test_flush(v), 0);
            check_scores(v, "ssim", want[SSIM]);
            assert_int_equal(wrapped[SSIM].n_on_device, N_PICTURES);
            assert_int_equal(wrapped[SSIM].n_on_cpu, 0);
            assert_int_equal(wrapped[FLOAT_SSIM].n_on_cpu, N_PICTURES - at);
            for (unsigned i = at; i < N_PICTURES; i++) {
                double got;
                assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &got, i), 0);
                assert_true(got == want[FLOAT_SSIM][i]);
            }
            close_both(v, device);
        }
    }
}

/* A run in which every pair was refused has read none. */
static void test_nothing_read(void **state)
{
    (void)state;
    VmafGpuState *device;
    VmafContext *v = open_on_device(0, &device);
    wrapped[FLOAT_SSIM].feature.gpu = NULL;
    use_wrapped(v, SSIM);
    use_wrapped(v, FLOAT_SSIM);
    opens_left = 0;
    assert_int_equal(test_read(v, 0), -ENOMEM);
    assert_int_equal(test_flush(v), -EINVAL);
    check_absent(v, 0);
    assert_int_equal(n_launches, 0);
    close_both(v, device);
}

/* ---- a launch that fails ---- */

/* @return whether there was such a launch */
static bool check_failed_launch(unsigned number, unsigned n_threads, bool temporal_on_cpu,
                                double want[TEMPORAL_N][N_PICTURES], const double ssim[N_PICTURES])
{
    VmafGpuState *device;
    VmafContext *v = open_on_device(n_threads, &device);
    VmafFeature temporal = vmaf_test_temporal;
    double got[TEMPORAL_N][N_PICTURES];
    unsigned n_refused = 0;
    if (temporal_on_cpu)
        temporal.gpu = NULL;
    use_temporal(v, &temporal);
    use_wrapped(v, SSIM);
    refused_launch = number;
    for (unsigned i = 0; i < N_PICTURES;) {
        const int err = test_read(v, i);
        if (err) {
            assert_int_equal(err, -ENOMEM);
            assert_int_equal(vmaf_run_n_pictures(v->run), i);
            n_refused++;
        }
        i += !err; /* the same index is expected again */
    }
    assert_int_equal(test_flush(v), 0);
    assert_true(n_refused < 2);
    get_temporal(v, got);
    assert_memory_equal(got, want, sizeof(got));
    check_scores(v, "ssim", ssim);
    close_both(v, device);
    return n_refused;
}

/* It gives everything back: places, indexes, and the window as it was. */
static void test_failed_launch(void **state)
{
    (void)state;
    double want[TEMPORAL_N][N_PICTURES], ssim[N_PICTURES];
    VmafContext *v = test_open(0);
    use_temporal(v, &vmaf_test_temporal);
    for (unsigned i = 0; i < N_PICTURES; i++)
        assert_int_equal(test_read(v, i), 0);
    assert_int_equal(test_flush(v), 0);
    get_temporal(v, want);
    assert_true(want[TEMPORAL_REF2][N_PICTURES - 1] > 0.0);
    assert_int_equal(vmaf_close(v), 0);
    score_on_cpu("ssim", NULL, "ssim", ssim);
    for (unsigned k = 0; k < 4; k++) {
        unsigned number = 1;
        while (check_failed_launch(number, k & 1 ? 2 : 0, k > 1, want, ssim))
            number++;
        assert_true(number > 2 * N_PICTURES);
    }
}

/* ---- a first pair that was refused leaves nothing behind ---- */

static void test_refused_first_pair(void **state)
{
    (void)state;
    double want, got;
    VmafContext *v = test_open(0);
    assert_int_equal(vmaf_use_feature(v, "ssim", NULL), 0);
    assert_int_equal(test_read_sized(v, 100, 80, 1), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_feature_score_at_index(v, "ssim", &want, 1), 0);
    assert_int_equal(vmaf_close(v), 0);
    for (unsigned on_device = 0; on_device < 2; on_device++) {
        for (unsigned n_threads = 0; n_threads < 3; n_threads++) {
            for (unsigned why = 1; why < 3; why++) {
                VmafGpuState *device = NULL;
                reset();
                v = on_device ? open_on_device(n_threads, &device) : test_open(n_threads);
                use_wrapped(v, SSIM);
                /* while the run prepares, and after */
                if (why == 1) {
                    opens_left = 0;
                    allocs_left = 0;
                    assert_int_equal(test_read_sized(v, 70, 50, 0), -ENOMEM);
                    opens_left = UINT_MAX;
                    allocs_left = UINT_MAX;
                }
                if (why == 2) {
                    assert_int_equal(vmaf_import_feature_score(v, "ssim", 0.5, 0), 0);
                    assert_int_equal(test_read_sized(v, 70, 50, 0), -EINVAL);
                }
                assert_int_equal(vmaf_run_format(v->run).w, 0);
                assert_int_equal(test_read_sized(v, 100, 80, 1), 0);
                assert_int_equal(vmaf_run_format(v->run).w, 100);
                assert_int_equal(test_flush(v), 0);
                assert_int_equal(vmaf_feature_score_at_index(v, "ssim", &got, 1), 0);
                assert_true(got == want);
                assert_int_equal(vmaf_close(v), 0);
                if (device)
                    assert_int_equal(vmaf_gpu_state_free(device), 0);
            }
        }
    }
}

/* ---- fewer frames in flight ---- */

static size_t told_free, n_bytes;

static int tell_memory(VmafGpuDevice *d, size_t *free_bytes, size_t *total_bytes)
{
    const int err = sound.memory(d, free_bytes, total_bytes);
    *free_bytes = told_free ? told_free : *free_bytes;
    return err;
}

static int count_alloc(VmafGpuDevice *d, void **dev, size_t bytes)
{
    n_bytes += bytes;
    return sound.alloc(d, dev, bytes);
}

/* The device says how much it has left: an eighth of that stays with others. */
static void test_fewer_slots(void **state)
{
    (void)state;
    size_t each = 0;
    assert_int_equal(setenv("VMAF_STREAMS", "8", 1), 0);
    for (unsigned n = 8; n > 0; n--) {
        VmafGpuState *device;
        VmafContext *v = open_on_device(0, &device);
        ops.memory = tell_memory;
        ops.alloc = count_alloc;
        n_bytes = 0;
        told_free = each ? each * n / 7 * 8 + 64 : 0;
        use_wrapped(v, SSIM);
        assert_int_equal(test_read(v, 0), 0);
        if (!each)
            each = n_bytes / 8; /* as told_free was 0, eight slots; tables are small */
        assert_int_equal(vmaf_run_device_frames(v->run), n);
        assert_int_equal(test_flush(v), 0);
        close_both(v, device);
    }
    unsetenv("VMAF_STREAMS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_pinned_memory_for_pictures),
        cmocka_unit_test(test_no_pinned_memory_for_copies),
        cmocka_unit_test(test_refused_before_the_device),
        cmocka_unit_test(test_nothing_read),
        cmocka_unit_test(test_failed_launch),
        cmocka_unit_test(test_refused_first_pair),
        cmocka_unit_test(test_fewer_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
