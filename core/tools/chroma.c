/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "chroma.h"

static uint8_t round_7(int sum)
{
    const int v = (sum + 64) >> 7;
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* Sample x of n, with the edges repeated. */
static int at(const uint8_t *src, int x, int n)
{
    return src[x < 0 ? 0 : x >= n ? n - 1 : x];
}

static uint8_t shifted_at_edge(const uint8_t *src, int x, int n)
{
    return round_7(4 * at(src, x - 2, n) - 17 * at(src, x - 1, n) + 114 * at(src, x, n) +
                   35 * at(src, x + 1, n) - 9 * at(src, x + 2, n) + at(src, x + 3, n));
}

void chroma_shift_left(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w, unsigned h)
{
    for (unsigned y = 0; y < h; y++, dst += stride, src += w) {
        /* Inside, no index needs a clamp and the compiler can use vectors. */
        unsigned x = 0;
        for (; x < w && x < 2; x++)
            dst[x] = shifted_at_edge(src, (int)x, (int)w);
        for (; x + 3 < w; x++) {
            dst[x] = round_7(4 * src[x - 2] - 17 * src[x - 1] + 114 * src[x] + 35 * src[x + 1] -
                             9 * src[x + 2] + src[x + 3]);
        }
        for (; x < w; x++)
            dst[x] = shifted_at_edge(src, (int)x, (int)w);
    }
}

/* Rows instead of samples: the inner loop runs along the rows. */
static void shift_columns(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w,
                          unsigned h, int dir)
{
    for (int y = 0; y < (int)h; y++, dst += stride) {
        const uint8_t *row[6];
        for (int k = 0; k < 6; k++) {
            const int i = y + (k - 2) * dir;
            row[k] = src + (size_t)w * (size_t)(i < 0 ? 0 : i >= (int)h ? (int)h - 1 : i);
        }
        for (unsigned x = 0; x < w; x++) {
            dst[x] = round_7(4 * row[0][x] - 17 * row[1][x] + 114 * row[2][x] + 35 * row[3][x] -
                             9 * row[4][x] + row[5][x]);
        }
    }
}

void chroma_shift_up(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w, unsigned h)
{
    shift_columns(dst, stride, src, w, h, 1);
}

void chroma_shift_down(uint8_t *dst, ptrdiff_t stride, const uint8_t *src, unsigned w, unsigned h)
{
    shift_columns(dst, stride, src, w, h, -1);
}

void chroma_double_width(uint8_t *dst, ptrdiff_t stride, unsigned dst_w, const uint8_t *src,
                         unsigned src_w, unsigned h)
{
    const int n = (int)src_w;
    for (unsigned y = 0; y < h; y++, dst += stride, src += src_w) {
        for (int x = 0; x < n; x++) {
            const int a = at(src, x - 1, n), b = src[x], c = at(src, x + 1, n),
                      d = at(src, x + 2, n);
            if (2 * (unsigned)x < dst_w)
                dst[2 * x] = round_7(a + 110 * b + 18 * c - d);
            if (2 * (unsigned)x + 1 < dst_w)
                dst[2 * x + 1] = round_7(-3 * a + 50 * b + 86 * c - 5 * d);
        }
    }
}
