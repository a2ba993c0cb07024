/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The planes are streamed once, row by row, through a ring of differences. */
#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "feature/motion/motion.h"
#include "feature/motion/motion_rows.h"

typedef struct MotionScratch {
    const VmafMotionRows *rows;
    size_t stride;   /* bytes from one row of the ring to the next */
    uint8_t *ring;   /* [VMAF_MOTION_TAPS] differences of rows */
    uint8_t *across; /* what blur() wants */
} MotionScratch;

static int open_motion(void *scratch, const void *plan, unsigned isa)
{
    MotionScratch *s = scratch;
    const MotionPlan *p = plan;
    s->rows = vmaf_motion_rows(p->bpc, isa);
    s->stride = vmaf_align_up((size_t)p->w * sizeof(int32_t), VMAF_PLANE_ALIGN);
    const size_t across = ((size_t)p->w + 2 * VMAF_MOTION_PAD) * sizeof(int32_t);
    s->ring = vmaf_aligned_alloc(VMAF_MOTION_TAPS, s->stride);
    s->across = vmaf_aligned_alloc(1, across);
    if (!s->ring || !s->across)
        return -ENOMEM;
    memset(s->across, 0, across); /* vectors read a little beyond the row, and weigh it with 0 */
    return 0;
}

static void close_motion(void *scratch)
{
    MotionScratch *s = scratch;
    vmaf_aligned_free(s->ring);
    vmaf_aligned_free(s->across);
}

static const uint8_t *luma_row(const VmafPicture *pic, int32_t y)
{
    return (const uint8_t *)pic->data[0] + y * pic->stride[0];
}

/** @return whether the samples kept to their depth, or the loops do not care */
static bool sum_rows(const MotionScratch *s, const VmafMotionRows *rows, const VmafPicture *older,
                     const VmafPicture *newer, uint64_t *sad)
{
    const int32_t w = (int32_t)newer->w[0], h = (int32_t)newer->h[0];
    unsigned found[VMAF_MOTION_TAPS];
    int32_t next = 0; /* first row that is not in the ring yet */

    *sad = 0;
    for (int32_t y = 0; y < h; y++) {
        for (; next < h && next <= y + VMAF_MOTION_RADIUS; next++) {
            const int32_t at = next % VMAF_MOTION_TAPS;
            found[at] = rows->diff(s->ring + (size_t)at * s->stride, luma_row(older, next),
                                   luma_row(newer, next), w, newer->bpc);
            if (found[at] & VMAF_MOTION_WIDE)
                return false;
        }
        const void *d[VMAF_MOTION_TAPS];
        unsigned moves = 0;
        for (int32_t k = 0; k < VMAF_MOTION_TAPS; k++) {
            const int32_t at =
                vmaf_motion_reflect(y + k - VMAF_MOTION_RADIUS, h) % VMAF_MOTION_TAPS;
            d[k] = s->ring + (size_t)at * s->stride;
            moves |= found[at];
        }
        if (moves)
            *sad += rows->blur(d, s->across, w, newer->bpc);
    }
    return true;
}

static int measure(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const MotionScratch *s = scratch;
    const MotionPlan *p = plan;
    MotionResult *r = result;
    if (window->n_before < p->distance)
        return 0;
    const VmafPicture *older = window->ref[p->distance], *newer = window->ref[0];
    if (!sum_rows(s, s->rows, older, newer, &r->sad))
        sum_rows(s, &vmaf_motion_rows_c, older, newer, &r->sad);
    return 0;
}

const VmafCpuEngine vmaf_motion_cpu = {
    .scratch_size = sizeof(MotionScratch),
    .open = open_motion,
    .measure = measure,
    .close = close_motion,
};
