/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "libvmaf/libvmaf_cuda.h"

#include <errno.h>

#include "api/gpu_state.h"

struct VmafCudaState {
    VmafGpuState base;
};

int vmaf_cuda_state_init(VmafCudaState **cu_state, VmafCudaConfiguration cfg)
{
    const VmafGpuOpen how = {.context = cfg.cu_ctx};
    VmafGpuState *state = NULL;
    if (!cu_state)
        return -EINVAL;
    const int err = vmaf_gpu_state_init(&state, VMAF_BACKEND_CUDA, &how);
    *cu_state = (VmafCudaState *)state;
    return err;
}

int vmaf_cuda_state_free(VmafCudaState *cu_state)
{
    return vmaf_gpu_state_free((VmafGpuState *)cu_state);
}

int vmaf_cuda_import_state(VmafContext *vmaf, VmafCudaState *cu_state)
{
    return vmaf_gpu_state_import(vmaf, (VmafGpuState *)cu_state);
}

int vmaf_cuda_preallocate_pictures(VmafContext *vmaf, VmafCudaPictureConfiguration cfg)
{
    return vmaf_gpu_preallocate(vmaf, VMAF_BACKEND_CUDA, cfg.pic_params.w, cfg.pic_params.h,
                                cfg.pic_params.bpc, cfg.pic_params.pix_fmt,
                                (int)cfg.pic_prealloc_method);
}

int vmaf_cuda_fetch_preallocated_picture(VmafContext *vmaf, VmafPicture *pic)
{
    return vmaf_gpu_fetch(vmaf, pic);
}
