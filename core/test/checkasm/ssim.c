/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of ssim: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/ssim/ssim_rows.h"

enum { STRIDE = 320, MARGIN = 64, SIZE = SSIM_N * STRIDE };

typedef struct Buffers {
    double scratch[MARGIN + SIZE], out[SIZE], sum[SIZE], term[STRIDE];
} Buffers;

static Buffers want, got;
static uint16_t ref[STRIDE], dis[STRIDE];
static double row[9][SIZE], wx[STRIDE];

static void fill(Buffers *b)
{
    memset(b, 0x5a, sizeof(*b));
    memset(b->scratch, 0, sizeof(b->scratch));
}

static bool check_horiz(const SsimRows *plain, const SsimRows *rows, unsigned bpc, size_t n,
                        unsigned kind, const char *level)
{
    const size_t margin = MARGIN * sizeof(double);
    for (size_t j = 0; j < STRIDE; j++) {
        const uint16_t r = (uint16_t)checkasm_sample(kind, (1u << bpc) - 1);
        const uint16_t d = (uint16_t)checkasm_sample(kind / CHECKASM_KINDS, (1u << bpc) - 1);
        if (bpc == 8) {
            ((uint8_t *)ref)[j] = (uint8_t)r;
            ((uint8_t *)dis)[j] = (uint8_t)d;
        } else {
            ref[j] = r;
            dis[j] = d;
        }
    }
    fill(&want);
    fill(&got);
    plain->horiz(want.out, (uint8_t *)want.scratch + margin, STRIDE, ref, dis, n);
    rows->horiz(got.out, (uint8_t *)got.scratch + margin, STRIDE, ref, dis, n);
    return checkasm_differ("ssim horiz", level, n, kind, &want, &got, sizeof(want));
}

static bool check_vert(const SsimRows *plain, const SsimRows *rows, unsigned bpc, size_t n,
                       unsigned kind, const char *level)
{
    const void *at[9];
    const uint32_t peak = (1u << bpc) - 1;
    for (unsigned k = 0; k < 9; k++) {
        for (unsigned m = 0; m < SSIM_N; m++) {
            for (size_t j = 0; j < STRIDE; j++) {
                const uint64_t max = m < SSIM_XX ? 256ull * peak : 256ull * peak * peak;
                const uint64_t v = max * checkasm_sample(kind, 0xffff) / 0xffff;
                if (bpc == 8)
                    ((uint32_t *)(void *)row[k])[m * STRIDE + j] = (uint32_t)v;
                else
                    row[k][m * STRIDE + j] = (double)v;
            }
        }
        at[k] = row[k];
    }
    for (size_t j = 0; j < STRIDE; j++)
        wx[j] = (double)vmaf_ssim_weight((uint32_t)j, STRIDE);
    const double wy = (double)vmaf_ssim_weight(kind, CHECKASM_KINDS * CHECKASM_KINDS);
    fill(&want);
    fill(&got);
    plain->vert_terms(want.term, want.sum, STRIDE, at, wx, wy, vmaf_ssim_constants(bpc), n);
    rows->vert_terms(got.term, got.sum, STRIDE, at, wx, wy, vmaf_ssim_constants(bpc), n);
    return checkasm_differ("ssim vert_terms", level, n, kind, &want, &got, sizeof(want));
}

int main(int argc, char **argv)
{
    static const unsigned depth[] = {8, 10, 12, 16};
    const CheckasmLevel *level = checkasm_level(argc, argv);
    unsigned run = 0, failed = 0;
    for (unsigned b = 0; b < 4; b++) {
        const SsimRows *rows = vmaf_ssim_rows(depth[b], level->isa);
        const SsimRows *plain = vmaf_ssim_rows(depth[b], 0);
        failed += rows == plain;
        for (size_t n = 1; n < 200; n += n < 70 ? 1 : 13) {
            for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
                failed += check_horiz(plain, rows, depth[b], n, kind, level->name);
                failed += check_vert(plain, rows, depth[b], n, kind, level->name);
                run += 2;
            }
        }
    }
    return checkasm_report(run, failed);
}
