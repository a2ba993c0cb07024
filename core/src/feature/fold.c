/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/fold.h"

#include <errno.h>

#include "base/cpu.h"
#include "config.h"
#include "feature/fold_block.h"

/* Long enough to pay for its set-up, short enough to meet few changes of the sum's exponent. */
#define BLOCK 512
#define SHORTEST_BLOCK 64

/* The definition. One body per width keeps the accumulators in registers; the chains overlap. */
static void fold(const double *term, size_t n, unsigned per_site, double *sum)
{
    switch (per_site) {
    case 1: {
        double s0 = sum[0];
        for (size_t i = 0; i < n; i++)
            s0 += term[i];
        sum[0] = s0;
        break;
    }
    case 2: {
        double s0 = sum[0], s1 = sum[1];
        for (size_t i = 0; i < n; i++, term += 2) {
            s0 += term[0];
            s1 += term[1];
        }
        sum[0] = s0, sum[1] = s1;
        break;
    }
    case 3: {
        double s0 = sum[0], s1 = sum[1], s2 = sum[2];
        for (size_t i = 0; i < n; i++, term += 3) {
            s0 += term[0];
            s1 += term[1];
            s2 += term[2];
        }
        sum[0] = s0, sum[1] = s1, sum[2] = s2;
        break;
    }
    default: {
        double s0 = sum[0], s1 = sum[1], s2 = sum[2], s3 = sum[3];
        for (size_t i = 0; i < n; i++, term += 4) {
            s0 += term[0];
            s1 += term[1];
            s2 += term[2];
            s3 += term[3];
        }
        sum[0] = s0, sum[1] = s1, sum[2] = s2, sum[3] = s3;
        break;
    }
    }
}

/* NULL where nothing beats the loop; several chains side by side are fast as they are. */
static VmafFoldBlock fold_block(unsigned per_site, unsigned isa)
{
#if HAVE_ASM
    if (per_site == 1 && isa & VMAF_CPU_AVX512)
        return vmaf_fold_block_avx512;
    if (per_site == 1 && isa & VMAF_CPU_AVX2)
        return vmaf_fold_block_avx2;
#endif
    (void)per_site, (void)isa;
    return NULL;
}

int vmaf_fold_f64_more(const double *term, size_t n, unsigned per_site, unsigned isa, double *sum)
{
    if (per_site < 1 || per_site > 4)
        return -EINVAL;
    const VmafFoldBlock block = fold_block(per_site, isa);
    while (block && n >= SHORTEST_BLOCK) {
        const size_t size = n < BLOCK ? n - n % VMAF_FOLD_GROUP : BLOCK;
        if (!block(term, size, sum))
            fold(term, size, 1, sum);
        term += size;
        n -= size;
    }
    fold(term, n, per_site, sum);
    return 0;
}

int vmaf_fold_f64(const double *term, size_t n, unsigned per_site, unsigned isa, double *sum)
{
    if (per_site < 1 || per_site > 4)
        return -EINVAL;
    for (unsigned k = 0; k < per_site; k++)
        sum[k] = 0.0;
    return vmaf_fold_f64_more(term, n, per_site, isa, sum);
}
