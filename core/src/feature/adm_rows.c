/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "adm_rows.h"

#include "config.h"
#include "cpu.h"

#define VMAF_ADM_ROWS vmaf_adm_rows_c
#include "adm_rows_body.h"

const AdmRows *vmaf_adm_rows(void)
{
#if HAVE_ASM
    const unsigned flags = vmaf_cpu_flags();
    if (flags & VMAF_CPU_AVX512)
        return &vmaf_adm_rows_avx512;
    if (flags & VMAF_CPU_AVX2)
        return &vmaf_adm_rows_avx2;
#endif
    return &vmaf_adm_rows_c;
}
