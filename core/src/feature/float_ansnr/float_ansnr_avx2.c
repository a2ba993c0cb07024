/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ansnr/float_ansnr_rows_body.h"

const FloatAnsnrRows vmaf_float_ansnr_rows_avx2 = {
    .from8 = from8,
    .from16 = from16,
    .horiz = horiz,
    .vert_terms = vert_terms,
};
