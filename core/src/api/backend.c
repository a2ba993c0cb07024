/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "libvmaf/backend.h"

#include <errno.h>
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

static void set_backend(VmafContext *v)
{
    v->backend_is_set = true;
    vmaf_run_tell_backends(v->run);
}

int vmaf_context_set_device(VmafContext *v, VmafGpuDevice *device, bool required)
{
    int err = check_first(v);
    if (!err)
        err = vmaf_run_set_device(v->run, device, required);
    if (!err)
        set_backend(v);
    return err;
}

static int open_device(VmafContext *v, enum VmafBackend backend, unsigned index, bool required)
{
    VmafGpuDevice *device;
    const VmafGpuOpen how = {.index = (int)index, .optional = !required};
    int err = vmaf_gpu_open(&device, backend, &how);
    if (err)
        return err;
    err = vmaf_context_set_device(v, device, required);
    if (err)
        vmaf_gpu_close(&device);
    return err;
}

/** Try what this build has. That none opens is no error; each leaves a line in the log. */
static int open_any(VmafContext *v, unsigned index)
{
    static const enum VmafBackend order[] = {VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP};
    for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        if (!vmaf_gpu_ops(order[i]))
            continue;
        if (!open_device(v, order[i], index, false))
            return 0;
    }
    set_backend(v);
    return 0;
}

static int use(VmafContext *v, const char *backend, unsigned device)
{
    if (!backend || !strcmp(backend, "auto"))
        return open_any(v, device);
    if (!strcmp(backend, "cpu")) {
        set_backend(v);
        return 0;
    }
    /* The host executor is a test backend: accepted, not documented. */
    static const enum VmafBackend by_name[] = {VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP,
                                               VMAF_BACKEND_SIMT};
    for (unsigned i = 0; i < sizeof(by_name) / sizeof(by_name[0]); i++) {
        if (!strcmp(backend, vmaf_backend_name(by_name[i])))
            return open_device(v, by_name[i], device, true);
    }
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "no backend named \"%s\", expected auto, cpu, cuda or hip\n",
             backend);
    return -EINVAL;
}

int vmaf_use_backend(VmafContext *v, const char *backend, unsigned device)
{
    if (!v)
        return -EINVAL;
    int err = check_first(v);
    if (!err)
        err = use(v, backend, device);
    if (!err)
        v->backend_is_named = backend != NULL;
    return err;
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
