/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The loop of ciede: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/ciede/ciede_rows.h"

enum { CHUNK = VMAF_CIEDE_CHUNK };

typedef struct Terms {
    float term[CHUNK + 16];
    int32_t unsure[CHUNK + 16];
} Terms;

static Terms want, got;
static unsigned all, all_unsure;

/* The rows end where the memory ends, so that a sanitizer sees a read beyond them. */
static bool check(CiedeTerms plain, CiedeTerms terms, size_t n, unsigned bpc, unsigned kind,
                  const char *level)
{
    const double s = (double)(1u << (bpc - 8));
    const CiedeRange range = {16.0 * s, 128.0 * s, 1.0 / (219.0 * s), 1.0 / (224.0 * s)};
    float *in[6];
    bool failed = false;
    for (unsigned c = 0; c < 6; c++) {
        in[c] = malloc(n * sizeof(*in[c]));
        failed |= !in[c];
        for (size_t i = 0; in[c] && i < n; i++) {
            in[c][i] =
                (float)checkasm_sample(c < 3 ? kind : kind / CHECKASM_KINDS, (1u << bpc) - 1);
            if (c >= 3 && in[c - 3] && checkasm_random() % 2) /* near the reference */
                in[c][i] = (float)((uint32_t)in[c - 3][i] ^ (uint32_t)(checkasm_random() % 4));
        }
    }
    if (!failed) {
        const CiedeSamples ref = {in[0], in[1], in[2]}, dis = {in[3], in[4], in[5]};
        memset(&want, 0x5a, sizeof(want));
        memset(&got, 0x5a, sizeof(got));
        plain(want.term, want.unsure, &ref, &dis, range, n);
        terms(got.term, got.unsure, &ref, &dis, range, n);
        /* Which samples are unsure may differ; they are few, and their terms do not count. */
        unsigned n_unsure = 0;
        for (size_t i = 0; i < n; i++) {
            if (want.unsure[i] == got.unsure[i] && !got.unsure[i])
                continue;
            n_unsure++;
            want.term[i] = got.term[i];
            want.unsure[i] = got.unsure[i];
        }
        all += (unsigned)n;
        all_unsure += n_unsure;
        failed = checkasm_differ("ciede terms", level, n, kind, &want, &got, sizeof(want));
    }
    for (unsigned c = 0; c < 6; c++)
        free(in[c]);
    return failed;
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const CiedeTerms terms = vmaf_ciede_terms(level->isa), plain = vmaf_ciede_terms(0);
    static const unsigned depths[] = {8, 10, 12, 16};
    unsigned run = 0, failed = terms == plain;
    for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
        for (size_t n = 1; n <= CHUNK; n += n < 70 ? 1 : 31, run++)
            failed += check(plain, terms, n, depths[n % 4], kind, level->name);
        failed += check(plain, terms, CHUNK, depths[kind % 4], kind, level->name);
        run++;
    }
    printf("%u of %u samples unsure\n", all_unsure, all);
    failed += all_unsure > all / 1000;
    return checkasm_report(run, failed);
}
