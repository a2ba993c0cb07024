/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/motion/motion_rows.h"

#include <stdlib.h>

#include "base/cpu.h"
#include "config.h"

static unsigned diff(void *d, const void *older, const void *newer, int32_t w, uint32_t bpc)
{
    int32_t *out = d, any = 0;
    if (bpc == 8) {
        const uint8_t *a = older, *b = newer;
        for (int32_t j = 0; j < w; j++)
            any |= out[j] = a[j] - b[j];
    } else {
        const uint16_t *a = older, *b = newer;
        for (int32_t j = 0; j < w; j++)
            any |= out[j] = a[j] - b[j];
    }
    return any ? VMAF_MOTION_MOVES : 0;
}

static uint64_t blur(const void *const d[VMAF_MOTION_TAPS], void *scratch, int32_t w, uint32_t bpc)
{
    const int32_t *const row[VMAF_MOTION_TAPS] = {d[0], d[1], d[2], d[3], d[4]};
    int32_t *v = (int32_t *)scratch + VMAF_MOTION_RADIUS;
    for (int32_t j = 0; j < w; j++)
        v[j] = vmaf_motion_filter(row[0][j], row[1][j], row[2][j], row[3][j], row[4][j], bpc);
    for (int32_t k = 1; k <= VMAF_MOTION_RADIUS; k++) {
        v[-k] = v[vmaf_motion_reflect(-k, w)];
        v[w - 1 + k] = v[vmaf_motion_reflect(w - 1 + k, w)];
    }
    uint64_t sum = 0;
    for (int32_t j = 0; j < w; j++)
        sum += (uint64_t)abs(vmaf_motion_filter(v[j - 2], v[j - 1], v[j], v[j + 1], v[j + 2],
                                                VMAF_MOTION_SHIFT_ACROSS));
    return sum;
}

const VmafMotionRows vmaf_motion_rows_c = {.diff = diff, .blur = blur};

const VmafMotionRows *vmaf_motion_rows(uint32_t bpc, unsigned isa)
{
#if HAVE_ASM
    const unsigned kind = bpc == 8 ? 0 : bpc < 16 ? 1 : 2;
    if (isa & VMAF_CPU_AVX512)
        return &vmaf_motion_rows_avx512[kind];
    if (isa & VMAF_CPU_AVX2)
        return &vmaf_motion_rows_avx2[kind];
#endif
    (void)bpc, (void)isa;
    return &vmaf_motion_rows_c;
}
