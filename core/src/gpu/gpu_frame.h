/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_FRAME_H
#define VMAF_GPU_FRAME_H

#include "gpu/gpu.h"

/** Most pictures before the one at hand that a feature can ask for. */
#define VMAF_MAX_HISTORY 2

/** A plane in device memory, laid out as in VmafPicture: rows start on a multiple of 64 bytes, and
    what a row has behind its last sample may never have been written. */
typedef struct VmafGpuPlane {
    const void *data;
    uint32_t pitch; /**< bytes from one row to the next */
    uint32_t w, h;
} VmafGpuPlane;

/** A pair in device memory; only planes that a registered feature reads. */
typedef struct VmafGpuPair {
    VmafGpuPlane ref[3], dis[3];
} VmafGpuPair;

typedef struct VmafGpuPlan VmafGpuPlan;

/**
 * A frame in flight as the GPU engine of a feature sees it.
 *
 * open() reserves: buffers, results and tables; the frame then has a device and nothing else.
 * launch() enqueues into the stream and returns; it finds the pictures and its buffers in device
 * memory. read() runs when that work is done and finds the results in host memory; it may use the
 * stream again, and ends it. settle() finds what read() fetched. Each frame in flight has buffers
 * of its own.
 */
typedef struct VmafGpuFrame {
    VmafGpuDevice *dev;
    VmafGpuStream *stream;
    VmafGpuPair pair[VMAF_MAX_HISTORY + 1]; /**< [0] the pair, [k]: k pictures before it */
    unsigned n_before;                      /**< pairs there for the feature at hand */
    void **buffer;                    /**< device buffers by the number vmaf_gpu_buffer() gave */
    unsigned char *result;            /**< device, zero before the first launch() of a frame */
    const unsigned char *host_result; /**< what result held at the end; read() and settle() only */
    void **host;                      /**< host buffers by the number vmaf_gpu_host() gave */
    VmafGpuPlan *plan;
} VmafGpuFrame;

/**
 * Reserve device memory that every frame has of its own. What it holds at launch() is undefined.
 *
 * @param id index into VmafGpuFrame.buffer
 * @return 0; -EINVAL, logged, for 0 or too many bytes; -ENOMEM
 */
int vmaf_gpu_buffer(VmafGpuFrame *f, size_t bytes, unsigned *id);

/**
 * Reserve part of the results that every frame brings back to the host: keep it small.
 *
 * @param offset into result and host_result, a multiple of 16
 */
int vmaf_gpu_result(VmafGpuFrame *f, size_t bytes, size_t *offset);

/** Put constant data on the device; freed with the plan. */
int vmaf_gpu_table(VmafGpuFrame *f, const void *data, size_t bytes, const void **dev);

/**
 * Reserve host memory that every frame has of its own, for what read() fetches only now and then:
 * it is allocated by the first vmaf_gpu_host_get() of a frame, and kept.
 *
 * @param id index into VmafGpuFrame.host
 */
int vmaf_gpu_host(VmafGpuFrame *f, size_t bytes, unsigned *id);

/** @return host memory of the frame, or NULL if there is none to be had */
void *vmaf_gpu_host_get(VmafGpuFrame *f, unsigned id);

#endif /* VMAF_GPU_FRAME_H */
