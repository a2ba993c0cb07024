/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The loops of psnr_hvs: every instruction set against plain C. */
#include <math.h>

#include "checkasm.h"
#include "feature/psnr_hvs/psnr_hvs_blocks.h"

enum { LANES = VMAF_PSNR_HVS_LANES, SIDE = VMAF_PSNR_HVS_SIDE, SIZE = VMAF_PSNR_HVS_SIZE };

typedef struct Blocks {
    PsnrHvsBlocks ref, dis;
    PsnrHvsTerms term;
} Blocks;

static Blocks want, got;

/* The rows end where the memory ends, so that a sanitizer sees a read beyond them. */
static bool check_blocks(const PsnrHvsLoops *plain, const PsnrHvsLoops *loops, unsigned n,
                         unsigned bpc, unsigned kind, const char *level)
{
    const size_t w = (size_t)(n - 1) * VMAF_PSNR_HVS_STEP + SIDE;
    const unsigned bytes = bpc > 8 ? 2 : 1;
    void *in[2];
    PsnrHvsTable table;
    for (unsigned k = 0; k < 2; k++) {
        in[k] = malloc(w * SIDE * bytes);
        for (size_t i = 0; in[k] && i < w * SIDE; i++) {
            const uint32_t v = checkasm_sample(k ? kind / CHECKASM_KINDS : kind, (1u << bpc) - 1);
            if (bytes == 1)
                ((uint8_t *)in[k])[i] = (uint8_t)v;
            else
                ((uint16_t *)in[k])[i] = (uint16_t)v;
        }
    }
    for (unsigned i = 0; i < SIZE; i++) {
        table.csf[i] = 0.1f + (float)(checkasm_random() % 1000) / 500.0f;
        table.masked[i] = i ? 0.002f + (float)(checkasm_random() % 1000) / 2000.0f : 0.0f;
    }
    bool failed = !in[0] || !in[1];
    for (unsigned k = 0; k < 2 && !failed; k++) {
        const PsnrHvsLoops *use = k ? loops : plain;
        Blocks *b = k ? &got : &want;
        const ptrdiff_t stride = (ptrdiff_t)(w * bytes);
        memset(b, 0x5a, sizeof(*b));
        if (bytes == 1) {
            use->load8(b->ref, in[0], stride, n);
            use->load8(b->dis, in[1], stride, n);
        } else {
            use->load16(b->ref, in[0], stride, n);
            use->load16(b->dis, in[1], stride, n);
        }
        use->terms(b->term, b->ref, b->dis, &table);
    }
    failed =
        failed || checkasm_differ("psnr_hvs blocks", level, n, kind, &want, &got, sizeof(want));
    free(in[0]);
    free(in[1]);
    return failed;
}

/* Terms of a kind: small ones, multiples of half a unit of the sum, bursts, none, any. */
static void make_terms(PsnrHvsTerms term, unsigned n, unsigned kind, float sum)
{
    const float unit = nextafterf(sum, INFINITY) - sum;
    for (unsigned i = 0; i < SIZE; i++) {
        for (unsigned l = 0; l < LANES; l++) {
            const uint64_t r = checkasm_random();
            const float any = (float)(r >> 40) * 0x1p-24f;
            float t = 0.0f;
            switch (kind) {
            case 0:
                t = any * sum * 0x1p-12f;
                break;
            case 1:
                t = (float)(r % 64) * 0.5f * unit;
                break;
            case 2:
                t = r % 97 ? any * unit : any * sum;
                break;
            case 3:
                t = r % 1023 ? 0.0f : 0.5f * unit;
                break;
            case 4:
                t = (float)(r % 5) * 0.25f * unit;
                break;
            default:
                t = any * 1000.0f;
                break;
            }
            term[i][l] = l < n ? t : 0.0f;
        }
    }
}

/* A run of batches, as in a plane. @return the number of failures */
static unsigned check_add(const PsnrHvsLoops *plain, const PsnrHvsLoops *loops, unsigned kind,
                          float first, unsigned *run)
{
    float a = first, b = first;
    for (unsigned i = 0; i < 200; i++, ++*run) {
        const unsigned n = i % 3 ? LANES : 1 + (unsigned)(checkasm_random() % LANES);
        make_terms(want.term, n, kind, a);
        a = plain->add(a, want.term, n);
        b = loops->add(b, want.term, n);
        if (memcmp(&a, &b, sizeof(a))) {
            printf("FAIL psnr_hvs add, kind %u from %a, batch %u: got %a, want %a\n", kind, first,
                   i, b, a);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const PsnrHvsLoops *loops = vmaf_psnr_hvs_loops(level->isa), *plain = vmaf_psnr_hvs_loops(0);
    static const unsigned depths[] = {8, 10, 12, 16}; /* 16: words above their depth */
    unsigned run = 0, failed = loops == plain;
    for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
        for (unsigned n = 1; n <= LANES; n++) {
            for (unsigned d = 0; d < 4; d++, run++)
                failed += check_blocks(plain, loops, n, depths[d], kind, level->name);
        }
    }
    static const float sums[] = {0.0f,     0x1p-149f,      0x1p-110f, 0x1p-90f,
                                 0x1.5p3f, 0x1.fffffep20f, 0x1.8p30f};
    for (unsigned kind = 0; kind < 6; kind++) {
        for (unsigned i = 0; i < sizeof(sums) / sizeof(*sums); i++)
            failed += check_add(plain, loops, kind, sums[i], &run);
    }
    return checkasm_report(run, failed);
}
