/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_STATE_H
#define VMAF_GPU_STATE_H

#include "gpu/gpu.h"
#include "libvmaf/libvmaf.h"

/* What the public states and pictures of all GPU backends have in common. */

/** A device that contexts may import. */
typedef struct VmafGpuState {
    VmafGpuDevice *device;
} VmafGpuState;

/** @param state set on success, NULL on failure */
int vmaf_gpu_state_init(VmafGpuState **state, enum VmafBackend backend, const VmafGpuOpen *how);
int vmaf_gpu_state_free(VmafGpuState *state);
int vmaf_gpu_state_import(VmafContext *v, const VmafGpuState *state);

/** The values of the public enumerations VMAF_*_PICTURE_PREALLOCATION_METHOD_*. */
enum VmafGpuPictureMethod {
    VMAF_GPU_PICTURES_NONE,
    VMAF_GPU_PICTURES_DEVICE,
    VMAF_GPU_PICTURES_HOST,
    VMAF_GPU_PICTURES_PINNED
};

/**
 * Replace the context's pictures for its device.
 *
 * @param method from outside, any value
 */
int vmaf_gpu_preallocate(VmafContext *v, enum VmafBackend backend, unsigned w, unsigned h,
                         unsigned bpc, enum VmafPixelFormat pix_fmt, int method);
int vmaf_gpu_fetch(VmafContext *v, VmafPicture *pic);

#endif /* VMAF_GPU_STATE_H */
