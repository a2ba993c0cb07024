/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_BENCH_GPU_H
#define TOOLS_BENCH_GPU_H

#include <stdbool.h>
#include <stddef.h>

#include "bench_clip.h"

/**
 * Times of the twins on a device. The only part of the tools that looks inside the library: what
 * it measures, kernels without upload and folds alone, is not public.
 */
typedef struct BenchGpu BenchGpu;

/** Milliseconds. */
typedef struct BenchGpuTimes {
    double device; /**< a frame, with frames in flight and pictures in device memory */
    double pinned; /**< a frame, with frames in flight and pictures in page-locked host memory */
    double alone;  /**< from the submit of a frame to its score, from page-locked memory */
    double fold;   /**< the sums of doubles of a frame, alone on the device; 0: it has none */
} BenchGpuTimes;

/** @return 0 or a negative errno, reported on stderr */
int bench_gpu_open(BenchGpu **bench, const char *backend);

void bench_gpu_close(BenchGpu **bench);

/** Name of the device. */
const char *bench_gpu_device(const BenchGpu *bench);

/** Put the frames of a clip where the device reads them, in place of an earlier one's. */
int bench_gpu_load(BenchGpu *bench, const BenchClip *clip);

/**
 * Time a feature, NAME[=OPTION=VALUE...], or several joined by '+' in one run, on the clip.
 *
 * @return 0 or a negative errno
 */
int bench_gpu_feature(BenchGpu *bench, const char *feature, BenchGpuTimes *times);

/**
 * float_ssim on the clip with and without its sums.
 *
 * @param with,without milliseconds a frame, with frames in flight and pictures in device memory
 */
int bench_gpu_sums(BenchGpu *bench, const char *feature, double *with, double *without);

/** Fold one plane of n terms on the device, and on the host, read-back and loop. */
int bench_gpu_fold(BenchGpu *bench, size_t n, double *device_ms, double *host_ms);

#endif /* TOOLS_BENCH_GPU_H */
