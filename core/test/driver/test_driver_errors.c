/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Errors of a GPU driver: every call of a short run fails in turn, in four ways. The run returns
 * the error with the driver's own text in the log, or goes on if all it lacks is the memory of a
 * second frame, and nothing stays allocated. Before that, the ways in which a driver does not
 * start. test_driver_errors cuda|hip    with fake_cuda.c as libcuda.so.1 The twins are those of the
 * host executor, since only their launches differ between backends; the host's side of the backend
 * is the shipped one.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "api/gpu_state.h"
#include "base/log.h"
#include "fake_cuda.h"
#include "gpu/gpu_backends.h"

#define W 40
#define H 36
#define FRAMES 3

static const char *const features[] = {"adm",    "float_adm", "float_ansnr", "float_ssim",
                                       "motion", "psnr",      "ssim",        "ssimulacra2"};
#define N_FEATURES (sizeof(features) / sizeof(features[0]))

static const struct {
    int code, err;
    bool kills; /* every later call fails too */
} failures[] = {
    {2, -ENOMEM, false},
    {100, -ENODEV, false},
    {209, -ENOTSUP, false},
    {719, -EIO, true},
};

/*
 * What a driver answers at its start where it is a stub, too old, without a device, not licensed,
 * refused by the system, not for this device, not ready, or of another version than the kernel's
 * part, and what some say for all of these.
 */
static const int no_driver[] = {3, 34, 35, 46, 100, 101, 102, 304, 800, 801, 802, 803, 804, 999};

static FakeCudaReset *fake_reset;
static FakeCudaFail *fake_fail;
static FakeCudaCalls *fake_calls;
static FakeCudaLeft *fake_left;
static FakeCudaText *fake_text;

static VmafGpuOps ops;
static unsigned n_kept; /* references to the context that stay: hip_on_cuda.c has one for good */
static unsigned n_wrong;

static void find(void *library, const char *symbol, void *function)
{
    void *address = dlsym(library, symbol);
    if (!address) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    memcpy(function, &address, sizeof(address));
}

static void open_fake(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    find(library, "fake_cuda_reset", &fake_reset);
    find(library, "fake_cuda_fail", &fake_fail);
    find(library, "fake_cuda_calls", &fake_calls);
    find(library, "fake_cuda_left", &fake_left);
    find(library, "fake_cuda_text", &fake_text);
}

static int open_device(VmafContext *v)
{
    VmafGpuDevice *d;
    int err = ops.open(&d, &(VmafGpuOpen){0});
    if (err)
        return err;
    d->ops = &ops;
    d->n_refs = 1;
    pthread_mutex_init(&d->lock, NULL);
    err = vmaf_context_set_device(v, d, true);
    if (err)
        vmaf_gpu_close(&d);
    return err;
}

static int get_picture(VmafContext *v, int method, VmafPicture *pic)
{
    if (method != VMAF_GPU_PICTURES_NONE)
        return vmaf_gpu_fetch(v, pic);
    const int err = vmaf_picture_alloc(pic, VMAF_PIX_FMT_YUV420P, 8, W, H);
    for (unsigned i = 0; i < 3 && !err; i++)
        memset(pic->data[i], 128, (size_t)pic->stride[i] * pic->h[i]);
    return err;
}

static int read_frame(VmafContext *v, int method, unsigned index)
{
    VmafPicture ref = {0}, dis = {0};
    int err = get_picture(v, method, &ref);
    if (!err)
        err = get_picture(v, method, &dis);
    if (!err)
        err = vmaf_read_pictures(v, &ref, &dis, index);
    if (ref.ref)
        vmaf_picture_unref(&ref);
    if (dis.ref)
        vmaf_picture_unref(&dis);
    return err;
}

static int use(VmafContext *v, int method)
{
    int err = open_device(v);
    for (unsigned i = 0; i < N_FEATURES && !err; i++)
        err = vmaf_use_feature(v, features[i], NULL);
    if (!err && method != VMAF_GPU_PICTURES_NONE)
        err = vmaf_gpu_preallocate(v, ops.backend, W, H, 8, VMAF_PIX_FMT_YUV420P, method);
    for (unsigned i = 0; i < FRAMES && !err; i++)
        err = read_frame(v, method, i);
    return err ? err : vmaf_read_pictures(v, NULL, NULL, 0);
}

/** What a run did. */
typedef struct Run {
    int err;
    unsigned calls; /* of the driver, before the context was closed */
    char *log;
} Run;

