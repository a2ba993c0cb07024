/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_ADM_FRAMES_H
#define VMAF_TEST_ADM_FRAMES_H

/** The pictures of the check vectors in docs/metrics/adm.md, for test_picture() of extract.h. */

#include <stdint.h>

/* One draw of a generator per pixel in raster order, as test_picture() asks for them. */
static inline uint32_t draw(unsigned x, unsigned y)
{
    static uint32_t state;
    if (!x && !y)
        state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 24;
}

static inline uint32_t to_depth(uint32_t v, unsigned bpc)
{
    return v * ((1u << bpc) - 1) / 255;
}

static inline uint32_t tiles_ref(unsigned x, unsigned y, unsigned bpc)
{
    return to_depth((5 * x + 3 * y + 60 * ((x / 4 + y / 4) % 2) + draw(x, y) % 16) % 256, bpc);
}

static inline uint32_t tiles_dis(unsigned x, unsigned y, unsigned bpc)
{
    return to_depth((5 * x + 3 * y + 40 * ((x / 4 + y / 4) % 2) + draw(x, y) % 8) % 256, bpc);
}

static inline uint32_t ramp_ref(unsigned x, unsigned y, unsigned bpc)
{
    (void)bpc;
    return (x + y) / 4;
}

static inline uint32_t ramp_dis(unsigned x, unsigned y, unsigned bpc)
{
    return ramp_ref(x, y, bpc) + ((7 * x + 13 * y) % 37 == 0);
}

#endif /* VMAF_TEST_ADM_FRAMES_H */
