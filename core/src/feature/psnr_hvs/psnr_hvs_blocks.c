/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"
#include "config.h"
#include "feature/psnr_hvs/psnr_hvs_blocks_body.h"

static void load8(PsnrHvsBlocks x, const uint8_t *in, ptrdiff_t stride, unsigned n)
{
    for (size_t y = 0; y < SIDE; y++, in += stride) {
        for (size_t l = 0; l < LANES; l++) {
            const uint8_t *block = in + (l < n ? l : n - 1) * VMAF_PSNR_HVS_STEP;
            for (size_t k = 0; k < SIDE; k++)
                x[y * SIDE + k][l] = block[k];
        }
    }
}

static void load16(PsnrHvsBlocks x, const uint16_t *in, ptrdiff_t stride, unsigned n)
{
    for (size_t y = 0; y < SIDE; y++, in = (const void *)((const uint8_t *)in + stride)) {
        for (size_t l = 0; l < LANES; l++) {
            const uint16_t *block = in + (l < n ? l : n - 1) * VMAF_PSNR_HVS_STEP;
            for (size_t k = 0; k < SIDE; k++)
                x[y * SIDE + k][l] = block[k];
        }
    }
}

const PsnrHvsLoops vmaf_psnr_hvs_loops_c = {
    .load8 = load8,
    .load16 = load16,
    .terms = terms,
    .add = add_in_order,
};

const PsnrHvsLoops *vmaf_psnr_hvs_loops(unsigned isa)
{
#if HAVE_ASM
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_psnr_hvs_loops_avx512;
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_psnr_hvs_loops_avx2;
#endif
    (void)isa;
    return &vmaf_psnr_hvs_loops_c;
}
