/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ms_ssim.h"

#include <errno.h>
#include <math.h>

#include "base/libm.h"
#include "base/mem.h"
#include "feature/float_ssim/float_ssim_plane.h"
#include "feature/ssim_db.h"

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

typedef struct MsSsimPriv {
    VmafFloatMsSsimOptions opt;
    VmafFloatSsimPlane plane[LEVELS];
    LowPass low[LEVELS - 1][2];
} MsSsimPriv;

const VmafOption vmaf_float_ms_ssim_options[] = {
    {.name = "enable_lcs",
     .help = "also report the means of luminance, contrast and structure of every level",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafFloatMsSsimOptions, enable_lcs)},
    {.name = "enable_db",
     .help = "report the score as -10 log10(1 - score)",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafFloatMsSsimOptions, enable_db)},
    {.name = "clip_db",
     .help = "with enable_db, bound the score by that of half a unit of squared error",
     .type = VMAF_OPTION_TYPE_BOOL,
     .offset = offsetof(VmafFloatMsSsimOptions, clip_db)},
    {.name = NULL},
};

const char *const vmaf_float_ms_ssim_outputs[] = {"float_ms_ssim",
                                                  "float_ms_ssim_l_scale0",
                                                  "float_ms_ssim_l_scale1",
                                                  "float_ms_ssim_l_scale2",
                                                  "float_ms_ssim_l_scale3",
                                                  "float_ms_ssim_l_scale4",
                                                  "float_ms_ssim_c_scale0",
                                                  "float_ms_ssim_c_scale1",
                                                  "float_ms_ssim_c_scale2",
                                                  "float_ms_ssim_c_scale3",
                                                  "float_ms_ssim_c_scale4",
                                                  "float_ms_ssim_s_scale0",
                                                  "float_ms_ssim_s_scale1",
                                                  "float_ms_ssim_s_scale2",
                                                  "float_ms_ssim_s_scale3",
                                                  "float_ms_ssim_s_scale4",
                                                  NULL};

/* Each for every level; luminance below the last level only with enable_lcs. */
static const VmafTwinSum sums[] = {
    {"luminance", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1},
    {"contrast", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1},
    {"structure", VMAF_TERM_F64, VMAF_ORDER_RASTER, 1},
};
const VmafTwinContract vmaf_float_ms_ssim_contract = {"float_ms_ssim", 1, sums, 3};

/* A negative mean has no real power, so its magnitude is taken; the score is finite. */
static double score(float lcs[LEVELS][3])
{
    /* contrast and structure share an exponent; luminance counts at the last level only */
    static const float exponent[LEVELS] = {0.0448f, 0.2856f, 0.3001f, 0.2363f, 0.1333f};
    double product = 1.0;
    for (unsigned i = 0; i < LEVELS; i++) {
        const double e = (double)exponent[i];
        const double l = i == LEVELS - 1 ? vmaf_pow(fabs((double)lcs[i][0]), e) : 1.0;
        const double c = vmaf_pow(fabs((double)lcs[i][1]), e);
        const double s = vmaf_pow(fabs((double)lcs[i][2]), e);
        product *= l * c * s;
    }
    return product;
}

int vmaf_float_ms_ssim_emit(VmafExtractorCtx *c, VmafCollector *out, unsigned index,
                            float lcs[LEVELS][3])
{
    const VmafFloatMsSsimOptions *opt = c->priv;
    double value = score(lcs);
    if (opt->enable_db)
        value = vmaf_ssim_db(value, vmaf_ssim_max_db(opt->clip_db, &c->info));
    int err = vmaf_extractor_emit(c, out, 0, index, value);
    if (!opt->enable_lcs)
        return err;
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned i = 0; i < LEVELS && !err; i++)
            err = vmaf_extractor_emit(c, out, 1 + k * LEVELS + i, index, (double)lcs[i][k]);
    }
    return err;
}

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

