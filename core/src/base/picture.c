/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/picture_priv.h"
#include "libvmaf/picture.h"

int vmaf_picture_layout(VmafPicture *pic, enum VmafPixelFormat pix_fmt, unsigned bpc, unsigned w,
                        unsigned h, size_t *bytes)
{
    if (pix_fmt <= VMAF_PIX_FMT_UNKNOWN || pix_fmt > VMAF_PIX_FMT_YUV400P)
        return -EINVAL;
    /* Sizes up to INT32_MAX: features use 32-bit signed coordinates. */
    if (bpc < 8 || bpc > 16 || !w || !h || w > INT32_MAX || h > INT32_MAX)
        return -EINVAL;

    const bool half_w = pix_fmt == VMAF_PIX_FMT_YUV420P || pix_fmt == VMAF_PIX_FMT_YUV422P;
    const bool half_h = pix_fmt == VMAF_PIX_FMT_YUV420P;
    VmafPicture p = {.pix_fmt = pix_fmt, .bpc = bpc, .w = {w}, .h = {h}};
    size_t total = VMAF_PLANE_ALIGN;
    for (unsigned i = 0; i < vmaf_pix_fmt_planes(pix_fmt); i++) {
        if (i) {
            p.w[i] = half_w ? (w + 1) >> 1 : w;
            p.h[i] = half_h ? (h + 1) >> 1 : h;
        }
        size_t stride = vmaf_align_up((size_t)p.w[i] << (bpc > 8), VMAF_PLANE_ALIGN);
        size_t plane;
        if (vmaf_mul_overflows(stride, p.h[i], &plane) ||
            __builtin_add_overflow(total, plane, &total))
            return -EINVAL;
        p.stride[i] = (ptrdiff_t)stride;
    }
    if (total > PTRDIFF_MAX)
        return -EINVAL;
    *pic = p;
    *bytes = total;
    return 0;
}

void vmaf_picture_attach(VmafPicture *pic, VmafPicturePriv *priv)
{
    char *p = priv->block;
    for (unsigned i = 0; i < vmaf_pix_fmt_planes(pic->pix_fmt); i++) {
        pic->data[i] = p;
        p += (size_t)pic->stride[i] * pic->h[i];
    }
    atomic_store(&priv->ref.count, 1);
    pic->ref = &priv->ref;
    pic->priv = priv;
}

static void release_host(VmafPicturePriv *priv)
{
    vmaf_aligned_free(priv->block);
    free(priv);
}

int vmaf_picture_alloc(VmafPicture *pic, enum VmafPixelFormat pix_fmt, unsigned bpc, unsigned w,
                       unsigned h)
{
    if (!pic)
        return -EINVAL;
    VmafPicture p;
    size_t bytes;
    int err = vmaf_picture_layout(&p, pix_fmt, bpc, w, h, &bytes);
    if (err)
        return err;

    VmafPicturePriv *priv = calloc(1, sizeof(*priv));
    void *block = vmaf_aligned_alloc(bytes, 1);
    if (!priv || !block) {
        vmaf_aligned_free(block);
        free(priv);
        return -ENOMEM;
    }
    /* Clients may fill luma only; chroma then reads as 0. */
    memset(block, 0, bytes);
    priv->block = block;
    priv->release = release_host;
    vmaf_picture_attach(&p, priv);
    *pic = p;
    return 0;
}

void vmaf_picture_ref(VmafPicture *dst, const VmafPicture *src)
{
    atomic_fetch_add(&src->ref->count, 1);
    *dst = *src;
}

int vmaf_picture_unref(VmafPicture *pic)
{
    if (!pic || !vmaf_picture_is_valid(pic))
        return -EINVAL;
    VmafPicturePriv *priv = pic->priv;
    memset(pic, 0, sizeof(*pic));
    if (atomic_fetch_sub(&priv->ref.count, 1) == 1)
        priv->release(priv);
    return 0;
}
