/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The loops of AdmRows in C. Each instruction set compiles this file once, with its own flags. The
 * loops have no branches that depend on samples and no pointers that may alias, so that the
 * compiler can use all lanes. Where it cannot see the best instruction, x86/adm_x86.h stands before
 * a loop, which then finishes the row.
 */
#include "feature/adm/adm_rows.h"

/* In front of a loop: no row that it writes overlaps another one. */
#if defined(__clang__)
#define ROWS_ARE_DISTINCT _Pragma("clang loop vectorize(assume_safety)")
#else
#define ROWS_ARE_DISTINCT _Pragma("GCC ivdep")
#endif

static void vert8(const uint8_t *const in[4], int16_t *restrict lo, int16_t *restrict hi, int32_t w,
                  uint32_t shift)
{
    const uint8_t *a = in[0], *b = in[1], *c = in[2], *d = in[3];
    const int32_t mid = (int32_t)1 << (shift - 1);
    if (!hi) {
        for (int32_t j = 0; j < w; j++)
            lo[j] = (int16_t)vmaf_adm_low16(a[j] - mid, b[j] - mid, c[j] - mid, d[j] - mid, shift);
        return;
    }
    for (int32_t j = 0; j < w; j++) {
        lo[j] = (int16_t)vmaf_adm_low16(a[j] - mid, b[j] - mid, c[j] - mid, d[j] - mid, shift);
        hi[j] = (int16_t)vmaf_adm_high16(a[j], b[j], c[j], d[j], shift);
    }
}

static void vert16(const uint16_t *const in[4], int16_t *restrict lo, int16_t *restrict hi,
                   int32_t w, uint32_t shift)
{
    const uint16_t *a = in[0], *b = in[1], *c = in[2], *d = in[3];
    const int32_t mid = (int32_t)1 << (shift - 1);
    if (!hi) {
        for (int32_t j = 0; j < w; j++)
            lo[j] = (int16_t)vmaf_adm_low16(a[j] - mid, b[j] - mid, c[j] - mid, d[j] - mid, shift);
        return;
    }
    for (int32_t j = 0; j < w; j++) {
        lo[j] = (int16_t)vmaf_adm_low16(a[j] - mid, b[j] - mid, c[j] - mid, d[j] - mid, shift);
        hi[j] = (int16_t)vmaf_adm_high16(a[j] - mid, b[j] - mid, c[j] - mid, d[j] - mid, shift);
    }
}

static void vert32(const int32_t *const in[4], int32_t *restrict lo, int32_t *restrict hi,
                   int32_t w, uint32_t shift)
{
    const int32_t *a = in[0], *b = in[1], *c = in[2], *d = in[3];
    if (!hi) {
        for (int32_t j = 0; j < w; j++)
            lo[j] = vmaf_adm_low32(a[j], b[j], c[j], d[j], shift);
        return;
    }
    for (int32_t j = 0; j < w; j++) {
        lo[j] = vmaf_adm_low32(a[j], b[j], c[j], d[j], shift);
        hi[j] = vmaf_adm_high32(a[j], b[j], c[j], d[j], shift);
    }
}

static void horiz16(const int16_t *restrict in, int32_t *restrict low, int32_t *restrict high,
                    int32_t w, uint32_t shift)
{
    if (!high) {
        for (int32_t j = 0; j < w; j++)
            low[j] = vmaf_adm_low16(in[2 * j - 1], in[2 * j], in[2 * j + 1], in[2 * j + 2], shift);
        return;
    }
    for (int32_t j = 0; j < w; j++) {
        low[j] = vmaf_adm_low16(in[2 * j - 1], in[2 * j], in[2 * j + 1], in[2 * j + 2], shift);
        high[j] = vmaf_adm_high16(in[2 * j - 1], in[2 * j], in[2 * j + 1], in[2 * j + 2], shift);
    }
}

static void horiz32(const int32_t *restrict in, int32_t *restrict low, int32_t *restrict high,
                    int32_t w, uint32_t shift)
{
    if (!high) {
        for (int32_t j = 0; j < w; j++)
            low[j] = vmaf_adm_low32(in[2 * j - 1], in[2 * j], in[2 * j + 1], in[2 * j + 2], shift);
        return;
    }
    for (int32_t j = 0; j < w; j++) {
        low[j] = vmaf_adm_low32(in[2 * j - 1], in[2 * j], in[2 * j + 1], in[2 * j + 2], shift);
        high[j] = vmaf_adm_high32(in[2 * j - 1], in[2 * j], in[2 * j + 1], in[2 * j + 2], shift);
    }
}

static VMAF_HD void angle_row(int32_t *const ref[VMAF_ADM_BANDS],
                              int32_t *const dis[VMAF_ADM_BANDS], int32_t *restrict flag,
                              int32_t x0, int32_t x1, int wide)
{
    const int32_t *restrict oh = ref[0], *restrict ov = ref[1];
    const int32_t *restrict th = dis[0], *restrict tv = dis[1];
    for (int32_t j = x0; j < x1; j++)
        flag[j] = vmaf_adm_angle_flag(oh[j], ov[j], th[j], tv[j], wide);
}

/* The two forms of the gain as one, chosen at compile time. */
static VMAF_HD int32_t restored(int32_t o, int32_t t, int32_t flag, double gain, int wide,
                                int whole)
{
    return whole ? vmaf_adm_restore_whole16(o, t, flag, (int32_t)gain)
                 : vmaf_adm_restore(o, t, flag, gain, wide);
}

