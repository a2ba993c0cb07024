/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* Included once by each file that defines a Ssimulacra2Rows; the compiler's flags make the
 * difference. Loops run over whole groups of lanes so that they need no tail. */

#include <stdlib.h>

#include "feature/ssimulacra2/ssimulacra2_rows.h"

#define LANES SSIMULACRA2_LANES
#define REACH SSIMULACRA2_REACH
#define BLOCK SSIMULACRA2_BLOCK
#define PAD SSIMULACRA2_PAD
#define CHUNK 256 /* columns whose conversion is kept at a time */

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#define VECTOR_FLOATS (VECTOR_BYTES / 4)
#define VECTOR_DOUBLES (VECTOR_BYTES / 8)

typedef double Doubles __attribute__((vector_size(VECTOR_BYTES)));
typedef float Floats __attribute__((vector_size(VECTOR_BYTES / 2)));

static inline unsigned round_up(unsigned n)
{
    return (n + LANES - 1) / LANES * LANES;
}

/* Columns [x, x + n) as 16-bit words, zeros up to the next whole group. */
static void widen(const void *row, bool wide, unsigned shift, unsigned x, unsigned n, uint16_t *out)
{
    const unsigned first = x >> shift;
    const unsigned n_in = (n + shift) >> shift;

    if (wide && !shift) {
        memcpy(out, (const uint16_t *)row + first, n * sizeof(*out));
    } else if (wide) {
        const uint16_t *in = (const uint16_t *)row + first;
        for (unsigned i = 0; i < n_in; i++)
            out[2 * i] = out[2 * i + 1] = in[i];
    } else if (!shift) {
        const uint8_t *in = (const uint8_t *)row + first;
        for (unsigned i = 0; i < n_in; i++)
            out[i] = in[i];
    } else {
        const uint8_t *in = (const uint8_t *)row + first;
        for (unsigned i = 0; i < n_in; i++)
            out[2 * i] = out[2 * i + 1] = in[i];
    }
    for (unsigned i = n; i < round_up(n); i++)
        out[i] = 0;
}

static inline void rgb_line(const Ssimulacra2Matrix *m, const uint16_t *restrict y,
                            const uint16_t *restrict u, const uint16_t *restrict v, unsigned n,
                            float *restrict r, float *restrict g, float *restrict b)
{
    for (unsigned i = 0; i < n; i++) {
        float rgb[3];
        ssimulacra2_rgb(m, y[i], u[i], v[i], rgb);
        r[i] = rgb[0];
        g[i] = rgb[1];
        b[i] = rgb[2];
    }
}

/* In three steps, so that the first and the last run in vectors: a pair of scalar loads is faster
 * than gathering. */
static inline void linear_line(const float *restrict eotf, const float *restrict in, unsigned n,
                               float *restrict out)
{
    int32_t index[CHUNK];
    float f[CHUNK], pair[2 * CHUNK];

    for (unsigned i = 0; i < n; i++)
        index[i] = ssimulacra2_eotf_index(in[i], &f[i]);
    for (size_t i = 0; i < n; i++)
        memcpy(&pair[2 * i], &eotf[index[i]], 2 * sizeof(*pair));
    for (size_t i = 0; i < n; i++)
        out[i] = ssimulacra2_eotf_between(pair[2 * i], pair[2 * i + 1], f[i]);
}

static void rows_linear(const Ssimulacra2Matrix *matrix, const float *eotf,
                        const Ssimulacra2Samples *s, unsigned w, float *lin, size_t plane_px)
{
    const Ssimulacra2Matrix m = *matrix;
    uint16_t y[CHUNK], u[CHUNK], v[CHUNK];
    float rgb[3][CHUNK];

    if (!s->u) {
        for (unsigned i = 0; i < CHUNK; i++)
            u[i] = v[i] = (uint16_t)m.chroma_offset;
    }
    for (unsigned x = 0; x < w; x += CHUNK) {
        const unsigned n = w - x < CHUNK ? w - x : CHUNK;

        widen(s->y, s->wide, 0, x, n, y);
        if (s->u) {
            widen(s->u, s->wide, s->chroma_shift, x, n, u);
            widen(s->v, s->wide, s->chroma_shift, x, n, v);
        }
        rgb_line(&m, y, u, v, round_up(n), rgb[0], rgb[1], rgb[2]);
        for (unsigned c = 0; c < 3; c++)
            linear_line(eotf, rgb[c], round_up(n), lin + c * plane_px + x);
    }
}

