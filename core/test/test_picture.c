/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Pictures of the public interface: layout, bad arguments, references. */
#include "test_util.h"

#include <errno.h>
#include <limits.h>

typedef struct Shape {
    enum VmafPixelFormat fmt;
    unsigned w, h, chroma_w, chroma_h;
} Shape;

/* Chroma sizes are rounded up. */
static const Shape shapes[] = {
    {VMAF_PIX_FMT_YUV420P, 64, 48, 32, 24}, {VMAF_PIX_FMT_YUV420P, 65, 63, 33, 32},
    {VMAF_PIX_FMT_YUV420P, 1, 1, 1, 1},     {VMAF_PIX_FMT_YUV422P, 65, 63, 33, 63},
    {VMAF_PIX_FMT_YUV444P, 65, 63, 65, 63}, {VMAF_PIX_FMT_YUV400P, 65, 63, 0, 0},
};

static void check_layout(const VmafPicture *pic, const Shape *s, unsigned bpc)
{
    const unsigned bytes = bpc > 8 ? 2 : 1;
    assert_int_equal(pic->pix_fmt, s->fmt);
    assert_int_equal(pic->bpc, bpc);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned w = i ? s->chroma_w : s->w, h = i ? s->chroma_h : s->h;
        assert_int_equal(pic->w[i], w);
        assert_int_equal(pic->h[i], h);
        if (!w) {
            assert_null(pic->data[i]);
            assert_int_equal(pic->stride[i], 0);
            continue;
        }
        assert_true(pic->stride[i] >= (ptrdiff_t)(w * bytes));
        assert_int_equal((uintptr_t)pic->data[i] % 32, 0);
        assert_int_equal(pic->stride[i] % 32, 0);
        for (unsigned y = 0; y < h; y++) {
            const unsigned char *row =
                (const unsigned char *)pic->data[i] + (ptrdiff_t)y * pic->stride[i];
            for (unsigned x = 0; x < w * bytes; x++)
                assert_int_equal(row[x], 0);
        }
    }
}

static void test_layout(void **state)
{
    (void)state;
    static const unsigned depths[] = {8, 9, 10, 12, 14, 16};
    for (unsigned i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        for (unsigned k = 0; k < sizeof(depths) / sizeof(*depths); k++) {
            VmafPicture pic;
            const Shape *s = &shapes[i];
            assert_int_equal(vmaf_picture_alloc(&pic, s->fmt, depths[k], s->w, s->h), 0);
            check_layout(&pic, s, depths[k]);
            assert_int_equal(vmaf_picture_unref(&pic), 0);
        }
    }
}

/** Every sample of every plane is its own: planes and rows do not overlap. */
static void test_planes_are_apart(void **state)
{
    (void)state;
    VmafPicture pic;
    assert_int_equal(vmaf_picture_alloc(&pic, VMAF_PIX_FMT_YUV420P, 8, 65, 63), 0);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned y = 0; y < pic.h[i]; y++)
            memset((char *)pic.data[i] + (ptrdiff_t)y * pic.stride[i], 10 * (int)i + 1, pic.w[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned y = 0; y < pic.h[i]; y++) {
            const char *row = (const char *)pic.data[i] + (ptrdiff_t)y * pic.stride[i];
            for (unsigned x = 0; x < pic.w[i]; x++)
                assert_int_equal(row[x], 10 * (int)i + 1);
        }
    }
    assert_int_equal(vmaf_picture_unref(&pic), 0);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    const enum VmafPixelFormat ok = VMAF_PIX_FMT_YUV420P;
    VmafPicture pic, before;
    memset(&pic, 0x5a, sizeof(pic));
    before = pic;
    assert_int_equal(vmaf_picture_alloc(NULL, ok, 8, 64, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, VMAF_PIX_FMT_UNKNOWN, 8, 64, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, (enum VmafPixelFormat)5, 8, 64, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, ok, 7, 64, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, ok, 17, 64, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, ok, 0, 64, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, ok, 8, 0, 64), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, ok, 8, 64, 0), -EINVAL);
    assert_int_equal(vmaf_picture_alloc(&pic, ok, 16, UINT_MAX, UINT_MAX), -EINVAL);
    assert_memory_equal(&pic, &before, sizeof(pic));
}

static void test_too_much_memory(void **state)
{
    (void)state;
    VmafPicture pic;
    /* 2^61 bytes: representable, not available. */
    int err = vmaf_picture_alloc(&pic, VMAF_PIX_FMT_YUV400P, 16, 0x40000000, 0x40000000);
    assert_true(err == -ENOMEM || err == -EINVAL);
}

static void test_unref(void **state)
{
    (void)state;
    VmafPicture pic;
    static const VmafPicture zero;
    assert_int_equal(vmaf_picture_alloc(&pic, VMAF_PIX_FMT_YUV420P, 8, 16, 16), 0);
    assert_int_equal(vmaf_picture_unref(&pic), 0);
    assert_memory_equal(&pic, &zero, sizeof(pic));
    assert_int_equal(vmaf_picture_unref(&pic), -EINVAL);
    assert_int_equal(vmaf_picture_unref(NULL), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),        cmocka_unit_test(test_planes_are_apart),
        cmocka_unit_test(test_bad_arguments), cmocka_unit_test(test_too_much_memory),
        cmocka_unit_test(test_unref),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
