/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/adm/adm_rows.h"

#include "base/cpu.h"
#include "config.h"
#include "feature/adm/adm_rows_body.h"

static void mask(const AdmScale *s, const AdmMaskRows *const row[3], int pass, int32_t *scratch,
                 uint64_t sum[VMAF_ADM_BANDS])
{
    sum[0] = sum[1] = sum[2] = 0;
    mask_columns(s, row, pass, scratch);
    mask_sums(s, row[1], pass, scratch, s->x0, s->x1, sum);
}

const AdmRows vmaf_adm_rows_c = {
    .vert8 = vert8,
    .vert16 = vert16,
    .vert32 = vert32,
    .horiz16 = horiz16,
    .horiz32 = horiz32,
    .decouple16 = decouple16,
    .decouple32 = decouple32,
    .mask = mask,
    .den16 = den16,
    .den32 = den32,
};

const AdmRows *vmaf_adm_rows(unsigned isa)
{
    const AdmRows *rows = &vmaf_adm_rows_c;
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX2)
        rows = &vmaf_adm_rows_avx2;
    if (isa & VMAF_CPU_AVX512)
        rows = &vmaf_adm_rows_avx512;
#endif
    (void)isa;
    return rows;
}
