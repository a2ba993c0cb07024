/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Times of the twins on a device:
 *   bench_gpu simt|cuda|hip [WIDTHxHEIGHT[:DEPTH]]...        default: 1920x1080 and 3840x2160, 8 bit
 * Per feature, milliseconds a frame with several frames in flight and pictures in device memory,
 * and in pinned memory; of one frame alone, from submit to score; then float_ssim's kernels without
 * any sum, and the fold of one plane alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "feature/kernels/float_ssim_gpu.h"
#include "gpu/gpu_memory.h"
#include "gpu/gpu_pipeline.h"
#include "gpu/gpu_plan.h"
#include "picture_priv.h"
#include "pool.h"
#include "twin_compare.h"

#define N_PAIRS 3
#define MAX_FRAMES 4000
#define MIN_SECONDS 0.25

static VmafGpuDevice *dev;

static void check(int err, const char *what)
{
    if (!err)
        return;
    fprintf(stderr, "%s: error %d\n", what, err);
    exit(1);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Pairs of pictures in one kind of memory, with the content of a noisy ramp. */
typedef struct Pairs {
    VmafPool *pool;
    VmafPicture pic[N_PAIRS][2];
} Pairs;

static void make_pairs(Pairs *p, enum VmafPictureMemory kind, unsigned bpc, unsigned w, unsigned h)
{
    const VmafPictureConfiguration cfg = {
        .pic_params = {.w = w, .h = h, .bpc = bpc, .pix_fmt = VMAF_PIX_FMT_YUV420P},
        .pic_cnt = 2 * N_PAIRS};
    const VmafPoolMemory memory = vmaf_gpu_memory(dev, kind);
    check(vmaf_pool_create(&p->pool, &cfg, &memory), "vmaf_pool_create");
    for (unsigned i = 0; i < N_PAIRS; i++) {
        VmafPicture host[2];
        for (unsigned k = 0; k < 2; k++) {
            check(vmaf_picture_alloc(&host[k], VMAF_PIX_FMT_YUV420P, bpc, w, h), "alloc");
            vmaf_pool_fetch(p->pool, &p->pic[i][k]);
        }
        twin_fill(&host[0], &host[1], 7, i);
        for (unsigned k = 0; k < 2; k++) {
            for (unsigned c = 0; c < 3; c++) {
                const size_t pitch = (size_t)host[k].stride[c], rows = host[k].h[c];
                if (kind == VMAF_PICTURE_DEVICE)
                    check(dev->ops->upload(dev, p->pic[i][k].data[c], pitch, host[k].data[c], pitch,
                                           pitch, rows, NULL),
                          "upload");
                else
                    memcpy(p->pic[i][k].data[c], host[k].data[c], pitch * rows);
            }
        }
        check(dev->ops->stream_wait(dev, NULL), "upload");
        for (unsigned k = 0; k < 2; k++)
            vmaf_picture_unref(&host[k]);
    }
}

static void free_pairs(Pairs *p)
{
    for (unsigned i = 0; i < N_PAIRS; i++) {
        for (unsigned k = 0; k < 2; k++)
            vmaf_picture_unref(&p->pic[i][k]);
    }
    vmaf_pool_release(&p->pool);
}

static VmafGpuPipeline *make_pipeline(const VmafExtractor *fex, const char *opts)
{
    VmafGpuPipeline *p;
    VmafExtractorCtx *c;
    VmafFeatureDictionary *dict = twin_options(opts);
    check(vmaf_gpu_pipeline_create(&p, dev), "vmaf_gpu_pipeline_create");
    check(vmaf_extractor_create(&c, fex, dict), fex->name);
    check(vmaf_gpu_pipeline_add(p, c), fex->name);
    vmaf_feature_dictionary_free(&dict);
    return p;
}

/* Milliseconds a frame; alone: each frame is collected before the next is sent. */
static double time_frames(const VmafExtractor *fex, const char *opts, const Pairs *pairs,
                          bool alone)
{
    VmafGpuPipeline *p = make_pipeline(fex, opts);
    VmafCollector *out;
    check(vmaf_collector_create(&out), "vmaf_collector_create");
    unsigned n = 0;
    double start = 0.0, end = 0.0;
    const unsigned warm_up = 10;
    while (n < warm_up + 3 || (n < MAX_FRAMES && seconds() - start < MIN_SECONDS)) {
        if (n == warm_up) {
            check(vmaf_gpu_pipeline_drain(p), fex->name);
            start = seconds();
        }
        const VmafPicture *pic = pairs->pic[n % N_PAIRS];
        check(vmaf_gpu_pipeline_submit(p, &pic[0], &pic[1], n++, out), fex->name);
        if (alone)
            check(vmaf_gpu_pipeline_drain(p), fex->name);
    }
    check(vmaf_gpu_pipeline_drain(p), fex->name);
    end = seconds();
    vmaf_collector_destroy(&out);
    vmaf_gpu_pipeline_destroy(&p);
    return 1e3 * (end - start) / (n - warm_up);
}

/* float_ssim without its sums: the same kernels, no fold, no score. */
static int submit_terms(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                        unsigned index)
{
    (void)ref, (void)dis, (void)index;
    return vmaf_float_ssim_gpu_terms(c);
}

static int collect_nothing(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    (void)c, (void)index, (void)out;
    return 0;
}

static double time_terms(const VmafExtractor *float_ssim, const char *opts, const Pairs *pairs)
{
    VmafExtractor fex = *float_ssim;
    fex.submit = submit_terms;
    fex.collect = collect_nothing;
    return time_frames(&fex, opts, pairs, false);
}

/* Milliseconds of the fold of one plane of n terms below 1, and of the host's read-back and loop. */
static void time_fold(size_t n, double *device_ms, double *host_ms)
{
    const VmafGpuOps *ops = dev->ops;
    VmafGpuPlan plan = {0};
    VmafGpuFrame f = {.dev = dev, .plan = &plan};
    VmafFoldGpu fold = {0};
    unsigned sum;
    check(vmaf_fold_gpu_add(&fold, &f, n, &sum), "fold");
    void *buffer[2], *p;
    f.buffer = buffer;
    for (unsigned i = 0; i < plan.n_buffers; i++)
        check(ops->alloc(dev, &buffer[i], plan.buffer_bytes[i]), "alloc");
    check(ops->alloc(dev, &p, plan.result_bytes), "alloc");
    f.result = p;
    unsigned char *const host_result = calloc(1, plan.result_bytes);
    double *const term = malloc(n * sizeof(*term));
    uint64_t state = 1;
    for (size_t i = 0; i < n; i++)
        term[i] = 1.0 - (double)(twin_random(&state) >> 11) * 0x1p-55;
    const size_t bytes = n * sizeof(*term);
    check(ops->upload(dev, buffer[fold.plane[0]], bytes, term, bytes, bytes, 1, NULL), "upload");

    VmafGpuEvent *from, *to;
    check(ops->stream_create(dev, &f.stream), "stream");
    check(ops->event_create(dev, true, &from), "event");
    check(ops->event_create(dev, true, &to), "event");
    check(ops->stream_wait(dev, NULL), "upload");
    float ms = 0.0f;
    const unsigned rounds = 20;
    for (unsigned i = 0; i < rounds + 3; i++) {
        if (i == 3)
            check(ops->event_record(dev, from, f.stream), "event");
        check(vmaf_fold_gpu_submit(&fold, &f), "fold");
    }
    check(ops->event_record(dev, to, f.stream), "event");
    check(ops->event_wait(dev, to), "fold");
    check(ops->event_elapsed(dev, from, to, &ms), "event");
    *device_ms = (double)ms / rounds;

    double got, want;
    const size_t results = plan.result_bytes;
    check(ops->download(dev, host_result, results, f.result, results, results, 1, f.stream), "fold");
    check(ops->stream_wait(dev, f.stream), "fold");
    f.host_result = host_result;
    check(vmaf_fold_gpu_collect(&fold, &f, &got), "fold");
    fold.on_host = true;
    double start = 0.0;
    for (unsigned i = 0; i < 4; i++) {
        if (i == 1)
            start = seconds();
        check(vmaf_fold_gpu_collect(&fold, &f, &want), "fold");
    }
    *host_ms = 1e3 * (seconds() - start) / 3;
    if (memcmp(&got, &want, sizeof(got)))
        check(1, "the folds differ");

    ops->event_destroy(dev, from);
    ops->event_destroy(dev, to);
    ops->stream_destroy(dev, f.stream);
    for (unsigned i = 0; i < plan.n_buffers; i++)
        ops->free(dev, buffer[i]);
    ops->free(dev, f.result);
    free(host_result);
    free(term);
    vmaf_fold_gpu_close(&fold);
    vmaf_gpu_plan_clear(&plan, dev);
}

static void bench_size(enum VmafBackend backend, unsigned w, unsigned h, unsigned bpc)
{
    static const struct {
        const char *feature, *opts;
    } cases[] = {{"float_ssim", ""},      {"float_ssim", "scale=1"},
                 {"float_ssim", "scale=1:enable_lcs=true"},
                 {"float_ms_ssim", ""},   {"ssim", ""},
                 {"adm", ""},             {"float_adm", ""},
                 {"ssimulacra2", ""}};
    Pairs device, pinned;
    make_pairs(&device, VMAF_PICTURE_DEVICE, bpc, w, h);
    make_pairs(&pinned, VMAF_PICTURE_PINNED, bpc, w, h);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const VmafExtractor *fex = vmaf_extractor_find_twin(cases[i].feature, backend);
        if (!fex)
            continue;
        char name[64];
        snprintf(name, sizeof(name), "%s%s%s", cases[i].feature, *cases[i].opts ? "=" : "",
                 cases[i].opts);
        printf("| %ux%u | %u | %s | %.3f | %.3f | %.3f |\n", w, h, bpc, name,
               time_frames(fex, cases[i].opts, &device, false),
               time_frames(fex, cases[i].opts, &pinned, false),
               time_frames(fex, cases[i].opts, &pinned, true));
        fflush(stdout);
    }
    const VmafExtractor *fex = vmaf_extractor_find_twin("float_ssim", backend);
    const char *const opts[] = {"scale=1", "scale=1:enable_lcs=true"};
    for (unsigned i = 0; i < 2; i++) {
        const double with = time_frames(fex, opts[i], &device, false);
        const double without = time_terms(fex, opts[i], &device);
        printf("%ux%u float_ssim=%s: %.3f ms with its sums, %.3f without: %.1f %% of the "
               "throughput\n",
               w, h, opts[i], with, without, 100.0 * without / with);
    }
    const size_t n = (size_t)(w - 10) * (h - 10);
    double device_ms, host_ms;
    time_fold(n, &device_ms, &host_ms);
    printf("%ux%u fold of %zu terms: %.3f ms on the device, %.3f ms read back and added\n", w, h, n,
           device_ms, host_ms);
    free_pairs(&device);
    free_pairs(&pinned);
}

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    static const char *const usual[] = {"1920x1080", "3840x2160"};
    dev = twin_open(backend);
    printf("%s: %s; milliseconds a frame\n\n", vmaf_backend_name(backend), dev->name);
    puts("| size | bits | feature | in device memory | in pinned memory | one alone |\n"
         "|---|---|---|---|---|---|");
    for (int i = 2; i < argc || i < 4; i++) {
        const char *text = argc > 2 ? argv[i] : usual[i - 2];
        unsigned w, h, bpc = 8;
        if (!text || sscanf(text, "%ux%u:%u", &w, &h, &bpc) < 2)
            break;
        bench_size(backend, w, h, bpc);
    }
    vmaf_gpu_close(&dev);
    return 0;
}
