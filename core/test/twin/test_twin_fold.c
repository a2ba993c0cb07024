/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The raster fold on a device against vmaf_fold_f64(), by bits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/mem.h"
#include "feature/fold.h"
#include "feature/fold_gpu.h"
#include "gpu/gpu_plan.h"
#include "twin.h"

static VmafGpuDevice *dev;
static unsigned n_folds, n_decided, n_wrong;
static bool on_host_only;

/* A frame in flight, for nothing but folds. */
static int make_frame(VmafGpuFrame *f, const VmafGpuPlan *plan, unsigned char **host)
{
    void *p = NULL;
    int err = dev->ops->stream_create(dev, &f->stream);
    f->buffer = calloc(plan->n_buffers, sizeof(void *));
    for (unsigned i = 0; i < plan->n_buffers && !err; i++)
        err = dev->ops->alloc(dev, &f->buffer[i], plan->buffer_bytes[i]);
    if (!err)
        err = dev->ops->alloc(dev, &p, plan->result_bytes);
    f->result = p;
    if (!err)
        err = dev->ops->host_alloc(dev, &p, plan->result_bytes);
    *host = p;
    return err;
}

static void free_frame(VmafGpuFrame *f, const VmafGpuPlan *plan, unsigned char *host)
{
    for (unsigned i = 0; i < plan->n_buffers; i++)
        dev->ops->free(dev, f->buffer[i]);
    free(f->buffer);
    dev->ops->free(dev, f->result);
    dev->ops->host_free(dev, host);
    dev->ops->stream_destroy(dev, f->stream);
}

static bool same_bits(double a, double b)
{
    return !memcmp(&a, &b, sizeof(a));
}

/* Fold n_sums planes in one go; term[i] holds n[i] doubles. */
static void check(const char *what, double *const *term, const size_t *n, unsigned n_sums)
{
    VmafGpuPlan plan = {0};
    void *host_terms[FOLD_MAX_SUMS] = {NULL};
    VmafGpuFrame frame = {.dev = dev, .plan = &plan, .host = host_terms};
    VmafFoldGpu fold = {0};
    unsigned char *host = NULL;
    double sum[FOLD_MAX_SUMS];
    int err = 0;
    for (unsigned i = 0; i < n_sums && !err; i++) {
        unsigned k;
        err = vmaf_fold_gpu_add(&fold, &frame, n[i], &k);
    }
    if (!err)
        err = make_frame(&frame, &plan, &host);
    for (unsigned i = 0; i < n_sums && !err; i++) {
        const size_t bytes = n[i] * sizeof(double);
        if (bytes)
            err = dev->ops->upload(dev, frame.buffer[fold.plane[i]], bytes, term[i], bytes, bytes,
                                   1, frame.stream);
    }
    const size_t bytes = plan.result_bytes;
    if (!err)
        err = vmaf_fold_gpu_launch(&fold, &frame);
    if (!err)
        err = dev->ops->download(dev, host, bytes, frame.result, bytes, bytes, 1, frame.stream);
    if (!err)
        err = dev->ops->stream_wait(dev, frame.stream);
    frame.host_result = host;
    if (!err)
        err = vmaf_fold_gpu_read(&fold, &frame);
    if (!err)
        vmaf_fold_gpu_settle(&fold, &frame, vmaf_cpu_flags(), sum);
    if (err) {
        printf("%s: error %d\n", what, err);
        exit(1);
    }
    for (unsigned i = 0; i < n_sums; i++) {
        double want;
        vmaf_fold_f64(term[i], n[i], 1, vmaf_cpu_flags(), &want);
        const FoldResult *r = (const FoldResult *)(const void *)(host + fold.result) + i;
        n_folds++;
        n_decided += !fold.on_host && !r->undecided;
        /* The sign and payload of a NaN are the processor's own. */
        if (same_bits(want, sum[i]) || (isnan(want) && isnan(sum[i])))
            continue;
        n_wrong++;
        printf("%s: sum %u of %zu terms: got %a, wanted %a (%u unsafe blocks)\n", what, i, n[i],
               sum[i], want, r->n_unsafe);
    }
    free_frame(&frame, &plan, host);
    for (unsigned i = 0; i < plan.n_hosts; i++)
        vmaf_aligned_free(frame.host[i]);
    const VmafGpuPlan none = {0};
    vmaf_gpu_plan_cut(&plan, &none, dev);
}

