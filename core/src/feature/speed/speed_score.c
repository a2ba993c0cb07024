/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "feature/speed/speed_score.h"

#include <math.h>
#include <string.h>

#include "base/libm.h"
#include "feature/speed/speed_matrix.h"

#define SIDE VMAF_SPEED_SIDE
#define N VMAF_SPEED_N
#define CHUNK VMAF_SPEED_PITCH /* blocks that are worked on together */

/* log2(2 pi e), of the entropy of a normal distribution. */
#define ENTROPY 0x1.06073a671183dp+2

/* A plane as the sum of vectors: what its blocks are measured with. */
typedef struct SpeedModel {
    bool singular;
    float eigenvalue[N];
    SpeedSolver solver;
} SpeedModel;

/* Of the blocks of a chunk. */
typedef struct SpeedBlocks {
    float variance[CHUNK], entropy[CHUNK];
} SpeedBlocks;

float vmaf_speed_base(float sigma, float nn_floor)
{
    return (float)(N * (vmaf_log2((double)((1.0f + nn_floor) * sigma)) + ENTROPY));
}

static void make_covariance(const SpeedPlan *plan, const SpeedRows *rows, const float *p,
                            size_t stride, SpeedMatrix *k)
{
    const uint32_t w = SIDE * plan->blocks_w - (SIDE - 1), h = SIDE * plan->blocks_h - (SIDE - 1);
    float mean[N] = {0.0f};
    for (uint32_t y = 0; y < h; y++)
        rows->means(mean, p + y * stride, stride, w);
    for (int a = 0; a < N; a++)
        mean[a] = mean[a] / (float)(w * h);

    SpeedSums sum = {{{0.0}}};
    for (uint32_t y = 0; y < h; y++)
        rows->covariance(&sum, p + y * stride, stride, mean, w);
    *k = (SpeedMatrix){{{0.0f}}};
    for (int a = 0; a < N; a++) {
        for (int b = 0; b <= a; b++)
            k->at[a][b] = k->at[b][a] = (float)(sum.at[a][b] / (double)(w * h));
    }
}

static void make_model(const SpeedPlan *plan, const SpeedRows *rows, const float *p, size_t stride,
                       SpeedModel *model)
{
    SpeedMatrix k;
    make_covariance(plan, rows, p, stride, &k);
    vmaf_speed_eigenvalues(&k, model->eigenvalue);
    model->singular = false;
    for (int i = 0; i < N; i++)
        model->singular = model->singular || (double)model->eigenvalue[i] < 1e-6;
    model->singular = model->singular || !vmaf_speed_solver(rows, &k, &model->solver);
}

/* Blocks m.. m + n side by side, a column each. */
static void gather(const SpeedPlan *plan, const float *p, size_t stride, uint32_t m, uint32_t n,
                   SpeedMatrix *y)
{
    for (uint32_t i = 0; i < n; i++) {
        const float *block =
            p + (m + i) / plan->blocks_w * SIDE * stride + (m + i) % plan->blocks_w * SIDE;
        for (int a = 0; a < N; a++)
            y->at[a][i] = block[a / SIDE * stride + a % SIDE];
    }
}

static void measure_blocks(const SpeedPlan *plan, const SpeedRows *rows, const SpeedModel *model,
                           const float *p, size_t stride, uint32_t m, uint32_t n, SpeedBlocks *out)
{
    memset(out, 0, sizeof(*out));
    if (!model->singular) {
        SpeedMatrix y = {{{0.0f}}}, x;
        gather(plan, p, stride, m, n, &y);
        vmaf_speed_solve(rows, &model->solver, &y, &x);
        for (int a = 0; a < N; a++) {
            for (uint32_t i = 0; i < CHUNK; i++) {
                const float z = (x.at[a][i] * y.at[a][i]) / (float)N;
                out->variance[i] = a ? out->variance[i] + z : z;
            }
        }
    }
    for (int a = 0; a < N; a++) {
        const float e = model->eigenvalue[a] < 0.0f ? 0.0f : model->eigenvalue[a];
        for (uint32_t i = 0; i < n; i++) {
            const double bits = vmaf_log2((double)(e * out->variance[i] + plan->sigma));
            out->entropy[i] = (float)((double)out->entropy[i] + (bits + ENTROPY));
        }
    }
}

/* What the logarithms that weight the entropies are taken of. */
static void weights_of(int mode, float ref, float dis, double *w_ref, double *w_dis)
{
    const double one_ref = (double)(1.0f + ref), one_dis = (double)(1.0f + dis);
    const double mean = 1.0 + (double)(ref + dis) / 2.0;
    *w_ref = mode == 2 ? one_dis : mode == 3 ? mean : one_ref;
    switch (mode) {
    case 1:
        *w_dis = one_ref;
        break;
    case 3:
    case 4:
        *w_dis = mean;
        break;
    case 5:
        *w_dis = 1.0 + (0.75 * (double)ref + 0.25 * (double)dis);
        break;
    case 6:
        *w_dis = 1.0 + (0.25 * (double)ref + 0.75 * (double)dis);
        break;
    default:
        *w_dis = one_dis;
    }
}

static float term_of(const SpeedPlan *plan, const SpeedBlocks *ref, const SpeedBlocks *dis,
                     uint32_t i)
{
    if (ref->entropy[i] < plan->base && dis->entropy[i] < plan->base)
        return 0.0f;
    double w_ref, w_dis;
    weights_of(plan->weight_var_mode, ref->variance[i], dis->variance[i], &w_ref, &w_dis);
    const float score_ref = (float)((double)ref->entropy[i] * vmaf_log2(w_ref));
    const float score_dis = (float)((double)dis->entropy[i] * vmaf_log2(w_dis));
    return fabsf(score_ref - score_dis);
}

void vmaf_speed_score(const SpeedPlan *plan, const SpeedRows *rows, const float *const p[2],
                      size_t stride, SpeedScore *out)
{
    const uint32_t n_blocks = plan->blocks_w * plan->blocks_h;
    SpeedModel model[2];
    for (int k = 0; k < 2; k++)
        make_model(plan, rows, p[k], stride, &model[k]);
    out->n_singular = (uint32_t)model[0].singular + model[1].singular;
    out->score = 0.0f;
    if (out->n_singular == 1)
        return;
    float total = 0.0f;
    for (uint32_t m = 0; m < n_blocks; m += CHUNK) {
        const uint32_t n = n_blocks - m < CHUNK ? n_blocks - m : CHUNK;
        SpeedBlocks blocks[2];
        for (int k = 0; k < 2; k++)
            measure_blocks(plan, rows, &model[k], p[k], stride, m, n, &blocks[k]);
        for (uint32_t i = 0; i < n; i++)
            total = total + term_of(plan, &blocks[0], &blocks[1], i);
    }
    out->score = vmaf_one_nanf(total / (float)n_blocks);
}
