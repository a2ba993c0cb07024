/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of psnr, float_psnr and float_moment: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/psnr/psnr_rows.h"

/* Wider than the 8-bit samples whose squares 32 bits hold together, and no multiple of a vector. */
enum { WIDEST = (1 << 17) + 37 };

/* What every loop makes of one row. */
typedef struct Sums {
    uint64_t sse8, sse16, float_sse16;
    PsnrMoments moments8, moments16;
} Sums;

/* The rows end where the memory ends, so that a sanitizer sees a read beyond them. */
static Sums sums(const PsnrRows *rows, const uint8_t *ref8, const uint8_t *dis8,
                 const uint16_t *ref16, const uint16_t *dis16, size_t n)
{
    return (Sums){
        .sse8 = rows->sse8(ref8, dis8, n),
        .sse16 = rows->sse16(ref16, dis16, n),
        .float_sse16 = rows->float_sse16(ref16, dis16, n),
        .moments8 = rows->moments8(ref8, n),
        .moments16 = rows->moments16(ref16, n),
    };
}

static bool check(const PsnrRows *plain, const PsnrRows *rows, size_t n, unsigned kind,
                  const char *level)
{
    uint8_t *ref8 = malloc(n), *dis8 = malloc(n);
    uint16_t *ref16 = malloc(2 * n), *dis16 = malloc(2 * n);
    bool failed = !ref8 || !dis8 || !ref16 || !dis16;
    if (!failed) {
        for (size_t j = 0; j < n; j++) {
            ref16[j] = (uint16_t)checkasm_sample(kind, 65535);
            dis16[j] = (uint16_t)checkasm_sample(kind / CHECKASM_KINDS, 65535);
            ref8[j] = (uint8_t)(ref16[j] >> 8);
            dis8[j] = (uint8_t)(dis16[j] >> 8);
        }
        const Sums want = sums(plain, ref8, dis8, ref16, dis16, n);
        const Sums got = sums(rows, ref8, dis8, ref16, dis16, n);
        failed = checkasm_differ("psnr rows", level, n, kind, &want, &got, sizeof(want));
    }
    free(ref8);
    free(dis8);
    free(ref16);
    free(dis16);
    return failed;
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const PsnrRows *rows = vmaf_psnr_rows(level->isa), *plain = vmaf_psnr_rows(0);
    unsigned run = 0, failed = rows == plain;
    for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
        for (size_t n = 1; n < 300; n += n < 140 ? 1 : 13, run++)
            failed += check(plain, rows, n, kind, level->name);
        failed += check(plain, rows, 1 << 16, kind, level->name);
        failed += check(plain, rows, WIDEST, kind, level->name);
        run += 2;
    }
    return checkasm_report(run, failed);
}
