/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "fake_cuda.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda_api.h"

#define EXPORT __attribute__((visibility("default")))
#define MAX_OBJECTS 4096
#define MAX_DEPTH 8
#define INVALID_CONTEXT 201
#define CONTEXT_IS_DESTROYED 709

#define VMAF_CU(member, symbol, params) EXPORT CUresult symbol params;
VMAF_CUDA_FUNCTIONS(VMAF_CU)
#undef VMAF_CU
EXPORT FakeCudaReset fake_cuda_reset;
EXPORT FakeCudaFail fake_cuda_fail;
EXPORT FakeCudaCalls fake_cuda_calls;
EXPORT FakeCudaLeft fake_cuda_left;
EXPORT FakeCudaText fake_cuda_text;

static const struct {
    int code;
    const char *name, *text;
    bool kills;
} errors[] = {
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "no memory left on the fake device", false},
    {100, "CUDA_ERROR_NO_DEVICE", "the fake driver sees no device", false},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "no context is current", false},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "the image has no code for the fake device", false},
    {CONTEXT_IS_DESTROYED, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "the context is gone", true},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "the fake driver is of another version", false},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "a kernel crashed on the fake device", true},
};
#define N_ERRORS (sizeof(errors) / sizeof(errors[0]))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *object[MAX_OBJECTS];
static unsigned n_objects, n_retained, n_calls, fail_at;
static int fail_code, dead_code; /* dead_code: what every call returns since the context died */
static bool report, keeps_memory;
static char the_context;
static _Thread_local CUcontext stack[MAX_DEPTH];
static _Thread_local unsigned depth;

static const char *find(int code, bool name)
{
    for (unsigned i = 0; i < N_ERRORS; i++) {
        if (errors[i].code == code)
            return name ? errors[i].name : errors[i].text;
    }
    return NULL;
}

static void die(const char *what)
{
    fprintf(stderr, "fake_cuda: %s\n", what);
    abort();
}

/* All objects go with their context. What a program's threads may be writing to just then stays. */
static void lose_objects(void)
{
    for (unsigned i = 0; i < n_objects && !keeps_memory; i++)
        free(object[i]);
    n_objects = 0;
}

__attribute__((constructor)) static void start(void)
{
    const char *fail = getenv("FAKE_CUDA_FAIL");
    if (fail && sscanf(fail, "%u:%d", &fail_at, &fail_code) != 2)
        die("FAKE_CUDA_FAIL: wanted CALL:CODE");
    keeps_memory = fail;
    report = getenv("FAKE_CUDA_REPORT") != NULL;
}

__attribute__((destructor)) static void stop(void)
{
    if (report)
        fprintf(stderr, "fake_cuda: %u calls, %u objects left\n", n_calls, fake_cuda_left());
}

void fake_cuda_reset(void)
{
    if (n_objects)
        die("reset with objects left");
    n_calls = fail_at = 0;
    dead_code = 0;
}

void fake_cuda_fail(unsigned call, int code)
{
    fail_at = call;
    fail_code = code;
}

unsigned fake_cuda_calls(void)
{
    return n_calls;
}

unsigned fake_cuda_left(void)
{
    return n_objects + n_retained;
}

const char *fake_cuda_text(int code)
{
    return find(code, false);
}

/* Count a call; what it returns, if it is to fail. */
static CUresult count(void)
{
    n_calls++;
    if (dead_code)
        return dead_code;
    if (n_calls != fail_at)
        return 0;
    for (unsigned i = 0; i < N_ERRORS; i++) {
        if (errors[i].code == fail_code && errors[i].kills)
            dead_code = fail_code;
    }
    return fail_code;
}

/* A call that needs no context. */
static CUresult begin(void)
{
    pthread_mutex_lock(&lock);
    return count();
}

static CUresult begin_in_context(void)
{
    const CUresult r = begin();
    return depth ? r : INVALID_CONTEXT;
}

static CUresult end(CUresult r)
{
    pthread_mutex_unlock(&lock);
    return r;
}

static void *add_object(size_t bytes)
{
    if (n_objects == MAX_OBJECTS)
        die("too many objects");
    void *p = calloc(1, bytes);
    if (!p)
        die("no memory");
    return object[n_objects++] = p;
}

static CUresult create(void **out, size_t bytes)
{
    const CUresult r = begin_in_context();
    if (!r)
        *out = add_object(bytes);
    return end(r);
}

/* Whatever the call returns, its object is gone: a client does not try twice. */
static CUresult destroy(void *p)
{
    const CUresult r = begin_in_context();
    unsigned i = 0;
    if (r == INVALID_CONTEXT)
        return end(r);
    while (i < n_objects && object[i] != p)
        i++;
    if (i < n_objects) {
        free(p);
        object[i] = object[--n_objects];
    } else if (dead_code != CONTEXT_IS_DESTROYED) {
        die("released what is not allocated");
    }
    return end(r);
}

CUresult cuInit(unsigned flags)
{
    (void)flags;
    return end(begin());
}

