/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_BACKENDS_H
#define VMAF_GPU_BACKENDS_H

#include "gpu/gpu.h"

/* Each exists only where the build has the backend. */
extern const VmafGpuOps vmaf_gpu_ops_cuda, vmaf_gpu_ops_hip, vmaf_gpu_ops_simt;

#endif /* VMAF_GPU_BACKENDS_H */
