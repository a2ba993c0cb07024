/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

enum VmafBackend twin_backend(int argc, char **argv)
{
    const enum VmafBackend all[] = {VMAF_BACKEND_SIMT, VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP};
    for (unsigned i = 0; argc > 1 && i < 3; i++) {
        if (!strcmp(argv[1], vmaf_backend_name(all[i])))
            return all[i];
    }
    fprintf(stderr, "usage: %s simt|cuda|hip\n", argv[0]);
    exit(2);
}

static bool is_required(const char *name)
{
    const char *list = getenv("VMAF_REQUIRE_DEVICE");
    return list && strstr(list, name);
}

VmafGpuDevice *twin_open(enum VmafBackend backend)
{
    VmafGpuDevice *d = NULL;
    vmaf_log_set_level(VMAF_LOG_LEVEL_WARNING);
    const int err = vmaf_gpu_open(&d, backend, &(VmafGpuOpen){0});
    if (!err)
        return d;
    const char *name = vmaf_backend_name(backend);
    printf("%s: no device, error %d\n", name, err);
    exit(is_required(name) || backend == VMAF_BACKEND_SIMT ? 1 : 77);
}

uint64_t twin_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
