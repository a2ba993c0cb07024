/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "libvmaf/backend.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "base/log.h"

static int check_first(const VmafContext *v)
{
    VmafUseInfo info;
    if (!v->backend_is_set && vmaf_run_use_info(v->run, 0, &info))
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "the backend is chosen once, before the first feature\n");
    return -EINVAL;
}

int vmaf_context_set_device(VmafContext *v, VmafGpuDevice *device, bool required)
{
    int err = check_first(v);
    if (!err)
        err = vmaf_run_set_device(v->run, device, required);
    if (err)
        return err;
    v->backend_is_set = true;
    vmaf_run_tell_backends(v->run);
    return 0;
}

/** Try what this build has. @return NULL if none opens, which is no error; each leaves a line */
static VmafGpuDevice *open_any(unsigned index)
{
    static const enum VmafBackend order[] = {VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP};
    const VmafGpuOpen how = {.index = (int)index, .optional = true};
    for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        VmafGpuDevice *device;
        if (vmaf_gpu_ops(order[i]) && !vmaf_gpu_open(&device, order[i], &how))
            return device;
    }
    return NULL;
}

/* The host executor is a test backend: accepted, not documented. */
static const enum VmafBackend by_name[] = {VMAF_BACKEND_CPU, VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP,
                                           VMAF_BACKEND_SIMT};
#define N_NAMES (sizeof(by_name) / sizeof(by_name[0]))

/** @return the place of a name in the list; N_NAMES for "auto"; -EINVAL, logged, for no backend */
static int find_name(const char *where, const char *name)
{
    if (!strcmp(name, "auto"))
        return N_NAMES;
    for (unsigned i = 0; i < N_NAMES; i++) {
        if (!strcmp(name, vmaf_backend_name(by_name[i])))
            return (int)i;
    }
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "%sno backend named \"%s\", expected auto, cpu, cuda or hip\n",
             where, name);
    return -EINVAL;
}

/** @param device set; NULL: the CPU. @return 0; an error of vmaf_gpu_open() */
static int open_found(unsigned found, unsigned index, VmafGpuDevice **device)
{
    const VmafGpuOpen how = {.index = (int)index};
    *device = found == N_NAMES ? open_any(index) : NULL;
    return found == N_NAMES || by_name[found] == VMAF_BACKEND_CPU
               ? 0
               : vmaf_gpu_open(device, by_name[found], &how);
}

int vmaf_use_backend(VmafContext *v, const char *backend, unsigned device)
{
    if (!v)
        return -EINVAL;
    int err = check_first(v);
    const int found = err ? err : find_name("", backend ? backend : "auto");
    VmafGpuDevice *opened = NULL;
    err = found < 0 ? found : open_found((unsigned)found, device, &opened);
    if (!err)
        err = vmaf_context_set_device(v, opened, found != N_NAMES);
    if (err)
        vmaf_gpu_close(&opened);
    else
        v->backend_is_named = backend != NULL;
    return err;
}

int vmaf_context_use_environment(VmafContext *v)
{
    const char *name = getenv("VMAF_BACKEND");
    if (!name || !*name)
        return 0;
    const int found = find_name("VMAF_BACKEND: ", name);
    if (found < 0 || v->cfg.gpumask)
        return found < 0 ? found : 0;
    VmafGpuDevice *device;
    int err = open_found((unsigned)found, 0, &device);
    if (err)
        return err == -ENOTSUP ? -ENODEV : err;
    /* Unlike a client that names a backend, a program that knows of none goes on where a feature
       has no twin. */
    err = vmaf_run_set_device(v->run, device, false);
    if (err) {
        vmaf_gpu_close(&device);
        return err;
    }
    vmaf_run_tell_backends(v->run);
    vmaf_log(VMAF_LOG_LEVEL_INFO, "VMAF_BACKEND=%s: %s\n", name, device ? device->name : "cpu");
    return 0;
}

int vmaf_feature_backend(VmafContext *v, unsigned i, VmafFeatureBackend *info)
{
    if (!v || !info)
        return -EINVAL;
    VmafUseInfo use;
    const int err = vmaf_run_use_info(v->run, i, &use);
    if (err)
        return err;
    const bool on_cpu = use.backend == VMAF_BACKEND_CPU;
    *info = (VmafFeatureBackend){
        .feature = use.label,
        .backend = vmaf_backend_name(use.backend),
        .device = on_cpu ? NULL : vmaf_run_device(v->run)->name,
        .scale = use.scale,
    };
    return 0;
}
