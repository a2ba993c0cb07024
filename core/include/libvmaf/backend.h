/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBVMAF_BACKEND_H
#define LIBVMAF_BACKEND_H

#include "libvmaf/libvmaf.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Choose where a context computes, once, before its first feature. Every backend returns the same
 * bits. A context that never calls this, nor imports the state of a GPU, uses what VMAF_BACKEND in
 * the environment says, see vmaf_init(), or the CPU.
 *
 * "cpu" uses no device. "auto" uses the first GPU that opens, CUDA before HIP, for each feature
 * that has a twin there which takes its options, and the CPU for everything else; also for those,
 * logged, if the GPU has no memory or code for them when the first pair is read. "cuda" and "hip"
 * use that GPU or fail, and so does vmaf_use_feature() for a feature that it cannot compute.
 *
 * JSON result files then say where each feature was computed, in an object "backends".
 *
 * @param backend "auto", "cpu", "cuda" or "hip"; NULL: as "auto", without that object
 * @param device  index of the GPU, from 0
 * @return 0; -EINVAL for a NULL context, an unknown backend, or a call that comes too late;
 *         -ENOTSUP if this build lacks the backend; -ENODEV if its library or the device cannot be
 *         opened; -ENOMEM; -EIO for any other error of the driver. The reason is logged.
 */
int vmaf_use_backend(VmafContext *vmaf, const char *backend, unsigned device);

/** Where a feature of a context is computed. The strings live as long as the context. */
typedef struct VmafFeatureBackend {
    const char *feature; /**< feature, with the suffix of its options if it has one */
    const char *backend; /**< "cpu", "cuda", "hip" */
    const char *device;  /**< the device's own name; NULL on the CPU */
    unsigned scale; /**< factor by which pictures are decimated first; 0 before the first one */
} VmafFeatureBackend;

/**
 * Describe where the i-th feature in use is computed, i = 0, 1, ...
 *
 * @return 0; -EINVAL for a NULL argument; -ENOENT past the last feature
 */
int vmaf_feature_backend(VmafContext *vmaf, unsigned i, VmafFeatureBackend *info);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* LIBVMAF_BACKEND_H */
