/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_rows_body.h"

const FloatSsimRows vmaf_float_ssim_rows_avx2 = {
    .from_u8 = from_u8,
    .from_u16 = from_u16,
    .box_add = box_add,
    .horiz = horiz,
    .vert_terms = vert_terms,
    .split = split,
    .low_pass = low_pass,
};
