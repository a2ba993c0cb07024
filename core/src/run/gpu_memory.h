/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_MEMORY_H
#define VMAF_GPU_MEMORY_H

#include "gpu/gpu.h"
#include "run/pool.h"

/**
 * Memory of a device for a pool of pictures. The pool keeps a reference to the device.
 *
 * @param kind VMAF_PICTURE_PINNED: host memory that the device reads in place;
 *             VMAF_PICTURE_DEVICE: device memory
 */
VmafPoolMemory vmaf_gpu_memory(VmafGpuDevice *d, enum VmafPictureMemory kind);

/**
 * Make a pool of host pictures that the device reads in place. Page-locked memory only saves a
 * copy: where there is none, and the device is not lost, the pool goes without, and a WARNING says
 * so.
 */
int vmaf_gpu_pool_create(VmafPool **out, const VmafPictureConfiguration *cfg, VmafGpuDevice *d);

/**
 * Copy planes of a device picture to a host picture of the same layout, after what the client
 * enqueued in the default stream, and wait for them.
 *
 * @param planes bit i: plane i
 */
int vmaf_gpu_download_picture(VmafGpuDevice *d, VmafPicture *host, const VmafPicture *device,
                              unsigned planes);

#endif /* VMAF_GPU_MEMORY_H */
