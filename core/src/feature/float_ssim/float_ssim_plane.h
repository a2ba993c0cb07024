/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_SSIM_PLANE_H
#define VMAF_FLOAT_SSIM_PLANE_H

#include "feature/float_ssim/float_ssim_rows.h"
#include "libvmaf/picture.h"

/**
 * The windows of a pair of float planes, fed row by row: `float_ssim` has one plane, each level of
 * `float_ms_ssim` another. Only eleven filtered rows are held.
 */
typedef struct VmafFloatSsimPlane {
    const FloatSsimRows *rows;
    enum VmafFloatSsimSums sums;
    unsigned isa;
    unsigned w, h;   /**< samples, at least 11 */
    unsigned y;      /**< rows pushed */
    size_t stride;   /**< floats from one kind of value to the next */
    float *in;       /**< [FSSIM_N][stride]: the row to push and its products */
    float *mean;     /**< [FSSIM_N][stride] */
    float *ring;     /**< [11][FSSIM_N][stride] */
    double *term;    /**< one row of windows, interleaved */
    double total[4]; /**< sums so far, in the order of enum VmafFloatSsimSums */
} VmafFloatSsimPlane;

/** @return 0 or -ENOMEM; free in either case */
int vmaf_float_ssim_plane_init(VmafFloatSsimPlane *p, unsigned w, unsigned h,
                               enum VmafFloatSsimSums sums, unsigned isa);

/** Accepts a zeroed plane. */
void vmaf_float_ssim_plane_free(VmafFloatSsimPlane *p);

/** Start a frame. */
void vmaf_float_ssim_plane_begin(VmafFloatSsimPlane *p);

/** @return where the w samples of the next row go: 0 for the reference, 1 for the other picture */
static inline float *vmaf_float_ssim_plane_row(VmafFloatSsimPlane *p, unsigned side)
{
    return p->in + side * p->stride;
}

/** Take in the row; once there are eleven, a row of windows joins the totals. */
void vmaf_float_ssim_plane_push(VmafFloatSsimPlane *p);

/** @return a frame's mean over the windows, rounded to float as every published value is */
float vmaf_float_ssim_mean(double total, unsigned w, unsigned h);

/** Convert the samples of luma row y to floats in [0, 256). */
void vmaf_float_ssim_read(const FloatSsimRows *rows, float *out, const VmafPicture *pic,
                          unsigned y);

#endif /* VMAF_FLOAT_SSIM_PLANE_H */
