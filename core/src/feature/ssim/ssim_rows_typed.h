/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/**
 * The row loops of `ssim` for one type of samples: the including file defines SAMPLE, VALUE,
 * WINDOW and NAME(), which are undefined again at the end. No include guard.
 */
static void NAME(load)(VALUE *restrict x, VALUE *restrict y, VALUE *restrict xx, VALUE *restrict xy,
                       VALUE *restrict yy, const SAMPLE *restrict ref, const SAMPLE *restrict dis,
                       size_t n)
{
    for (size_t j = 0; j < n; j++) {
        const VALUE r = (VALUE)ref[j], d = (VALUE)dis[j];
        x[j] = r;
        y[j] = d;
        xx[j] = r * r;
        xy[j] = r * d;
        yy[j] = d * d;
    }
}

/* Nine rows from top to bottom, or one row nine times, each starting a sample later. Out of line,
 * since a compiler that knows of the latter may carry loads from one pass of the loop to the next
 * and then find no vectors. */
static __attribute__((noinline)) void NAME(window)(VALUE *restrict out, const void *const row[9],
                                                   size_t at, size_t n)
{
    const VALUE *r0 = (const VALUE *)row[0] + at, *r1 = (const VALUE *)row[1] + at;
    const VALUE *r2 = (const VALUE *)row[2] + at, *r3 = (const VALUE *)row[3] + at;
    const VALUE *r4 = (const VALUE *)row[4] + at, *r5 = (const VALUE *)row[5] + at;
    const VALUE *r6 = (const VALUE *)row[6] + at, *r7 = (const VALUE *)row[7] + at;
    const VALUE *r8 = (const VALUE *)row[8] + at;
    for (size_t j = 0; j < n; j++)
        out[j] = WINDOW(r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j], r8[j]);
}

static void NAME(horiz)(void *out, void *scratch, size_t stride, const void *ref, const void *dis,
                        size_t n)
{
    VALUE *v = scratch;
    NAME(load)
    (v + SSIM_X * stride, v + SSIM_Y * stride, v + SSIM_XX * stride, v + SSIM_XY * stride,
     v + SSIM_YY * stride, ref, dis, n);
    const void *const tap[9] = {v - 4, v - 3, v - 2, v - 1, v, v + 1, v + 2, v + 3, v + 4};
    for (unsigned k = 0; k < SSIM_N; k++)
        NAME(window)((VALUE *)out + k * stride, tap, k * stride, n);
}

static void NAME(vert_terms)(double *restrict term, void *sum, size_t stride,
                             const void *const row[9], const double *restrict wx, double wy,
                             VmafSsimConstants q, size_t n)
{
    const VALUE *restrict v = sum;
    for (unsigned k = 0; k < SSIM_N; k++)
        NAME(window)((VALUE *)sum + k * stride, row, k * stride, n);
    const VALUE *x = v + SSIM_X * stride, *y = v + SSIM_Y * stride;
    const VALUE *xx = v + SSIM_XX * stride, *xy = v + SSIM_XY * stride;
    const VALUE *yy = v + SSIM_YY * stride;
    for (size_t j = 0; j < n; j++)
        term[j] = vmaf_ssim_term(wx[j] * wy, (double)x[j], (double)y[j], (double)xx[j],
                                 (double)xy[j], (double)yy[j], q);
}

#undef SAMPLE
#undef VALUE
#undef WINDOW
#undef NAME
