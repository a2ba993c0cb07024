/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef TOOLS_BACKEND_H
#define TOOLS_BACKEND_H

#include <stdbool.h>

#include "libvmaf/libvmaf.h"

/** Where features are computed. */
enum ToolBackend {
    TOOL_BACKEND_DEFAULT, /**< not given: the environment's, or auto; result files do not tell */
    TOOL_BACKEND_AUTO,    /**< the best that is there */
    TOOL_BACKEND_CPU,
    TOOL_BACKEND_CUDA,
    TOOL_BACKEND_HIP,
    TOOL_BACKEND_SIMT /**< runs the GPU kernels on the CPU, for tests: never shown, never chosen */
};

/** @return 0; -EINVAL for an unknown name */
int backend_from_name(enum ToolBackend *backend, const char *name);

/** Forget what the environment says, before a context is opened, if a backend is given. */
void backend_prepare(enum ToolBackend backend);

/**
 * Prepare a new context for a backend, before any feature.
 *
 * @param no_gpu leave GPUs alone unless one is named
 * @return 0, or the error of vmaf_use_backend(), reported on stderr
 */
int backend_open(VmafContext *vmaf, enum ToolBackend backend, bool no_gpu);

#endif /* TOOLS_BACKEND_H */