static inline void xyb_line(const float *restrict r, const float *restrict g,
                            const float *restrict b, unsigned n, float *restrict x_out,
                            float *restrict y_out, float *restrict b_out)
{
    for (unsigned i = 0; i < n; i++) {
        float xyb[3];
        ssimulacra2_xyb(r[i], g[i], b[i], xyb);
        x_out[i] = xyb[0];
        y_out[i] = xyb[1];
        b_out[i] = xyb[2];
    }
}

static void rows_xyb(const float *lin, unsigned w, float *xyb, size_t plane_px)
{
    const unsigned n = round_up(w);

    xyb_line(lin, lin + plane_px, lin + 2 * plane_px, n, xyb, xyb + plane_px, xyb + 2 * plane_px);
    for (unsigned c = 0; c < 3; c++) {
        float *row = xyb + c * plane_px;
        memset(row - PAD, 0, PAD * sizeof(*row));
        memset(row + w, 0, (n - w + PAD) * sizeof(*row));
    }
}

static inline void halve_line(const float *restrict t, const float *restrict b, unsigned n,
                              float *restrict out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = ssimulacra2_halve(t[2 * i], t[2 * i + 1], b[2 * i], b[2 * i + 1]);
}

static void rows_halve(const float *top, const float *bottom, unsigned w, float *out)
{
    const unsigned n = (w + 1) / 2;

    halve_line(top, bottom, w / 2, out);
    if (w % 2)
        out[n - 1] = ssimulacra2_halve(top[w - 1], top[w - 1], bottom[w - 1], bottom[w - 1]);
    memset(out + n, 0, (round_up(n) - n) * sizeof(*out));
}

/* Add the neighbours at distance m to the five blurs of a group. */
#define BLUR_PAIRS(m)                                                           \
    for (int j = 0; j < VECTOR_FLOATS; j++) {                                   \
        const float a = x1[j - m], b = x1[j + m], c = x2[j - m], d = x2[j + m]; \
        v11[j] = ssimulacra2_blur_pair(m, a * a, b * b, v11[j]);                \
        v22[j] = ssimulacra2_blur_pair(m, c * c, d * d, v22[j]);                \
        v12[j] = ssimulacra2_blur_pair(m, a * c, b * d, v12[j]);                \
        v1[j] = ssimulacra2_blur_pair(m, a, b, v1[j]);                          \
        v2[j] = ssimulacra2_blur_pair(m, c, d, v2[j]);                          \
    }

/* The horizontal blurs of a vector of columns. Products are formed for every tap anew: that takes
 * more multiplications but far fewer unaligned loads than blurring stored products. */
static VMAF_HD void blur_group(const float *restrict x1, const float *restrict x2,
                               float *restrict b11, float *restrict b22, float *restrict b12,
                               float *restrict b1, float *restrict b2)
{
    float v11[VECTOR_FLOATS], v22[VECTOR_FLOATS], v12[VECTOR_FLOATS];
    float v1[VECTOR_FLOATS], v2[VECTOR_FLOATS];

    for (int j = 0; j < VECTOR_FLOATS; j++) {
        v11[j] = ssimulacra2_blur_centre(x1[j] * x1[j]);
        v22[j] = ssimulacra2_blur_centre(x2[j] * x2[j]);
        v12[j] = ssimulacra2_blur_centre(x1[j] * x2[j]);
        v1[j] = ssimulacra2_blur_centre(x1[j]);
        v2[j] = ssimulacra2_blur_centre(x2[j]);
    }
    BLUR_PAIRS(1)
    BLUR_PAIRS(2)
    BLUR_PAIRS(3)
    BLUR_PAIRS(4)
    for (int j = 0; j < VECTOR_FLOATS; j++) {
        b11[j] = v11[j];
        b22[j] = v22[j];
        b12[j] = v12[j];
        b1[j] = v1[j];
        b2[j] = v2[j];
    }
}

/* The horizontal blurs of n columns of a row. In groups, since in a loop over columns clang would
 * carry loads from one pass to the next and then find no vectors. */
static inline void blur_line(const float *x1, const float *x2, ptrdiff_t n, float *b11, float *b22,
                             float *b12, float *b1, float *b2)
{
    for (ptrdiff_t i = 0; i < n; i += VECTOR_FLOATS)
        blur_group(x1 + i, x2 + i, b11 + i, b22 + i, b12 + i, b1 + i, b2 + i);
}

