/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "api/gpu_state.h"

#include <errno.h>
#include <stdlib.h>

#include "api/context.h"
#include "base/log.h"
#include "run/gpu_memory.h"

/* Pictures a client may hold at a time: two pairs. */
#define CLIENT_PICTURES 4

int vmaf_gpu_state_init(VmafGpuState **state, enum VmafBackend backend, const VmafGpuOpen *how)
{
    if (!state)
        return -EINVAL;
    *state = NULL;
    VmafGpuState *s = calloc(1, sizeof(*s));
    if (!s)
        return -ENOMEM;
    int err = vmaf_gpu_open(&s->device, backend, how);
    if (err) {
        free(s);
        return err;
    }
    *state = s;
    return 0;
}

int vmaf_gpu_state_free(VmafGpuState *state)
{
    if (!state)
        return -EINVAL;
    vmaf_gpu_close(&state->device);
    free(state);
    return 0;
}

int vmaf_gpu_state_import(VmafContext *v, const VmafGpuState *state)
{
    if (!v || !state)
        return -EINVAL;
    VmafGpuDevice *device = vmaf_gpu_ref(state->device);
    int err = vmaf_context_set_device(v, device, false);
    if (err)
        vmaf_gpu_close(&device);
    return err;
}

int vmaf_gpu_preallocate(VmafContext *v, enum VmafBackend backend, unsigned w, unsigned h,
                         unsigned bpc, enum VmafPixelFormat pix_fmt, int method)
{
    const char *name = vmaf_backend_name(backend);
    if (!v)
        return -EINVAL;
    if (method < VMAF_GPU_PICTURES_NONE || method > VMAF_GPU_PICTURES_PINNED) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "unknown %s picture preallocation method %d\n", name,
                 method);
        return -EINVAL;
    }
    VmafGpuDevice *device = vmaf_run_device(v->run);
    if (!device || device->ops->backend != backend) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "the context has imported no %s state\n", name);
        return -EINVAL;
    }
    if (v->gpu_pictures && vmaf_run_uses_pool(v->run, v->gpu_pictures)) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s pictures are in use and cannot be replaced\n", name);
        return -EINVAL;
    }
    VmafPictureConfiguration cfg = {
        .pic_params = {.w = w, .h = h, .bpc = bpc, .pix_fmt = pix_fmt},
        .pic_cnt = CLIENT_PICTURES + 2 * vmaf_run_device_frames(v->run) + VMAF_RUN_HISTORY_PICTURES,
    };
    VmafPool *pool = NULL;
    int err = 0;
    if (method == VMAF_GPU_PICTURES_NONE) {
        VmafPicture layout;
        size_t bytes;
        err = vmaf_picture_layout(&layout, pix_fmt, bpc, w, h, &bytes);
    } else if (method == VMAF_GPU_PICTURES_HOST) {
        err = vmaf_pool_create(&pool, &cfg, NULL);
    } else {
        const VmafPoolMemory memory = vmaf_gpu_memory(
            device, method == VMAF_GPU_PICTURES_DEVICE ? VMAF_PICTURE_DEVICE : VMAF_PICTURE_PINNED);
        err = vmaf_pool_create(&pool, &cfg, &memory);
    }
    if (err)
        return err;
    vmaf_pool_release(&v->gpu_pictures);
    v->gpu_pictures = pool;
    return 0;
}

int vmaf_gpu_fetch(VmafContext *v, VmafPicture *pic)
{
    if (!v || !pic || !v->gpu_pictures)
        return -EINVAL;
    vmaf_run_fetch(v->run, v->gpu_pictures, pic);
    return 0;
}
