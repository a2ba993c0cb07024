/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of ssimulacra2: every instruction set against plain C. */
#include "feature/ssimulacra2/ssimulacra2.h"
#include "checkasm.h"
#include "feature/ssimulacra2/ssimulacra2_rows.h"

enum { MAX_W = 330, WHOLE = 336, STRIDE = SSIMULACRA2_PAD + WHOLE + SSIMULACRA2_PAD };

typedef struct Buffers {
    float out[3][STRIDE];
    double sum[SSIMULACRA2_SUMS];
} Buffers;

typedef struct Case {
    const Ssimulacra2Rows *plain, *rows;
    const char *level;
    unsigned w, kind;
} Case;

static Buffers want, got;
static float eotf[SSIMULACRA2_EOTF_SIZE], in[SSIMULACRA2_BAND_INPUT][6][STRIDE];
static uint16_t sample[3][WHOLE];

static void fill(void)
{
    memset(&want, 0x3c, sizeof(want));
    memset(&got, 0x3c, sizeof(got));
}

/* Compare all but the columns from n to the end of its group of lanes, which have no meaning. */
static bool differ(const Case *c, const char *what, size_t n)
{
    for (unsigned k = 0; k < 3; k++) {
        for (size_t j = n; j % SSIMULACRA2_LANES; j++)
            want.out[k][j] = got.out[k][j] = 0;
    }
    return checkasm_differ(what, c->level, c->w, c->kind, &want, &got, sizeof(want));
}

static float draw(unsigned kind, float max)
{
    return (float)checkasm_sample(kind, 1u << 24) * 0x1p-24f * max;
}

static bool check_linear(const Case *c, unsigned bpc, unsigned chroma_shift, bool chroma)
{
    const uint32_t peak = (1u << bpc) - 1;
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned j = 0; j < WHOLE; j++) {
            const uint32_t v = checkasm_sample(k ? c->kind / CHECKASM_KINDS : c->kind, peak);
            if (bpc == 8)
                ((uint8_t *)sample[k])[j] = (uint8_t)v;
            else
                sample[k][j] = (uint16_t)v;
        }
    }
    const Ssimulacra2Samples row = {.y = sample[0],
                                    .u = chroma ? sample[1] : NULL,
                                    .v = chroma ? sample[2] : NULL,
                                    .wide = bpc > 8,
                                    .chroma_shift = chroma_shift};
    Ssimulacra2Matrix m;
    vmaf_ssimulacra2_matrix((int)(c->w % 4), bpc, &m);
    fill();
    c->plain->linear(&m, eotf, &row, c->w, want.out[0], STRIDE);
    c->rows->linear(&m, eotf, &row, c->w, got.out[0], STRIDE);
    return differ(c, "ssimulacra2 linear", c->w);
}

static bool check_planes(const Case *c)
{
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned j = 0; j < STRIDE; j++)
            in[0][k][j] = draw(c->kind, 1.0f);
    }
    fill();
    c->plain->xyb(in[0][0], c->w, want.out[0] + SSIMULACRA2_PAD, STRIDE);
    c->rows->xyb(in[0][0], c->w, got.out[0] + SSIMULACRA2_PAD, STRIDE);
    /* with the zeros on both sides */
    bool bad = differ(c, "ssimulacra2 xyb", 0);
    for (unsigned k = 0; k < 3; k++) {
        for (unsigned j = 0; j < SSIMULACRA2_PAD; j++)
            bad |= got.out[k][j] != 0.0f || got.out[k][SSIMULACRA2_PAD + c->w + j] != 0.0f;
    }
    fill();
    c->plain->halve(in[0][0], in[0][1], c->w, want.out[0]);
    c->rows->halve(in[0][0], in[0][1], c->w, got.out[0]);
    return bad | differ(c, "ssimulacra2 halve", (c->w + 1) / 2);
}

/* A band of 1 to 32 rows, at the top, in the middle or at the bottom of its plane. */
static bool check_band(const Case *c)
{
    static Ssimulacra2Scratch scratch;
    Ssimulacra2Band b = {
        .dis_offset = 3 * STRIDE, .n_rows = 1 + c->w % SSIMULACRA2_BAND, .w = c->w};
    const unsigned n_input = b.n_rows + 2 * SSIMULACRA2_REACH;
    memset(in, 0, sizeof(in));
    for (unsigned i = 0; i < n_input; i++) {
        for (unsigned k = 0; k < 6; k++) {
            const unsigned kind = k < 3 ? c->kind : c->kind / CHECKASM_KINDS;
            for (unsigned j = 0; j < c->w; j++)
                in[i][k][SSIMULACRA2_PAD + j] = draw(kind, 1.0f);
        }
        const bool inside = i >= c->w % 5 && i < n_input - c->w % 3;
        b.row[i] = inside ? in[i][0] + SSIMULACRA2_PAD : NULL;
    }
    fill();
    for (unsigned k = 0; k < SSIMULACRA2_SUMS; k++)
        want.sum[k] = got.sum[k] = 0.1;
    memset(&scratch, 0, sizeof(scratch));
    c->plain->band(&b, &scratch, want.sum);
    memset(&scratch, 0xff, sizeof(scratch)); /* any content will do */
    c->rows->band(&b, &scratch, got.sum);
    return differ(c, "ssimulacra2 band", 0);
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    Case c = {.plain = vmaf_ssimulacra2_rows(0),
              .rows = vmaf_ssimulacra2_rows(level->isa),
              .level = level->name};
    unsigned run = 0, failed = c.rows == c.plain;
    vmaf_ssimulacra2_eotf(eotf);
    for (c.w = 4; c.w <= MAX_W; c.w += c.w < 40 ? 1 : 23) {
        for (c.kind = 0; c.kind < CHECKASM_KINDS * CHECKASM_KINDS; c.kind++) {
            for (unsigned bpc = 8; bpc <= 16; bpc += bpc == 12 ? 4 : 2) {
                failed += check_linear(&c, bpc, 0, true) + check_linear(&c, bpc, 1, true) +
                          check_linear(&c, bpc, 0, false);
                run += 3;
            }
            failed += check_planes(&c) + check_band(&c);
            run += 2;
        }
    }
    return checkasm_report(run, failed);
}