/* Vertical blur of the column of block rows around p. */
static VMAF_HD float blur_column(const float *p)
{
    enum { ROW = 5 * BLOCK };
    float v = ssimulacra2_blur_centre(p[0]);
    v = ssimulacra2_blur_pair(1, p[-ROW], p[ROW], v);
    v = ssimulacra2_blur_pair(2, p[-2 * ROW], p[2 * ROW], v);
    v = ssimulacra2_blur_pair(3, p[-3 * ROW], p[3 * ROW], v);
    return ssimulacra2_blur_pair(4, p[-4 * ROW], p[4 * ROW], v);
}

/* The terms of n columns of the row of blurs that starts at blur. */
static inline void term_line(const float *restrict blur, const float *restrict x1,
                             const float *restrict x2, unsigned n, float *restrict ssim,
                             float *restrict artifact, float *restrict detail)
{
    for (unsigned i = 0; i < n; i++) {
        const float *p = blur + i;
        const float s11 = blur_column(p), s22 = blur_column(p + BLOCK);
        const float s12 = blur_column(p + 2 * BLOCK);
        const float m1 = blur_column(p + 3 * BLOCK), m2 = blur_column(p + 4 * BLOCK);
        const float e = ssimulacra2_edge(x1[i], m1, x2[i], m2);

        ssim[i] = ssimulacra2_positive(ssimulacra2_error(m1, m2, s11, s22, s12));
        artifact[i] = ssimulacra2_positive(e);
        detail[i] = ssimulacra2_positive(-e);
    }
}

static inline Doubles load_doubles(const float *p)
{
    Floats f;
    memcpy(&f, p, sizeof(f));
    return __builtin_convertvector(f, Doubles);
}

/* Add n columns of terms, a multiple of LANES, to the lanes of their row. */
static void add_lanes(const float (*term)[BLOCK], unsigned n, double (*lane)[LANES])
{
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned j = 0; j < LANES; j += 2 * VECTOR_DOUBLES) {
            const float *in = term[k] + j;
            Doubles s0, s1, q0, q1;
            memcpy(&s0, lane[k] + j, sizeof(s0));
            memcpy(&s1, lane[k] + j + VECTOR_DOUBLES, sizeof(s1));
            memcpy(&q0, lane[3 + k] + j, sizeof(q0));
            memcpy(&q1, lane[3 + k] + j + VECTOR_DOUBLES, sizeof(q1));
            for (unsigned i = 0; i < n; i += LANES) {
                const Doubles z0 = load_doubles(in + i);
                const Doubles z1 = load_doubles(in + i + VECTOR_DOUBLES);
                s0 += z0;
                s1 += z1;
                q0 += SSIMULACRA2_FOURTH(z0);
                q1 += SSIMULACRA2_FOURTH(z1);
            }
            memcpy(lane[k] + j, &s0, sizeof(s0));
            memcpy(lane[k] + j + VECTOR_DOUBLES, &s1, sizeof(s1));
            memcpy(lane[3 + k] + j, &q0, sizeof(q0));
            memcpy(lane[3 + k] + j + VECTOR_DOUBLES, &q1, sizeof(q1));
        }
    }
}

static void rows_band(const Ssimulacra2Band *b, Ssimulacra2Scratch *scratch, double *sum)
{
    memset(scratch->lane, 0, b->n_rows * sizeof(scratch->lane[0]));
    for (unsigned x = 0; x < b->w; x += BLOCK) {
        const unsigned live = b->w - x < BLOCK ? b->w - x : BLOCK;
        const unsigned n = round_up(live);

        for (unsigned i = 0; i < b->n_rows + 2 * REACH; i++) {
            if (b->row[i]) {
                const float *in = b->row[i] + x;
                float(*out)[BLOCK] = scratch->blur[i];
                blur_line(in, in + b->dis_offset, n, out[0], out[1], out[2], out[3], out[4]);
            } else {
                memset(scratch->blur[i], 0, sizeof(scratch->blur[i]));
            }
            if (i < 2 * REACH)
                continue;
            const float *x1 = b->row[i - REACH] + x;
            term_line(scratch->blur[i - REACH][0], x1, x1 + b->dis_offset, n, scratch->term[0],
                      scratch->term[1], scratch->term[2]);
            for (unsigned k = 0; k < 3; k++)
                memset(scratch->term[k] + live, 0, (n - live) * sizeof(float));
            add_lanes((const float(*)[BLOCK])scratch->term, n, scratch->lane[i - 2 * REACH]);
        }
    }
    for (unsigned i = 0; i < b->n_rows; i++) {
        for (unsigned k = 0; k < SSIMULACRA2_SUMS; k++)
            sum[k] += ssimulacra2_lane_tree(scratch->lane[i][k]);
    }
}