static Run run(int method, unsigned call, int code)
{
    Run r = {0};
    size_t size;
    FILE *const terminal = stderr;
    VmafContext *v;
    fake_reset();
    fake_fail(call, code);
    stderr = open_memstream(&r.log, &size);
    r.err = vmaf_init(&v, (VmafConfiguration){.log_level = VMAF_LOG_LEVEL_WARNING});
    if (!r.err) {
        r.err = use(v, method);
        r.calls = fake_calls();
        vmaf_close(v);
    }
    fclose(stderr);
    stderr = terminal;
    return r;
}

static unsigned count(const char *text, const char *word)
{
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, word)); p += strlen(word))
        n++;
    return n;
}

static void wrong(const Run *r, int method, unsigned call, int code, const char *what)
{
    if (n_wrong++ < 20)
        fprintf(stderr, "pictures %d, call %u, code %d: %s; error %d, log:\n%s\n", method, call,
                code, what, r->err, r->log);
}

static void check(int method, unsigned call, unsigned last, unsigned failure)
{
    const int code = failures[failure].code;
    Run r = run(method, call, code);
    const unsigned told = count(r.log, fake_text(code));
    const bool fewer = failures[failure].err == -ENOMEM && count(r.log, "going on with");
    /* Going on, it may find that its context is gone. */
    const bool right = fewer          ? !r.err || r.err == -EIO
                       : call <= last ? r.err == failures[failure].err
                                      : !r.err;
    if (!right)
        wrong(&r, method, call, code, "a wrong error");
    if (call <= last && !told)
        wrong(&r, method, call, code, "the log lacks the driver's text");
    if (failures[failure].kills && told > 1)
        wrong(&r, method, call, code, "one fault told more than once");
    if (fake_left() != n_kept) {
        wrong(&r, method, call, code, "objects left");
        exit(1);
    }
    free(r.log);
}

static unsigned check_all(int method)
{
    /* The first run also loads the libraries. */
    free(run(method, 0, 0).log);
    Run sound = run(method, 0, 0);
    const unsigned all = fake_calls();
    if (sound.err || *sound.log || fake_left() != n_kept) {
        wrong(&sound, method, 0, 0, "fails without a fault");
        exit(1);
    }
    free(sound.log);
    for (unsigned failure = 0; failure < sizeof(failures) / sizeof(failures[0]); failure++) {
        for (unsigned call = 1; call <= all; call++)
            check(method, call, sound.calls, failure);
    }
    return all;
}

/** A driver that does not start means that there is no device, whatever it says; else its error. */
static void check_start(const char *starting)
{
    char told[16];
    for (unsigned i = 0; i < sizeof(no_driver) / sizeof(no_driver[0]); i++) {
        Run r = run(VMAF_GPU_PICTURES_NONE, 1, no_driver[i]);
        snprintf(told, sizeof(told), ", %d)", no_driver[i]);
        if (r.err != -ENODEV || r.calls != 1)
            wrong(&r, VMAF_GPU_PICTURES_NONE, 1, no_driver[i], "not taken for a missing device");
        if (count(r.log, starting) != 1 || count(r.log, told) != 1)
            wrong(&r, VMAF_GPU_PICTURES_NONE, 1, no_driver[i], "not told, or more than once");
        free(r.log);
    }
    Run r = run(VMAF_GPU_PICTURES_NONE, 1, 2);
    if (r.err != -ENOMEM)
        wrong(&r, VMAF_GPU_PICTURES_NONE, 1, 2, "a wrong error of the start");
    free(r.log);
}

int main(int argc, char **argv)
{
    const bool hip = argc > 1 && !strcmp(argv[1], "hip");
    if (!hip && (argc < 2 || strcmp(argv[1], "cuda"))) {
        fprintf(stderr, "usage: %s cuda|hip\n", argv[0]);
        return 2;
    }
    ops = hip ? vmaf_gpu_ops_hip : vmaf_gpu_ops_cuda;
    n_kept = hip;
    ops.backend = VMAF_BACKEND_SIMT;
    setenv("VMAF_STREAMS", "2", 1);
    open_fake();
    check_start(hip ? "hip: starting the runtime: " : "cuda: starting the driver: ");
    unsigned calls = 0;
    for (int method = VMAF_GPU_PICTURES_NONE; method <= VMAF_GPU_PICTURES_PINNED; method++)
        calls += check_all(method);
    printf("%u calls of %s failed in turn, %u problems\n", calls, argv[1], n_wrong);
    return n_wrong != 0;
}
