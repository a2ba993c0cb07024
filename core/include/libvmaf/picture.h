/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_PICTURE_H
#define LIBVMAF_PICTURE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum VmafPixelFormat {
    VMAF_PIX_FMT_UNKNOWN,
    VMAF_PIX_FMT_YUV420P,
    VMAF_PIX_FMT_YUV422P,
    VMAF_PIX_FMT_YUV444P,
    VMAF_PIX_FMT_YUV400P
};

typedef struct VmafRef VmafRef;

/**
 * A planar picture. Made by vmaf_picture_alloc() or fetched from a pool, never filled by hand:
 * `ref` and `priv` belong to the library.
 *
 * Samples of 8 bits are bytes, deeper ones little-endian 16-bit words with the value in the low
 * bits. Chroma planes have ceil(w/2) columns in 4:2:0 and 4:2:2 and ceil(h/2) rows in 4:2:0; in
 * 4:0:0 their size is 0 and their data NULL.
 */
typedef struct VmafPicture {
    enum VmafPixelFormat pix_fmt;
    unsigned bpc;        /**< bits per sample, 8..16 */
    unsigned w[3], h[3]; /**< plane sizes in samples */
    ptrdiff_t stride[3]; /**< bytes from one row to the next */
    void *data[3];       /**< first sample of each plane */
    VmafRef *ref;
    void *priv;
} VmafPicture;

/**
 * Allocate a zeroed picture with one reference. Thread safe.
 *
 * @param pic overwritten on success only
 * @param bpc 8..16
 * @param w   luma columns, > 0
 * @param h   luma rows, > 0
 * @return 0; -EINVAL for a bad argument or a size whose byte count overflows; -ENOMEM
 */
int vmaf_picture_alloc(VmafPicture *pic, enum VmafPixelFormat pix_fmt, unsigned bpc, unsigned w,
                       unsigned h);

/**
 * Drop one reference and zero *pic; the last one frees the samples or returns them to their pool.
 * Thread safe.
 *
 * @return 0; -EINVAL if pic is NULL or holds no picture (as after a previous call)
 */
int vmaf_picture_unref(VmafPicture *pic);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_PICTURE_H */
