/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/cambi/cambi_rows_body.h"

const CambiRows vmaf_cambi_rows_c = {
    .codes8 = codes8,
    .codes16 = codes16,
    .box = box,
    .flat = flat,
    .count_flat = count_flat,
    .mask = mask,
    .halve = halve,
    .halve_bits = halve_bits,
    .mode_across = mode_across,
    .mode_down = mode_down,
    .runs = runs,
    .count = count,
    .values = values,
    .sum = sum,
};

const CambiRows *vmaf_cambi_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_cambi_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_cambi_rows_avx2;
#endif
    (void)isa;
    return &vmaf_cambi_rows_c;
}
