/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The loops of speed_chroma and speed_temporal: every instruction set against plain C. */
#include "checkasm.h"
#include "feature/speed/speed_rows.h"

enum { WIDEST = 300, MARGIN = 64 };

/* Not a multiple of a power of two, so that sums are rounded. */
static float sample(unsigned kind)
{
    return (float)checkasm_sample(kind, 65535) / 259.0f - 128.0f;
}

/* Rows of samples end where the memory ends, so that a sanitizer sees a read beyond them. */
static bool check_samples(const SpeedRows *plain, const SpeedRows *rows, uint32_t w, unsigned kind,
                          const char *level)
{
    static const uint32_t depths[] = {8, 10, 12, 16};
    bool failed = false;
    for (unsigned k = 0; k < 8; k++) {
        const uint32_t bpc = depths[k % 4], bytes = bpc == 8 ? 1 : 2;
        float got[WIDEST + MARGIN] = {0.0f}, want[WIDEST + MARGIN] = {0.0f};
        uint8_t *a = malloc(w * bytes), *b = malloc(w * bytes);
        if (!a || !b)
            abort();
        for (uint32_t j = 0; j < w * bytes; j++) {
            a[j] = (uint8_t)checkasm_sample(kind, 255);
            b[j] = (uint8_t)checkasm_sample(kind / CHECKASM_KINDS, 255);
        }
        plain->samples(want, a, k < 4 ? b : NULL, w, bpc);
        rows->samples(got, a, k < 4 ? b : NULL, w, bpc);
        failed = checkasm_differ("samples", level, w, kind, want, got, sizeof(want)) || failed;
        free(a);
        free(b);
    }
    return failed;
}

static bool check_add(const SpeedRows *plain, const SpeedRows *rows, uint32_t w, unsigned kind,
                      const char *level)
{
    float got[WIDEST + MARGIN], want[WIDEST + MARGIN], row[WIDEST];
    for (uint32_t j = 0; j < WIDEST + MARGIN; j++)
        got[j] = want[j] = sample(kind);
    for (uint32_t j = 0; j < w; j++)
        row[j] = sample(kind / CHECKASM_KINDS);
    plain->add(want, row, 0.0756488293f, w);
    rows->add(got, row, 0.0756488293f, w);
    return checkasm_differ("add", level, w, kind, want, got, sizeof(want));
}

/* The sums that count, in two calls: the second continues. */
static void sums_of(const SpeedRows *rows, const float *p, size_t stride, uint32_t n,
                    float mean[VMAF_SPEED_N], double *product)
{
    SpeedSums sum = {{{0.0}}};
    const uint32_t half = n / 2;
    memset(mean, 0, VMAF_SPEED_N * sizeof(*mean));
    rows->means(mean, p, stride, half);
    rows->means(mean, p + half, stride, n - half);
    for (int a = 0; a < VMAF_SPEED_N; a++)
        mean[a] = mean[a] / (float)n;
    rows->covariance(&sum, p, stride, mean, half);
    rows->covariance(&sum, p + half, stride, mean, n - half);
    for (int a = 0; a < VMAF_SPEED_N; a++) {
        for (int b = 0; b <= a; b++)
            *product++ = sum.at[a][b];
    }
}

static bool check_sums(const SpeedRows *plain, const SpeedRows *rows, uint32_t n, unsigned kind,
                       const char *level)
{
    enum { PAIRS = VMAF_SPEED_N * (VMAF_SPEED_N + 1) / 2 };
    const size_t stride = n + VMAF_SPEED_SIDE - 1 + VMAF_SPEED_PAD;
    float *p = malloc(VMAF_SPEED_SIDE * stride * sizeof(*p)), mean[2][VMAF_SPEED_N];
    double product[2][PAIRS];
    if (!p)
        abort();
    for (size_t j = 0; j < VMAF_SPEED_SIDE * stride; j++)
        p[j] = sample(kind);
    sums_of(plain, p, stride, n, mean[0], product[0]);
    sums_of(rows, p, stride, n, mean[1], product[1]);
    free(p);
    const bool failed = checkasm_differ("means", level, n, kind, mean[0], mean[1], sizeof(mean[0]));
    return checkasm_differ("covariance", level, n, kind, product[0], product[1],
                           sizeof(product[0])) ||
           failed;
}

static bool check_product(const SpeedRows *plain, const SpeedRows *rows, unsigned kind,
                          const char *level)
{
    SpeedMatrix left, right, got, want;
    for (int i = 0; i < VMAF_SPEED_N; i++) {
        for (int j = 0; j < VMAF_SPEED_PITCH; j++) {
            left.at[i][j] = sample(kind);
            right.at[i][j] = sample(kind / CHECKASM_KINDS) / 3.0f;
        }
    }
    plain->product(&want, &left, &right);
    rows->product(&got, &left, &right);
    return checkasm_differ("product", level, VMAF_SPEED_N, kind, &want, &got, sizeof(want));
}

int main(int argc, char **argv)
{
    const CheckasmLevel *level = checkasm_level(argc, argv);
    const SpeedRows *rows = vmaf_speed_rows(level->isa), *plain = vmaf_speed_rows(0);
    unsigned run = 0, failed = rows == plain;
    for (unsigned kind = 0; kind < CHECKASM_KINDS * CHECKASM_KINDS; kind++) {
        for (uint32_t n = 1; n <= WIDEST; n += n < 70 ? 1 : 23, run += 3) {
            failed += check_samples(plain, rows, n, kind, level->name);
            failed += check_add(plain, rows, n, kind, level->name);
            failed += check_sums(plain, rows, n, kind, level->name);
        }
        failed += check_product(plain, rows, kind, level->name);
        run++;
    }
    return checkasm_report(run, failed);
}
