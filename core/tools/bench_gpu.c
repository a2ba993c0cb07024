/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "bench_gpu.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/log.h"
#include "base/mem.h"
#include "cli.h"
#include "feature/float_ssim/float_ms_ssim.h"
#include "feature/float_ssim/float_ssim.h"
#include "feature/float_ssim/float_ssim_gpu.h"
#include "gpu/gpu_plan.h"
#include "progress.h"
#include "run/gpu_memory.h"
#include "run/run.h"

#define WARM_UP 10
#define MAX_FRAMES 4000
#define MIN_SECONDS 0.25
#define FOLD_ROUNDS 20
#define MAX_TOGETHER 8

/* The frames of a clip in one kind of memory. */
typedef struct Pairs {
    VmafPool *pool;
    VmafPicture pic[BENCH_DISTINCT][2];
} Pairs;

struct BenchGpu {
    VmafGpuDevice *dev;
    Pairs device, pinned;
    unsigned w, h, bpc;
};

int bench_gpu_open(BenchGpu **bench, const char *backend)
{
    static const enum VmafBackend known[] = {VMAF_BACKEND_CUDA, VMAF_BACKEND_HIP,
                                             VMAF_BACKEND_SIMT};
    BenchGpu *b = calloc(1, sizeof(*b));
    if (!b)
        return -ENOMEM;
    vmaf_log_set_level(VMAF_LOG_LEVEL_WARNING);
    int err = -EINVAL;
    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const VmafGpuOpen how = {.index = 0};
        if (strcmp(backend, vmaf_backend_name(known[i])) == 0)
            err = vmaf_gpu_open(&b->dev, known[i], &how);
    }
    if (err) {
        fprintf(stderr, "problem opening backend: %s\n", backend);
        free(b);
        return err;
    }
    *bench = b;
    return 0;
}

static void free_pairs(Pairs *p)
{
    for (unsigned i = 0; i < BENCH_DISTINCT; i++) {
        vmaf_picture_unref(&p->pic[i][0]);
        vmaf_picture_unref(&p->pic[i][1]);
    }
    vmaf_pool_release(&p->pool);
}

void bench_gpu_close(BenchGpu **bench)
{
    BenchGpu *b = *bench;
    if (!b)
        return;
    free_pairs(&b->device);
    free_pairs(&b->pinned);
    vmaf_gpu_close(&b->dev);
    free(b);
    *bench = NULL;
}

const char *bench_gpu_device(const BenchGpu *b)
{
    return b->dev->name;
}

static int load_picture(VmafGpuDevice *dev, const VmafPicture *dst, const VmafPicture *src,
                        enum VmafPictureMemory kind)
{
    int err = 0;
    for (unsigned i = 0; i < 3 && !err; i++) {
        /* Both have the layout of the library's own pictures. */
        const size_t pitch = (size_t)src->stride[i], rows = src->h[i];
        if (kind == VMAF_PICTURE_DEVICE)
            err =
                dev->ops->upload(dev, dst->data[i], pitch, src->data[i], pitch, pitch, rows, NULL);
        else
            memcpy(dst->data[i], src->data[i], pitch * rows);
    }
    return err;
}

static int load_pairs(VmafGpuDevice *dev, Pairs *p, const BenchClip *clip,
                      enum VmafPictureMemory kind)
{
    const VmafPictureConfiguration cfg = {.pic_params = {.w = clip->w,
                                                         .h = clip->h,
                                                         .bpc = clip->bpc,
                                                         .pix_fmt = VMAF_PIX_FMT_YUV420P},
                                          .pic_cnt = 2 * BENCH_DISTINCT};
    const VmafPoolMemory memory = vmaf_gpu_memory(dev, kind);
    free_pairs(p);
    int err = vmaf_pool_create(&p->pool, &cfg, &memory);
    for (unsigned i = 0; i < 2 * BENCH_DISTINCT && !err; i++) {
        VmafPicture *pic = &p->pic[i / 2][i % 2];
        vmaf_pool_fetch(p->pool, pic);
        err = load_picture(dev, pic, &clip->frame[i % 2][i / 2], kind);
    }
    return err ? err : dev->ops->stream_wait(dev, NULL);
}

int bench_gpu_load(BenchGpu *b, const BenchClip *clip)
{
    b->w = clip->w;
    b->h = clip->h;
    b->bpc = clip->bpc;
    const int err = load_pairs(b->dev, &b->device, clip, VMAF_PICTURE_DEVICE);
    return err ? err : load_pairs(b->dev, &b->pinned, clip, VMAF_PICTURE_PINNED);
}

