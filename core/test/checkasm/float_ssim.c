/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of float_ssim and float_ms_ssim: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/float_ssim/float_ssim_rows.h"

enum { STRIDE = 288, MARGIN = 32, SIZE = FSSIM_N * STRIDE };

typedef struct Buffers {
    float in[SIZE], out[SIZE], half[2][STRIDE];
    double term[4 * STRIDE], acc[STRIDE];
} Buffers;

typedef struct Case {
    const FloatSsimRows *plain, *rows;
    const char *level;
    size_t n;
    unsigned kind;
} Case;

static Buffers want, got;
static uint8_t bytes[STRIDE];
static uint16_t words[STRIDE];
static float row[11][SIZE], line[MARGIN + STRIDE];

static bool differ(const Case *c, const char *what)
{
    return checkasm_differ(what, c->level, c->n, c->kind, &want, &got, sizeof(want));
}

static void fill(void)
{
    memset(&want, 0x3c, sizeof(want));
    memset(&got, 0x3c, sizeof(got));
}

/* A sample of a level: fractions below 256, and what a low-pass makes of them around zero. */
static float level_sample(unsigned kind)
{
    const float v = (float)checkasm_sample(kind, 65535) / 256.0f;
    return kind >= CHECKASM_KINDS ? v * 1.0009765625f - 8.3f : v;
}

static bool check_samples(const Case *c)
{
    for (size_t j = 0; j < STRIDE; j++) {
        bytes[j] = (uint8_t)checkasm_sample(c->kind, 255);
        words[j] = (uint16_t)checkasm_sample(c->kind, 65535);
        line[j] = level_sample(c->kind);
    }
    fill();
    c->plain->from_u8(want.in, bytes, c->n);
    c->rows->from_u8(got.in, bytes, c->n);
    for (unsigned bpc = 10; bpc <= 16; bpc += bpc == 12 ? 4 : 2) {
        const size_t at = (bpc - 9) / 2 * STRIDE;
        c->plain->from_u16(want.out + at, words, vmaf_float_ssim_unit(bpc), c->n);
        c->rows->from_u16(got.out + at, words, vmaf_float_ssim_unit(bpc), c->n);
    }
    for (size_t j = 0; j < STRIDE; j++)
        want.acc[j] = got.acc[j] = (double)words[j] / 7.0;
    c->plain->box_add(want.acc, line, vmaf_float_ssim_box_tap(3), c->n);
    c->rows->box_add(got.acc, line, vmaf_float_ssim_box_tap(3), c->n);
    c->plain->split(want.half[0], want.half[1], line, c->n);
    c->rows->split(got.half[0], got.half[1], line, c->n);
    return differ(c, "float_ssim samples");
}

static bool check_horiz(const Case *c)
{
    if (c->n < VMAF_FLOAT_SSIM_TAPS)
        return false;
    fill();
    for (size_t j = 0; j < 2 * STRIDE; j++)
        want.in[j] = got.in[j] = level_sample(c->kind);
    c->plain->horiz(want.out, want.in, STRIDE, c->n);
    c->rows->horiz(got.out, got.in, STRIDE, c->n);
    return differ(c, "float_ssim horiz");
}

/* Rows of true means, and of values that no picture gives. */
static bool check_vert(const Case *c, enum VmafFloatSsimSums sums)
{
    const float *at[11];
    for (unsigned k = 0; k < 11; k++) {
        if (c->kind & 1) {
            for (size_t j = 0; j < SIZE; j++)
                row[k][j] = level_sample(c->kind);
        } else {
            fill();
            for (size_t j = 0; j < 2 * STRIDE; j++)
                want.in[j] = level_sample(c->kind);
            c->plain->horiz(row[k], want.in, STRIDE, STRIDE);
        }
        at[k] = row[k];
    }
    fill();
    c->plain->vert_terms(want.term, want.out, STRIDE, at, sums, c->n);
    c->rows->vert_terms(got.term, got.out, STRIDE, at, sums, c->n);
    return differ(c, "float_ssim vert_terms");
}

static bool check_low_pass(const Case *c)
{
    const float *even[9], *odd[9];
    for (unsigned k = 0; k < 9; k++) {
        for (size_t j = 0; j < SIZE; j++)
            row[k][j] = level_sample(c->kind);
        even[k] = row[k] + MARGIN;
        odd[k] = row[k] + MARGIN + 2 * STRIDE;
    }
    fill();
    c->plain->low_pass(want.out, want.acc, even, odd, c->n);
    c->rows->low_pass(got.out, got.acc, even, odd, c->n);
    return differ(c, "float_ms_ssim low_pass");
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    Case c = {.plain = vmaf_float_ssim_rows(0),
              .rows = vmaf_float_ssim_rows(level->isa),
              .level = level->name};
    unsigned run = 0, failed = c.rows == c.plain;
    for (c.n = 1; c.n < 200; c.n += c.n < 70 ? 1 : 13) {
        for (c.kind = 0; c.kind < 2 * CHECKASM_KINDS; c.kind++) {
            failed += check_samples(&c) + check_horiz(&c) + check_low_pass(&c);
            for (int sums = FSSIM_SUM_T; sums <= FSSIM_SUM_TLCS; sums++)
                failed += check_vert(&c, (enum VmafFloatSsimSums)sums);
            run += 7;
        }
    }
    return checkasm_report(run, failed);
}
