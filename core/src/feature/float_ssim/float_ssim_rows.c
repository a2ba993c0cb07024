/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/float_ssim/float_ssim_rows_body.h"

static const FloatSsimRows rows_c = {
    .from_u8 = from_u8,
    .from_u16 = from_u16,
    .box_add = box_add,
    .horiz = horiz,
    .vert_terms = vert_terms,
    .split = split,
    .low_pass = low_pass,
};

const FloatSsimRows *vmaf_float_ssim_rows(unsigned isa)
{
    const FloatSsimRows *rows = &rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = &vmaf_float_ssim_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = &vmaf_float_ssim_rows_avx512;
#endif
    (void)isa;
    return rows;
}
