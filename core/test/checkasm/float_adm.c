/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of float_adm: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/float_adm/float_adm_rows.h"

enum { SIDE = 200, PAD = VMAF_FLOAT_ADM_PAD, HALF = PAD + 112, ROW = 2 * HALF, SIZE = 64 * HALF };

typedef struct Case {
    const FloatAdmRows *plain, *rows;
    const char *level;
    int w;
    unsigned kind;
} Case;

static float want[SIZE], got[SIZE], in[16][ROW];
static uint8_t bytes[SIDE];
static uint16_t words[SIDE];

static bool differ(const Case *c, const char *what)
{
    const bool bad =
        checkasm_differ(what, c->level, (size_t)c->w, c->kind, want, got, sizeof(want));
    memset(want, 0x55, sizeof(want));
    memset(got, 0x55, sizeof(got));
    return bad;
}

static void fill(unsigned kind)
{
    for (int k = 0; k < 16; k++) {
        for (int j = 0; j < ROW; j++)
            in[k][j] = (float)checkasm_sample(kind, 65535) / 256.0f - (kind & 1 ? 0.0f : 128.0f);
    }
    for (int j = 0; j < SIDE; j++) {
        bytes[j] = (uint8_t)checkasm_sample(kind, 255);
        words[j] = (uint16_t)checkasm_sample(kind, 65535);
    }
}

/* Call both tables with `out` at column 0 of their own buffer. */
#define BOTH(call)                          \
    do {                                    \
        const FloatAdmRows *fns = c->plain; \
        float *out = want + PAD;            \
        fns->call;                          \
        fns = c->rows;                      \
        out = got + PAD;                    \
        fns->call;                          \
    } while (0)

static bool check_wavelet(const Case *c)
{
    const float *const row[4] = {in[0] + PAD, in[1] + PAD, in[2] + PAD, in[3] + PAD};
    const int n = (c->w + 1) / 2;
    BOTH(split8(out, HALF, bytes, c->w, 1.0f));
    bool bad = differ(c, "split8");
    BOTH(split16(out, HALF, words, c->w, 0.00390625f));
    bad |= differ(c, "split16");
    BOTH(split(out, HALF, in[0], c->w));
    bad |= differ(c, "split");
    BOTH(low(out, row, n));
    bad |= differ(c, "low");
    BOTH(low_high(out, out + ROW, row, n));
    bad |= differ(c, "low_high");
    BOTH(approx(out, in[4] + PAD, HALF, n));
    return bad | differ(c, "approx");
}

static bool check_terms(const Case *c)
{
    static const float factor[3] = {0.0173815377f, 0.0173815377f, 0.005890687f};
    const int first = c->w % 4, end = (c->w + 1) / 2 - c->w % 3;
    const FloatAdmFiltered ref = {in[4] + PAD, in[5] + PAD}, dis = {in[6] + PAD, in[7] + PAD};
    bool bad = false;
    for (int wide = 0; wide < 2; wide++) {
        const FloatAdmPlan plan = {.opt = {.gain_limit = wide ? 1.2 : 100.0}, .wide_gain = wide};
        BOTH(decouple(out, HALF, out + 40 * HALF, 2 * HALF, &ref, &dis, HALF, first, end, &plan,
                      factor));
        bad |= differ(c, "decouple");
    }
    const FloatAdmMasked m = {.own = in[8] + PAD,
                              .centre = in[9] + PAD,
                              .above = in[10] + PAD,
                              .here = in[11] + PAD,
                              .below = in[12] + PAD,
                              .stride = HALF};
    BOTH(mask(out, HALF, &m, first, end));
    bad |= differ(c, "mask");
    BOTH(sum_cubes(out, in[0] + PAD, ROW, c->w % 16 + 1, end));
    return bad | differ(c, "sum_cubes");
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    Case c = {vmaf_float_adm_rows(0), vmaf_float_adm_rows(level->isa), level->name, 0, 0};
    unsigned run = 0, failed = c.rows == c.plain;
    memset(want, 0x55, sizeof(want));
    memset(got, 0x55, sizeof(got));
    for (c.w = 17; c.w <= SIDE; c.w++) {
        for (c.kind = 0; c.kind < CHECKASM_KINDS; c.kind++, run += 2) {
            fill(c.kind);
            failed += check_wavelet(&c);
            failed += check_terms(&c);
        }
    }
    return checkasm_report(run, failed);
}
