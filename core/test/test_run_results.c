/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The engines of every feature, compared below the scores: the bytes of the result struct. */
#include "test_util.h"

#include <stdio.h>

#include "api/context.h"
#include "score_pair.h"
#include "temporal/temporal.h"

enum { N_PICTURES = 4, MAX_RESULT = 4096 };

/** Plain C, the best instruction sets of this CPU, the host executor. */
enum Engine { PLAIN, BEST, DEVICE, N_ENGINES };

static const VmafFeature *measured;
static unsigned char result[N_ENGINES][N_PICTURES][MAX_RESULT];
static unsigned n_results;
static enum Engine engine;

static int finish_copy(VmafSeries *s, const void *r, unsigned index)
{
    assert_non_null(r);
    memcpy(result[engine][index], r, measured->result_size);
    n_results++;
    return measured->finish(s, r, index);
}

typedef struct Shape {
    enum VmafPixelFormat fmt;
    unsigned bpc, w, h;
} Shape;

static uint32_t noise(uint32_t *state, unsigned bpc)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> (32 - bpc);
}

/* Picture 0: noise; 1: the reference itself; 2: flat; 3: the extremes of the depth. */
static VmafPicture make_picture(const Shape *s, unsigned side, unsigned index)
{
    VmafPicture pic;
    const uint32_t peak = (1u << s->bpc) - 1;
    assert_int_equal(vmaf_picture_alloc(&pic, s->fmt, s->bpc, s->w, s->h), 0);
    for (unsigned i = 0; i < 3 && pic.data[i]; i++) {
        uint32_t state = index == 1 ? i : index * 7919 + side * 104729 + i;
        for (unsigned y = 0; y < pic.h[i]; y++) {
            unsigned char *row = (unsigned char *)pic.data[i] + (ptrdiff_t)y * pic.stride[i];
            for (unsigned x = 0; x < pic.w[i]; x++) {
                uint32_t v = noise(&state, s->bpc);
                if (index == 2)
                    v = side ? peak : 0;
                if (index == 3)
                    v = (v & 1) != side ? peak : 0;
                if (s->bpc > 8)
                    ((uint16_t *)(void *)row)[x] = (uint16_t)v;
                else
                    row[x] = (unsigned char)v;
            }
        }
    }
    return pic;
}

static void measure(const VmafFeature *f, const char *opts, const Shape *s)
{
    VmafConfiguration cfg = test_config(0);
    cfg.cpumask = engine == PLAIN ? UINT64_MAX : 0;
    VmafFeature copying = *f;
    VmafFeatureDictionary *dict;
    VmafGpuState *device = NULL;
    VmafGpuOps ops;
    VmafContext *v;
    copying.finish = finish_copy;
    measured = f;
    n_results = 0;
    assert_int_equal(vmaf_init(&v, cfg), 0);
    if (engine == DEVICE) {
        device = temporal_open_device(&ops);
        assert_int_equal(vmaf_gpu_state_import(v, device), 0);
    }
    assert_int_equal(test_options(opts, &dict), 0);
    const enum VmafBackend backend = engine == DEVICE ? VMAF_BACKEND_SIMT : VMAF_BACKEND_CPU;
    assert_int_equal(vmaf_run_use_feature(v->run, &copying, backend, dict), 0);
    for (unsigned i = 0; i < N_PICTURES; i++) {
        VmafPicture ref = make_picture(s, 0, i), dis = make_picture(s, 1, i);
        assert_int_equal(vmaf_read_pictures(v, &ref, &dis, i), 0);
    }
    assert_int_equal(test_flush(v), 0);
    assert_int_equal(n_results, N_PICTURES);
    assert_int_equal(vmaf_close(v), 0);
    if (device)
        assert_int_equal(vmaf_gpu_state_free(device), 0);
}

static void compare(const VmafFeature *f, const char *opts, const Shape *s)
{
    assert_true(f->result_size <= MAX_RESULT);
    memset(result, 0, sizeof(result));
    for (unsigned e = 0; e < N_ENGINES; e++) {
        engine = e;
        measure(f, opts, s);
    }
    for (unsigned i = 0; i < N_PICTURES; i++) {
        for (unsigned e = 1; e < N_ENGINES; e++) {
            if (memcmp(result[e][i], result[0][i], f->result_size))
                fail_msg("%s \"%s\": %ux%u, %u bits: result %u of engine %u differs from plain C",
                         f->name, opts, s->w, s->h, s->bpc, i, e);
        }
    }
    /* Something was measured. */
    assert_memory_not_equal(result[0][1], result[0][2], f->result_size);
}

static const unsigned depths[] = {8, 10, 12, 16};

static void test_shipped(void **state)
{
    (void)state;
    static const char *const with_options[][2] = {
        {"float_ssim", "enable_lcs=true"},
        {"float_ms_ssim", "enable_lcs=true"},
        {"adm", "adm_enhn_gain_limit=1.2"},
        {"float_adm", "adm_enhn_gain_limit=1.2"},
        {"motion", "motion_five_frame_window=true"},
        {"float_motion", "motion_add_scale1=true:motion_add_uv=true"},
        {"vif", "vif_skip_scale0=true"},
        {"float_vif", "vif_skip_scale0=true:vif_kernelscale=0.5"},
    };
    enum { N_WITH_OPTIONS = sizeof(with_options) / sizeof(*with_options) };
    unsigned n_twins = 0;
    const VmafFeature *f;
    for (unsigned i = 0; (f = vmaf_feature_at(i)); i++) {
        n_twins += f->gpu != NULL;
        for (unsigned k = 0; k < 4 && f->gpu; k++) {
            const unsigned least = f->needs.min_w > 64 ? f->needs.min_w : 64;
            const Shape s = {k % 2 ? VMAF_PIX_FMT_YUV444P : VMAF_PIX_FMT_YUV420P, depths[k],
                             least + k, (f->needs.min_h > 48 ? f->needs.min_h : 48) + 3 * k};
            compare(f, "", &s);
            for (unsigned o = 0; o < N_WITH_OPTIONS && k < 2; o++) {
                if (!strcmp(with_options[o][0], f->name))
                    compare(f, with_options[o][1], &s);
            }
        }
    }
    assert_true(n_twins >= 14);
}

static void test_temporal(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 4; k++)
        compare(&vmaf_test_temporal, "", &(Shape){VMAF_PIX_FMT_YUV420P, depths[k], 37 + k, 21});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_temporal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
