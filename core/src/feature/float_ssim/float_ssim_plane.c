/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_plane.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/fold.h"

#define TAPS VMAF_FLOAT_SSIM_TAPS

static const unsigned n_sums[] = {
    [FSSIM_SUM_T] = 1, [FSSIM_SUM_CS] = 2, [FSSIM_SUM_LCS] = 3, [FSSIM_SUM_TLCS] = 4};

int vmaf_float_ssim_plane_init(VmafFloatSsimPlane *p, unsigned w, unsigned h,
                               enum VmafFloatSsimSums sums, unsigned isa)
{
    p->rows = vmaf_float_ssim_rows(isa);
    p->isa = isa;
    p->sums = sums;
    p->w = w;
    p->h = h;
    p->stride = vmaf_align_up(w, VMAF_PLANE_ALIGN / sizeof(float));
    size_t n;
    if (vmaf_mul_overflows(p->stride, (TAPS + 2) * FSSIM_N * sizeof(float), &n))
        return -ENOMEM;
    p->in = vmaf_aligned_alloc(n, 1);
    p->term = vmaf_aligned_alloc(p->stride, n_sums[sums] * sizeof(double));
    if (!p->in || !p->term)
        return -ENOMEM;
    p->mean = p->in + FSSIM_N * p->stride;
    p->ring = p->mean + FSSIM_N * p->stride;
    return 0;
}

void vmaf_float_ssim_plane_free(VmafFloatSsimPlane *p)
{
    vmaf_aligned_free(p->in);
    vmaf_aligned_free(p->term);
    p->in = NULL;
    p->term = NULL;
}

void vmaf_float_ssim_plane_begin(VmafFloatSsimPlane *p)
{
    p->y = 0;
    memset(p->total, 0, sizeof(p->total));
}

void vmaf_float_ssim_plane_push(VmafFloatSsimPlane *p)
{
    const size_t slot = FSSIM_N * p->stride;
    p->rows->horiz(p->ring + (p->y % TAPS) * slot, p->in, p->stride, p->w);
    p->y++;
    if (p->y < TAPS)
        return;

    const float *row[TAPS];
    for (unsigned k = 0; k < TAPS; k++)
        row[k] = p->ring + ((p->y + k) % TAPS) * slot;
    const unsigned n = p->w - (TAPS - 1);
    p->rows->vert_terms(p->term, p->mean, p->stride, row, p->sums, n);
    vmaf_fold_f64_more(p->term, n, n_sums[p->sums], p->isa, p->total);
}

float vmaf_float_ssim_mean(double total, unsigned w, unsigned h)
{
    const double n = (double)(w - (TAPS - 1)) * (double)(h - (TAPS - 1));
    return (float)(total / n);
}

void vmaf_float_ssim_read(const FloatSsimRows *rows, float *out, const VmafPicture *pic, unsigned y)
{
    const uint8_t *row = (const uint8_t *)pic->data[0] + (ptrdiff_t)y * pic->stride[0];
    if (pic->bpc == 8)
        rows->from_u8(out, row, pic->w[0]);
    else
        rows->from_u16(out, (const uint16_t *)(const void *)row, vmaf_float_ssim_unit(pic->bpc),
                       pic->w[0]);
}
