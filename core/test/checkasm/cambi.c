/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of cambi: every instruction set against plain C. */
#include "checkasm.h"

#include <float.h>

#include "base/mem.h"
#include "feature/cambi/cambi_rows.h"
#include "feature/cambi/cambi_tables.h"

enum {
    WIDEST = 700,
    SLACK = VMAF_CAMBI_SLACK,
    STRIDE = WIDEST + 2 * SLACK,
    WORDS = STRIDE / 64 + 1
};
enum { MAX_PAD = 32, CODES = 64, MAX_STEPS = 8, COUNTS = WIDEST + 2 * MAX_PAD + 2 * SLACK };

static const char *level_name;
static unsigned n_run, n_failed;

static void compare(const char *what, size_t n, unsigned kind, const void *want, const void *got,
                    size_t bytes)
{
    n_run++;
    n_failed += checkasm_differ(what, level_name, n, kind, want, got, bytes);
}

/* A row as it is in a picture, with slack at either end. */
typedef struct Row {
    uint16_t all[STRIDE];
} Row;

/* Codes up to `max` in runs: of the kinds of checkasm.h, and of a few neighbouring codes. */
static void fill(Row *row, unsigned kind, unsigned max)
{
    uint32_t v = 0;
    for (unsigned j = 0; j < STRIDE; j++) {
        if (!j || !(checkasm_random() % (1 + kind % 7)))
            v = kind < CHECKASM_KINDS ? checkasm_sample(kind, max)
                                      : max / 2 + (uint32_t)(checkasm_random() % 9);
        row->all[j] = (uint16_t)v;
    }
}

static void fill_bits(uint64_t *bits, unsigned kind, unsigned w)
{
    for (unsigned j = 0; j < WORDS; j++) {
        const uint64_t r = checkasm_random();
        bits[j] = kind % 4 == 0   ? ~UINT64_C(0)
                  : kind % 4 == 1 ? r
                  : kind % 4 == 2 ? r | r << 7 | r >> 5 | r << 20
                                  : (r >> 60 ? 0 : r);
        if (64 * j >= w)
            bits[j] = 0;
        else if (w - 64 * j < 64)
            bits[j] &= (UINT64_C(1) << (w - 64 * j)) - 1;
    }
}

static void check_samples(const CambiRows *plain, const CambiRows *rows, unsigned w, unsigned kind)
{
    /* They end where the memory ends, so that a sanitizer sees a read beyond. */
    uint8_t *in8 = malloc(w);
    uint16_t *in16 = malloc(2 * (size_t)w);
    static const unsigned depths[] = {10, 12, 16};
    for (unsigned d = 0; d < 3 && in8 && in16; d++) {
        Row want = {0}, got = {0};
        for (unsigned j = 0; j < w; j++) {
            in16[j] = (uint16_t)checkasm_sample(kind, (1u << depths[d]) - 1);
            in8[j] = (uint8_t)in16[j];
        }
        plain->codes8(want.all, in8, w, 8);
        rows->codes8(got.all, in8, w, 8);
        compare("codes8", w, kind, want.all, got.all, 2 * (size_t)w);
        const uint32_t want_all = plain->codes16(want.all, in16, w, depths[d]);
        const uint32_t got_all = rows->codes16(got.all, in16, w, depths[d]);
        compare("codes16", w, kind, want.all, got.all, 2 * (size_t)w);
        compare("bits of codes16", w, kind, &want_all, &got_all, sizeof(want_all));
    }
    free(in8);
    free(in16);
}

static void check_picture(const CambiRows *plain, const CambiRows *rows, unsigned w, unsigned kind)
{
    static Row in[3], want, got;
    const uint16_t *row[3];
    for (unsigned i = 0; i < 3; i++) {
        fill(&in[i], kind, 1024);
        /* Neighbours that are equal in part. */
        for (unsigned j = 0; i && j < STRIDE; j++)
            in[i].all[j] = checkasm_random() % 3 ? in[0].all[j] : in[i].all[j];
        row[i] = in[i].all + SLACK;
    }
    const size_t bytes = 2 * (size_t)w;
    for (unsigned last = 0; last < 2; last++) {
        const uint16_t *below = last ? NULL : row[1];
        plain->box(want.all, row[0], below, w);
        rows->box(got.all, row[0], below, w);
        compare("box", w, kind, want.all, got.all, bytes);
        uint64_t want_flat[WORDS] = {0}, got_flat[WORDS] = {0};
        plain->flat(want_flat, row[0], below, w);
        rows->flat(got_flat, row[0], below, w);
        compare("flat", w, kind, want_flat, got_flat, sizeof(want_flat));
    }
    plain->mode_across(want.all, row[0], w);
    rows->mode_across(got.all, row[0], w);
    compare("mode_across", w, kind, want.all, got.all, bytes);
    plain->mode_down(want.all, row[0], row[1], row[2], w);
    rows->mode_down(got.all, row[0], row[1], row[2], w);
    compare("mode_down", w, kind, want.all, got.all, bytes);
    const unsigned half = (w + 1) / 2;
    want = got = in[0];
    plain->halve(want.all, want.all, half);
    rows->halve(got.all, got.all, half);
    compare("halve", w, kind, want.all, got.all, 2 * (size_t)half);
}

