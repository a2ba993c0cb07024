/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "backend.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libvmaf/backend.h"

static const char *const names[] = {
    [TOOL_BACKEND_AUTO] = "auto", [TOOL_BACKEND_CPU] = "cpu",   [TOOL_BACKEND_CUDA] = "cuda",
    [TOOL_BACKEND_HIP] = "hip",   [TOOL_BACKEND_SIMT] = "simt",
};

int backend_from_name(enum ToolBackend *backend, const char *name)
{
    for (unsigned i = TOOL_BACKEND_AUTO; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0) {
            *backend = (enum ToolBackend)i;
            return 0;
        }
    }
    return -EINVAL;
}

static bool is_in_environment(void)
{
    const char *name = getenv("VMAF_BACKEND");
    return name && *name;
}

void backend_prepare(enum ToolBackend backend)
{
    /* What the environment names need not be there then. */
    if (backend != TOOL_BACKEND_DEFAULT)
        unsetenv("VMAF_BACKEND");
}

int backend_open(VmafContext *vmaf, enum ToolBackend backend, bool no_gpu)
{
    /* A new context uses the CPU, or what the environment names. */
    if ((no_gpu || is_in_environment()) && backend == TOOL_BACKEND_DEFAULT)
        return 0;
    if (no_gpu && backend == TOOL_BACKEND_AUTO)
        backend = TOOL_BACKEND_CPU;
    const int err = vmaf_use_backend(vmaf, names[backend], 0);
    if (err)
        fprintf(stderr, "problem opening backend: %s\n", names[backend] ? names[backend] : "auto");
    return err;
}
