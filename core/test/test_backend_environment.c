/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* VMAF_BACKEND in the environment: what a context uses whose client knows nothing of backends. */
#include "test_util.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include "api/context.h"
#include "api/gpu_state.h"
#include "libvmaf/backend.h"

static void set(const char *value)
{
    assert_int_equal(setenv("VMAF_BACKEND", value, 1), 0);
}

static int clean_up(void **state)
{
    (void)state;
    unsetenv("VMAF_BACKEND");
    unsetenv("VMAF_HIP_LIBRARY");
    return 0;
}

static int init(VmafContext **v, uint64_t gpumask)
{
    VmafConfiguration cfg = test_config(0);
    cfg.gpumask = gpumask;
    *v = NULL;
    return vmaf_init(v, cfg);
}

static void use(VmafContext *v, const char *feature)
{
    assert_int_equal(vmaf_use_feature(v, feature, NULL), 0);
}

static void assert_backend(VmafContext *v, unsigned i, const char *want)
{
    VmafFeatureBackend info;
    assert_int_equal(vmaf_feature_backend(v, i, &info), 0);
    assert_string_equal(info.backend, want);
}

static bool has_simt(void)
{
    if (vmaf_gpu_ops(VMAF_BACKEND_SIMT))
        return true;
    printf("SKIP: no host executor in this build\n");
    return false;
}

static void test_bad_value(void **state)
{
    (void)state;
    static const char *const bad[] = {"CPU", " cpu", "cpu ", "cuda:0", "simt2", "0", "gpu"};
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        VmafContext *v;
        set(bad[i]);
        assert_int_equal(init(&v, 0), -EINVAL);
        assert_null(v);
        assert_int_equal(init(&v, 1), -EINVAL);
        assert_null(v);
    }
}

static void test_missing_device(void **state)
{
    (void)state;
    VmafContext *v;
    setenv("VMAF_HIP_LIBRARY", "/no/such/library.so", 1);
    set("hip");
    assert_int_equal(init(&v, 0), -ENODEV);
    assert_null(v);
    /* The mask says that there is no use for one. */
    assert_int_equal(init(&v, 1), 0);
    use(v, "float_ssim");
    assert_backend(v, 0, "cpu");
    assert_int_equal(vmaf_close(v), 0);
}

static void test_no_device(void **state)
{
    (void)state;
    static const char *const value[] = {"", "cpu"};
    for (unsigned i = 0; i < 2; i++) {
        VmafContext *v;
        set(value[i]);
        assert_int_equal(init(&v, 0), 0);
        use(v, "float_ssim");
        assert_backend(v, 0, "cpu");
        assert_int_equal(vmaf_close(v), 0);
    }
}

/** A feature that no device has. */
static int use_without_twin(VmafContext *v)
{
    enum VmafBackend backend;
    static VmafFeature plain;
    plain = *vmaf_feature_find("ciede", &backend);
    plain.gpu = NULL;
    return vmaf_run_use_feature(v->run, &plain, backend, NULL);
}

static void score(const char *backend, double want[2])
{
    VmafContext *v;
    set(backend);
    assert_int_equal(init(&v, 0), 0);
    use(v, "float_ssim");
    assert_int_equal(use_without_twin(v), 0);
    assert_backend(v, 0, backend);
    assert_backend(v, 1, "cpu");
    assert_int_equal(test_read(v, 0), 0);
    assert_int_equal(test_read(v, 1), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_feature_score_at_index(v, "float_ssim", &want[0], 1), 0);
    assert_int_equal(vmaf_feature_score_at_index(v, "ciede2000", &want[1], 1), 0);
    assert_int_equal(vmaf_close(v), 0);
}

static void test_device(void **state)
{
    (void)state;
    double cpu[2], device[2];
    if (!has_simt())
        return;
    score("cpu", cpu);
    score("simt", device);
    assert_memory_equal(cpu, device, sizeof(cpu));
}

