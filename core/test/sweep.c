/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "sweep.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE 256
#define MAX_SIDE 180

static struct {
    enum SweepChecksum checksum;
    const char *file; /**< NULL: print */
    FILE *want;       /**< open if there is a file */
    unsigned dump;    /**< every dump-th case; 0: none */
    unsigned n_cases, n_in_group, n_groups, n_wrong;
    uint64_t sum;
} sweep;

static void start_group(void)
{
    static const uint64_t start[] = {0, 2166136261u, UINT64_C(0xcbf29ce484222325)};
    sweep.n_in_group = 0;
    sweep.sum = start[sweep.checksum];
}

void sweep_begin(int argc, char *argv[], enum SweepChecksum checksum)
{
    sweep.checksum = checksum;
    start_group();
    if (argc == 3 && !strcmp(argv[1], "--dump")) {
        sweep.dump = (unsigned)strtoul(argv[2], NULL, 10);
        if (!sweep.dump) {
            fprintf(stderr, "--dump wants a number of at least 1, got \"%s\"\n", argv[2]);
            exit(2);
        }
    } else if (argc == 2) {
        sweep.file = argv[1];
        sweep.want = fopen(sweep.file, "r");
        if (!sweep.want) {
            perror(sweep.file);
            exit(2);
        }
    } else if (argc != 1) {
        fprintf(stderr, "usage: %s [FILE | --dump N]\n", argv[0]);
        exit(2);
    }
}

bool sweep_next(unsigned *number)
{
    *number = sweep.n_cases++;
    return !sweep.dump || *number % sweep.dump == 0;
}

static uint32_t crc32_more(uint32_t crc, const uint8_t *byte, size_t n)
{
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc ^= byte[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

void sweep_add(const void *scores, size_t n_bytes)
{
    const uint8_t *byte = scores;
    sweep.n_in_group++;
    switch (sweep.checksum) {
    case SWEEP_CRC32:
        sweep.sum = crc32_more((uint32_t)sweep.sum, byte, n_bytes);
        break;
    case SWEEP_FNV32:
        for (size_t i = 0; i < n_bytes; i++)
            sweep.sum = ((uint32_t)sweep.sum ^ byte[i]) * 16777619u;
        break;
    case SWEEP_FNV64:
        for (size_t i = 0; i < n_bytes; i++)
            sweep.sum = (sweep.sum ^ byte[i]) * UINT64_C(0x100000001b3);
        break;
    }
}

void sweep_end_group(const char *format, ...)
{
    char name[MAX_LINE - 32], got[MAX_LINE], want[MAX_LINE] = "nothing\n";
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof(name), format, args);
    va_end(args);
    if (sweep.checksum == SWEEP_FNV64)
        snprintf(got, sizeof(got), "%016" PRIx64 " %s\n", sweep.sum, name);
    else
        snprintf(got, sizeof(got), "%s %u %08" PRIx64 "\n", name, sweep.n_in_group, sweep.sum);
    start_group();
    sweep.n_groups++;
    if (sweep.dump)
        return;
    if (!sweep.want) {
        fputs(got, stdout);
    } else if (!fgets(want, sizeof(want), sweep.want) || strcmp(got, want)) {
        fprintf(stderr, "got  %swant %s", got, want);
        sweep.n_wrong++;
    }
}

int sweep_end(void)
{
    char rest[MAX_LINE];
    if (!sweep.want)
        return 0;
    if (fgets(rest, sizeof(rest), sweep.want)) {
        fprintf(stderr, "%s: more lines than groups: %s", sweep.file, rest);
        sweep.n_wrong++;
    }
    fclose(sweep.want);
    printf("%u cases in %u groups, %u groups differ\n", sweep.n_cases, sweep.n_groups,
           sweep.n_wrong);
    return sweep.n_wrong > 0;
}

bool sweep_dumps(void)
{
    return sweep.dump > 0;
}

void sweep_dump_picture(const VmafPicture *pic)
{
    for (unsigned p = 0; p < 3; p++) {
        for (unsigned y = 0; y < pic->h[p]; y++) {
            const uint8_t *row = (const uint8_t *)pic->data[p] + (ptrdiff_t)y * pic->stride[p];
            for (unsigned x = 0; x < pic->w[p]; x++) {
                putchar(pic->bpc == 8 ? row[x] : row[2 * x]);
                putchar(pic->bpc == 8 ? 0 : row[2 * x + 1]);
            }
        }
    }
}

void sweep_dump_scores(const double *score, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        printf("%s%a", k ? " " : "", score[k]);
    printf("\n");
}

void sweep_unify_nans(double *score, unsigned n)
{
    const uint64_t nan_bits = UINT64_C(0x7ff8000000000000);
    for (unsigned k = 0; k < n; k++) {
        if (score[k] != score[k])
            memcpy(&score[k], &nan_bits, sizeof(score[k]));
    }
}

void sweep_fill(VmafPicture pair[2], unsigned p, enum AdmContent content, unsigned turn)
{
    static uint16_t plane[2][MAX_SIDE * MAX_SIDE];
    const unsigned w = pair[0].w[p], h = pair[0].h[p];
    if ((size_t)w * h > MAX_SIDE * MAX_SIDE) {
        fprintf(stderr, "%ux%u is more than %ux%u\n", w, h, MAX_SIDE, MAX_SIDE);
        exit(2);
    }
    adm_content(content, turn, pair[0].bpc, w, h, plane[0], plane[1]);
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned y = 0; y < h; y++) {
            for (unsigned x = 0; x < w; x++)
                sweep_set(&pair[k], p, x, y, plane[k][(size_t)y * w + x]);
        }
    }
}
