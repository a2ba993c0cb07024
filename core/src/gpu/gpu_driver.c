/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "gpu/gpu_driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

int vmaf_gpu_load_library(const char *backend, enum VmafLogLevel level,
                          const char *const *libraries, const VmafGpuSymbol *symbols)
{
    char why[256] = "";
    void *handle = NULL;
    const char *library = NULL;
    for (unsigned i = 0; libraries[i] && !handle; i++) {
        library = libraries[i];
        handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!handle && !i)
            snprintf(why, sizeof(why), "%s", dlerror());
    }
    if (!handle) {
        vmaf_log(level, "%s: not available: %s\n", backend, why);
        return -ENODEV;
    }
    for (const VmafGpuSymbol *s = symbols; s->name; s++) {
        void *f = dlsym(handle, s->name);
        if (!f) {
            vmaf_log(level, "%s: not available: %s has no %s, a newer driver is needed\n", backend,
                     library, s->name);
            dlclose(handle);
            return -ENODEV;
        }
        memcpy(s->address, &f, sizeof(f));
    }
    return 0;
}

enum {
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    DEINITIALIZED = 4,
    STUB_LIBRARY = 34,
    INSUFFICIENT_DRIVER = 35,
    DEVICE_UNAVAILABLE = 46,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    DEVICE_NOT_LICENSED = 102,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NO_BINARY_FOR_GPU = 209,
    ECC_UNCORRECTABLE = 214,
    INVALID_PTX = 218,
    UNSUPPORTED_PTX_VERSION = 222,
    OPERATING_SYSTEM = 304,
    NOT_FOUND = 500,
    ILLEGAL_ADDRESS = 700,
    LAUNCH_OUT_OF_RESOURCES = 701,
    CONTEXT_IS_DESTROYED = 709,
    LAUNCH_FAILED = 719,
    NOT_PERMITTED = 800,
    NOT_SUPPORTED = 801,
    SYSTEM_NOT_READY = 802,
    SYSTEM_DRIVER_MISMATCH = 803,
    COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    UNKNOWN = 999
};

static int to_errno(int code)
{
    switch (code) {
    case INVALID_VALUE:
        return -EINVAL;
    case OUT_OF_MEMORY:
        return -ENOMEM;
    case NOT_INITIALIZED:
    case STUB_LIBRARY:
    case INSUFFICIENT_DRIVER:
    case DEVICE_UNAVAILABLE:
    case NO_DEVICE:
    case INVALID_DEVICE:
    case DEVICE_NOT_LICENSED:
    case SYSTEM_NOT_READY:
    case SYSTEM_DRIVER_MISMATCH:
    case COMPAT_NOT_SUPPORTED_ON_DEVICE:
        return -ENODEV;
    case INVALID_IMAGE:
    case NO_BINARY_FOR_GPU:
    case INVALID_PTX:
    case UNSUPPORTED_PTX_VERSION:
    case NOT_FOUND:
        return -ENOTSUP;
    default:
        return -EIO;
    }
}

/* After these every later call on the context fails too. */
static bool is_final(int code)
{
    return code == DEINITIALIZED || code == INVALID_CONTEXT || code == ECC_UNCORRECTABLE ||
           code == ILLEGAL_ADDRESS || code == CONTEXT_IS_DESTROYED ||
           (code > LAUNCH_OUT_OF_RESOURCES && code <= LAUNCH_FAILED);
}

int vmaf_gpu_error(VmafGpuDevice *d, const char *backend, enum VmafLogLevel level, int code,
                   const char *what, const char *name, const char *text)
{
    if (!d || !vmaf_gpu_is_lost(d))
        vmaf_log(level, "%s%s%s: %s: %s (%s, %d)\n", backend, d && d->name[0] ? ", " : "",
                 d ? d->name : "", what, text ? text : "unknown error", name ? name : "?", code);
    if (d && is_final(code))
        __atomic_store_n(&d->lost, true, __ATOMIC_RELAXED);
    return to_errno(code);
}

int vmaf_gpu_open_error(const char *backend, enum VmafLogLevel level, int code, const char *what,
                        const char *name, const char *text)
{
    const int err = vmaf_gpu_error(NULL, backend, level, code, what, name, text);
    switch (code) {
    case OPERATING_SYSTEM:
    case NOT_PERMITTED:
    case NOT_SUPPORTED:
    case UNKNOWN:
        return -ENODEV;
    default:
        return err;
    }
}
