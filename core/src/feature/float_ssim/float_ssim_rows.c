/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#define VMAF_FLOAT_SSIM_ROWS vmaf_float_ssim_rows_c
#include "feature/float_ssim/float_ssim_rows_body.h"

#include "base/cpu.h"
#include "config.h"

const VmafFloatSsimRows *vmaf_float_ssim_rows(unsigned isa)
{
    const VmafFloatSsimRows *rows = &vmaf_float_ssim_rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = &vmaf_float_ssim_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = &vmaf_float_ssim_rows_avx512;
#endif
    (void)isa;
    return rows;
}
