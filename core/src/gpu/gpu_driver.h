/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_GPU_DRIVER_H
#define VMAF_GPU_DRIVER_H

#include "gpu/gpu.h"
#include "libvmaf/libvmaf.h"

/** What gpu_cuda.c and gpu_hip.c have in common. */

/** A function to look up in a driver library, and where its address goes. */
typedef struct VmafGpuSymbol {
    const char *name;
    void *address; /**< of a function pointer */
} VmafGpuSymbol;

/**
 * Open the first library that is there and look up functions; it stays open for the life of the
 * process.
 *
 * @param level     of the message on failure
 * @param libraries names, ended by NULL; the message is about the first
 * @param symbols   ended by a NULL name
 * @return 0; -ENODEV, logged with the loader's text
 */
int vmaf_gpu_load_library(const char *backend, enum VmafLogLevel level,
                          const char *const *libraries, const VmafGpuSymbol *symbols);

/**
 * Turn a failed call into a negative errno and log it. CUDA and HIP number their errors alike.
 *
 * @param d    NULL before a device is open; otherwise marked as lost if nothing will work again
 * @param what what was being done
 * @param name,text the driver's own words for code
 */
int vmaf_gpu_error(VmafGpuDevice *d, const char *backend, enum VmafLogLevel level, int code,
                   const char *what, const char *name, const char *text);

/**
 * The same before a device is open. A driver that is missing, not for this device or of another
 * version than the kernel's part may also say that the system refused, that the call is not
 * supported, or nothing of use: no device can be used then, which is -ENODEV.
 */
int vmaf_gpu_open_error(const char *backend, enum VmafLogLevel level, int code, const char *what,
                        const char *name, const char *text);

#endif /* VMAF_GPU_DRIVER_H */
