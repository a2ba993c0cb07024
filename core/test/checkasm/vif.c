/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of vif: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/vif/vif_log.h"
#include "feature/vif/vif_rows.h"

enum { MOST = 320, STRIDE = MOST + 2 * VIF_MARGIN, LINE = VIF_VALUES * STRIDE };

typedef struct Buffers {
    int16_t line[VIF_GROUP][LINE], next[VIF_GROUP / 2][2 * STRIDE];
    uint16_t out[2][MOST];
    VifSums sums[2];
} Buffers;

static Buffers want, got;
static uint16_t sample[2][2 * VIF_PAIRS][MOST];
static const uint8_t *table;
static _Alignas(64) uint8_t pairs[VIF_PAIRS][VIF_VALUES * 2 * STRIDE * sizeof(int16_t)];

/* A true border: the statistic counts on moments of a picture. */
static void reflect(int16_t *row, int32_t w)
{
    for (int32_t t = 1; t <= 8; t++) {
        row[-t] = row[vmaf_vif_reflect(-t, w)];
        row[w - 1 + t] = row[vmaf_vif_reflect(w - 1 + t, w)];
    }
}

/* Everything that a scale does, from rows of samples of which only width columns may be read. */
static void run(Buffers *b, const VifRows *rows, const VifScale *s, unsigned bpc, double limit)
{
    static uint8_t bytes[4][MOST];
    const void *pair[VIF_PAIRS];
    memset(b, 0x5a, sizeof(*b));
    memset(b->sums, 0, sizeof(b->sums));
    memset(pairs, 0x33, sizeof(pairs));
    for (unsigned i = 0; i < vmaf_vif_pairs(s->filter); i++) {
        /* against the end of the array: a sanitizer sees a read beyond the row */
        const uint16_t *row[4];
        const size_t at = MOST - s->w;
        for (unsigned k = 0; k < 4; k++) {
            row[k] = sample[k / 2][2 * i + k % 2] + at;
            for (unsigned x = 0; x < s->w; x++)
                bytes[k][at + x] = (uint8_t)row[k][x];
        }
        if (s->bytes)
            rows->pair8(s, pairs[i], (const uint8_t *[]){bytes[0] + at, bytes[1] + at},
                        (const uint8_t *[]){bytes[2] + at, bytes[3] + at});
        else
            rows->pair16(s, pairs[i], (const uint16_t *[]){row[0], row[1]},
                         (const uint16_t *[]){row[2], row[3]}, (uint16_t)((1u << bpc) - 1));
        pair[i] = pairs[i];
    }
    int16_t *line[VIF_GROUP], *next[VIF_GROUP / 2];
    for (unsigned i = 0; i < VIF_GROUP; i++)
        line[i] = b->line[i] + VIF_MARGIN;
    for (unsigned i = 0; i < VIF_GROUP / 2; i++)
        next[i] = b->next[i] + VIF_MARGIN;
    rows->vert(s, line, s->filter < 3 ? next : NULL, pair);
    for (unsigned k = 0; k < VIF_GROUP * VIF_VALUES; k++)
        reflect(line[k / VIF_VALUES] + k % VIF_VALUES * STRIDE, (int32_t)s->w);
    rows->add(s, &b->sums[0], line[0], table, limit);
    rows->add(s, &b->sums[1], line[3], table, limit);
    if (s->filter < 3) {
        rows->horiz_next(s, b->out[0], next[0]);
        rows->horiz_next(s, b->out[1], next[1] + STRIDE);
    }
}

static bool check(const VifRows *plain, const VifRows *rows, const VifScale *s, unsigned bpc,
                  unsigned kind, const char *level)
{
    /* the distorted picture: unrelated, the same, of less contrast, inverted; one bit too many
     * in 10 and 12 bits */
    const uint32_t peak = (1u << bpc) - 1, most = bpc == 10 || bpc == 12 ? 2 * peak + 1 : peak;
    const unsigned relation = (unsigned)(checkasm_random() % 4);
    for (unsigned i = 0; i < 2 * VIF_PAIRS; i++) {
        for (unsigned x = 0; x < MOST; x++) {
            const uint32_t r = checkasm_sample(kind, most), m = r & peak;
            const uint32_t d = checkasm_sample(kind / CHECKASM_KINDS, most);
            const uint32_t of[] = {d, r, peak / 4 + m / 2, peak - m};
            sample[0][i][x] = (uint16_t)r;
            sample[1][i][x] = (uint16_t)of[relation];
        }
    }
    const double limit = kind % 3 == 0 ? 1.0 : kind % 3 == 1 ? 1.2 : 100.0;
    run(&want, plain, s, bpc, limit);
    run(&got, rows, s, bpc, limit);
    char what[64];
    snprintf(what, sizeof(what), "vif scale %u, %u bits, relation %u", s->filter, bpc, relation);
    return checkasm_differ(what, level, s->w, kind, &want, &got, sizeof(want));
}

int main(int argc, char **argv)
{
    static const unsigned depth[] = {8, 10, 12, 16};
    const CheckasmLevel *const level = checkasm_level(argc, argv);
    const VifRows *const plain = vmaf_vif_rows(0), *const rows = vmaf_vif_rows(level->isa);
    unsigned n = 0, failed = 0;
    table = vmaf_vif_log_table();
    for (unsigned k = 0; k < VMAF_VIF_SCALES * 4; k++) {
        const unsigned filter = k / 4, bpc = filter ? 16 : depth[k % 4];
        for (unsigned j = 0; j < 120; j++) {
            /* every width from the smallest, then some long ones */
            const uint32_t least = VMAF_VIF_MIN_SIDE >> filter;
            const uint32_t w = j < 80 ? least + j : least + (uint32_t)(checkasm_random() % 300);
            const VifScale s = {
                .w = w,
                .h = w,
                .filter = filter,
                .bytes = !filter && bpc == 8,
                .mean_shift = bpc,
                .product_shift = 2 * (bpc - 8),
                .stride = STRIDE,
            };
            failed += check(plain, rows, &s, bpc, j, level->name);
            n++;
        }
    }
    return checkasm_report(n, failed);
}
