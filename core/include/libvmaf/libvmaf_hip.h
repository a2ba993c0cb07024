/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_HIP_H
#define LIBVMAF_HIP_H

#include "libvmaf/libvmaf.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A HIP device for VmafContexts. */
typedef struct VmafHipState VmafHipState;

/** Passed by value: the layout is ABI and never grows. */
typedef struct VmafHipConfiguration {
    int device; /**< index, from 0 */
} VmafHipConfiguration;

/**
 * Open a device through the HIP library, which is loaded at run time. The calling thread's current
 * device is the same after this and every other call as before it.
 *
 * @param hip_state set on success, NULL on failure
 * @return 0; -EINVAL for a NULL argument; -ENODEV, logged, without library or device; -ENOMEM; -EIO
 */
int vmaf_hip_state_init(VmafHipState **hip_state, VmafHipConfiguration cfg);

/** Let go of a state; contexts that imported it go on. @return 0; -EINVAL if it is NULL */
int vmaf_hip_state_free(VmafHipState *hip_state);

/**
 * Let a context compute on the device: from then on the plain name of a feature means its HIP twin
 * where there is one that takes its options, and the CPU otherwise. Once, before the first feature.
 *
 * @param hip_state stays the caller's; may serve several contexts
 * @return 0; -EINVAL for a NULL argument or a call that comes too late; -ENOMEM
 */
int vmaf_hip_import_state(VmafContext *vmaf, VmafHipState *hip_state);

/** Memory of the pictures of vmaf_hip_fetch_preallocated_picture(). */
enum VmafHipPicturePreallocationMethod {
    VMAF_HIP_PICTURE_PREALLOCATION_METHOD_NONE,
    VMAF_HIP_PICTURE_PREALLOCATION_METHOD_DEVICE,
    VMAF_HIP_PICTURE_PREALLOCATION_METHOD_HOST,
    VMAF_HIP_PICTURE_PREALLOCATION_METHOD_HOST_PINNED
};

typedef struct VmafHipPictureConfiguration {
    struct {
        unsigned w, h; /**< luma size */
        unsigned bpc;
        enum VmafPixelFormat pix_fmt;
    } pic_params;
    enum VmafHipPicturePreallocationMethod pic_prealloc_method;
} VmafHipPictureConfiguration;

/**
 * Give the context pictures that suit the device. A later call replaces them while none is out or
 * in flight.
 *
 * @return 0; -EINVAL for a NULL argument, bad parameters, pictures in use, or a context without
 *         HIP; -ENOMEM; the negative errno of the device
 */
int vmaf_hip_preallocate_pictures(VmafContext *vmaf, VmafHipPictureConfiguration cfg);

/**
 * Take a picture, waiting until one is free; four can be held at a time. Data of a device picture
 * are device addresses; what the client enqueues in the default stream before vmaf_read_pictures()
 * is done before the library reads the picture. Device pictures start zeroed. Reference and
 * distorted picture of a pair must both be device pictures or both host pictures.
 *
 * @return 0; -EINVAL for a NULL argument or if there are no pictures (method NONE)
 */
int vmaf_hip_fetch_preallocated_picture(VmafContext *vmaf, VmafPicture *pic);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_HIP_H */
