/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/float_ansnr/float_ansnr_rows_body.h"

const FloatAnsnrRows vmaf_float_ansnr_rows_c = {
    .from8 = from8,
    .from16 = from16,
    .horiz = horiz,
    .vert_terms = vert_terms,
};

const FloatAnsnrRows *vmaf_float_ansnr_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_float_ansnr_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_float_ansnr_rows_avx2;
#endif
    (void)isa;
    return &vmaf_float_ansnr_rows_c;
}