static void check_one(const char *what, double *term, size_t n)
{
    check(what, &term, &n, 1);
}

static double unit(uint64_t *state)
{
    return (double)(twin_random(state) >> 11) * 0x1p-53;
}

typedef double Draw(uint64_t *state, size_t i);
/* clang-format off */
static double positive(uint64_t *s, size_t i) { (void)i; return unit(s); }
static double near_one(uint64_t *s, size_t i) { (void)i; return 1.0 - unit(s) * 0x1p-20; }
static double noise(uint64_t *s, size_t i) { (void)i; return unit(s) - 0.5; }
static double drifting(uint64_t *s, size_t i) { (void)i; return unit(s) - 0.4; }
static double falling(uint64_t *s, size_t i) { (void)i; return unit(s) - 1.5; }
static double ones(uint64_t *s, size_t i) { (void)s; (void)i; return 1.0; }
static double halves(uint64_t *s, size_t i) { (void)s; (void)i; return 0.5; }
static double tenths(uint64_t *s, size_t i) { (void)s; (void)i; return 0.1; }
static double alternating(uint64_t *s, size_t i) { (void)s; return i & 1 ? -1.0 : 1.0; }
static double alternating_up(uint64_t *s, size_t i) { (void)s; return i & 1 ? -1.0 : 1.5; }
static double wide(uint64_t *s, size_t i)
{
    (void)i;
    return ldexp(unit(s) - 0.25, (int)(twin_random(s) % 80) - 60);
}
/* One big term, then multiples of u and u/2 of its binade, and values next to a tie. */
static double on_grid(uint64_t *s, size_t i)
{
    return i ? (double)(int64_t)(twin_random(s) % 64) * 0x1p-1 * 0x1p-20 : 0x1.8p32;
}
static double ties(uint64_t *s, size_t i)
{
    return i ? ((double)(int64_t)(twin_random(s) % 9) + 0.5) * 0x1p-20 : 0x1.8p32;
}
static double mixed_ties(uint64_t *s, size_t i)
{
    return i ? ((double)(int64_t)(twin_random(s) % 17) - 8.0) * 0.5 * 0x1p-20 : -0x1.8p32;
}
static double below_tie(uint64_t *s, size_t i)
{
    static const double q[] = {-0.49999999999999994, -0.5, -0x1p-60, 0.49999999999999994, 0.5,
                               0.50000000000000011, -0.50000000000000011, 1.5, -1.5, 2.5};
    return i ? q[twin_random(s) % 10] * 0x1p-20 : 0x1.8p32;
}
/* Passes every power of two exactly. */
static double doubling(uint64_t *s, size_t i)
{
    (void)s;
    return i && i < 900 ? ldexp(1.0, (int)i - 1) : 1.0;
}
static double to_power(uint64_t *s, size_t i) { (void)s; return i ? 0x1p-12 : 1.0 - 0x1p-4; }
static double down_to_power(uint64_t *s, size_t i) { (void)s; return i ? -0x1p-12 : 1.0 + 0x1p-4; }
static double subnormal(uint64_t *s, size_t i)
{
    (void)i;
    return (double)(twin_random(s) % 99) * 0x1p-1074;
}
static double tiny_after_big(uint64_t *s, size_t i) { return i ? -unit(s) * 0x1p-60 : 1.5; }
static double huge_terms(uint64_t *s, size_t i) { (void)i; return unit(s) * 0x1p1000; }
static double minus_zero(uint64_t *s, size_t i) { (void)s; (void)i; return -0.0; }
static double zero(uint64_t *s, size_t i) { (void)s; (void)i; return 0.0; }
/* clang-format on */

static const struct {
    const char *name;
    Draw *draw;
} draws[] = {
    {"positive", positive},
    {"near one", near_one},
    {"noise", noise},
    {"drifting", drifting},
    {"falling", falling},
    {"ones", ones},
    {"halves", halves},
    {"tenths", tenths},
    {"alternating", alternating},
    {"alternating up", alternating_up},
    {"wide", wide},
    {"on grid", on_grid},
    {"ties", ties},
    {"mixed ties", mixed_ties},
    {"below tie", below_tie},
    {"doubling", doubling},
    {"to power", to_power},
    {"down to power", down_to_power},
    {"subnormal", subnormal},
    {"tiny after big", tiny_after_big},
    {"huge", huge_terms},
    {"minus zero", minus_zero},
    {"zero", zero},
};
#define N_DRAWS (sizeof(draws) / sizeof(draws[0]))

