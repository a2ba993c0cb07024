/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/ssimulacra2/ssimulacra2_rows_body.h"

const Ssimulacra2Rows vmaf_ssimulacra2_rows_c = {rows_linear, rows_xyb, rows_halve, rows_band};

const Ssimulacra2Rows *vmaf_ssimulacra2_rows(unsigned isa)
{
    const Ssimulacra2Rows *rows = &vmaf_ssimulacra2_rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = &vmaf_ssimulacra2_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = &vmaf_ssimulacra2_rows_avx512;
#endif
    (void)isa;
    return rows;
}