static void test_pictures_of_the_context(void **state)
{
    (void)state;
    if (!has_simt())
        return;
    VmafContext *v;
    VmafPicture ref, dis;
    const VmafPictureConfiguration cfg = {.pic_params = {64, 48, 8, VMAF_PIX_FMT_YUV420P},
                                          .pic_cnt = 2};
    set("simt");
    assert_int_equal(init(&v, 0), 0);
    assert_int_equal(vmaf_preallocate_pictures(v, cfg), 0);
    /* The pool, of pictures that suit the device, outlives it. */
    assert_int_equal(vmaf_use_backend(v, "cpu", 0), 0);
    use(v, "float_ssim");
    assert_int_equal(vmaf_fetch_preallocated_picture(v, &ref), 0);
    assert_int_equal(vmaf_fetch_preallocated_picture(v, &dis), 0);
    assert_int_equal(vmaf_read_pictures(v, &ref, &dis, 0), 0);
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(vmaf_close(v), 0);
}

static void test_client_that_chooses(void **state)
{
    (void)state;
    if (!has_simt())
        return;
    VmafContext *v;
    set("simt");
    assert_int_equal(init(&v, 0), 0);
    assert_int_equal(vmaf_use_backend(v, "cpu", 0), 0);
    use(v, "float_ssim");
    assert_backend(v, 0, "cpu");
    assert_int_equal(vmaf_use_backend(v, "simt", 0), -EINVAL);
    assert_int_equal(vmaf_close(v), 0);

    set("cpu");
    assert_int_equal(init(&v, 0), 0);
    assert_int_equal(vmaf_use_backend(v, "simt", 0), 0);
    use(v, "float_ssim");
    assert_backend(v, 0, "simt");
    /* A client that names a device wants that one. */
    assert_int_equal(use_without_twin(v), -ENOTSUP);
    assert_int_equal(vmaf_close(v), 0);

    set("simt");
    assert_int_equal(init(&v, 0), 0);
    assert_int_equal(vmaf_use_backend(v, "no such backend", 0), -EINVAL);
    use(v, "float_ssim");
    assert_backend(v, 0, "simt");
    assert_int_equal(vmaf_close(v), 0);
}

static void test_imported_state(void **state)
{
    (void)state;
    if (!has_simt())
        return;
    static const char *const value[] = {"cpu", "simt"};
    for (unsigned i = 0; i < 2; i++) {
        const VmafGpuOpen how = {0};
        VmafGpuState *gpu;
        VmafContext *v;
        set(value[i]);
        assert_int_equal(vmaf_gpu_state_init(&gpu, VMAF_BACKEND_SIMT, &how), 0);
        assert_int_equal(init(&v, 0), 0);
        assert_int_equal(vmaf_gpu_state_import(v, gpu), 0);
        use(v, "float_ssim");
        assert_backend(v, 0, "simt");
        assert_int_equal(test_read(v, 0), 0);
        assert_int_equal(test_flush(v), 0);
        assert_int_equal(vmaf_close(v), 0);
        assert_int_equal(vmaf_gpu_state_free(gpu), 0);
    }
}

/* A mask of GPUs keeps a program that knows of them on the CPU. */
static void test_mask(void **state)
{
    (void)state;
    if (!has_simt())
        return;
    VmafContext *v;
    set("simt");
    assert_int_equal(init(&v, UINT64_C(1) << 63), 0);
    use(v, "float_ssim");
    assert_backend(v, 0, "cpu");
    assert_int_equal(vmaf_close(v), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_bad_value, clean_up),
        cmocka_unit_test_teardown(test_missing_device, clean_up),
        cmocka_unit_test_teardown(test_no_device, clean_up),
        cmocka_unit_test_teardown(test_device, clean_up),
        cmocka_unit_test_teardown(test_pictures_of_the_context, clean_up),
        cmocka_unit_test_teardown(test_client_that_chooses, clean_up),
        cmocka_unit_test_teardown(test_imported_state, clean_up),
        cmocka_unit_test_teardown(test_mask, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
