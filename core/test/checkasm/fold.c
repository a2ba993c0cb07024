/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/* The frame sum: the block forms against the loop, on sums that are hard for them. */
#include <math.h>

#include "checkasm.h"
#include "config.h"
#include "feature/fold.h"
#include "feature/fold_block.h"

enum { MAX = 6000 };

static double term[MAX];

static double uniform(void)
{
    return (double)(checkasm_random() >> 11) * 0x1p-53;
}

/* Contents of a plane; each is a function of the place and of random numbers. */
static double natural(size_t i)
{
    (void)i;
    return 0.9 + 0.1 * uniform();
}

static double signed_noise(size_t i)
{
    (void)i;
    return 2.0 * uniform() - 1.0;
}

static double one(size_t i)
{
    (void)i;
    return 1.0;
}

static double tenth(size_t i)
{
    (void)i;
    return 0.1;
}

/* After 2^52 every term is halfway between two sums. */
static double halves(size_t i)
{
    return i == 0 ? 0x1p52 : 0.5;
}

static double odd_halves(size_t i)
{
    return i == 0 ? 0x1p52 + 1.0 : (double)(checkasm_random() % 9) * 0.5 - 1.0;
}

static double near_halves(size_t i)
{
    static const double q[] = {-0.5, -0.49999999999999994, 0.49999999999999994,
                               0.5,  0.50000000000000011,  -0x1p-60,
                               1.5,  -1.4999999999999998};
    return i == 0 ? 0x1.8p52 : q[checkasm_random() % 8];
}

/* The sum comes to a power of two exactly, and goes on both ways. */
static double to_a_power(size_t i)
{
    return i == 0 ? 1023.0 : i < 1000 ? 1.0 : -1.0 * (double)(checkasm_random() & 1);
}

/* Around 2^52, where the last digit of the sum changes its weight. */
static double around_a_power(size_t i)
{
    return i == 0 ? 0x1p52 - 64.0 : (double)(checkasm_random() % 257) * 0.5 - 63.75;
}

static double alternating(size_t i)
{
    return i & 1 ? -1.0 - uniform() * 0x1p-40 : 1.0 + uniform() * 0x1p-40;
}

static double negative_sum(size_t i)
{
    return -natural(i) * 65536.0;
}

static double wide(size_t i)
{
    (void)i;
    return ldexp(uniform() - 0.3, (int)(checkasm_random() % 80) - 40);
}

static double large_steps(size_t i)
{
    return i == 0 ? 0x1p40 : ldexp(uniform() - 0.5, 40);
}

/* One step of more than half the sum, up from just above a power of two. */
static double step_up(size_t i)
{
    return i == 0     ? 0x1p52 + 1.0
           : i == 700 ? 0x1p51 + 1.0 + 2.0 * (double)(checkasm_random() % 4)
                      : 0.0;
}

/* The same down from just below one; the step has a half. */
static double step_down(size_t i)
{
    return i == 0 ? 0x1p53 - 1.0 : i == 700 ? -0x1p51 - 0.5 - (double)(checkasm_random() % 4) : 0.0;
}

/* Rounded in the binade above it would be a power of two; below that, sums have a finer grid. */
static double onto_a_power(size_t i)
{
    return i == 0 ? 0x1p52 + 1.0 : i == 700 ? -1.3 : 0.0;
}

static double tiny(size_t i)
{
    (void)i;
    return ldexp(0.5 + uniform(), -980);
}

static double subnormal(size_t i)
{
    (void)i;
    return (double)(checkasm_random() % 1000) * 0x1p-1074;
}

static double subnormal_after_one(size_t i)
{
    return i == 0 ? 1.0 : subnormal(i);
}

static double huge(size_t i)
{
    (void)i;
    return uniform() * 0x1p1014;
}

static double negative_zero(size_t i)
{
    return i % 700 == 650 ? 1.0 : -0.0;
}

static double zero(size_t i)
{
    (void)i;
    return 0.0;
}

static const struct {
    const char *name;
    double (*at)(size_t i);
} content[] = {
    {"natural", natural},
    {"signed noise", signed_noise},
    {"one", one},
    {"tenth", tenth},
    {"halves", halves},
    {"odd halves", odd_halves},
    {"near halves", near_halves},
    {"to a power", to_a_power},
    {"around a power", around_a_power},
    {"alternating", alternating},
    {"negative sum", negative_sum},
    {"wide", wide},
    {"large steps", large_steps},
    {"step up", step_up},
    {"step down", step_down},
    {"onto a power", onto_a_power},
    {"tiny", tiny},
    {"subnormal", subnormal},
    {"subnormal after one", subnormal_after_one},
    {"huge", huge},
    {"negative zero", negative_zero},
    {"zero", zero},
};
#define CONTENTS (sizeof(content) / sizeof(*content))

/* Sum in two calls, as rows are. */
static void fold(size_t n, unsigned per_site, size_t first, unsigned isa, double sum[4])
{
    const size_t sites = n / per_site, head = first < sites ? first : sites;
    vmaf_fold_f64(term, head, per_site, isa, sum);
    vmaf_fold_f64_more(term + head * per_site, sites - head, per_site, isa, sum);
}

static bool differ(const char *what, const CheckasmLevel *level, size_t n, unsigned per_site)
{
    double want[4] = {0}, got[4] = {0};
    const size_t first = checkasm_random() % (n + 1);
    fold(n, per_site, first, 0, want);
    fold(n, per_site, first, level->isa, got);
    return checkasm_differ(what, level->name, n, per_site, want, got, sizeof(want));
}

#if HAVE_ASM
/* The block form takes what pictures give, and leaves what it cannot prove. */
static bool wrong_choice(VmafFoldBlock block)
{
    double sum = 100.0;
    for (size_t i = 0; i < 256; i++)
        term[i] = natural(i) / 256.0;
    const bool taken = block(term, 256, &sum);
    term[200] = NAN;
    bool left = !block(term, 256, &sum);
    double small = 0.0;
    left &= !block(term, 160, &small) && small == 0.0;
    if (!taken || !left)
        printf("FAIL the block form: taken %d, left %d\n", taken, left);
    return !taken || !left;
}
#endif

int main(int argc, char **argv)
{
    static const double special[] = {INFINITY, -INFINITY, NAN, -0.0, 0x1p1023};
    const CheckasmLevel *level = checkasm_level(argc, argv);
    unsigned run = 0, failed = 0;
#if HAVE_ASM
    const bool wide = level->isa & VMAF_CPU_AVX512;
    failed += wrong_choice(wide ? vmaf_fold_block_avx512 : vmaf_fold_block_avx2);
#endif
    for (size_t k = 0; k < CONTENTS; k++) {
        for (size_t n = 0; n <= MAX; n += n < 1600 ? 1 : 97, run++) {
            for (size_t i = 0; i < n; i++)
                term[i] = content[k].at(i);
            failed += differ(content[k].name, level, n, 1 + run % 4 * (run % 3 == 0));
        }
        for (unsigned i = 0; i < 300; i++, run++) {
            for (size_t j = 0; j < MAX; j++)
                term[j] = content[k].at(j);
            for (unsigned m = 0; m <= i % 3; m++)
                term[checkasm_random() % MAX] = special[checkasm_random() % 5];
            failed += differ(content[k].name, level, MAX, 1);
        }
    }
    return checkasm_report(run, failed);
}