/* The signal of NUM is r and its masker ai; AIM has them the other way round. */
static VMAF_HD void decouple(const AdmScale *s, double gain, int32_t *const ref[VMAF_ADM_BANDS],
                             int32_t *const dis[VMAF_ADM_BANDS], const AdmMaskRows *out,
                             int32_t *restrict flag, int32_t x0, int32_t x1, int wide, int whole)
{
    const int32_t *restrict oh = ref[0], *restrict ov = ref[1], *restrict od = ref[2];
    const int32_t *restrict th = dis[0], *restrict tv = dis[1], *restrict td = dis[2];
    int32_t *restrict rh = out->signal[0][0], *restrict ah = out->signal[1][0];
    int32_t *restrict rv = out->signal[0][1], *restrict av = out->signal[1][1];
    int32_t *restrict rd = out->signal[0][2], *restrict ad = out->signal[1][2];
    int32_t *restrict num_n = out->neighbour[0], *restrict num_c = out->centre[0];
    int32_t *restrict aim_n = out->neighbour[1], *restrict aim_c = out->centre[1];
    const uint32_t fh = s->factor[0], fv = s->factor[1], fd = s->factor[2];

    angle_row(ref, dis, flag, x0, x1, wide);
    ROWS_ARE_DISTINCT
    for (int32_t j = x0; j < x1; j++) {
        const int32_t r0 = restored(oh[j], th[j], flag[j], gain, wide, whole);
        const int32_t r1 = restored(ov[j], tv[j], flag[j], gain, wide, whole);
        const int32_t r2 = restored(od[j], td[j], flag[j], gain, wide, whole);
        const AdmWeighted h = vmaf_adm_weigh(r0, fh, 0, wide);
        const AdmWeighted v = vmaf_adm_weigh(r1, fv, 0, wide);
        const AdmWeighted d = vmaf_adm_weigh(r2, fd, 1, wide);
        const AdmWeighted ai_h = vmaf_adm_weigh(th[j] - r0, fh, 0, wide);
        const AdmWeighted ai_v = vmaf_adm_weigh(tv[j] - r1, fv, 0, wide);
        const AdmWeighted ai_d = vmaf_adm_weigh(td[j] - r2, fd, 1, wide);
        const AdmShares num = vmaf_adm_shares(ai_h, ai_v, ai_d);
        const AdmShares aim = vmaf_adm_shares(h, v, d);
        rh[j] = h.signal;
        rv[j] = v.signal;
        rd[j] = d.signal;
        ah[j] = ai_h.signal;
        av[j] = ai_v.signal;
        ad[j] = ai_d.signal;
        num_n[j] = num.neighbour;
        aim_n[j] = aim.neighbour;
        num_c[j] = num.centre;
        aim_c[j] = aim.centre;
    }
}

static void decouple16(const AdmScale *s, double gain, int32_t *const ref[VMAF_ADM_BANDS],
                       int32_t *const dis[VMAF_ADM_BANDS], const AdmMaskRows *out, int32_t *scratch,
                       int32_t x0, int32_t x1)
{
    if (gain == (int32_t)gain)
        decouple(s, gain, ref, dis, out, scratch, x0, x1, 0, 1);
    else
        decouple(s, gain, ref, dis, out, scratch, x0, x1, 0, 0);
}

static void decouple32(const AdmScale *s, double gain, int32_t *const ref[VMAF_ADM_BANDS],
                       int32_t *const dis[VMAF_ADM_BANDS], const AdmMaskRows *out, int32_t *scratch,
                       int32_t x0, int32_t x1)
{
    decouple(s, gain, ref, dis, out, scratch, x0, x1, 1, 0);
}

/** Neighbour shares added over the three rows of a site, and what borders make of them. */
static void mask_columns(const AdmScale *s, const AdmMaskRows *const row[3], int pass,
                         int32_t *restrict column)
{
    const int32_t *above = row[0]->neighbour[pass], *at = row[1]->neighbour[pass];
    const int32_t *below = row[2]->neighbour[pass];
    const int32_t w = s->w, left = s->x0 ? s->x0 - 1 : 0, right = s->x0 ? s->x1 + 1 : w;

    for (int32_t j = left; j < right; j++)
        column[j] = vmaf_adm_add3(above[j], at[j], below[j]);
    if (!s->x0) {
        column[-1] = column[vmaf_adm_neighbour(-1, w)];
        column[w] = column[vmaf_adm_neighbour(w, w)];
    }
}

/** Sums of cubes over columns [x0, x1), added to sum[]. */
static void mask_sums(const AdmScale *s, const AdmMaskRows *row, int pass, const int32_t *column,
                      int32_t x0, int32_t x1, uint64_t sum[VMAF_ADM_BANDS])
{
    const int32_t *centre = row->centre[pass];
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const int32_t *sig = row->signal[pass][k];
        const uint32_t thr_shift = s->thr_shift[k], square_shift = s->square_shift[k];
        const uint32_t cube_shift = s->cube_shift[k];
        uint64_t acc = 0;
        for (int32_t j = x0; j < x1; j++) {
            const int32_t box = vmaf_adm_add3(column[j - 1], column[j], column[j + 1]);
            acc += (uint64_t)vmaf_adm_masked_cube(sig[j], vmaf_adm_add3(box, centre[j], 0),
                                                  thr_shift, square_shift, cube_shift);
        }
        sum[k] += acc;
    }
}

static uint64_t den16(const AdmScale *s, const int32_t *restrict band)
{
    uint64_t acc = 0;
    for (int32_t j = s->x0; j < s->x1; j++)
        acc += vmaf_adm_den_cube16(band[j]);
    return acc;
}

static uint64_t den32(const AdmScale *s, const int32_t *restrict band)
{
    const uint32_t square_shift = s->den_square_shift, cube_shift = s->den_cube_shift;
    uint64_t acc = 0;
    for (int32_t j = s->x0; j < s->x1; j++)
        acc += vmaf_adm_den_cube32(band[j], square_shift, cube_shift);
    return acc;
}
