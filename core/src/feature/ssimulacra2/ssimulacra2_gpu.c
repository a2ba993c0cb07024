/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The GPU engine of `ssimulacra2`: tiles, strips of terms, and the rows. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "feature/ssimulacra2/ssimulacra2.h"
#include "feature/ssimulacra2/ssimulacra2_args.h"

/** What open() found and reserved. */
typedef struct Ssimulacra2Gpu {
    const void *eotf;   /**< on the device */
    unsigned xyb, rows; /**< buffers of a frame: all scales, one after the other */
    size_t sums;        /**< offset of the plane sums in the results */
    VmafGpuKernel *tiles, *strips, *fold;
} Ssimulacra2Gpu;

#define PITCH_PX 32 /* rows start where lines of the cache do */

/*
 * Lay out the scales of a frame, one after the other.
 *
 * @param xyb,row start of both buffers; NULL when only the sizes are wanted
 * @param n_xyb,n_row lengths of the buffers in floats and doubles
 * @return blocks of the launch of the strips
 */
static unsigned lay_out(const Ssimulacra2Scales *scales, float *xyb, double *row,
                        Ssimulacra2GpuScales *out, size_t *n_xyb, size_t *n_row)
{
    unsigned blocks = 0;

    *out = (Ssimulacra2GpuScales){.n = scales->n};
    *n_xyb = *n_row = 0;
    for (unsigned i = 0; i < scales->n; i++) {
        const unsigned w = scales->w[i], h = scales->h[i];
        Ssimulacra2GpuScale *s = &out->at[i];
        *s = (Ssimulacra2GpuScale){
            .xyb = xyb ? xyb + *n_xyb : NULL,
            .row = row ? row + *n_row : NULL,
            .w = w,
            .h = h,
            .pitch_px = (uint32_t)vmaf_align_up(w, PITCH_PX),
            .first = blocks,
        };
        blocks += 3 * vmaf_gpu_blocks(h, SSIMULACRA2_STRIP);
        *n_xyb += (size_t)6 * h * s->pitch_px;
        *n_row += (size_t)h * SSIMULACRA2_ROW_SUMS;
    }
    return blocks;
}

/* The transfer table with each entry beside the next one, so that one load gets both. */
static int make_eotf(Ssimulacra2Gpu *s, VmafGpuFrame *f)
{
    const size_t n = SSIMULACRA2_EOTF_STEPS + 1;
    float *table = malloc((SSIMULACRA2_EOTF_SIZE + 2 * n) * sizeof(*table));
    if (!table)
        return -ENOMEM;
    float *pair = table + SSIMULACRA2_EOTF_SIZE;
    vmaf_ssimulacra2_eotf(table);
    for (size_t i = 0; i < n; i++) {
        pair[2 * i] = table[i];
        pair[2 * i + 1] = table[i + 1];
    }
    const int err = vmaf_gpu_table(f, pair, 2 * n * sizeof(*pair), &s->eotf);
    free(table);
    return err;
}

static int open_ssimulacra2(void *state, const void *plan, VmafGpuFrame *f)
{
    Ssimulacra2Gpu *s = state;
    const Ssimulacra2Plan *p = plan;
    Ssimulacra2GpuScales scales;
    size_t n_xyb, n_row;

    lay_out(&p->scales, NULL, NULL, &scales, &n_xyb, &n_row);
    int err = vmaf_gpu_kernel(f->dev, "ssimulacra2", "ssimulacra2_tiles", &s->tiles);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "ssimulacra2", "ssimulacra2_strips", &s->strips);
    if (!err)
        err = vmaf_gpu_kernel(f->dev, "ssimulacra2", "ssimulacra2_rows", &s->fold);
    if (!err)
        err = make_eotf(s, f);
    if (!err)
        err = vmaf_gpu_buffer(f, n_xyb * sizeof(float), &s->xyb);
    if (!err)
        err = vmaf_gpu_buffer(f, n_row * sizeof(double), &s->rows);
    if (!err)
        err = vmaf_gpu_result(f, sizeof(Ssimulacra2Sums), &s->sums);
    return err;
}

static Ssimulacra2GpuPicture picture(const VmafGpuPlane *plane, bool gray)
{
    return (Ssimulacra2GpuPicture){
        .plane = {plane[0].data, gray ? NULL : plane[1].data, gray ? NULL : plane[2].data},
        .pitch = {plane[0].pitch, plane[1].pitch, plane[2].pitch},
    };
}

static int launch_ssimulacra2(const void *state, const void *plan, VmafGpuFrame *f)
{
    const Ssimulacra2Gpu *s = state;
    const Ssimulacra2Plan *p = plan;
    const bool gray = p->info.pix_fmt == VMAF_PIX_FMT_YUV400P;
    size_t n_xyb, n_row;
    Ssimulacra2TileArgs tiles = {
        .pic = {picture(f->pair[0].ref, gray), picture(f->pair[0].dis, gray)},
        .eotf = s->eotf,
        .matrix = p->matrix,
        .tiles_x = vmaf_gpu_blocks(p->info.w, SSIMULACRA2_TILE),
        .bytes = p->info.bpc > 8 ? 2 : 1,
        .shift_x = p->info.pix_fmt == VMAF_PIX_FMT_YUV444P ? 0 : 1,
        .shift_y = p->info.pix_fmt == VMAF_PIX_FMT_YUV420P ? 1 : 0,
    };
    const unsigned n_strips =
        lay_out(&p->scales, f->buffer[s->xyb], f->buffer[s->rows], &tiles.scales, &n_xyb, &n_row);
    const Ssimulacra2StripArgs strips = {.scales = tiles.scales};
    const Ssimulacra2RowArgs rows = {.scales = tiles.scales,
                                     .sum = (double *)(void *)(f->result + s->sums)};
    const VmafGpuDim tile_grid = {tiles.tiles_x * vmaf_gpu_blocks(p->info.h, SSIMULACRA2_TILE), 2,
                                  1};

    int err = VMAF_GPU_LAUNCH(f->dev, s->tiles, tile_grid,
                              ((VmafGpuDim){SSIMULACRA2_TILE_THREADS, 1, 1}), &tiles, f->stream);
    if (!err)
        err = VMAF_GPU_LAUNCH(f->dev, s->strips, ((VmafGpuDim){n_strips, 1, 1}),
                              ((VmafGpuDim){SSIMULACRA2_STRIP_THREADS, 1, 1}), &strips, f->stream);
    if (!err)
        err = VMAF_GPU_LAUNCH(f->dev, s->fold, ((VmafGpuDim){p->scales.n, 1, 1}),
                              ((VmafGpuDim){SSIMULACRA2_FOLD_THREADS, 1, 1}), &rows, f->stream);
    return err;
}

static int settle_ssimulacra2(const void *state, const void *plan, const VmafGpuFrame *f,
                              void *result)
{
    (void)plan;
    const Ssimulacra2Gpu *s = state;
    memcpy(result, f->host_result + s->sums, sizeof(Ssimulacra2Sums));
    vmaf_ssimulacra2_settle(result);
    return 0;
}

const VmafGpuEngine vmaf_ssimulacra2_gpu = {
    .state_size = sizeof(Ssimulacra2Gpu),
    .open = open_ssimulacra2,
    .launch = launch_ssimulacra2,
    .settle = settle_ssimulacra2,
};
