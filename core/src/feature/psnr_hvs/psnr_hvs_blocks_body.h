/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * Loops over blocks that stand side by side, compiled once per instruction set. No include guard.
 *
 * All inner loops run across blocks, which are independent: the order of the sums inside a block is
 * that of plain C, and the width of a vector does not show in the result.
 */
#include <math.h>

#include "feature/psnr_hvs/psnr_hvs_blocks.h"

#define SIDE VMAF_PSNR_HVS_SIDE
#define SIZE VMAF_PSNR_HVS_SIZE
#define LANES VMAF_PSNR_HVS_LANES

/* Eight values of every block: of a column, or of a row. */
static inline void transform_line(int32_t *restrict out, const int32_t *restrict in, size_t step)
{
    for (size_t l = 0; l < LANES; l++) {
        int32_t v[SIDE];
        for (size_t k = 0; k < SIDE; k++)
            v[k] = in[k * step * LANES + l];
        vmaf_psnr_hvs_transform(v);
        for (size_t k = 0; k < SIDE; k++)
            out[k * step * LANES + l] = v[k];
    }
}

static void transform(PsnrHvsBlocks x)
{
    PsnrHvsBlocks columns;
    for (size_t k = 0; k < SIDE; k++)
        transform_line(columns[k], x[k], SIDE);
    for (size_t k = 0; k < SIDE; k++)
        transform_line(x[k * SIDE], columns[k * SIDE], 1);
}

/* The ratio of vmaf_psnr_hvs_ratio() of every block of samples. */
static void ratios(float *restrict ratio, PsnrHvsBlocks x)
{
    int32_t sum[4][LANES] = {{0}};
    float mean[LANES], quarter[4][LANES], all[LANES] = {0}, part[4][LANES] = {{0}};
    for (size_t y = 0; y < SIDE; y++) {
        int32_t *restrict left = sum[y / (SIDE / 2) * 2], *restrict right = left + LANES;
        const int32_t *in = x[y * SIDE];
        for (size_t l = 0; l < LANES; l++) {
            left[l] += in[l] + in[1 * LANES + l] + in[2 * LANES + l] + in[3 * LANES + l];
            right[l] +=
                in[4 * LANES + l] + in[5 * LANES + l] + in[6 * LANES + l] + in[7 * LANES + l];
        }
    }
    for (size_t l = 0; l < LANES; l++) {
        /* Integers below 2^24 over powers of two: exact. */
        mean[l] = (float)(sum[0][l] + sum[1][l] + sum[2][l] + sum[3][l]) / 64.0f;
        for (size_t q = 0; q < 4; q++)
            quarter[q][l] = (float)sum[q][l] / 16.0f;
    }
    for (size_t y = 0; y < SIDE; y++) {
        float *restrict left = part[y / (SIDE / 2) * 2], *restrict right = left + LANES;
        const float *left_mean = quarter[y / (SIDE / 2) * 2], *right_mean = left_mean + LANES;
        for (size_t l = 0; l < LANES; l++) {
            float a = all[l], p = left[l], q = right[l];
            for (size_t k = 0; k < SIDE / 2; k++) {
                a = vmaf_psnr_hvs_spread(a, x[y * SIDE + k][l], mean[l]);
                p = vmaf_psnr_hvs_spread(p, x[y * SIDE + k][l], left_mean[l]);
            }
            for (size_t k = SIDE / 2; k < SIDE; k++) {
                a = vmaf_psnr_hvs_spread(a, x[y * SIDE + k][l], mean[l]);
                q = vmaf_psnr_hvs_spread(q, x[y * SIDE + k][l], right_mean[l]);
            }
            all[l] = a;
            left[l] = p;
            right[l] = q;
        }
    }
    for (size_t l = 0; l < LANES; l++)
        ratio[l] = vmaf_psnr_hvs_ratio(all[l], part[0][l], part[1][l], part[2][l], part[3][l]);
}

/* What every block of coefficients masks. */
static void masks(float *restrict mask, PsnrHvsBlocks x, const float *restrict ratio,
                  const float *restrict masked)
{
    float energy[LANES] = {0};
    for (size_t y = 0; y < SIDE; y++) {
        for (size_t l = 0; l < LANES; l++) {
            float e = energy[l];
            for (size_t k = 0; k < SIDE; k++)
                e = vmaf_psnr_hvs_energy(e, x[y * SIDE + k][l], masked[y * SIDE + k]);
            energy[l] = e;
        }
    }
    for (size_t l = 0; l < LANES; l++)
        mask[l] = sqrtf(energy[l] * ratio[l]) / 32.0f;
}

static void terms(PsnrHvsTerms term, PsnrHvsBlocks ref, PsnrHvsBlocks dis,
                  const PsnrHvsTable *table)
{
    float ratio[2][LANES], mask[LANES], other[LANES];
    ratios(ratio[0], ref);
    ratios(ratio[1], dis);
    transform(ref);
    transform(dis);
    masks(mask, ref, ratio[0], table->masked);
    masks(other, dis, ratio[1], table->masked);
    for (size_t l = 0; l < LANES; l++)
        mask[l] = other[l] > mask[l] ? other[l] : mask[l];

    for (size_t l = 0; l < LANES; l++)
        term[0][l] = vmaf_psnr_hvs_term(ref[0][l], dis[0][l], 0.0f, table->csf[0]);
    for (size_t i = 1; i < SIZE; i++) {
        for (size_t l = 0; l < LANES; l++)
            term[i][l] =
                vmaf_psnr_hvs_term(ref[i][l], dis[i][l], mask[l] / table->masked[i], table->csf[i]);
    }
}

static float add_in_order(float sum, PsnrHvsTerms term, unsigned n)
{
    for (size_t l = 0; l < n; l++) {
        for (size_t i = 0; i < SIZE; i++)
            sum += term[i][l];
    }
    return sum;
}
