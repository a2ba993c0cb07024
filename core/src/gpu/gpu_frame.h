/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_FRAME_H
#define VMAF_GPU_FRAME_H

#include "gpu/gpu.h"

/**
 * What a GPU extractor sees of the pipeline, as VmafExtractorCtx.gpu.
 *
 * init() reserves: buffers, results and tables; the frame then has a device and nothing else.
 * submit() launches into the frame's stream and returns; it finds the pictures and its buffers in
 * device memory. collect() runs when the work of the frame is done; it finds its results in host
 * memory. Several frames are in flight, each with buffers of its own, so an extractor keeps in its
 * private block what init() planned and nothing of a frame.
 */
typedef struct VmafGpuPlane {
    const void *data; /**< samples in device memory, as in VmafPicture */
    uint32_t pitch;   /**< bytes from one row to the next */
    uint32_t w, h;
} VmafGpuPlane;

typedef struct VmafGpuPlan VmafGpuPlan;

typedef struct VmafGpuFrame {
    VmafGpuDevice *dev;
    VmafGpuStream *stream;
    VmafGpuPlane ref[3], dis[3];      /**< only planes that a registered extractor reads */
    void **buffer;                    /**< device buffers by the number vmaf_gpu_buffer() gave */
    unsigned char *result;            /**< device, zero before the first submit() of a frame */
    const unsigned char *host_result; /**< what result held at the end; collect() only */
    VmafGpuPlan *plan;                /**< init() only */
} VmafGpuFrame;

/**
 * Reserve device memory that every frame has of its own. What it holds at submit() is undefined.
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

/** Put constant data on the device; freed with the pipeline. */
int vmaf_gpu_table(VmafGpuFrame *f, const void *data, size_t bytes, const void **dev);

#endif /* VMAF_GPU_FRAME_H */