static int send(VmafRun *r, const Pairs *pairs, bool alone, double *ms)
{
    unsigned n = 0;
    double start = 0.0;
    while (n < WARM_UP + 3 || (n < MAX_FRAMES && progress_now() - start < MIN_SECONDS)) {
        if (n == WARM_UP) {
            vmaf_run_wait(r);
            start = progress_now();
        }
        const VmafPicture *pic = pairs->pic[n % BENCH_DISTINCT];
        const int err = vmaf_run_submit(r, &pic[0], &pic[1], n++);
        if (err)
            return err;
        if (alone)
            vmaf_run_wait(r);
    }
    vmaf_run_wait(r);
    *ms = 1e3 * (progress_now() - start) / (n - WARM_UP);
    return vmaf_run_flush(r);
}

/* Twins to run together and their options. */
typedef struct Twins {
    CliFeature feature[MAX_TOGETHER];
    VmafFeature described[MAX_TOGETHER];
    unsigned n;
} Twins;

static void free_twins(Twins *t)
{
    for (unsigned i = 0; i < t->n; i++)
        cli_feature_free(&t->feature[i]);
}

/* Find the twins of texts joined by '+'; to be freed also after an error. */
static int find_twins(const BenchGpu *b, const char *text, Twins *t)
{
    char list[512];
    t->n = 0;
    if (snprintf(list, sizeof(list), "%s", text) >= (int)sizeof(list))
        return -EINVAL;
    char *rest = list;
    for (char *one = strsep(&rest, "+"); one; one = strsep(&rest, "+")) {
        if (t->n == MAX_TOGETHER)
            return -EINVAL;
        const char *bad;
        CliFeature *f = &t->feature[t->n++];
        const int err = cli_feature_parse(f, one, &bad);
        if (err)
            return err;
        enum VmafBackend backend;
        const VmafFeature *found = vmaf_feature_find(f->name, &backend);
        if (!found || !vmaf_feature_has_twin(found, b->dev->ops->backend))
            return -ENOTSUP;
        t->described[t->n - 1] = *found;
    }
    return 0;
}

static int add_twins(VmafRun *r, const Twins *t, enum VmafBackend backend)
{
    int err = 0;
    for (unsigned i = 0; i < t->n && !err; i++) {
        VmafFeatureDictionary *opts = NULL;
        const VmafDict *from = t->feature[i].opts;
        for (unsigned k = 0; from && k < from->n && !err; k++)
            err = vmaf_feature_dictionary_set(&opts, from->entry[k].key, from->entry[k].original);
        if (!err)
            err = vmaf_run_use_feature(r, &t->described[i], backend, opts);
        if (err)
            vmaf_feature_dictionary_free(&opts);
    }
    return err;
}

static int open_run(VmafRun **r, VmafCollector *scores, VmafGpuDevice *dev)
{
    const VmafRunConfig config = {.isa = vmaf_cpu_flags(), .scores = scores};
    int err = vmaf_run_create(r, &config);
    if (err)
        return err;
    VmafGpuDevice *ref = vmaf_gpu_ref(dev);
    err = vmaf_run_set_device(*r, ref, true);
    if (err)
        vmaf_gpu_close(&ref);
    return err;
}

/* Milliseconds a frame; alone: each frame is collected before the next is sent. */
static int time_frames(BenchGpu *b, const Twins *t, const Pairs *pairs, bool alone, double *ms)
{
    VmafRun *r = NULL;
    VmafCollector *scores = NULL;
    int err = vmaf_collector_create(&scores);
    if (!err)
        err = open_run(&r, scores, b->dev);
    if (!err)
        err = add_twins(r, t, b->dev->ops->backend);
    if (!err)
        err = send(r, pairs, alone, ms);
    vmaf_run_destroy(&r);
    vmaf_collector_destroy(&scores);
    return err;
}

/* The windows of a plane. */
static size_t windows(unsigned w, unsigned h)
{
    return (size_t)(w - (VMAF_FLOAT_SSIM_TAPS - 1)) * (h - (VMAF_FLOAT_SSIM_TAPS - 1));
}

