/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <string.h>

#include "base/mem.h"
#include "feature/psnr_hvs/psnr_hvs.h"
#include "feature/psnr_hvs/psnr_hvs_blocks.h"

#define LANES VMAF_PSNR_HVS_LANES
#define STEP VMAF_PSNR_HVS_STEP

typedef struct PsnrHvsScratch {
    const PsnrHvsLoops *loops;
} PsnrHvsScratch;

static int open_psnr_hvs(void *scratch, const void *plan, unsigned isa)
{
    (void)plan;
    PsnrHvsScratch *s = scratch;
    s->loops = vmaf_psnr_hvs_loops(isa);
    return 0;
}

static void load(const PsnrHvsLoops *loops, PsnrHvsBlocks x, const VmafPicture *pic, unsigned plane,
                 unsigned column, unsigned row, unsigned n)
{
    const uint8_t *in =
        (const uint8_t *)pic->data[plane] + (ptrdiff_t)row * STEP * pic->stride[plane];
    if (pic->bpc == 8)
        loops->load8(x, in + (size_t)column * STEP, pic->stride[plane], n);
    else
        loops->load16(x, (const uint16_t *)(const void *)in + (size_t)column * STEP,
                      pic->stride[plane], n);
}

static int measure_psnr_hvs(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const PsnrHvsLoops *loops = ((const PsnrHvsScratch *)scratch)->loops;
    const PsnrHvsPlan *p = plan;
    PsnrHvsSums *out = result;
    _Alignas(VMAF_PLANE_ALIGN) PsnrHvsBlocks ref, dis;
    _Alignas(VMAF_PLANE_ALIGN) PsnrHvsTerms term;
    for (unsigned i = 0; i < VMAF_PSNR_HVS_PLANES; i++) {
        float sum = 0.0f;
        for (unsigned y = 0; y < p->rows[i]; y++) {
            for (unsigned x = 0; x < p->columns[i]; x += LANES) {
                const unsigned rest = p->columns[i] - x, n = rest < LANES ? rest : LANES;
                load(loops, ref, window->ref[0], i, x, y, n);
                load(loops, dis, window->dis[0], i, x, y, n);
                loops->terms(term, ref, dis, &p->table[i]);
                for (unsigned k = 0; n < LANES && k < VMAF_PSNR_HVS_SIZE; k++)
                    memset(term[k] + n, 0, (LANES - n) * sizeof(term[k][0]));
                sum = loops->add(sum, term, n);
            }
        }
        out->sum[i] = sum;
    }
    return 0;
}

const VmafCpuEngine vmaf_psnr_hvs_cpu = {
    .scratch_size = sizeof(PsnrHvsScratch),
    .open = open_psnr_hvs,
    .measure = measure_psnr_hvs,
};
