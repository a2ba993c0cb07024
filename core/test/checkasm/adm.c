/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of adm: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/adm/adm_rows.h"

enum { WIDTH = 160, MARGIN = 16, ROW = 2 * WIDTH + 2 * MARGIN, N_OUT = 10 };

typedef struct Buffers {
    int32_t row[N_OUT][ROW], scratch[ROW];
    uint64_t sum[VMAF_ADM_BANDS];
} Buffers;

static Buffers want, got;
static int32_t in[6][ROW];

/** Fill a row with samples of either sign up to max. */
static void draw_row(int32_t *row, unsigned kind, uint32_t max)
{
    for (int j = 0; j < ROW; j++) {
        const int32_t v = (int32_t)checkasm_sample(kind, max);
        row[j] = checkasm_random() & 1 ? -v : v;
    }
}

static void reset(void)
{
    memset(&want, 0x5a, sizeof(want));
    memset(&got, 0x5a, sizeof(got));
    memset(want.scratch, 0, sizeof(want.scratch));
    memset(got.scratch, 0, sizeof(got.scratch));
}

static bool differ(const char *what, const char *level, int n, unsigned kind)
{
    memset(want.scratch, 0, sizeof(want.scratch));
    memset(got.scratch, 0, sizeof(got.scratch));
    return checkasm_differ(what, level, (size_t)n, kind, &want, &got, sizeof(want));
}

static int16_t *row16(Buffers *b, int i)
{
    return (int16_t *)(void *)(b->row[i] + MARGIN);
}

/** max: the peak of the depth, or more, as in files with something in the bits above. */
static bool check_vert(const AdmRows *plain, const AdmRows *rows, unsigned bpc, uint32_t max, int n,
                       unsigned kind, const char *level)
{
    static uint16_t sample[4][ROW];
    const uint8_t *in8[4];
    const uint16_t *in16[4];
    for (int k = 0; k < 4; k++) {
        for (int j = 0; j < ROW; j++) {
            const uint32_t v = checkasm_sample(kind, max);
            if (bpc == 8)
                ((uint8_t *)sample[k])[j] = (uint8_t)v;
            else
                sample[k][j] = (uint16_t)v;
        }
        in8[k] = (uint8_t *)sample[k];
        in16[k] = sample[k];
    }
    reset();
    for (int both = 0; both < 2; both++) {
        int16_t *w[2] = {row16(&want, 2 * both), both ? row16(&want, 3) : NULL};
        int16_t *g[2] = {row16(&got, 2 * both), both ? row16(&got, 3) : NULL};
        if (bpc == 8) {
            plain->vert8(in8, w[0], w[1], n, bpc);
            rows->vert8(in8, g[0], g[1], n, bpc);
        } else {
            plain->vert16(in16, w[0], w[1], n, bpc);
            rows->vert16(in16, g[0], g[1], n, bpc);
        }
    }
    return differ("adm vert", level, n, kind);
}

static bool check_vert32(const AdmRows *plain, const AdmRows *rows, uint32_t shift, int n,
                         unsigned kind, const char *level)
{
    const int32_t *row[4];
    for (int k = 0; k < 4; k++) {
        draw_row(in[k], kind, shift ? 1500000000 : 22930);
        row[k] = in[k];
    }
    reset();
    plain->vert32(row, want.row[0] + MARGIN, NULL, n, shift);
    rows->vert32(row, got.row[0] + MARGIN, NULL, n, shift);
    plain->vert32(row, want.row[1] + MARGIN, want.row[2] + MARGIN, n, shift);
    rows->vert32(row, got.row[1] + MARGIN, got.row[2] + MARGIN, n, shift);
    return differ("adm vert32", level, n, kind);
}

static bool check_horiz(const AdmRows *plain, const AdmRows *rows, bool wide, int n, unsigned kind,
                        const char *level)
{
    static int16_t narrow[ROW];
    draw_row(in[0], kind, wide ? 1100000000 : INT16_MAX);
    for (int j = 0; j < ROW; j++)
        narrow[j] = (int16_t)in[0][j];
    reset();
    for (int both = 0; both < 2; both++) {
        const AdmRows *table[2] = {plain, rows};
        Buffers *out[2] = {&want, &got};
        for (int i = 0; i < 2; i++) {
            int32_t *low = out[i]->row[both] + MARGIN;
            int32_t *high = both ? out[i]->row[2] + MARGIN : NULL;
            if (wide)
                table[i]->horiz32(in[0] + MARGIN, low, high, n, 15);
            else
                table[i]->horiz16(narrow + MARGIN, low, high, n, 16);
        }
    }
    return differ("adm horiz", level, n, kind);
}

static AdmMaskRows mask_rows(Buffers *b)
{
    AdmMaskRows m;
    for (int p = 0; p < 2; p++) {
        for (int k = 0; k < VMAF_ADM_BANDS; k++)
            m.signal[p][k] = b->row[3 * p + k] + MARGIN;
        m.neighbour[p] = b->row[6 + p] + MARGIN;
        m.centre[p] = b->row[8 + p] + MARGIN;
    }
    return m;
}

