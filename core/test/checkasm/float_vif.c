/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The row loops of float_vif: an instruction set against plain C. */
#include "checkasm.h"
#include "feature/vif/float_vif_plan.h"
#include "feature/vif/float_vif_rows.h"

enum {
    MOST = 200,
    STRIDE = MOST + 2 * FLOAT_VIF_MARGIN,
    ROWS = FLOAT_VIF_MOST_TAPS + 1,
    LINE = FLOAT_VIF_PLANES * STRIDE
};

typedef struct Buffers {
    float line[FLOAT_VIF_GROUP][LINE], next[STRIDE], even[MOST], term[2][MOST];
} Buffers;

static Buffers want, got;
static float sample[2][ROWS][MOST];

static void run(Buffers *b, const FloatVifRows *rows, const FloatVifFilter *f,
                const FloatVifModel *model, uint32_t w)
{
    const float *ref[ROWS], *dis[ROWS];
    float *line[FLOAT_VIF_GROUP];
    memset(b, 0x3b, sizeof(*b));
    for (unsigned i = 0; i < ROWS; i++) {
        /* against the end of the array: a sanitizer sees a read beyond the row */
        ref[i] = sample[0][i] + MOST - w;
        dis[i] = sample[1][i] + MOST - w;
    }
    for (unsigned i = 0; i < FLOAT_VIF_GROUP; i++)
        line[i] = b->line[i] + FLOAT_VIF_MARGIN;
    rows->vert(f, line, STRIDE, ref, dis, w);
    rows->terms(f, model, b->term[0], b->term[1], line[1], STRIDE, w);
    rows->vert_plain(f, b->next + FLOAT_VIF_MARGIN, dis, w);
    rows->horiz_even(f, b->even, b->next + FLOAT_VIF_MARGIN, w);
}

int main(int argc, char **argv)
{
    static const double scales[] = {1.0, 0.5, 1.5, 3.71134, 2.4};
    static const double noises[] = {2.0, 0.0, 0.5, 4.99};
    const CheckasmLevel *const level = checkasm_level(argc, argv);
    const FloatVifRows *const plain = vmaf_float_vif_rows(0);
    const FloatVifRows *const rows = vmaf_float_vif_rows(level->isa);
    unsigned n = 0, failed = 0;
    for (uint32_t w = 2; w <= MOST; w += w < 70 ? 1 : 13) {
        for (unsigned j = 0; j < 20; j++) {
            const unsigned kind = (unsigned)(checkasm_random() % (CHECKASM_KINDS * CHECKASM_KINDS));
            const unsigned relation = (unsigned)(checkasm_random() % 4);
            FloatVifFilter f;
            vmaf_float_vif_filter(&f, scales[j % 5], j / 5);
            const FloatVifModel model = {
                .noise = noises[checkasm_random() % 4],
                .limit = checkasm_random() & 1 ? 1.0f : 100.0f,
                .flat_scale = 4.0f / 65025.0f,
            };
            for (unsigned i = 0; i < ROWS; i++) {
                for (unsigned x = 0; x < MOST; x++) {
                    const float r = (float)checkasm_sample(kind, 65535) / 256.0f - 128.0f;
                    const float d =
                        (float)checkasm_sample(kind / CHECKASM_KINDS, 65535) / 256.0f - 128.0f;
                    const float of[] = {d, r, r * 0.5f, -r};
                    sample[0][i][x] = r;
                    sample[1][i][x] = of[relation];
                }
            }
            run(&want, plain, &f, &model, w);
            run(&got, rows, &f, &model, w);
            failed += checkasm_differ("float_vif", level->name, w, kind, &want, &got, sizeof(want));
            n++;
        }
    }
    return checkasm_report(n, failed);
}
