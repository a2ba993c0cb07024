/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <string.h>

#include "base/log.h"
#include "config.h"
#include "gpu/gpu.h"
#include "gpu/gpu_backends.h"

const char *vmaf_backend_name(enum VmafBackend backend)
{
    static const char *const name[] = {"cpu", "cuda", "hip", "simt"};
    return name[backend];
}

const VmafGpuOps *vmaf_gpu_ops(enum VmafBackend backend)
{
    switch (backend) {
#if HAVE_CUDA
    case VMAF_BACKEND_CUDA:
        return &vmaf_gpu_ops_cuda;
#endif
#if HAVE_HIP
    case VMAF_BACKEND_HIP:
        return &vmaf_gpu_ops_hip;
#endif
#if HAVE_SIMT
    case VMAF_BACKEND_SIMT:
        return &vmaf_gpu_ops_simt;
#endif
    default:
        return NULL;
    }
}

int vmaf_gpu_open(VmafGpuDevice **d, enum VmafBackend backend, const VmafGpuOpen *how)
{
    const VmafGpuOps *ops = vmaf_gpu_ops(backend);
    if (!ops) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: not in this build\n", vmaf_backend_name(backend));
        return -ENOTSUP;
    }
    const int err = ops->open(d, how);
    if (err)
        return err;
    (*d)->n_refs = 1;
    pthread_mutex_init(&(*d)->lock, NULL);
    return 0;
}

VmafGpuDevice *vmaf_gpu_ref(VmafGpuDevice *d)
{
    __atomic_fetch_add(&d->n_refs, 1, __ATOMIC_RELAXED);
    return d;
}

void vmaf_gpu_close(VmafGpuDevice **d)
{
    VmafGpuDevice *dev = *d;
    *d = NULL;
    if (!dev || __atomic_sub_fetch(&dev->n_refs, 1, __ATOMIC_ACQ_REL))
        return;
    for (unsigned i = 0; i < dev->n_modules; i++)
        dev->ops->module_unload(dev, dev->module[i].module);
    pthread_mutex_destroy(&dev->lock);
    dev->ops->close(&dev);
}

static int load_module(VmafGpuDevice *d, const char *name, VmafGpuModule **m)
{
    for (unsigned i = 0; i < d->n_modules; i++) {
        if (!strcmp(d->module[i].image->name, name)) {
            *m = d->module[i].module;
            return 0;
        }
    }
    const VmafGpuImage *image = d->ops->images;
    while (image->name && strcmp(image->name, name))
        image++;
    if (!image->name || d->n_modules == VMAF_GPU_MAX_MODULES) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "%s: no kernels named %s\n",
                 vmaf_backend_name(d->ops->backend), name);
        return -ENOTSUP;
    }
    const int err = d->ops->module_load(d, image, m);
    if (err)
        return err;
    d->module[d->n_modules].image = image;
    d->module[d->n_modules++].module = *m;
    return 0;
}

int vmaf_gpu_kernel(VmafGpuDevice *d, const char *image, const char *name, VmafGpuKernel **k)
{
    VmafGpuModule *m;
    pthread_mutex_lock(&d->lock);
    const int err = load_module(d, image, &m);
    pthread_mutex_unlock(&d->lock);
    return err ? err : d->ops->kernel_find(d, m, name, k);
}