static void check_bits(const CambiRows *plain, const CambiRows *rows, unsigned w, unsigned kind)
{
    uint64_t enter[WORDS], leave[WORDS], want[WORDS], got[WORDS];
    static uint8_t want_count[STRIDE], got_count[STRIDE];
    const size_t whole = vmaf_align_up(w, 64);
    memset(want_count, 0, sizeof(want_count));
    memset(got_count, 0, sizeof(got_count));
    fill_bits(leave, kind, w);
    for (unsigned i = 0; i < 10; i++) {
        fill_bits(enter, kind, w);
        plain->count_flat(want_count + SLACK, i < 7 ? enter : NULL, i ? leave : NULL, w);
        rows->count_flat(got_count + SLACK, i < 7 ? enter : NULL, i ? leave : NULL, w);
        compare("count_flat", w, kind, want_count, got_count, sizeof(want_count));
        memcpy(leave, enter, sizeof(leave));
    }
    for (size_t j = 0; j < whole; j++)
        want_count[SLACK + j] = j < w ? (uint8_t)checkasm_sample(kind, 7) : 0;
    static const int limits[] = {-1, 8, 24, 40, 48};
    for (unsigned i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
        memset(want, 0, sizeof(want));
        memset(got, 0, sizeof(got));
        plain->mask(want, want_count + SLACK, w, limits[i]);
        rows->mask(got, want_count + SLACK, w, limits[i]);
        compare("mask", w, kind, want, got, sizeof(want));
    }
    memcpy(want, enter, sizeof(want));
    memcpy(got, enter, sizeof(got));
    plain->halve_bits(want, want, (w + 1) / 2);
    rows->halve_bits(got, got, (w + 1) / 2);
    compare("halve_bits", w, kind, want, got, sizeof(want));
}

/* Rows enter the windows, have values, and leave. */
static void check_values(const CambiRows *plain, const CambiRows *rows, unsigned w, unsigned kind,
                         unsigned steps, unsigned pad)
{
    static uint16_t of[2][(CODES + 2 * MAX_STEPS) * COUNTS + 2 * SLACK], own[STRIDE],
        other[MAX_STEPS * STRIDE];
    static float reciprocal[VMAF_CAMBI_MAX_COUNT + 1], value[2][WIDEST + SLACK];
    static CambiRun run[2][8][WIDEST];
    static uint32_t visible[VMAF_CAMBI_CODES];
    const unsigned low = 480, high = low + CODES - 1;
    const CambiRows *table[] = {plain, rows};
    vmaf_cambi_reciprocals(reciprocal);
    memset(of, 0, sizeof(of));
    for (unsigned v = low; v <= high; v++)
        visible[v] = (uint32_t)(kind % 2 ? ~UINT64_C(0) : checkasm_random());
    const CambiValues v = {.steps = steps,
                           .low = low,
                           .high = high,
                           .visible = visible,
                           .reciprocal = reciprocal,
                           .own = own,
                           .other = other,
                           .other_stride = STRIDE};
    unsigned n[8];
    for (unsigned i = 0; i < 16; i++) {
        static Row row;
        uint64_t bits[WORDS];
        const unsigned slot = i % 8, outer = steps;
        fill(&row, kind, 1024);
        fill_bits(bits, kind / 2, w);
        for (unsigned t = 0; t < 2; t++) {
            const CambiCounts counts = {
                .of = of[t] + SLACK, .stride = COUNTS, .first = (int)(low - outer), .pad = pad};
            if (i < 8) {
                memset(run[t][slot], 0, sizeof(run[t][slot]));
                n[slot] = table[t]->runs(run[t][slot], row.all + SLACK, bits, w, low - outer,
                                         high + outer);
            }
            table[t]->count(&counts, run[t][slot], n[slot], i >= 8);
            /* A row of its window, whichever it is, and no row that left. */
            const unsigned at = i < 8 ? slot / 2 : 7;
            CambiSum sum;
            static CambiSum want_sum;
            memset(&sum, 0, sizeof(sum)); /* also what is between the members */
            sum.least = FLT_MAX;
            memset(value[t], 0, sizeof(value[t]));
            unsigned m = table[t]->values(value[t], &v, &counts, run[t][at], n[at]);
            memset(value[t] + m, 0, (WIDEST + SLACK - m) * sizeof(float));
            if (t)
                compare("values", w, kind, value[0], value[1], sizeof(value[0]));
            float kept[WIDEST + SLACK];
            static float want_kept[WIDEST + SLACK];
            memcpy(kept, value[t], sizeof(kept));
            m = table[t]->sum(&sum, kept, m);
            memset(kept + m, 0, (WIDEST + SLACK - m) * sizeof(float));
            if (t) {
                compare("sum", w, kind, &want_sum, &sum, sizeof(sum));
                compare("values above 0", w, kind, want_kept, kept, sizeof(kept));
            } else {
                memcpy(want_kept, kept, sizeof(kept));
                memcpy(&want_sum, &sum, sizeof(sum));
            }
        }
        compare("runs", w, kind, run[0][slot], run[1][slot], sizeof(run[0][slot]));
        compare("counts", w, kind, of[0], of[1], sizeof(of[0]));
    }
    static const uint16_t zeros[sizeof(of[0]) / sizeof(of[0][0])];
    compare("counts of no row", w, kind, zeros, of[1], sizeof(of[0]));
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const CambiRows *rows = vmaf_cambi_rows(level->isa), *plain = vmaf_cambi_rows(0);
    level_name = level->name;
    n_failed = rows == plain;
    for (unsigned kind = 0; kind < 16; kind++) {
        for (unsigned w = 1; w < WIDEST; w += w < 140 ? 1 + w / 70 * 3 : 61) {
            check_samples(plain, rows, w, kind);
            check_picture(plain, rows, w, kind);
            check_bits(plain, rows, w, kind);
        }
        for (unsigned w = 1; w < WIDEST; w += w < 80 ? 9 : 83) {
            check_values(plain, rows, w, kind, 4, 16);
            check_values(plain, rows, w, kind, 1 << kind % 4, kind % 3 ? MAX_PAD : 1);
        }
    }
    return checkasm_report(n_run, n_failed);
}