static bool check_decouple(const AdmRows *plain, const AdmRows *rows, bool wide, int n,
                           unsigned kind, const char *level)
{
    static const double gains[] = {1.0, 1.2, 100.0};
    const double gain = gains[checkasm_random() % 3];
    AdmScale s = {.w = n};
    for (int k = 0; k < VMAF_ADM_BANDS; k++)
        s.factor[k] = (uint32_t)checkasm_random() >> (wide ? checkasm_random() % 6 : 16);
    int32_t *ref[VMAF_ADM_BANDS], *dis[VMAF_ADM_BANDS];
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        const uint32_t max = wide ? 1500000000u >> checkasm_random() % 16 : 27411;
        draw_row(in[k], kind, max);
        draw_row(in[3 + k], kind / CHECKASM_KINDS, max);
        /* a good part close to the reference, so that the angle flag is set */
        for (int j = 0; j < ROW; j += 2)
            in[3 + k][j] = in[k][j] - in[k][j] / 16;
        ref[k] = in[k] + MARGIN;
        dis[k] = in[3 + k] + MARGIN;
    }
    reset();
    const AdmMaskRows w = mask_rows(&want), g = mask_rows(&got);
    const int32_t x0 = n > 14 ? (n - 5) / 10 - 1 : 0;
    (wide ? plain->decouple32 : plain->decouple16)(&s, gain, ref, dis, &w, want.scratch + MARGIN,
                                                   x0, n - x0);
    (wide ? rows->decouple32 : rows->decouple16)(&s, gain, ref, dis, &g, got.scratch + MARGIN, x0,
                                                 n - x0);
    return differ("adm decouple", level, n, kind);
}

static bool check_sums(const AdmRows *plain, const AdmRows *rows, bool wide, int n, unsigned kind,
                       const char *level)
{
    const int32_t crop = vmaf_adm_crop(n);
    AdmScale s = {.w = n, .x0 = crop, .x1 = n - crop, .den_square_shift = 31, .den_cube_shift = 6};
    for (int k = 0; k < VMAF_ADM_BANDS; k++) {
        s.thr_shift[k] = wide ? 0 : k == 2 ? 12 : 10;
        s.square_shift[k] = wide || k == 2 ? 30 : 29;
        s.cube_shift[k] = (uint32_t)checkasm_random() % 9;
    }
    static int32_t shares[3][ROW], centre[ROW];
    AdmMaskRows m[3] = {{.signal = {{0}}}};
    const AdmMaskRows *row[3] = {&m[0], &m[1], &m[2]};
    for (int i = 0; i < 3; i++) {
        draw_row(in[i], kind, wide ? INT32_MAX : 1500000000); /* signals of the row at hand */
        draw_row(shares[i], kind / CHECKASM_KINDS, 27210);
        m[i].neighbour[1] = shares[i] + MARGIN;
        m[1].signal[1][i] = in[i] + MARGIN;
    }
    draw_row(centre, kind, 65535);
    m[1].centre[1] = centre + MARGIN;
    reset();
    plain->mask(&s, row, 1, want.scratch + MARGIN, want.sum);
    rows->mask(&s, row, 1, got.scratch + MARGIN, got.sum);
    bool failed = differ("adm mask", level, n, kind);

    draw_row(in[3], kind, wide ? 1500000000 : 27411);
    reset();
    want.sum[0] = (wide ? plain->den32 : plain->den16)(&s, in[3] + MARGIN);
    got.sum[0] = (wide ? rows->den32 : rows->den16)(&s, in[3] + MARGIN);
    failed |= differ("adm den", level, n, kind);
    return failed;
}

int main(int argc, char **argv)
{
    static const unsigned depth[] = {8, 10, 12, 16};
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const AdmRows *rows = vmaf_adm_rows(level->isa), *plain = vmaf_adm_rows(0);
    unsigned run = 0, failed = rows == plain;
    for (int n = 2; n <= WIDTH; n += n < 70 ? 1 : 9) {
        for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
            for (unsigned b = 0; b < 4; b++, run++)
                failed +=
                    check_vert(plain, rows, depth[b], (1u << depth[b]) - 1, n, kind, level->name);
            for (unsigned b = 1; b < 3; b++, run++)
                failed += check_vert(plain, rows, depth[b], UINT16_MAX, n, kind, level->name);
            for (uint32_t shift = 0; shift <= 16; shift += 16, run++)
                failed += check_vert32(plain, rows, shift, n, kind, level->name);
            for (int wide = 0; wide < 2; wide++, run += 3) {
                failed += check_horiz(plain, rows, wide, n, kind, level->name);
                failed += check_decouple(plain, rows, wide, n, kind, level->name);
                failed += check_sums(plain, rows, wide, n, kind, level->name);
            }
        }
    }
    return checkasm_report(run, failed);
}