static void fill(double *term, size_t n, Draw *draw, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        term[i] = draw(&seed, i);
}

/* Special values in the first, a middle and the last block. */
static void check_specials(double *term)
{
    const double special[] = {INFINITY, -INFINITY, NAN};
    const size_t n = 5000, at[] = {3, 2500, 4999};
    for (unsigned v = 0; v < 3; v++) {
        for (unsigned k = 0; k < 3; k++) {
            fill(term, n, positive, v * 3 + k);
            term[at[k]] = special[v];
            check_one("special", term, n);
        }
    }
    fill(term, n, positive, 1);
    term[10] = INFINITY;
    term[4000] = -INFINITY;
    check_one("inf - inf", term, n);
}

/*
 * Every addition rounds by a quarter of a unit, always to the same side, so that the sum passes a
 * power of two thousands of terms before or after the exact one: what the slack of the bounds is
 * for.
 */
static void check_drift(double *term)
{
    const size_t n = 20000;
    const double unit_32 = 0x1p-20; /* of sums from 2^32 to 2^33 */
    for (unsigned k = 0; k < 4; k++) {
        const double sign = k & 1 ? -1.0 : 1.0;
        const double step = (k & 2 ? -0.75 : 0.75) * unit_32;
        const double start = k & 2 ? 0x1p32 + 16000.0 * unit_32 : 0x1p33 - 16000.0 * unit_32;
        for (size_t i = 0; i < n; i++)
            term[i] = sign * (i ? step : start);
        check_one("drift", term, n);
    }
}

/* All draws as one launch of many sums of different sizes. */
static void check_together(double *const *term, size_t most, uint64_t seed)
{
    size_t n[FOLD_MAX_SUMS];
    const unsigned n_sums = 12;
    for (unsigned i = 0; i < n_sums; i++) {
        n[i] = i == 5 ? 0 : twin_random(&seed) % most;
        fill(term[i], n[i], draws[twin_random(&seed) % N_DRAWS].draw, seed + i);
    }
    check("together", term, n, n_sums);
}

static void check_undecided(double *term)
{
    const size_t n = 300 * FOLD_BLOCK;
    fill(term, n, noise, 7);
    const unsigned before = n_decided;
    check_one("noise, undecided", term, n);
    if (n_decided != before && !on_host_only) {
        printf("noise of %zu terms was decided on the device\n", n);
        n_wrong++;
    }
}

int main(int argc, char **argv)
{
    const enum VmafBackend backend = twin_backend(argc, argv);
    const char *setting = getenv("VMAF_FOLD");
    on_host_only = setting && !strcmp(setting, "host");
    dev = twin_open(backend);

    const size_t most = backend == VMAF_BACKEND_SIMT ? 40000 : 8294400;
    const size_t large[] = {4095, 4096, 4097, 8192, 40000, 2073600, 8294400};
    double *term[12];
    for (unsigned i = 0; i < 12; i++)
        term[i] = malloc((most > 300 * FOLD_BLOCK ? most : 300 * FOLD_BLOCK) * sizeof(double));

    for (unsigned d = 0; d < N_DRAWS; d++) {
        for (size_t n = 0; n <= 3 * FOLD_BLOCK + 1; n += n < 40 || d == 0 ? 1 : 19) {
            fill(term[0], n, draws[d].draw, n);
            check_one(draws[d].name, term[0], n);
        }
        for (unsigned i = 0; i < sizeof(large) / sizeof(large[0]) && large[i] <= most; i++) {
            fill(term[0], large[i], draws[d].draw, i);
            check_one(draws[d].name, term[0], large[i]);
        }
    }
    check_specials(term[0]);
    check_drift(term[0]);
    check_undecided(term[0]);
    for (unsigned i = 0; i < 8; i++)
        check_together(term, most < 100000 ? most : 100000, i);

    for (unsigned i = 0; i < 12; i++)
        free(term[i]);
    vmaf_gpu_close(&dev);
    printf("%u of %u folds identical, %u decided on the device\n", n_folds - n_wrong, n_folds,
           n_decided);
    if (!on_host_only && n_decided * 2 < n_folds) {
        printf("too few folds were decided on the device\n");
        return 1;
    }
    return n_wrong != 0;
}
