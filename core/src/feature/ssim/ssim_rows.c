/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SSIM_ROWS vmaf_ssim_rows_c
#include "feature/ssim/ssim_rows_body.h"

#include "base/cpu.h"
#include "config.h"

const VmafSsimRows *vmaf_ssim_rows(unsigned bpc, unsigned isa)
{
    const VmafSsimRows *rows = vmaf_ssim_rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = vmaf_ssim_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = vmaf_ssim_rows_avx512;
#endif
    (void)isa;
    return rows + (bpc > 8);
}
