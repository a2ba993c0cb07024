/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/motion/float_motion_rows_body.h"

static void down(float *out, ptrdiff_t stride, const void *const in[VMAF_FLOAT_MOTION_BLOCK_IN],
                 VmafFloatMotionTaps f, int32_t w, uint32_t bpc)
{
    const float scale = vmaf_float_motion_scale(bpc);
    if (bpc == 8)
        down_columns(out, stride, in, f, 0, w, scale, true);
    else
        down_columns(out, stride, in, f, 0, w, scale, false);
}

static void sums(float *sum, const float *term, ptrdiff_t stride, int32_t w)
{
    add_columns(sum, term, stride, 0, w);
}

const VmafFloatMotionRows vmaf_float_motion_rows_c = FLOAT_MOTION_ROWS;

const VmafFloatMotionRows *vmaf_float_motion_rows(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_float_motion_rows_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_float_motion_rows_avx2;
#endif
    (void)isa;
    return &vmaf_float_motion_rows_c;
}
