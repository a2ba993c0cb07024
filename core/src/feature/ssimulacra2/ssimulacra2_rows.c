/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/ssimulacra2/ssimulacra2_rows_body.h"

static const Ssimulacra2Rows rows_c = {
    .linear = rows_linear,
    .xyb = rows_xyb,
    .halve = rows_halve,
    .band = rows_band,
};

const Ssimulacra2Rows *vmaf_ssimulacra2_rows(unsigned isa)
{
    const Ssimulacra2Rows *rows = &rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = &vmaf_ssimulacra2_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = &vmaf_ssimulacra2_rows_avx512;
#endif
    (void)isa;
    return rows;
}
