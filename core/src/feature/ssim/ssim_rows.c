/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_SSIM_ROWS vmaf_ssim_rows_c
#include "feature/ssim/ssim_rows_body.h"

#include "base/cpu.h"
#include "config.h"

const VmafSsimRows *vmaf_ssim_rows(unsigned bpc)
{
    const VmafSsimRows *rows = vmaf_ssim_rows_c;
#if HAVE_ASM
    const unsigned flags = vmaf_cpu_flags();
    if (!(flags & VMAF_CPU_AVX2))
        return rows + (bpc > 8);
    rows = vmaf_ssim_rows_avx2;
    if (!(flags & VMAF_CPU_AVX512))
        return rows + (bpc > 8);
    rows = vmaf_ssim_rows_avx512;
#endif
    return rows + (bpc > 8);
}
