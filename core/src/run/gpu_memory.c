/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "run/gpu_memory.h"

#include <errno.h>
#include <string.h>

#include "base/log.h"

static int pinned_alloc(void *opaque, void **block, size_t bytes)
{
    VmafGpuDevice *d = opaque;
    const int err = d->ops->host_alloc(d, block, bytes);
    if (!err)
        memset(*block, 0, bytes);
    return err;
}

static void pinned_free(void *opaque, void *block)
{
    VmafGpuDevice *d = opaque;
    d->ops->host_free(d, block);
}

static int device_alloc(void *opaque, void **block, size_t bytes)
{
    VmafGpuDevice *d = opaque;
    int err = d->ops->alloc(d, block, bytes);
    if (err)
        return err;
    /* A client may write luma only; chroma then reads as 0. */
    err = d->ops->fill(d, *block, 0, bytes, NULL);
    if (!err)
        err = d->ops->stream_wait(d, NULL);
    if (err)
        d->ops->free(d, *block);
    return err;
}

static void device_free(void *opaque, void *block)
{
    VmafGpuDevice *d = opaque;
    d->ops->free(d, block);
}

static void close_device(void *opaque)
{
    VmafGpuDevice *d = opaque;
    vmaf_gpu_close(&d);
}

VmafPoolMemory vmaf_gpu_memory(VmafGpuDevice *d, enum VmafPictureMemory kind)
{
    const bool pinned = kind == VMAF_PICTURE_PINNED;
    return (VmafPoolMemory){
        .kind = kind,
        .space = d->space,
        .alloc = pinned ? pinned_alloc : device_alloc,
        .free = pinned ? pinned_free : device_free,
        .close = close_device,
        .opaque = vmaf_gpu_ref(d),
    };
}

int vmaf_gpu_pool_create(VmafPool **out, const VmafPictureConfiguration *cfg, VmafGpuDevice *d)
{
    const VmafPoolMemory pinned = vmaf_gpu_memory(d, VMAF_PICTURE_PINNED);
    int err = vmaf_pool_create(out, cfg, &pinned);
    if (err != -ENOMEM || vmaf_gpu_is_lost(d))
        return err;
    err = vmaf_pool_create(out, cfg, NULL);
    if (!err)
        vmaf_log(VMAF_LOG_LEVEL_WARNING, "%s: going on with pictures in ordinary memory\n",
                 vmaf_backend_name(d->ops->backend));
    return err;
}

int vmaf_gpu_download_picture(VmafGpuDevice *d, VmafPicture *host, const VmafPicture *device,
                              unsigned planes)
{
    for (unsigned i = 0; i < vmaf_pix_fmt_planes(device->pix_fmt); i++) {
        if (!(planes >> i & 1))
            continue;
        const size_t row_bytes = (size_t)device->w[i] << (device->bpc > 8);
        int err = d->ops->download(d, host->data[i], (size_t)host->stride[i], device->data[i],
                                   (size_t)device->stride[i], row_bytes, device->h[i], NULL);
        if (err)
            return err;
    }
    return d->ops->stream_wait(d, NULL);
}