CUresult cuGetErrorName(CUresult code, const char **name)
{
    *name = find(code, true);
    return 0;
}

CUresult cuGetErrorString(CUresult code, const char **text)
{
    *text = find(code, false);
    return 0;
}

CUresult cuDeviceGetCount(int *n)
{
    *n = 1;
    return end(begin());
}

CUresult cuDeviceGet(CUdevice *device, int index)
{
    *device = index;
    return end(begin());
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    snprintf(name, (size_t)size, "fake device %d", device);
    return end(begin());
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    (void)device;
    const CUresult r = begin();
    if (!r) {
        n_retained++;
        *context = (CUcontext)(void *)&the_context;
    }
    return end(r);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    (void)device;
    const CUresult r = begin();
    if (!n_retained)
        die("released a context that is not retained");
    n_retained--;
    return end(r);
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    const CUresult r = begin();
    if (r && dead_code != CONTEXT_IS_DESTROYED && n_calls == fail_at) {
        dead_code = CONTEXT_IS_DESTROYED;
        lose_objects();
    }
    /* One that only does not work any more can still be made current. */
    if (r && dead_code != r)
        return end(r);
    if (dead_code == CONTEXT_IS_DESTROYED)
        return end(dead_code);
    if (depth == MAX_DEPTH)
        die("contexts are pushed and not popped");
    stack[depth++] = context;
    return end(0);
}

CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    if (!depth)
        return INVALID_CONTEXT;
    *context = stack[--depth];
    return 0;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = 0;
    return end(begin_in_context());
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes)
{
    *free_bytes = *total_bytes = (size_t)1 << 30;
    return end(begin_in_context());
}

CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t bytes)
{
    void *host;
    const CUresult r = create(&host, bytes);
    if (!r)
        *p = (CUdeviceptr)(uintptr_t)host;
    return r;
}

CUresult cuMemFree_v2(CUdeviceptr p)
{
    return destroy((void *)(uintptr_t)p);
}

CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
    (void)flags;
    return create(p, bytes);
}

CUresult cuMemFreeHost(void *p)
{
    return destroy(p);
}

static CUresult copy(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                     size_t height)
{
    const CUresult r = begin_in_context();
    for (size_t y = 0; y < height && !r; y++)
        memcpy((char *)dst + y * dst_pitch, (const char *)src + y * src_pitch, width);
    return end(r);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t bytes, CUstream s)
{
    (void)s;
    return copy((void *)(uintptr_t)dst, bytes, src, bytes, bytes, 1);
}

CUresult cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t bytes, CUstream s)
{
    (void)s;
    return copy(dst, bytes, (const void *)(uintptr_t)src, bytes, bytes, 1);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *c, CUstream s)
{
    (void)s;
    const bool up = c->srcMemoryType == CU_MEMORYTYPE_HOST;
    return copy(up ? (void *)(uintptr_t)c->dstDevice : c->dstHost, c->dstPitch,
                up ? c->srcHost : (const void *)(uintptr_t)c->srcDevice, c->srcPitch,
                c->WidthInBytes, c->Height);
}

CUresult cuMemsetD8Async(CUdeviceptr p, unsigned char byte, size_t bytes, CUstream s)
{
    (void)s;
    const CUresult r = begin_in_context();
    if (!r)
        memset((void *)(uintptr_t)p, byte, bytes);
    return end(r);
}

CUresult cuStreamCreate(CUstream *s, unsigned flags)
{
    (void)flags;
    return create((void **)(void *)s, 1);
}

CUresult cuStreamDestroy_v2(CUstream s)
{
    return destroy((void *)s);
}

CUresult cuStreamSynchronize(CUstream s)
{
    (void)s;
    return end(begin_in_context());
}

CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
    (void)s;
    (void)e;
    (void)flags;
    return end(begin_in_context());
}

CUresult cuEventCreate(CUevent *e, unsigned flags)
{
    (void)flags;
    return create((void **)(void *)e, 1);
}

CUresult cuEventDestroy_v2(CUevent e)
{
    return destroy((void *)e);
}

CUresult cuEventRecord(CUevent e, CUstream s)
{
    (void)e;
    (void)s;
    return end(begin_in_context());
}

CUresult cuEventSynchronize(CUevent e)
{
    (void)e;
    return end(begin_in_context());
}

CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
    (void)from;
    (void)to;
    *ms = 0;
    return end(begin_in_context());
}

CUresult cuModuleLoadData(CUmodule *m, const void *image)
{
    (void)image;
    return create((void **)(void *)m, 1);
}

CUresult cuModuleUnload(CUmodule m)
{
    return destroy((void *)m);
}

CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name)
{
    (void)name;
    *f = (CUfunction)(void *)m;
    return end(begin_in_context());
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream s, void **params,
                        void **extra)
{
    (void)f;
    (void)shared;
    (void)s;
    (void)params;
    (void)extra;
    const CUresult r = begin_in_context();
    return end(!r && (!gx || !gy || !gz || !bx || !by || !bz || gy > 65535 || gz > 65535) ? 1 : r);
}