/* Terms of each plane that a feature folds, as it plans them. */
static unsigned folded_planes(const BenchGpu *b, const VmafFeature *f, const VmafDict *opts,
                              size_t *n)
{
    const VmafFrameInfo info = {
        .pix_fmt = VMAF_PIX_FMT_YUV420P, .bpc = b->bpc, .w = b->w, .h = b->h};
    VmafNeeds needs = f->needs;
    unsigned n_planes = 0;
    void *options = calloc(1, f->options_size), *plan = calloc(1, f->plan_size);
    if (!options || !plan || vmaf_options_parse(f->name, f->options, opts, options) ||
        vmaf_feature_plan(f, plan, options, &info, 0, &needs))
        goto done;
    if (!strcmp(f->name, "ssim"))
        n[n_planes++] = (size_t)b->w * b->h;
    if (!strcmp(f->name, "float_ssim")) {
        const FloatSsimPlan *p = plan;
        for (unsigned k = 0; k < p->n_sums; k++)
            n[n_planes++] = windows(p->w, p->h);
    }
    for (unsigned i = 0; i < VMAF_MS_SSIM_LEVELS && !strcmp(f->name, "float_ms_ssim"); i++) {
        const FloatMsSsimLevel *l = &((const FloatMsSsimPlan *)plan)->level[i];
        for (unsigned k = !l->with_l; k < 3; k++)
            n[n_planes++] = windows(l->w, l->h);
    }
done:
    free(options);
    free(plan);
    return n_planes;
}

/* Folds of planes in buffers of their own, as a frame has them. */
typedef struct FoldRun {
    VmafGpuPlan plan;
    VmafFoldGpu fold;
    VmafGpuFrame frame;
    void *buffer[4 * FOLD_MAX_SUMS];
    void *host[FOLD_MAX_SUMS];
    void *result;
    unsigned char *host_result;
    VmafGpuEvent *from, *to;
} FoldRun;

static int upload_terms(FoldRun *r)
{
    size_t most = 0;
    for (unsigned i = 0; i < r->fold.n_sums; i++)
        most = r->fold.n[i] > most ? r->fold.n[i] : most;
    double *term = malloc(most * sizeof(*term) + 1);
    if (!term)
        return -ENOMEM;
    uint64_t state = 1;
    for (size_t i = 0; i < most; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        term[i] = 1.0 - (double)(state >> 11) * 0x1p-55;
    }
    VmafGpuDevice *dev = r->frame.dev;
    int err = 0;
    for (unsigned i = 0; i < r->fold.n_sums && !err; i++) {
        const size_t bytes = r->fold.n[i] * sizeof(*term);
        err =
            dev->ops->upload(dev, r->buffer[r->fold.plane[i]], bytes, term, bytes, bytes, 1, NULL);
    }
    if (!err)
        err = dev->ops->stream_wait(dev, NULL);
    free(term);
    return err;
}

static int open_folds(FoldRun *r, VmafGpuDevice *dev, const size_t *n, unsigned n_planes)
{
    const VmafGpuOps *ops = dev->ops;
    *r = (FoldRun){.frame = {.dev = dev}};
    r->frame.plan = &r->plan;
    r->frame.buffer = r->buffer;
    r->frame.host = r->host;
    int err = 0;
    for (unsigned i = 0; i < n_planes && !err; i++) {
        unsigned sum;
        err = vmaf_fold_gpu_add(&r->fold, &r->frame, n[i], &sum);
    }
    if (!err && r->plan.n_buffers > sizeof(r->buffer) / sizeof(r->buffer[0]))
        err = -EINVAL;
    for (unsigned i = 0; i < r->plan.n_buffers && !err; i++)
        err = ops->alloc(dev, &r->buffer[i], r->plan.buffer_bytes[i]);
    if (!err)
        err = ops->alloc(dev, &r->result, r->plan.result_bytes);
    r->frame.result = r->result;
    r->host_result = calloc(1, r->plan.result_bytes + 1);
    r->frame.host_result = r->host_result;
    if (!err && !r->host_result)
        err = -ENOMEM;
    if (!err)
        err = ops->stream_create(dev, &r->frame.stream);
    if (!err)
        err = ops->event_create(dev, true, &r->from);
    if (!err)
        err = ops->event_create(dev, true, &r->to);
    return err ? err : upload_terms(r);
}

static void close_folds(FoldRun *r)
{
    VmafGpuDevice *dev = r->frame.dev;
    if (r->from)
        dev->ops->event_destroy(dev, r->from);
    if (r->to)
        dev->ops->event_destroy(dev, r->to);
    if (r->frame.stream)
        dev->ops->stream_destroy(dev, r->frame.stream);
    for (unsigned i = 0; i < r->plan.n_buffers; i++)
        dev->ops->free(dev, r->buffer[i]);
    dev->ops->free(dev, r->result);
    free(r->host_result);
    for (unsigned i = 0; i < r->plan.n_hosts; i++)
        vmaf_aligned_free(r->host[i]);
    const VmafGpuPlan none = {0};
    vmaf_gpu_plan_cut(&r->plan, &none, dev);
}

