/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "feature/ssimulacra2/ssimulacra2_pyramid.h"

enum { CHANNELS = 3, PLANES = 2 * CHANNELS }; /* R, G, B or X, Y, B of ref, then of dis */

typedef struct Scale {
    unsigned w, h;
    size_t stride_px; /* of a row of one plane: PAD, whole groups, PAD */
    float *lin;       /* [2][PLANES][stride_px], row y in slot y % 2 */
    float *xyb;       /* [BAND_INPUT][PLANES][stride_px], row y in slot y % BAND_INPUT */
    unsigned rows_in, rows_out;
} Scale;

struct Ssimulacra2Pyramid {
    Ssimulacra2Matrix matrix;
    const Ssimulacra2Rows *rows;
    unsigned n_scales;
    Scale scale[SSIMULACRA2_MAX_SCALES];
    size_t bytes;
    float *memory; /* all rows of all scales */
    Ssimulacra2Scratch *scratch;
    float eotf[SSIMULACRA2_EOTF_SIZE];
};

static size_t scale_floats(const Scale *s)
{
    return (2 + SSIMULACRA2_BAND_INPUT) * PLANES * s->stride_px;
}

int vmaf_ssimulacra2_pyramid_create(Ssimulacra2Pyramid **out, const Ssimulacra2Scales *scales,
                                    const Ssimulacra2Matrix *m, const Ssimulacra2Rows *rows)
{
    Ssimulacra2Pyramid *p = calloc(1, sizeof(*p));
    size_t n = 0;

    if (!p)
        return -ENOMEM;
    p->matrix = *m;
    p->rows = rows;
    p->n_scales = scales->n;
    vmaf_ssimulacra2_eotf(p->eotf);
    for (unsigned i = 0; i < p->n_scales; i++) {
        Scale *s = &p->scale[i];
        s->w = scales->w[i];
        s->h = scales->h[i];
        s->stride_px = vmaf_align_up(s->w, SSIMULACRA2_LANES) + (size_t)2 * SSIMULACRA2_PAD;
        n += scale_floats(s);
    }
    p->memory = vmaf_aligned_alloc(n, sizeof(float));
    p->scratch = vmaf_aligned_alloc(1, sizeof(*p->scratch));
    if (!p->memory || !p->scratch) {
        vmaf_ssimulacra2_pyramid_destroy(&p);
        return -ENOMEM;
    }
    p->bytes = sizeof(*p) + sizeof(*p->scratch) + n * sizeof(float);

    float *next = p->memory;
    for (unsigned i = 0; i < p->n_scales; i++) {
        Scale *s = &p->scale[i];
        s->lin = next + SSIMULACRA2_PAD;
        s->xyb = s->lin + 2 * PLANES * s->stride_px;
        next += scale_floats(s);
    }
    *out = p;
    return 0;
}

void vmaf_ssimulacra2_pyramid_destroy(Ssimulacra2Pyramid **p)
{
    if (!*p)
        return;
    vmaf_aligned_free((*p)->memory);
    vmaf_aligned_free((*p)->scratch);
    free(*p);
    *p = NULL;
}

size_t vmaf_ssimulacra2_pyramid_bytes(const Ssimulacra2Pyramid *p)
{
    return p->bytes;
}

static float *lin_row(const Scale *s, unsigned y)
{
    return s->lin + y % 2 * PLANES * s->stride_px;
}

static float *xyb_row(const Scale *s, unsigned y)
{
    return s->xyb + y % SSIMULACRA2_BAND_INPUT * PLANES * s->stride_px;
}

/* Add the terms of rows [rows_out, end) of scale i. */
static void run_band(Ssimulacra2Pyramid *p, unsigned i_scale, unsigned end, Ssimulacra2Sums *sums)
{
    Scale *s = &p->scale[i_scale];
    Ssimulacra2Band b = {
        .dis_offset = CHANNELS * s->stride_px,
        .n_rows = end - s->rows_out,
        .w = s->w,
    };

    for (unsigned c = 0; c < CHANNELS; c++) {
        for (unsigned i = 0; i < b.n_rows + 2 * SSIMULACRA2_REACH; i++) {
            /* Wraps above the first row, so that one comparison covers both borders. */
            const unsigned y = s->rows_out + i - SSIMULACRA2_REACH;
            b.row[i] = y < s->h ? xyb_row(s, y) + c * s->stride_px : NULL;
        }
        p->rows->band(&b, p->scratch, sums->v[c][i_scale]);
    }
    s->rows_out = end;
}

/* Use row rows_in of the linear pictures of scale i, and what becomes complete with it. */
static void push_row(Ssimulacra2Pyramid *p, unsigned i, Ssimulacra2Sums *sums)
{
    for (;; i++) {
        Scale *s = &p->scale[i];
        const unsigned y = s->rows_in++;
        const bool last = s->rows_in == s->h;

        for (unsigned k = 0; k < 2; k++) {
            const size_t plane = k * CHANNELS * s->stride_px;
            p->rows->xyb(lin_row(s, y) + plane, s->w, xyb_row(s, y) + plane, s->stride_px);
        }
        while (s->rows_out < s->h) {
            const unsigned end =
                s->h - s->rows_out < SSIMULACRA2_BAND ? s->h : s->rows_out + SSIMULACRA2_BAND;
            if (!last && s->rows_in < end + SSIMULACRA2_REACH)
                break;
            run_band(p, i, end, sums);
        }

        if (i + 1 == p->n_scales || (y % 2 == 0 && !last))
            return;
        Scale *next = &p->scale[i + 1];
        const float *top = lin_row(s, y & ~1u), *bottom = lin_row(s, y);
        float *out = lin_row(next, next->rows_in);
        for (unsigned k = 0; k < PLANES; k++) {
            p->rows->halve(top + k * s->stride_px, bottom + k * s->stride_px, s->w,
                           out + k * next->stride_px);
        }
    }
}

static Ssimulacra2Samples picture_row(const VmafPicture *pic, unsigned y)
{
    const bool gray = pic->pix_fmt == VMAF_PIX_FMT_YUV400P;
    const unsigned y_chroma = pic->pix_fmt == VMAF_PIX_FMT_YUV420P ? y / 2 : y;
    const char *const *data = (const char *const *)pic->data;

    return (Ssimulacra2Samples){
        .y = data[0] + (ptrdiff_t)y * pic->stride[0],
        .u = gray ? NULL : data[1] + (ptrdiff_t)y_chroma * pic->stride[1],
        .v = gray ? NULL : data[2] + (ptrdiff_t)y_chroma * pic->stride[2],
        .wide = pic->bpc > 8,
        .chroma_shift = pic->pix_fmt == VMAF_PIX_FMT_YUV444P ? 0 : 1,
    };
}

void vmaf_ssimulacra2_pyramid_run(Ssimulacra2Pyramid *p, const VmafPicture *ref,
                                  const VmafPicture *dis, Ssimulacra2Sums *sums)
{
    Scale *full = &p->scale[0];

    *sums = (Ssimulacra2Sums){0};
    for (unsigned i = 0; i < p->n_scales; i++)
        p->scale[i].rows_in = p->scale[i].rows_out = 0;

    for (unsigned y = 0; y < full->h; y++) {
        const Ssimulacra2Samples row[2] = {picture_row(ref, y), picture_row(dis, y)};
        for (unsigned k = 0; k < 2; k++) {
            p->rows->linear(&p->matrix, p->eotf, &row[k], full->w,
                            lin_row(full, y) + k * CHANNELS * full->stride_px, full->stride_px);
        }
        push_row(p, 0, sums);
    }
}
