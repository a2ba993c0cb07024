/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/psnr/psnr_rows_body.h"

const PsnrRows vmaf_psnr_rows_c = {
    .sse8 = sse8,
    .sse16 = sse16,
    .float_sse16 = float_sse16,
    .moments8 = moments8,
    .moments16 = moments16,
};

const PsnrRows *vmaf_psnr_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_psnr_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_psnr_rows_avx2;
#endif
    (void)isa;
    return &vmaf_psnr_rows_c;
}
