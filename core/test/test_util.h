/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TEST_UTIL_H
#define TEST_UTIL_H

/* What cmocka.h expects to be there, and small pictures for the tests of the public functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "libvmaf/libvmaf.h"

/** A quiet configuration: the errors that tests provoke are expected. */
static inline VmafConfiguration test_config(unsigned n_threads)
{
    VmafConfiguration cfg = {.log_level = VMAF_LOG_LEVEL_NONE, .n_threads = n_threads};
    return cfg;
}

static inline VmafContext *test_open(unsigned n_threads)
{
    VmafContext *vmaf = NULL;
    assert_int_equal(vmaf_init(&vmaf, test_config(n_threads)), 0);
    assert_non_null(vmaf);
    return vmaf;
}

/** A picture whose luma is noise of the seed; equal seeds give equal pictures. */
static inline VmafPicture test_picture(enum VmafPixelFormat fmt, unsigned bpc, unsigned w,
                                       unsigned h, uint32_t seed)
{
    VmafPicture pic;
    assert_int_equal(vmaf_picture_alloc(&pic, fmt, bpc, w, h), 0);
    uint32_t state = seed * 2654435761u + 1u;
    for (unsigned i = 0; i < h; i++) {
        unsigned char *row = (unsigned char *)pic.data[0] + (ptrdiff_t)i * pic.stride[0];
        for (unsigned j = 0; j < w; j++) {
            state = state * 1664525u + 1013904223u;
            uint16_t v = (uint16_t)(state >> (32 - bpc));
            if (bpc > 8)
                memcpy(row + 2 * (size_t)j, &v, 2);
            else
                row[j] = (unsigned char)v;
        }
    }
    return pic;
}

/** Read a noise pair; on an error the pictures are released here. @return the read's result */
static inline int test_read_sized(VmafContext *vmaf, unsigned w, unsigned h, unsigned index)
{
    VmafPicture ref = test_picture(VMAF_PIX_FMT_YUV420P, 8, w, h, 2 * index);
    VmafPicture dis = test_picture(VMAF_PIX_FMT_YUV420P, 8, w, h, 2 * index + 1);
    int err = vmaf_read_pictures(vmaf, &ref, &dis, index);
    if (err) {
        assert_int_equal(vmaf_picture_unref(&ref), 0);
        assert_int_equal(vmaf_picture_unref(&dis), 0);
    }
    return err;
}

static inline int test_read(VmafContext *vmaf, unsigned index)
{
    return test_read_sized(vmaf, 64, 48, index);
}

static inline int test_flush(VmafContext *vmaf)
{
    return vmaf_read_pictures(vmaf, NULL, NULL, 0);
}

static inline VmafFeatureDictionary *test_option(const char *key, const char *value)
{
    VmafFeatureDictionary *dict = NULL;
    assert_int_equal(vmaf_feature_dictionary_set(&dict, key, value), 0);
    return dict;
}

#endif /* TEST_UTIL_H */
