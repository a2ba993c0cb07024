/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_H
#define VMAF_GPU_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/backend.h"

/**
 * The host's side of every GPU backend: one table of functions, filled by gpu_cuda.c, gpu_hip.c
 * and gpu_simt.cpp. Device addresses are void pointers that the host never follows.
 *
 * Errors: every function that returns int gives 0 or a negative errno after logging one line with
 * the device's own text: -ENOMEM out of memory, -ENODEV no library or no device, -ENOTSUP an image
 * the device does not take, -EINVAL a call that is wrong in itself, -EIO anything else. Once a
 * device is lost further failures are not logged again. Results are written on success only.
 *
 * Threads: any thread may call. The caller's current context or device is the same after a call as
 * before it.
 */
typedef struct VmafGpuDevice VmafGpuDevice;
typedef struct VmafGpuStream VmafGpuStream; /**< opaque; NULL: the legacy default stream */
typedef struct VmafGpuEvent VmafGpuEvent;
typedef struct VmafGpuModule VmafGpuModule;
typedef struct VmafGpuKernel VmafGpuKernel;

/** Compiled kernels of one file of feature/kernels, for one backend. */
typedef struct VmafGpuImage {
    const char *name; /**< "float_ssim": the file's stem */
    const void *data; /**< CUDA fat binary, HIP code objects, or VmafSimtImage */
} VmafGpuImage;

typedef struct VmafGpuDim {
    unsigned x, y, z;
} VmafGpuDim;

/** Which device to open. */
typedef struct VmafGpuOpen {
    int index;     /**< of the device, from 0; ignored with a context */
    void *context; /**< CUcontext of the caller, kept by the caller; NULL: the primary one */
    bool optional; /**< that there is no such device is an INFO, not an ERROR */
} VmafGpuOpen;

typedef struct VmafGpuOps {
    enum VmafBackend backend;
    const VmafGpuImage *images; /**< ended by a NULL name */
    /** Buffers are to be filled with VMAF_GPU_POISON before each use: reads of memory that
        nothing wrote then show in the results. */
    bool poison;

    int (*open)(VmafGpuDevice **d, const VmafGpuOpen *how);
    void (*close)(VmafGpuDevice **d); /**< accepts NULL in it */

    int (*alloc)(VmafGpuDevice *d, void **dev, size_t bytes);
    void (*free)(VmafGpuDevice *d, void *dev);
    /** Page-locked host memory. */
    int (*host_alloc)(VmafGpuDevice *d, void **host, size_t bytes);
    void (*host_free)(VmafGpuDevice *d, void *host);
    /** Bytes of device memory that are free now, and in all. */
    int (*memory)(VmafGpuDevice *d, size_t *free_bytes, size_t *total_bytes);

    int (*stream_create)(VmafGpuDevice *d, VmafGpuStream **s); /**< non-blocking */
    void (*stream_destroy)(VmafGpuDevice *d, VmafGpuStream *s);
    int (*stream_wait)(VmafGpuDevice *d, VmafGpuStream *s); /**< until all its work is done */
    int (*stream_after)(VmafGpuDevice *d, VmafGpuStream *s, VmafGpuEvent *e);
    /** timed: for event_elapsed(), at some cost. */
    int (*event_create)(VmafGpuDevice *d, bool timed, VmafGpuEvent **e);
    void (*event_destroy)(VmafGpuDevice *d, VmafGpuEvent *e);
    int (*event_record)(VmafGpuDevice *d, VmafGpuEvent *e, VmafGpuStream *s);
    int (*event_wait)(VmafGpuDevice *d, VmafGpuEvent *e);
    /** Milliseconds between two recorded events that have both passed. */
    int (*event_elapsed)(VmafGpuDevice *d, VmafGpuEvent *from, VmafGpuEvent *to, float *ms);

    /** Copies are ordered in the stream; host memory must stay as it is until they are done. */
    int (*upload)(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                  size_t row_bytes, size_t rows, VmafGpuStream *s);
    int (*download)(VmafGpuDevice *d, void *dst, size_t dst_pitch, const void *src,
                    size_t src_pitch, size_t row_bytes, size_t rows, VmafGpuStream *s);
    int (*fill)(VmafGpuDevice *d, void *dst, unsigned char byte, size_t bytes, VmafGpuStream *s);

    int (*module_load)(VmafGpuDevice *d, const VmafGpuImage *image, VmafGpuModule **m);
    void (*module_unload)(VmafGpuDevice *d, VmafGpuModule *m);
    int (*kernel_find)(VmafGpuDevice *d, VmafGpuModule *m, const char *name, VmafGpuKernel **k);
    /** args is one struct of args_size bytes, copied before the call returns. */
    int (*launch)(VmafGpuDevice *d, VmafGpuKernel *k, VmafGpuDim grid, VmafGpuDim block,
                  const void *args, size_t args_size, VmafGpuStream *s);
} VmafGpuOps;

#define VMAF_GPU_POISON 0xff
#define VMAF_GPU_MAX_MODULES 32

/** The part of a device that is the same for all backends; stands first in theirs. */
struct VmafGpuDevice {
    const VmafGpuOps *ops;
    unsigned n_refs;
    char name[128]; /**< as the driver calls it */
    /** Equal for devices that can use each other's memory, in any backend. Only compared. */
    uintptr_t space;
    bool lost; /**< a call failed for good; nothing more is logged */
    struct {
        const VmafGpuImage *image;
        VmafGpuModule *module;
    } module[VMAF_GPU_MAX_MODULES];
    unsigned n_modules;
    pthread_mutex_t lock; /**< of the modules */
};

/**
 * The functions of a backend.
 *
 * @return NULL for VMAF_BACKEND_CPU and for a backend that this build lacks
 */
const VmafGpuOps *vmaf_gpu_ops(enum VmafBackend backend);

/** Open a device; as VmafGpuOps.open, and -ENOTSUP, logged, for a backend this build lacks. */
int vmaf_gpu_open(VmafGpuDevice **d, enum VmafBackend backend, const VmafGpuOpen *how);

/** Take another reference. @return d */
VmafGpuDevice *vmaf_gpu_ref(VmafGpuDevice *d);

/**
 * Drop a reference; the last one unloads the modules and closes the device. Clears the pointer,
 * accepts NULL in it.
 */
void vmaf_gpu_close(VmafGpuDevice **d);

/**
 * Find a kernel, loading the image that holds it the first time.
 *
 * @param image stem of the kernel file, "float_ssim"
 */
int vmaf_gpu_kernel(VmafGpuDevice *d, const char *image, const char *name, VmafGpuKernel **k);

/** @return whether nothing works on the device any more, nor its memory; from any thread */
static inline bool vmaf_gpu_is_lost(const VmafGpuDevice *d)
{
    return __atomic_load_n(&d->lost, __ATOMIC_RELAXED);
}

/** Launch with one struct as argument. */
#define VMAF_GPU_LAUNCH(d, k, grid, block, args, stream) \
    ((d)->ops->launch((d), (k), (grid), (block), (args), sizeof(*(args)), (stream)))

/** Blocks that cover n items, block of them at a time. */
static inline unsigned vmaf_gpu_blocks(size_t n, unsigned block)
{
    return (unsigned)((n + block - 1) / block);
}

#endif /* VMAF_GPU_H */
