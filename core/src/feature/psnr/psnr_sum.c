/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/psnr/psnr_sum.h"

#include "feature/fold.h"
#include "feature/psnr/psnr_terms.h"

static int32_t sample(const void *row, unsigned bytes, size_t j)
{
    return bytes == 1 ? ((const uint8_t *)row)[j] : ((const uint16_t *)row)[j];
}

void vmaf_psnr_sum_add(PsnrSum *s, uint64_t row, const void *ref, const void *dis, unsigned bytes,
                       size_t n, double *term, unsigned isa)
{
    if (!s->ordered && s->exact + row <= VMAF_PSNR_EXACT) {
        s->exact += row;
        return;
    }
    if (!s->ordered) {
        s->ordered = true;
        s->in_order = (double)s->exact;
    }
    for (size_t j = 0; j < n; j++) {
        const int32_t d = dis ? sample(dis, bytes, j) : 0;
        term[j] = (double)vmaf_psnr_float_square(sample(ref, bytes, j) - d);
    }
    vmaf_fold_f64_more(term, n, 1, isa, &s->in_order);
}
