/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_POOL_H
#define VMAF_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "libvmaf/libvmaf.h"

/** Memory of the samples of a pool; NULL stands for ordinary memory. */
typedef struct VmafPoolMemory {
    void *(*alloc)(void *opaque, size_t bytes); /**< 64-byte aligned, or NULL */
    void (*free)(void *opaque, void *block);
    void *opaque;
} VmafPoolMemory;

/**
 * A fixed number of host pictures that circulate. It outlives its context for as long as a client
 * holds one of its pictures.
 */
typedef struct VmafPool VmafPool;

/** @return 0; -EINVAL for bad parameters; -ENOMEM */
int vmaf_pool_create(VmafPool **out, const VmafPictureConfiguration *cfg,
                     const VmafPoolMemory *memory);

/** Wait for a free picture. The count is 1, the samples are what the last user left. */
void vmaf_pool_fetch(VmafPool *pool, VmafPicture *pic);

/** @return true if no picture is out */
bool vmaf_pool_is_idle(VmafPool *pool);

/** Let go of the pool; it is freed with its last picture. Clears the pointer, accepts NULL in it. */
void vmaf_pool_release(VmafPool **pool);

#endif /* VMAF_POOL_H */
