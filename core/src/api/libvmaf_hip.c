/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "libvmaf/libvmaf_hip.h"

#include <errno.h>

#include "api/gpu_state.h"

struct VmafHipState {
    VmafGpuState base;
};

int vmaf_hip_state_init(VmafHipState **hip_state, VmafHipConfiguration cfg)
{
    const VmafGpuOpen how = {.index = cfg.device};
    VmafGpuState *state = NULL;
    if (!hip_state)
        return -EINVAL;
    const int err = vmaf_gpu_state_init(&state, VMAF_BACKEND_HIP, &how);
    *hip_state = (VmafHipState *)state;
    return err;
}

int vmaf_hip_state_free(VmafHipState *hip_state)
{
    return vmaf_gpu_state_free((VmafGpuState *)hip_state);
}

int vmaf_hip_import_state(VmafContext *vmaf, VmafHipState *hip_state)
{
    return vmaf_gpu_state_import(vmaf, (VmafGpuState *)hip_state);
}

int vmaf_hip_preallocate_pictures(VmafContext *vmaf, VmafHipPictureConfiguration cfg)
{
    return vmaf_gpu_preallocate(vmaf, VMAF_BACKEND_HIP, cfg.pic_params.w, cfg.pic_params.h,
                                cfg.pic_params.bpc, cfg.pic_params.pix_fmt,
                                (int)cfg.pic_prealloc_method);
}

int vmaf_hip_fetch_preallocated_picture(VmafContext *vmaf, VmafPicture *pic)
{
    return vmaf_gpu_fetch(vmaf, pic);
}
