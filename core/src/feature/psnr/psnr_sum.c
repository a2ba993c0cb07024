/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/psnr/psnr_sum.h"

#include "feature/fold.h"
#include "feature/psnr/psnr_terms.h"

static int32_t sample(const void *row, unsigned bytes, size_t j)
{
    return bytes == 1 ? ((const uint8_t *)row)[j] : ((const uint16_t *)row)[j];
}

void vmaf_psnr_sum_add(const PsnrAdder *a, PsnrSum *s, uint64_t row, const void *ref,
                       const void *dis)
{
    if (!s->ordered && s->exact + row <= VMAF_PSNR_EXACT) {
        s->exact += row;
        return;
    }
    if (!s->ordered) {
        s->ordered = true;
        s->in_order = (double)s->exact;
    }
    for (size_t j = 0; j < a->w; j++) {
        const int32_t d = dis ? sample(dis, a->bytes, j) : 0;
        a->term[j] = (double)vmaf_psnr_float_square(sample(ref, a->bytes, j) - d);
    }
    vmaf_fold_f64_more(a->term, a->w, 1, a->isa, &s->in_order);
}

PsnrAdder vmaf_psnr_adder(const VmafFrameInfo *info, unsigned isa, double *term)
{
    return (PsnrAdder){.rows = vmaf_psnr_rows(isa),
                       .isa = isa,
                       .w = info->w,
                       .h = info->h,
                       .bytes = info->bpc > 8 ? 2 : 1,
                       .term = term};
}

PsnrSum vmaf_psnr_add_errors(const PsnrAdder *a, PsnrPlane ref, PsnrPlane dis)
{
    const uint8_t *r = ref.data, *d = dis.data;
    PsnrSum sum = {0};
    for (unsigned y = 0; y < a->h; y++, r += ref.stride, d += dis.stride) {
        const uint64_t row = a->bytes == 1
                                 ? a->rows->sse8(r, d, a->w)
                                 : a->rows->float_sse16((const void *)r, (const void *)d, a->w);
        vmaf_psnr_sum_add(a, &sum, row, r, d);
    }
    return sum;
}

PsnrSum vmaf_psnr_add_squares(const PsnrAdder *a, PsnrPlane in, uint64_t *first)
{
    const uint8_t *row = in.data;
    PsnrSum sum = {0};
    *first = 0;
    for (unsigned y = 0; y < a->h; y++, row += in.stride) {
        const PsnrMoments m = a->bytes == 1 ? a->rows->moments8(row, a->w)
                                            : a->rows->moments16((const void *)row, a->w);
        *first += m.first;
        vmaf_psnr_sum_add(a, &sum, m.second, row, NULL);
    }
    return sum;
}
