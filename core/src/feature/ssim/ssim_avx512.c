/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/ssim/ssim_rows_body.h"

/* [0] for bytes, [1] for 16-bit words. */
const SsimRows vmaf_ssim_rows_avx512[2] = {
    {.value_size = sizeof(uint32_t), .horiz = horiz_u8, .vert_terms = vert_terms_u8},
    {.value_size = sizeof(double), .horiz = horiz_u16, .vert_terms = vert_terms_u16},
};
