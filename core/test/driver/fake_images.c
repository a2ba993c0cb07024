/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Images for a driver that does not look at them, where the build has no compiler for kernels. */
#include "gpu/gpu.h"

#define VMAF_GPU_IMAGE(stem)                   \
    extern const unsigned char PREFIX(stem)[]; \
    const unsigned char PREFIX(stem)[1] = {0};

#define PREFIX(stem) vmaf_cuda_image_##stem
#include "gpu/image_list.h"
#undef PREFIX
#define PREFIX(stem) vmaf_hip_image_##stem
#include "gpu/image_list.h"
