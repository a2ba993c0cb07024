/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_FLOAT_SSIM_ROWS vmaf_float_ssim_rows_c
#include "feature/float_ssim/float_ssim_rows_body.h"

#include "base/cpu.h"
#include "config.h"

const VmafFloatSsimRows *vmaf_float_ssim_rows(void)
{
    const VmafFloatSsimRows *rows = &vmaf_float_ssim_rows_c;
#if HAVE_ASM
    const unsigned flags = vmaf_cpu_flags();
    if (!(flags & VMAF_CPU_AVX2))
        return rows;
    rows = &vmaf_float_ssim_rows_avx2;
    if (!(flags & VMAF_CPU_AVX512))
        return rows;
    rows = &vmaf_float_ssim_rows_avx512;
#endif
    return rows;
}