static int init(VmafExtractorCtx *c, const VmafFrameInfo *info)
{
    MsSsimPriv *s = c->priv;
    unsigned w = info->w, h = info->h;
    for (unsigned i = 0; i < LEVELS; i++) {
        const bool with_l = i == LEVELS - 1 || s->opt.enable_lcs;
        int err =
            vmaf_float_ssim_plane_init(&s->plane[i], w, h, with_l ? FSSIM_SUM_LCS : FSSIM_SUM_CS);
        for (unsigned side = 0; side < 2 && i < LEVELS - 1 && !err; side++)
            err = low_pass_init(&s->low[i][side], w);
        if (err)
            return err;
        w = vmaf_ms_ssim_half(w);
        h = vmaf_ms_ssim_half(h);
    }
    return 0;
}

static float *half_row(const LowPass *l, unsigned y, unsigned odd)
{
    return l->ring + ((y % ROWS) * 2 + odd) * l->stride + MARGIN;
}

/* Store row y of a level as its even and odd columns with mirrored margins. */
static void low_pass_store(const LowPass *l, const VmafFloatSsimRows *rows, const float *row,
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
static void low_pass_row(const LowPass *l, const VmafFloatSsimRows *rows, float *out, unsigned w,
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
static void push(MsSsimPriv *s, unsigned level)
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

static int submit(VmafExtractorCtx *c, const VmafPicture *ref, const VmafPicture *dis,
                  unsigned index)
{
    (void)index;
    MsSsimPriv *s = c->priv;
    for (unsigned i = 0; i < LEVELS; i++)
        vmaf_float_ssim_plane_begin(&s->plane[i]);
    VmafFloatSsimPlane *p = &s->plane[0];
    for (unsigned y = 0; y < p->h; y++) {
        vmaf_float_ssim_read(p->rows, vmaf_float_ssim_plane_row(p, 0), ref, y);
        vmaf_float_ssim_read(p->rows, vmaf_float_ssim_plane_row(p, 1), dis, y);
        push(s, 0);
    }
    return 0;
}

static int collect(VmafExtractorCtx *c, unsigned index, VmafCollector *out)
{
    const MsSsimPriv *s = c->priv;
    float lcs[LEVELS][3] = {{0.0f}};
    for (unsigned i = 0; i < LEVELS; i++) {
        const VmafFloatSsimPlane *p = &s->plane[i];
        const unsigned first = p->sums == FSSIM_SUM_CS; /* no luminance among its sums */
        for (unsigned k = first; k < 3; k++)
            lcs[i][k] = vmaf_float_ssim_mean(p->total[k - first], p->w, p->h);
    }
    return vmaf_float_ms_ssim_emit(c, out, index, lcs);
}

static void close_ms_ssim(VmafExtractorCtx *c)
{
    MsSsimPriv *s = c->priv;
    for (unsigned i = 0; i < LEVELS; i++)
        vmaf_float_ssim_plane_free(&s->plane[i]);
    for (unsigned i = 0; i < LEVELS - 1; i++) {
        for (unsigned side = 0; side < 2; side++) {
            vmaf_aligned_free(s->low[i][side].ring);
            vmaf_aligned_free(s->low[i][side].acc);
            s->low[i][side] = (LowPass){0};
        }
    }
}

const VmafExtractor vmaf_fex_float_ms_ssim = {
    .name = "float_ms_ssim",
    .feature = "float_ms_ssim",
    .backend = VMAF_BACKEND_CPU,
    .outputs = vmaf_float_ms_ssim_outputs,
    .options = vmaf_float_ms_ssim_options,
    .contract = &vmaf_float_ms_ssim_contract,
    .priv_size = sizeof(MsSsimPriv),
    .planes = 1,
    .min_w = VMAF_MS_SSIM_MIN_SIDE,
    .min_h = VMAF_MS_SSIM_MIN_SIDE,
    .init = init,
    .submit = submit,
    .collect = collect,
    .close = close_ms_ssim,
};
