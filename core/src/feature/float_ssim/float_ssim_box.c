/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/float_ssim/float_ssim_box.h"

#include <errno.h>
#include <stdbool.h>

#include "base/mem.h"
#include "feature/float_ssim/float_ssim_plane.h"

int vmaf_float_ssim_box_init(VmafFloatSsimBox *b, const FloatSsimRows *rows, unsigned w, unsigned h,
                             unsigned f)
{
    b->rows = rows;
    b->w = w;
    b->h = h;
    b->f = f;
    b->line = vmaf_aligned_alloc(w, sizeof(float));
    b->acc = vmaf_aligned_alloc(w, sizeof(double));
    return b->line && b->acc ? 0 : -ENOMEM;
}

void vmaf_float_ssim_box_free(VmafFloatSsimBox *b)
{
    vmaf_aligned_free(b->line);
    vmaf_aligned_free(b->acc);
    b->line = NULL;
    b->acc = NULL;
}

static int64_t first_tap(unsigned at, unsigned f)
{
    return (int64_t)at * f + vmaf_float_ssim_box_first(f);
}

/* The sum is exact, so the rows of a column come first and the columns of a box after them. */
static void exact_row(VmafFloatSsimBox *b, float *out, unsigned n, const VmafPicture *pic,
                      unsigned y)
{
    for (unsigned j = 0; j < b->w; j++)
        b->acc[j] = 0.0;
    for (unsigned v = 0; v < b->f; v++) {
        vmaf_float_ssim_read(b->rows, b->line, pic,
                             vmaf_float_ssim_mirror(first_tap(y, b->f) + v, b->h));
        b->rows->box_add(b->acc, b->line, vmaf_float_ssim_box_tap(b->f), b->w);
    }
    for (unsigned x = 0; x < n; x++) {
        const int64_t left = first_tap(x, b->f);
        const bool inside = left >= 0 && left + b->f <= b->w;
        double sum = 0.0;
        for (unsigned u = 0; u < b->f; u++)
            sum += b->acc[inside ? left + u : vmaf_float_ssim_mirror(left + u, b->w)];
        out[x] = (float)sum;
    }
}

/* Every sum runs in the order of the definition. */
static void ordered_row(VmafFloatSsimBox *b, float *out, unsigned n, const VmafPicture *pic,
                        unsigned y)
{
    const float tap = vmaf_float_ssim_box_tap(b->f);
    for (unsigned x = 0; x < n; x++)
        b->acc[x] = 0.0;
    for (unsigned v = 0; v < b->f; v++) {
        vmaf_float_ssim_read(b->rows, b->line, pic,
                             vmaf_float_ssim_mirror(first_tap(y, b->f) + v, b->h));
        for (unsigned x = 0; x < n; x++) {
            for (unsigned u = 0; u < b->f; u++)
                b->acc[x] = vmaf_float_ssim_add(
                    b->acc[x], b->line[vmaf_float_ssim_mirror(first_tap(x, b->f) + u, b->w)], tap);
        }
    }
    for (unsigned x = 0; x < n; x++)
        out[x] = (float)b->acc[x];
}

void vmaf_float_ssim_box_row(VmafFloatSsimBox *b, float *out, const VmafPicture *pic, unsigned y)
{
    const unsigned n = vmaf_float_ssim_decimated(b->w, b->f);
    if (b->f <= VMAF_FLOAT_SSIM_EXACT_BOX)
        exact_row(b, out, n, pic, y);
    else
        ordered_row(b, out, n, pic, y);
}