static int collect(FoldRun *r, double *sum)
{
    const int err = vmaf_fold_gpu_read(&r->fold, &r->frame);
    if (!err)
        vmaf_fold_gpu_settle(&r->fold, &r->frame, vmaf_cpu_flags(), sum);
    return err;
}

static int fold_on_device(FoldRun *r, double *sum, double *ms)
{
    VmafGpuDevice *dev = r->frame.dev;
    const VmafGpuOps *ops = dev->ops;
    VmafGpuStream *stream = r->frame.stream;
    int err = 0;
    for (unsigned i = 0; i < FOLD_ROUNDS + 3 && !err; i++) {
        if (i == 3)
            err = ops->event_record(dev, r->from, stream);
        if (!err)
            err = vmaf_fold_gpu_launch(&r->fold, &r->frame);
    }
    float total_ms = 0.0f;
    if (!err)
        err = ops->event_record(dev, r->to, stream);
    if (!err)
        err = ops->event_wait(dev, r->to);
    if (!err)
        err = ops->event_elapsed(dev, r->from, r->to, &total_ms);
    *ms = (double)total_ms / FOLD_ROUNDS;
    const size_t bytes = r->plan.result_bytes;
    if (!err)
        err = ops->download(dev, r->host_result, bytes, r->result, bytes, bytes, 1, stream);
    if (!err)
        err = ops->stream_wait(dev, stream);
    return err ? err : collect(r, sum);
}

static int fold_on_host(FoldRun *r, double *sum, double *ms)
{
    r->fold.on_host = true;
    double start = 0.0;
    for (unsigned i = 0; i < 4; i++) {
        if (i == 1)
            start = progress_now();
        const int err = collect(r, sum);
        if (err)
            return err;
    }
    *ms = 1e3 * (progress_now() - start) / 3;
    return 0;
}

/* Time the folds of n_planes planes of terms below 1; both ways must agree. */
static int time_folds(BenchGpu *b, const size_t *n, unsigned n_planes, double *device_ms,
                      double *host_ms)
{
    FoldRun r;
    double device_sum[FOLD_MAX_SUMS], host_sum[FOLD_MAX_SUMS];
    int err = open_folds(&r, b->dev, n, n_planes);
    if (!err)
        err = fold_on_device(&r, device_sum, device_ms);
    if (!err)
        err = fold_on_host(&r, host_sum, host_ms);
    if (!err && memcmp(device_sum, host_sum, n_planes * sizeof(*host_sum))) {
        fprintf(stderr, "the folds of device and host differ\n");
        err = -EIO;
    }
    close_folds(&r);
    return err;
}

int bench_gpu_fold(BenchGpu *b, size_t n, double *device_ms, double *host_ms)
{
    return time_folds(b, &n, 1, device_ms, host_ms);
}

static int settle_nothing(const void *state, const void *plan, const VmafGpuFrame *f, void *result)
{
    (void)state, (void)plan, (void)f, (void)result;
    return 0;
}

int bench_gpu_sums(BenchGpu *b, const char *feature, double *with, double *without)
{
    Twins t;
    int err = find_twins(b, feature, &t);
    if (!err && (t.n != 1 || strcmp(t.described[0].name, "float_ssim")))
        err = -ENOTSUP;
    if (!err)
        err = time_frames(b, &t, &b->device, false, with);
    if (!err) {
        /* The same kernels, but no fold and no sums. */
        VmafGpuEngine terms = vmaf_float_ssim_gpu;
        terms.launch = vmaf_float_ssim_gpu_launch_terms;
        terms.read = NULL;
        terms.settle = settle_nothing;
        t.described[0].gpu = &terms;
        err = time_frames(b, &t, &b->device, false, without);
    }
    free_twins(&t);
    return err;
}

int bench_gpu_feature(BenchGpu *b, const char *feature, BenchGpuTimes *times)
{
    Twins t;
    *times = (BenchGpuTimes){0};
    int err = find_twins(b, feature, &t);
    if (!err)
        err = time_frames(b, &t, &b->device, false, &times->device);
    if (!err)
        err = time_frames(b, &t, &b->pinned, false, &times->pinned);
    if (!err)
        err = time_frames(b, &t, &b->pinned, true, &times->alone);
    for (unsigned i = 0; i < t.n && !err; i++) {
        size_t n[FOLD_MAX_SUMS];
        const unsigned n_planes = folded_planes(b, &t.described[i], t.feature[i].opts, n);
        double fold_ms = 0, host_ms;
        if (n_planes)
            err = time_folds(b, n, n_planes, &fold_ms, &host_ms);
        times->fold += fold_ms;
    }
    free_twins(&t);
    return err;
}
