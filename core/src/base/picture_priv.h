/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_PICTURE_PRIV_H
#define VMAF_PICTURE_PRIV_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libvmaf/picture.h"

struct VmafRef {
    atomic_uint count;
};

/** Where the samples of a picture are; pinned: in host memory that a GPU reads in place. */
enum VmafPictureMemory { VMAF_PICTURE_HOST, VMAF_PICTURE_PINNED, VMAF_PICTURE_DEVICE };

/** What VmafPicture.priv points to. */
typedef struct VmafPicturePriv {
    VmafRef ref;
    enum VmafPictureMemory memory;
    uintptr_t space; /**< of VmafGpuDevice, for memory of a device */
    void *block;     /**< first byte of the samples */
    /** Called once with the last reference gone; frees or recycles block and this struct. */
    void (*release)(struct VmafPicturePriv *priv);
    void *owner; /**< for release() */
} VmafPicturePriv;

/**
 * Fill in sizes and strides of a picture; data offsets are relative to a block of *bytes bytes,
 * 64-byte aligned, that ends with 64 bytes of padding.
 *
 * @return 0; -EINVAL for a bad argument or an overflow; *pic and *bytes are set on success only
 */
int vmaf_picture_layout(VmafPicture *pic, enum VmafPixelFormat pix_fmt, unsigned bpc, unsigned w,
                        unsigned h, size_t *bytes);

/** Attach samples and an owner to a picture of vmaf_picture_layout(); the count becomes 1. */
void vmaf_picture_attach(VmafPicture *pic, VmafPicturePriv *priv);

/** Take another reference. */
void vmaf_picture_ref(VmafPicture *dst, const VmafPicture *src);

/** @return true for a picture made by this library */
static inline bool vmaf_picture_is_valid(const VmafPicture *pic)
{
    return pic->ref && pic->priv;
}

/** Planes a format has: 1 or 3. */
static inline unsigned vmaf_pix_fmt_planes(enum VmafPixelFormat pix_fmt)
{
    return pix_fmt == VMAF_PIX_FMT_YUV400P ? 1 : 3;
}

#endif /* VMAF_PICTURE_PRIV_H */
