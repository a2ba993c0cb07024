/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_POOL_H
#define VMAF_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/picture_priv.h"
#include "libvmaf/libvmaf.h"

/** Memory of the samples of a pool. */
typedef struct VmafPoolMemory {
    enum VmafPictureMemory kind;
    uintptr_t space; /**< of VmafPicturePriv */
    /** @param block 64-byte aligned and zeroed. @return 0 or a negative errno */
    int (*alloc)(void *opaque, void **block, size_t bytes);
    void (*free)(void *opaque, void *block);
    void (*close)(void *opaque); /**< once, after the last free(); may be NULL */
    void *opaque;
} VmafPoolMemory;

/**
 * A fixed number of pictures that circulate. It outlives its context for as long as a client
 * holds one of its pictures.
 */
typedef struct VmafPool VmafPool;

/**
 * @param memory NULL: ordinary memory; otherwise taken over, also on failure
 * @return 0; -EINVAL for bad parameters; -ENOMEM; the error of memory->alloc()
 */
int vmaf_pool_create(VmafPool **out, const VmafPictureConfiguration *cfg,
                     const VmafPoolMemory *memory);

/** Wait for a free picture. The count is 1, the samples are what the last user left. */
void vmaf_pool_fetch(VmafPool *pool, VmafPicture *pic);

/** The same, but wait no longer than ms milliseconds. @return false if none was free */
bool vmaf_pool_fetch_within(VmafPool *pool, VmafPicture *pic, unsigned ms);

/**
 * Whether anyone uses a picture of the pool.
 *
 * @param spare [n] pictures, of any origin, that do not count while nobody else has them
 */
bool vmaf_pool_is_used(VmafPool *pool, const VmafPicture *const *spare, unsigned n);

/** Let go of the pool, which goes with its last picture; clears the pointer, accepts NULL in it. */
void vmaf_pool_release(VmafPool **pool);

#endif /* VMAF_POOL_H */
