/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_BOX_H
#define VMAF_FLOAT_SSIM_BOX_H

#include "feature/float_ssim/float_ssim_rows.h"
#include "libvmaf/picture.h"

/** Decimation of a luma plane by a box of f x f samples, a row of outputs at a time. */
typedef struct VmafFloatSsimBox {
    const FloatSsimRows *rows;
    unsigned w, h, f; /**< full size; f at least 2 */
    float *line;      /**< [w] samples of one row */
    double *acc;      /**< [w] sums of the columns, or of the outputs */
} VmafFloatSsimBox;

/** @return 0 or -ENOMEM; free in either case */
int vmaf_float_ssim_box_init(VmafFloatSsimBox *b, const FloatSsimRows *rows, unsigned w, unsigned h,
                             unsigned f);

/** Accepts a zeroed box. */
void vmaf_float_ssim_box_free(VmafFloatSsimBox *b);

/** @param out [vmaf_float_ssim_decimated(w, f)] output row y */
void vmaf_float_ssim_box_row(VmafFloatSsimBox *b, float *out, const VmafPicture *pic, unsigned y);

#endif /* VMAF_FLOAT_SSIM_BOX_H */
