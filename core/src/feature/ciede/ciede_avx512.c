/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ciede/ciede_rows_body.h"

void vmaf_ciede_terms_avx512(float *term, int32_t *unsure, const CiedeSamples *ref,
                             const CiedeSamples *dis, CiedeRange range, size_t n)
{
    terms(term, unsure, ref, dis, range, n);
}
