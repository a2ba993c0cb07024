/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of float_ansnr: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/float_ansnr/float_ansnr_rows.h"

enum { STRIDE = 320, MARGIN = VMAF_FLOAT_ANSNR_RADIUS, TAPS = VMAF_FLOAT_ANSNR_TAPS };

/* What a loop writes, between bytes that it may not touch. */
typedef struct Buffers {
    float from8[STRIDE], from16[STRIDE], sums[FANSNR_SUMS * STRIDE], sig[STRIDE], noise[STRIDE];
} Buffers;

static Buffers want, got;
static uint8_t in8[STRIDE];
static uint16_t in16[STRIDE];
static float ref[STRIDE], dis[STRIDE], row[TAPS][FANSNR_SUMS * STRIDE];

/* A filtered or unfiltered sample of any depth. */
static float value(unsigned kind)
{
    return vmaf_float_ansnr_sample(checkasm_sample(kind, 65535), 1.0f / 256.0f);
}

static void run_all(Buffers *b, const FloatAnsnrRows *rows, float unit, size_t n)
{
    const float *at[TAPS];
    for (unsigned k = 0; k < TAPS; k++)
        at[k] = row[k];
    memset(b, 0x5a, sizeof(*b));
    rows->from8(b->from8, in8, n);
    rows->from16(b->from16, in16, unit, n);
    rows->horiz(b->sums, STRIDE, ref + MARGIN, dis + MARGIN, n);
    rows->vert_terms(b->sig, b->noise, at, STRIDE, n);
}

static bool check(const FloatAnsnrRows *plain, const FloatAnsnrRows *rows, size_t n, unsigned kind,
                  const char *level)
{
    const unsigned other = kind / CHECKASM_KINDS, depth[] = {8, 10, 12, 16};
    for (size_t j = 0; j < STRIDE; j++) {
        in8[j] = (uint8_t)checkasm_sample(kind, 255);
        in16[j] = (uint16_t)checkasm_sample(kind, 65535);
        ref[j] = value(kind);
        dis[j] = value(other);
    }
    for (unsigned k = 0; k < TAPS; k++)
        for (size_t j = 0; j < FANSNR_SUMS * STRIDE; j++)
            row[k][j] = value(j < STRIDE ? kind : other);
    const float unit = vmaf_float_ansnr_unit(depth[n % 4]);
    run_all(&want, plain, unit, n);
    run_all(&got, rows, unit, n);
    return checkasm_differ("float_ansnr rows", level, n, kind, &want, &got, sizeof(want));
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const FloatAnsnrRows *rows = vmaf_float_ansnr_rows(level->isa),
                         *plain = vmaf_float_ansnr_rows(0);
    unsigned run = 0, failed = rows == plain;
    for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
        for (size_t n = 3; n < 300; n += n < 140 ? 1 : 13, run++)
            failed += check(plain, rows, n, kind, level->name);
    }
    return checkasm_report(run, failed);
}
