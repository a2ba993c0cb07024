/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/fold_gpu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "feature/fold.h"

enum { BLOCK_SUMS, SUPER_SCAN, BLOCK_PAIRS, WALK };

static size_t n_blocks(size_t n)
{
    return (n + FOLD_BLOCK - 1) / FOLD_BLOCK;
}

static size_t n_supers(size_t n)
{
    return (n_blocks(n) + FOLD_SUPER - 1) / FOLD_SUPER;
}

static size_t scratch_bytes(size_t n)
{
    const size_t b = n_blocks(n), s = n_supers(n);
    return b * (3 * sizeof(double) + sizeof(int64_t) + sizeof(int16_t)) +
           s * (2 * sizeof(double) + sizeof(int64_t) + sizeof(int16_t)) + sizeof(double);
}

static int read_setting(bool *on_host)
{
    const char *s = getenv("VMAF_FOLD");
    *on_host = s && !strcmp(s, "host");
    if (!s || !*s || *on_host || !strcmp(s, "device"))
        return 0;
    vmaf_log(VMAF_LOG_LEVEL_ERROR, "VMAF_FOLD=\"%s\", wanted host or device\n", s);
    return -EINVAL;
}

/* Once: the setting, the kernels, room for all results in one piece. */
static int prepare(VmafFoldGpu *f, VmafGpuFrame *frame)
{
    static const char *const name[] = {"fold_block_sums", "fold_super_scan", "fold_block_pairs",
                                       "fold_walk"};
    int err = read_setting(&f->on_host);
    for (unsigned i = 0; i < 4 && !err; i++)
        err = vmaf_gpu_kernel(frame->dev, "fold", name[i], &f->kernel[i]);
    if (!err)
        err = vmaf_gpu_result(frame, FOLD_MAX_SUMS * sizeof(FoldResult), &f->result);
    return err;
}

int vmaf_fold_gpu_add(VmafFoldGpu *f, VmafGpuFrame *frame, size_t n, unsigned *sum)
{
    if (f->n_sums == FOLD_MAX_SUMS || n > (size_t)1 << 31) {
        vmaf_log(VMAF_LOG_LEVEL_ERROR, "fold: %u sums, %zu terms, wanted at most %u and 2^31\n",
                 f->n_sums + 1, n, FOLD_MAX_SUMS);
        return -EINVAL;
    }
    int err = f->n_sums ? 0 : prepare(f, frame);
    const unsigned k = f->n_sums;
    if (!err)
        err = vmaf_gpu_buffer(frame, (n ? n : 1) * sizeof(double), &f->plane[k]);
    if (!err && !f->on_host)
        err = vmaf_gpu_buffer(frame, scratch_bytes(n), &f->scratch[k]);
    if (!err)
        err = vmaf_gpu_host(frame, (n ? n : 1) * sizeof(double), &f->host[k]);
    if (err)
        return err;
    f->n[k] = n;
    f->n_sums++;
    *sum = k;
    return 0;
}

/* Cut the scratch of one sum into its arrays, widest types first. */
static void lay_out(FoldSum *s, void *scratch, size_t n)
{
    double *d = scratch;
    s->n = (uint32_t)n;
    s->n_blocks = (uint32_t)n_blocks(n);
    s->n_supers = (uint32_t)n_supers(n);
    s->total = d;
    s->block_sum = s->total + 1;
    s->super_sum = s->block_sum + (size_t)s->n_blocks * 3;
    s->block_even = (int64_t *)(s->super_sum + (size_t)s->n_supers * 2);
    s->super_even = s->block_even + s->n_blocks;
    s->block_meta = (int16_t *)(s->super_even + s->n_supers);
    s->super_meta = s->block_meta + s->n_blocks;
}

int vmaf_fold_gpu_launch(const VmafFoldGpu *f, VmafGpuFrame *frame)
{
    if (f->on_host)
        return 0;
    FoldArgs a = {.n_sums = f->n_sums};
    for (unsigned i = 0; i < f->n_sums; i++) {
        FoldSum *s = &a.sum[i];
        lay_out(s, frame->buffer[f->scratch[i]], f->n[i]);
        s->term = frame->buffer[f->plane[i]];
        s->result = (FoldResult *)(void *)(frame->result + f->result) + i;
        s->first_super = a.n_supers;
        a.n_supers += s->n_supers;
    }
    const VmafGpuDim threads = {FOLD_THREADS, 1, 1};
    const VmafGpuDim supers = {a.n_supers, 1, 1}, sums = {a.n_sums, 1, 1};
    int err = 0;
    for (unsigned i = 0; i < 4 && !err; i++) {
        const VmafGpuDim grid = i == BLOCK_SUMS || i == BLOCK_PAIRS ? supers : sums;
        if (grid.x)
            err = VMAF_GPU_LAUNCH(frame->dev, f->kernel[i], grid, threads, &a, frame->stream);
    }
    return err;
}

static const FoldResult *results(const VmafFoldGpu *f, const VmafGpuFrame *frame)
{
    return (const FoldResult *)(const void *)(frame->host_result + f->result);
}

static bool is_for_host(const VmafFoldGpu *f, const VmafGpuFrame *frame, unsigned k)
{
    return f->on_host || results(f, frame)[k].undecided;
}

int vmaf_fold_gpu_read(const VmafFoldGpu *f, VmafGpuFrame *frame)
{
    const VmafGpuOps *ops = frame->dev->ops;
    bool any = false;
    for (unsigned k = 0; k < f->n_sums; k++) {
        const size_t bytes = f->n[k] * sizeof(double);
        if (!bytes || !is_for_host(f, frame, k))
            continue;
        void *term = vmaf_gpu_host_get(frame, f->host[k]);
        if (!term)
            return -ENOMEM;
        const int err = ops->download(frame->dev, term, bytes, frame->buffer[f->plane[k]], bytes,
                                      bytes, 1, frame->stream);
        if (err)
            return err;
        any = true;
    }
    return any ? ops->stream_wait(frame->dev, frame->stream) : 0;
}

void vmaf_fold_gpu_settle(const VmafFoldGpu *f, const VmafGpuFrame *frame, unsigned isa,
                          double *sum)
{
    for (unsigned k = 0; k < f->n_sums; k++) {
        if (is_for_host(f, frame, k))
            vmaf_fold_f64(frame->host[f->host[k]], f->n[k], 1, isa, &sum[k]);
        else
            sum[k] = results(f, frame)[k].sum;
    }
}
