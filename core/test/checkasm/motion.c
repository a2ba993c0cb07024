/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of motion and of float_motion: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/motion/float_motion_rows.h"
#include "feature/motion/motion_rows.h"

enum { MAX_W = 150, GUARD = 64, BLOCK = VMAF_FLOAT_MOTION_BLOCK };

typedef struct Case {
    const char *level;
    uint32_t bpc;
    int32_t w;
    unsigned kind;
} Case;

static unsigned run, failed;

static void check(bool ok, const Case *c, const char *what)
{
    run++;
    failed += !ok;
    if (!ok)
        printf("FAIL %s, %s: %u bit, width %d, content %u\n", what, c->level, c->bpc, c->w,
               c->kind);
}

static void fill(void *row, const Case *c, unsigned kind, uint32_t max)
{
    for (int32_t j = 0; j < c->w; j++) {
        const uint32_t v = checkasm_sample(kind, max);
        if (c->bpc == 8)
            ((uint8_t *)row)[j] = (uint8_t)v;
        else
            ((uint16_t *)row)[j] = (uint16_t)v;
    }
}

static bool is_filled(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0x5a)
            return false;
    }
    return true;
}

/* ---- motion ---- */

/* What an instruction set keeps: differences of five rows and its scratch, each with a guard. */
typedef struct Kept {
    uint8_t d[VMAF_MOTION_TAPS][4 * MAX_W + GUARD];
    uint8_t scratch[4 * (MAX_W + 2 * VMAF_MOTION_PAD) + GUARD];
} Kept;

static Kept kept[2];
static uint16_t older[VMAF_MOTION_TAPS][MAX_W], newer[VMAF_MOTION_TAPS][MAX_W];

static void check_motion(const VmafMotionRows *const rows[2], const Case *c)
{
    const uint32_t peak = (1u << c->bpc) - 1;
    uint64_t sum[2];
    for (int k = 0; k < VMAF_MOTION_TAPS; k++) {
        fill(older[k], c, c->kind, peak);
        fill(newer[k], c, c->kind / CHECKASM_KINDS, peak);
    }
    for (int i = 0; i < 2; i++) {
        memset(&kept[i], 0x5a, sizeof(kept[i]));
        const size_t scratch = 4 * ((size_t)c->w + 2 * VMAF_MOTION_PAD);
        memset(kept[i].scratch, 0, scratch);
        const void *d[VMAF_MOTION_TAPS];
        for (int k = 0; k < VMAF_MOTION_TAPS; k++) {
            const unsigned found = rows[i]->diff(kept[i].d[k], older[k], newer[k], c->w, c->bpc);
            const size_t bytes = (size_t)c->w * (c->bpc == 8 ? 1 : 2);
            const bool moves = memcmp(older[k], newer[k], bytes) != 0;
            check(found == (moves ? VMAF_MOTION_MOVES : 0), c, "motion diff");
            check(is_filled(kept[i].d[k] + 4 * c->w, GUARD), c, "motion diff, past the row");
            d[k] = kept[i].d[k];
        }
        sum[i] = rows[i]->blur(d, kept[i].scratch, c->w, c->bpc);
        check(is_filled(kept[i].scratch + scratch, GUARD), c, "motion blur, past its scratch");
    }
    check(sum[0] == sum[1], c, "motion blur");
}

/* One sample above its depth, anywhere in either row. */
static void check_wide(const VmafMotionRows *rows, const Case *c)
{
    for (int32_t j = 0; j < c->w; j++) {
        memset(older, 0, sizeof(older));
        memset(newer, 0, sizeof(newer));
        (j % 2 ? older : newer)[0][j] = (uint16_t)(1u << (c->bpc + (unsigned)j % (16 - c->bpc)));
        check(rows->diff(kept[0].d[0], older, newer, c->w, c->bpc) & VMAF_MOTION_WIDE, c,
              "motion diff, a sample above its depth");
    }
}

/* ---- float_motion ---- */

enum { STRIDE = MAX_W + 2 * VMAF_MOTION_RADIUS + GUARD };

static uint16_t plane[VMAF_FLOAT_MOTION_BLOCK_IN][MAX_W];
static float in[BLOCK][STRIDE], out[2][BLOCK][STRIDE];

static void compare(const Case *c, const char *what)
{
    check(!memcmp(out[0], out[1], sizeof(out[0])), c, what);
    memset(out, 0x5a, sizeof(out));
}

static void check_float_motion(const VmafFloatMotionRows *const rows[2], const Case *c)
{
    static const int32_t filters[] = {5, 3, 1};
    const void *row[VMAF_FLOAT_MOTION_BLOCK_IN];
    for (int k = 0; k < VMAF_FLOAT_MOTION_BLOCK_IN; k++) {
        fill(plane[k], c, k % 2 ? c->kind : c->kind / CHECKASM_KINDS, (1u << c->bpc) - 1);
        row[k] = plane[k];
    }
    for (int i = 0; i < BLOCK; i++) {
        for (int j = 0; j < STRIDE; j++)
            in[i][j] = (float)checkasm_sample(c->kind, 65535) / 256.0f - (float)(c->kind % 3) * 64;
    }
    memset(out, 0x5a, sizeof(out));
    for (int t = 0; t < 3; t++) {
        const VmafFloatMotionTaps f = vmaf_float_motion_taps(filters[t]);
        for (int i = 0; i < 2; i++)
            rows[i]->down(out[i][0], STRIDE, row, f, c->w, c->bpc);
        compare(c, "float_motion down");
        for (int i = 0; i < 2; i++)
            rows[i]->across(out[i][0], in[0] + VMAF_MOTION_RADIUS, f, c->w);
        compare(c, "float_motion across");
        for (int i = 0; i < 2; i++)
            rows[i]->terms(out[i][0], in[0] + VMAF_MOTION_RADIUS, in[1] + VMAF_MOTION_RADIUS, f,
                           c->w);
        compare(c, "float_motion terms");
    }
    for (int i = 0; i < 2; i++) {
        memcpy(out[i][0], in[2], BLOCK * sizeof(float));
        rows[i]->sums(out[i][0], in[0], STRIDE, c->w);
    }
    compare(c, "float_motion sums");
}

int main(int argc, char **argv)
{
    static const uint32_t depths[] = {8, 10, 12, 16};
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const VmafFloatMotionRows *const float_rows[2] = {vmaf_float_motion_rows(0),
                                                      vmaf_float_motion_rows(level->isa)};
    Case c = {.level = level->name};
    check(float_rows[0] != float_rows[1], &c, "float_motion: the table is the plain one");
    for (int b = 0; b < 4; b++) {
        c.bpc = depths[b];
        const VmafMotionRows *const rows[2] = {vmaf_motion_rows(c.bpc, 0),
                                               vmaf_motion_rows(c.bpc, level->isa)};
        check(rows[0] != rows[1], &c, "motion: the table is the plain one");
        for (c.w = VMAF_MOTION_MIN_SIDE; c.w <= MAX_W; c.w += c.w < 70 ? 1 : 5) {
            for (c.kind = 0; c.kind < CHECKASM_KINDS * CHECKASM_KINDS; c.kind++) {
                check_motion(rows, &c);
                check_float_motion(float_rows, &c);
            }
            if (c.bpc == 10 || c.bpc == 12)
                check_wide(rows[1], &c);
        }
    }
    return checkasm_report(run, failed);
}
