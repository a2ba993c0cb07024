/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_CUDA_H
#define LIBVMAF_CUDA_H

#include "libvmaf/libvmaf.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A CUDA context for VmafContexts. */
typedef struct VmafCudaState VmafCudaState;

/** Passed by value: the layout is ABI and never grows. */
typedef struct VmafCudaConfiguration {
    void *cu_ctx; /**< a CUcontext that outlives its users; NULL: the primary one of device 0 */
} VmafCudaConfiguration;

/**
 * Open a device through the CUDA driver, which is loaded at run time. The caller's current context
 * is the same after this and every other call as before it.
 *
 * @param cu_state set on success, NULL on failure
 * @return 0; -EINVAL for a NULL argument; -ENODEV, logged, without driver or device; -ENOMEM; -EIO
 */
int vmaf_cuda_state_init(VmafCudaState **cu_state, VmafCudaConfiguration cfg);

/** Let go of a state; contexts that imported it go on. @return 0; -EINVAL if it is NULL */
int vmaf_cuda_state_free(VmafCudaState *cu_state);

/**
 * Let a context compute on the device: from then on the plain name of a feature means its CUDA
 * twin where there is one that takes its options, and the CPU otherwise. Once, before the first
 * feature.
 *
 * @param cu_state stays the caller's; may serve several contexts
 * @return 0; -EINVAL for a NULL argument or a call that comes too late; -ENOMEM
 */
int vmaf_cuda_import_state(VmafContext *vmaf, VmafCudaState *cu_state);

/** Memory of the pictures of vmaf_cuda_fetch_preallocated_picture(). */
enum VmafCudaPicturePreallocationMethod {
    VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_NONE,
    VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_DEVICE,
    VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_HOST,
    VMAF_CUDA_PICTURE_PREALLOCATION_METHOD_HOST_PINNED
};

typedef struct VmafCudaPictureConfiguration {
    struct {
        unsigned w, h; /**< luma size */
        unsigned bpc;
        enum VmafPixelFormat pix_fmt;
    } pic_params;
    enum VmafCudaPicturePreallocationMethod pic_prealloc_method;
} VmafCudaPictureConfiguration;

/**
 * Give the context pictures that suit the device. A later call replaces them while none is out or
 * in flight.
 *
 * @return 0; -EINVAL for a NULL argument, bad parameters, pictures in use, or a context without
 *         CUDA; -ENOMEM; the negative errno of the device
 */
int vmaf_cuda_preallocate_pictures(VmafContext *vmaf, VmafCudaPictureConfiguration cfg);

/**
 * Take a picture, waiting until one is free; four can be held at a time. Data of a device picture
 * are device addresses; what the client enqueues in the default stream of the context before
 * vmaf_read_pictures() is done before the library reads the picture. Device pictures start zeroed.
 * Reference and distorted picture of a pair must both be device pictures or both host pictures.
 *
 * @return 0; -EINVAL for a NULL argument or if there are no pictures (method NONE)
 */
int vmaf_cuda_fetch_preallocated_picture(VmafContext *vmaf, VmafPicture *pic);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_CUDA_H */
