/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/ssim/ssim_rows_body.h"

static const SsimRows rows_c[2] = {
    {.value_size = sizeof(uint32_t), .horiz = horiz_u8, .vert_terms = vert_terms_u8},
    {.value_size = sizeof(double), .horiz = horiz_u16, .vert_terms = vert_terms_u16},
};

const SsimRows *vmaf_ssim_rows(unsigned bpc, unsigned isa)
{
    const SsimRows *rows = rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = vmaf_ssim_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = vmaf_ssim_rows_avx512;
#endif
    (void)isa;
    return rows + (bpc > 8);
}
