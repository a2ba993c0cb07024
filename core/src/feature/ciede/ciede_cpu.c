/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include <stdbool.h>
#include <string.h>

#include "feature/ciede/ciede.h"

#define CHUNK VMAF_CIEDE_CHUNK

typedef struct CiedeScratch {
    CiedeTerms terms;
} CiedeScratch;

/* A chunk of both pictures; the chroma samples stand at every luma sample. */
typedef struct Chunk {
    float sample[2][3][CHUNK];
} Chunk;

typedef struct LastExact {
    bool known;
    float pair[2][3];
    float term;
} LastExact;

static int open_ciede(void *scratch, const void *plan, unsigned isa)
{
    (void)plan;
    CiedeScratch *s = scratch;
    s->terms = vmaf_ciede_terms(isa);
    return 0;
}

/* n samples from `from` on, each of them `repeat` times. */
static void spread(float *restrict out, const void *from, unsigned bpc, unsigned repeat, unsigned n)
{
    const uint8_t *in8 = from;
    const uint16_t *in16 = from;
    if (repeat == 1) {
        for (unsigned i = 0; i < n; i++)
            out[i] = bpc == 8 ? in8[i] : in16[i];
        return;
    }
    for (unsigned i = 0; i < n / 2; i++)
        out[2 * i] = out[2 * i + 1] = bpc == 8 ? in8[i] : in16[i];
    if (n % 2)
        out[n - 1] = bpc == 8 ? in8[n / 2] : in16[n / 2];
}

/* Samples x.. of a luma row, x even, and the chroma samples beside them. */
static void load(float to[3][CHUNK], const CiedePlan *p, const VmafPicture *pic, unsigned x,
                 unsigned y, unsigned n)
{
    const unsigned bpc = p->info.bpc, bytes = bpc == 8 ? 1 : 2;
    for (unsigned c = 0; c < 3; c++) {
        const unsigned shift_x = c ? p->shift_x : 0, row = c ? y >> p->shift_y : y;
        const uint8_t *in = (const uint8_t *)pic->data[c] + (ptrdiff_t)row * pic->stride[c];
        spread(to[c], in + (size_t)(x >> shift_x) * bytes, bpc, 1u << shift_x, n);
    }
}

/*
 * The exact term of sample i. A colour that is unsure may fill a whole area: the last pair is kept.
 */
static float exact_term(LastExact *last, const Chunk *chunk, const CiedeSamples *ref,
                        const CiedeSamples *dis, CiedeRange range, unsigned i)
{
    float pair[2][3];
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned c = 0; c < 3; c++)
            pair[k][c] = chunk->sample[k][c][i];
    }
    if (!last->known || memcmp(pair, last->pair, sizeof(pair)) != 0) {
        last->term = vmaf_ciede_exact_term(ref, dis, range, i);
        memcpy(last->pair, pair, sizeof(pair));
        last->known = true;
    }
    return last->term;
}

static int measure_ciede(void *scratch, const void *plan, const VmafWindow *window, void *result)
{
    const CiedeScratch *s = scratch;
    const CiedePlan *p = plan;
    CiedeSum *out = result;
    Chunk chunk;
    LastExact last = {0};
    const CiedeSamples ref = {chunk.sample[0][0], chunk.sample[0][1], chunk.sample[0][2]};
    const CiedeSamples dis = {chunk.sample[1][0], chunk.sample[1][1], chunk.sample[1][2]};
    float term[CHUNK];
    int32_t unsure[CHUNK];
    double sum = 0.0;
    for (unsigned y = 0; y < p->info.h; y++) {
        for (unsigned x = 0; x < p->info.w; x += CHUNK) {
            const unsigned rest = p->info.w - x, n = rest < CHUNK ? rest : CHUNK;
            load(chunk.sample[0], p, window->ref[0], x, y, n);
            load(chunk.sample[1], p, window->dis[0], x, y, n);
            s->terms(term, unsure, &ref, &dis, p->range, n);
            for (unsigned i = 0; i < n; i++) {
                if (unsure[i])
                    term[i] = exact_term(&last, &chunk, &ref, &dis, p->range, i);
                sum += (double)term[i];
            }
        }
    }
    out->sum = vmaf_one_nan(sum);
    return 0;
}

const VmafCpuEngine vmaf_ciede_cpu = {
    .scratch_size = sizeof(CiedeScratch),
    .open = open_ciede,
    .measure = measure_ciede,
};
