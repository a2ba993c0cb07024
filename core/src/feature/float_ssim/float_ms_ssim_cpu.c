/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ms_ssim.h"

#include <errno.h>

#include "base/mem.h"
#include "feature/float_ssim/float_ssim_plane.h"

#define LEVELS VMAF_MS_SSIM_LEVELS
#define RADIUS VMAF_MS_SSIM_RADIUS
#define ROWS (2 * RADIUS + 1)
#define MARGIN 16 /* floats in front of a half row: the mirrored samples, and alignment */

/* The step from one level to the next, for one of the two pictures. */
typedef struct LowPass {
    size_t stride; /* floats per half row with its margins */
    float *ring;   /* [ROWS][2][stride]: even and odd columns of the last rows */
    double *acc;   /* one row of the next level */
} LowPass;

typedef struct MsSsimScratch {
    VmafFloatSsimPlane plane[LEVELS];
    LowPass low[LEVELS - 1][2];
} MsSsimScratch;

static int low_pass_init(LowPass *l, unsigned w)
{
    const unsigned half = vmaf_ms_ssim_half(w);
    l->stride = vmaf_align_up(half, MARGIN) + 2 * MARGIN;
    size_t n;
    if (vmaf_mul_overflows(l->stride, 2 * ROWS, &n))
        return -ENOMEM;
    l->ring = vmaf_aligned_alloc(n, sizeof(float));
    l->acc = vmaf_aligned_alloc(half, sizeof(double));
    return l->ring && l->acc ? 0 : -ENOMEM;
}

static int open_ms_ssim(void *scratch, const void *plan, unsigned isa)
{
    MsSsimScratch *s = scratch;
    const FloatMsSsimPlan *p = plan;
    for (unsigned i = 0; i < LEVELS; i++) {
        const FloatMsSsimLevel *l = &p->level[i];
        int err = vmaf_float_ssim_plane_init(&s->plane[i], l->w, l->h,
                                             l->with_l ? FSSIM_SUM_LCS : FSSIM_SUM_CS, isa);
        for (unsigned side = 0; side < 2 && i < LEVELS - 1 && !err; side++)
            err = low_pass_init(&s->low[i][side], l->w);
        if (err)
            return err;
    }
    return 0;
}

static float *half_row(const LowPass *l, unsigned y, unsigned odd)
{
    return l->ring + ((y % ROWS) * 2 + odd) * l->stride + MARGIN;
}

/* Store row y of a level as its even and odd columns with mirrored margins. */
static void low_pass_store(const LowPass *l, const FloatSsimRows *rows, const float *row,
                           unsigned w, unsigned y)
{
    float *half[2] = {half_row(l, y, 0), half_row(l, y, 1)};
    const int64_t n = vmaf_ms_ssim_half(w);
    rows->split(half[0], half[1], row, w);
    for (int64_t x = -RADIUS; x < 0; x++)
        half[x & 1][x >> 1] = row[vmaf_float_ssim_mirror(x, w)];
    for (int64_t x = w; x < 2 * n + RADIUS; x++)
        half[x & 1][x >> 1] = row[vmaf_float_ssim_mirror(x, w)];
}

/* Low-pass the rows around row y of the next level. */
static void low_pass_row(const LowPass *l, const FloatSsimRows *rows, float *out, unsigned w,
                         unsigned h, unsigned y)
{
    const float *even[ROWS], *odd[ROWS];
    for (unsigned k = 0; k < ROWS; k++) {
        const unsigned at = vmaf_float_ssim_mirror(2 * (int64_t)y + k - RADIUS, h);
        even[k] = half_row(l, at, 0);
        odd[k] = half_row(l, at, 1);
    }
    rows->low_pass(out, l->acc, even, odd, vmaf_ms_ssim_half(w));
}

/* The row in plane[level] is complete: push it, and make the rows it completes further down. */
static void push(MsSsimScratch *s, unsigned level)
{
    VmafFloatSsimPlane *p = &s->plane[level];
    const unsigned y = p->y;
    if (level < LEVELS - 1) {
        for (unsigned side = 0; side < 2; side++)
            low_pass_store(&s->low[level][side], p->rows, vmaf_float_ssim_plane_row(p, side), p->w,
                           y);
    }
    vmaf_float_ssim_plane_push(p);
    if (level == LEVELS - 1)
        return;

    /* Row 2k + RADIUS completes output k, and the last row all that are left. */
    VmafFloatSsimPlane *next = &s->plane[level + 1];
    while (next->y < next->h && (2 * next->y + RADIUS <= y || y == p->h - 1)) {
        for (unsigned side = 0; side < 2; side++)
            low_pass_row(&s->low[level][side], p->rows, vmaf_float_ssim_plane_row(next, side), p->w,
                         p->h, next->y);
        push(s, level + 1);
    }
}

static int measure_ms_ssim(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    MsSsimScratch *s = scratch;
    for (unsigned i = 0; i < LEVELS; i++)
        vmaf_float_ssim_plane_begin(&s->plane[i]);
    VmafFloatSsimPlane *p = &s->plane[0];
    for (unsigned y = 0; y < p->h; y++) {
        vmaf_float_ssim_read(p->rows, vmaf_float_ssim_plane_row(p, 0), window->ref[0], y);
        vmaf_float_ssim_read(p->rows, vmaf_float_ssim_plane_row(p, 1), window->dis[0], y);
        push(s, 0);
    }
    const double *total[LEVELS];
    for (unsigned i = 0; i < LEVELS; i++)
        total[i] = s->plane[i].total;
    vmaf_float_ms_ssim_settle(plan, result, total);
    return 0;
}

static void close_ms_ssim(void *scratch)
{
    MsSsimScratch *s = scratch;
    for (unsigned i = 0; i < LEVELS; i++)
        vmaf_float_ssim_plane_free(&s->plane[i]);
    for (unsigned i = 0; i < LEVELS - 1; i++) {
        for (unsigned side = 0; side < 2; side++) {
            vmaf_aligned_free(s->low[i][side].ring);
            vmaf_aligned_free(s->low[i][side].acc);
        }
    }
}

const VmafCpuEngine vmaf_float_ms_ssim_cpu = {
    .scratch_size = sizeof(MsSsimScratch),
    .open = open_ms_ssim,
    .measure = measure_ms_ssim,
    .close = close_ms_ssim,
};
