/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * The fused multiply-add without the instruction: exact results by rational arithmetic, and random
 * arguments against the instruction where the CPU has it.
 *   test_fma [N]    N random triples for each function
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cpu.h"
#include "base/fma.h"
#include "config.h"
#include "libm_sequence.h"
#include "test_util.h"

#if HAVE_ASM
#include "fma_instruction.h"
static bool has_instruction(void)
{
    return vmaf_cpu_flags() & VMAF_CPU_AVX2;
}
#else
#define fma_instruction vmaf_fma
#define fmaf_instruction vmaf_fmaf
static bool has_instruction(void)
{
#ifdef VMAF_FMA_INSTRUCTION
    return true;
#else
    return false;
#endif
}
#endif

#define INF ((double)INFINITY)

static uint64_t n_random = 10000000;

/* x, y, z, and x * y + z rounded once. */
static const double exact[][4] = {
    {0x1.0000000000001p+0, 0x1.0000000000001p+0, -0x1p+0, 0x1p-51},
    {0x1.fffffffffffffp+0, 0x1.fffffffffffffp+0, -0x1p+2, -0x1p-50},
    {0x1.0000000000001p+0, 0x1.fffffffffffffp-1, -0x1p+0, 0x1.ffffffffffffep-54},
    {0x1.999999999999ap-4, 0x1.4p+3, -0x1p+0, 0x1p-54},
    {0x1p+0, 0x1p+0, 0x1p-53, 0x1p+0},
    {0x1p+0, 0x1p+0, 0x1.0000000000001p-53, 0x1.0000000000001p+0},
    {0x1p+0, 0x1p+0, -0x1p-54, 0x1p+0},
    {0x1p+0, 0x1p+0, -0x1.0000000000001p-54, 0x1.fffffffffffffp-1},
    {0x1p-600, 0x1p-600, 0x0.0000000000001p-1022, 0x0.0000000000001p-1022},
    {-0x1p-600, 0x1p-600, 0x0.0000000000001p-1022, 0x0.0000000000001p-1022},
    {0x1p-537, 0x1p-538, 0.0, 0.0},
    {0x1.8p-537, 0x1p-538, 0.0, 0x0.0000000000001p-1022},
    {0x1p-537, 0x1p-538, 0x0.0000000000001p-1022, 0x0.0000000000002p-1022},
    {0x1.0000000000001p-511, 0x1.0000000000001p-511, 0x0.0000000000001p-1022,
     0x1.0000000000003p-1022},
    {0x1.0000000000001p-540, 0x1.0000000000003p-500, -0x0.00004p-1022, 0.0},
    {0x1.fffffffffffffp+1023, 0x1p+1, -0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023},
    {0x1.fffffffffffffp+1023, 0x1p+0, 0x1p+969, 0x1.fffffffffffffp+1023},
    {0x1.fffffffffffffp+1023, 0x1p+0, 0x1p+970, INF},
    {0x1p+1000, 0x1p+1000, -0x1p+1023, INF},
    {0x0.0000000000001p-1022, 0x0.0000000000001p-1022, 0x1p+0, 0x1p+0},
    {0x0.0000000000001p-1022, 0x0.0000000000001p-1022, -0x1p+0, -0x1p+0},
    {0x0.0000000000001p-1022, 0x1p+1023, -0x1p-51, 0.0},
    {0x1p-1022, 0x1p-1, 0x0.0000000000001p-1022, 0x0.8000000000001p-1022},
    {0x1.8p+1, -0x1.5555555555555p-2, 0x1p+0, 0x1p-54},
    {0x1.82c9b9f767c45p+0, -0x1.b791fbde5c099p+0, 0x1.4c123f5aabb3ap+1, 0x1.7ae9b7485f586p-53},
    {0x1.61823cb91ce37p+0, -0x1.aeda8f1446beap+0, 0x1.297b483d31f8dp+1, 0x1.321eb6f6425dp-55},
    {0x1.4dd71bd69fe29p+0, -0x1.0f616ec1d7dap+0, 0x1.61e5c568f6319p+0, -0x1.2cb45cfeef5p-55},
    {0x1.ae421076ce2efp+0, -0x1.8d4a777330bdbp+0, 0x1.4ddccdb1a7ab2p+1, 0x1.6bcab52f93116p-53},
    {0x1.7f83df17fd374p+0, -0x1.1a8c8a6233255p+0, 0x1.a749cf2ea16adp+0, -0x1.effcd1e67761p-54},
    {0x1.504ede6a16a3bp+0, -0x1.be5bb1cfb10f6p+0, 0x1.2530ee8ea1a79p+1, -0x1.30c01466312c8p-54},
    {0x1.bca4e7814e8a2p+0, -0x1.c2f2b3f1f65a8p+0, 0x1.879fb5afdaa6p+1, -0x1.873ba2e3d28ap-53},
    {0x1.3435f8b33e968p+0, -0x1.7fa8492edcf45p+0, 0x1.cde75a9b2fe69p+0, 0x1.31e41bfefef8p-56},
    {0x1.765db035b7399p+0, 0x0.00000003a1f24p-1022, -0x0.000000ba720acp-1022,
     -0x0.000000b5221e8p-1022},
    {0x1.bc239ea959c21p+0, 0x0.00000000071d9p-1022, -0x0.0000030c362ddp-1022,
     -0x0.0000030c29d59p-1022},
    {0x1.24d43cc11d357p+0, 0x0.009e30691c321p-1022, -0x0.000001c78301fp-1022,
     0x0.00b4f09602dfbp-1022},
    {0x1.43b51206f5c66p+0, 0x0.000000000001fp-1022, -0x0.000000d67bbbep-1022,
     -0x0.000000d67bb97p-1022},
    {0x1.6e538c60a3cabp+0, 0x0.0000000007dcp-1022, -0x0.0000037d5876p-1022,
     -0x0.0000037d4d36ep-1022},
    {0x1.941fc2a9eba0cp+0, 0x0.000000001ec47p-1022, -0x0.000002282a325p-1022,
     -0x0.00000227f9a08p-1022},
};

static const double exactf[][4] = {
    {0x1.001p+0, 0x1.001p+0, 0x1p-60, 0x1.002002p+0},
    {0x1.001p+0, 0x1.001p+0, -0x1p-60, 0x1.002p+0},
    {0x1.001p+0, 0x1.001p+0, 0.0, 0x1.002p+0},
    {0x1.003p+0, 0x1.001p+0, 0x1p-100, 0x1.004004p+0},
    {0x1.003p+0, 0x1.001p+0, -0x1p-100, 0x1.004002p+0},
    {-0x1.003p+0, 0x1.001p+0, -0x1p-100, -0x1.004004p+0},
    {-0x1.003p+0, 0x1.001p+0, 0x1p-100, -0x1.004002p+0},
    {0x1p-75, 0x1p-75, 0x1p-149, 0x1p-148},
    {-0x1p-75, 0x1p-75, 0x1p-149, 0.0},
    {0x1p-75, 0x1p-75, 0.0, 0.0},
    {0x1.8p-75, 0x1p-75, 0.0, 0x1p-149},
    {0x1p-75, 0x1p-75, 0x1p-140, 0x1p-140},
    {0x1p-140, 0x1p-140, 0x1p-126, 0x1p-126},
    {0x1p-140, -0x1p-140, 0x1p-126, 0x1p-126},
    {0x1p-140, 0x1p-140, -0x1p-149, -0x1p-149},
    {0x1.fffffep+127, 0x1p+0, 0x1p+102, 0x1.fffffep+127},
    {0x1.fffffep+127, 0x1p+0, 0x1p+103, INF},
    {0x1.fffffep+127, 0x1p+1, -0x1.fffffep+127, 0x1.fffffep+127},
    {0x1.fffffep+127, 0x1p+0, 0x1.fffffep+102, 0x1.fffffep+127},
    {0x1p+100, 0x1p+100, -0x1p+0, INF},
    {0x1.8p+1, -0x1.555556p-2, 0x1p+0, -0x1p-25},
    {0x1p+0, 0x1p+0, -0x1p+0, 0.0},
    {0x1.000002p+0, 0x1.fffffep-1, -0x1p+0, 0x1.fffffcp-25},
    {0x1p-149, 0x1p-149, 0x1p+0, 0x1p+0},
    {0x1p-149, 0x1p-149, -0x1p+0, -0x1p+0},
    {0x1.000002p-63, 0x1.000002p-64, 0x1p-149, 0x1.000008p-127},
    {0x1.000002p-63, 0x1.fffffep-64, -0x1p-149, 0x1.fffffcp-127},
    {0x1.c092a8p+0, 0x1.5b0c98p+0, -0x1.300e6ep+1, -0x1.110c4p-24},
    {0x1.405fb4p+0, 0x1.68d8dcp+0, -0x1.c395fap+0, -0x1.9bc2ap-25},
    {0x1.5d03acp+0, 0x1.e1c79ap+0, -0x1.486a02p+1, 0x1.fae978p-24},
    {0x1.efe6acp+0, 0x1.619bd2p+0, -0x1.567d76p+1, -0x1.5ea2e8p-24},
    {0x1.64cd54p+0, 0x1.eee184p+0, -0x1.58df44p+1, 0x1.1166ap-25},
    {0x1.ee211cp+0, 0x1.c99882p+0, -0x1.b99fbcp+1, 0x1.917038p-24},
    {0x1.c435dep+0, 0x1.98fadap+0, -0x1.69387cp+1, -0x1.fd53dp-26},
    {0x1.0b0b4p+0, 0x1.b8ede2p+0, -0x1.cbf37cp+0, -0x1.aba3p-25},
};

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || vmaf_bits_of_f64(a) == vmaf_bits_of_f64(b);
}

static void check(double x, double y, double z, double want)
{
    const double got = vmaf_fma_soft(x, y, z), built = vmaf_fma(x, y, z);
    if (!same(got, want) || !same(built, want))
        fail_msg("fma(%a, %a, %a): wanted %a, got %a and %a", x, y, z, want, got, built);
}

static void checkf(double x, double y, double z, double want)
{
    const double got = (double)vmaf_fmaf_soft((float)x, (float)y, (float)z);
    const double built = (double)vmaf_fmaf((float)x, (float)y, (float)z);
    if (!same(got, want) || !same(built, want))
        fail_msg("fmaf(%a, %a, %a): wanted %a, got %a and %a", x, y, z, want, got, built);
}

static void exact_results(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof(exact) / sizeof(exact[0]); i++) {
        const double *e = exact[i];
        check(e[0], e[1], e[2], e[3]);
        check(e[1], e[0], e[2], e[3]);
        check(-e[0], -e[1], e[2], e[3]);
        if (e[3] != 0.0) /* an exact zero is positive */
            check(-e[0], e[1], -e[2], -e[3]);
    }
    for (unsigned i = 0; i < sizeof(exactf) / sizeof(exactf[0]); i++) {
        const double *e = exactf[i];
        checkf(e[0], e[1], e[2], e[3]);
        checkf(e[1], e[0], e[2], e[3]);
        checkf(-e[0], -e[1], e[2], e[3]);
        if (e[3] != 0.0)
            checkf(-e[0], e[1], -e[2], -e[3]);
    }
}

static void special_cases(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    for (unsigned f = 0; f < 2; f++) {
        void (*const c)(double, double, double, double) = f ? checkf : check;
        const double max = f ? (double)FLT_MAX : DBL_MAX;
        c(0.0, 1.0, 0.0, 0.0);
        c(-0.0, 1.0, 0.0, 0.0);
        c(-0.0, 1.0, -0.0, -0.0);
        c(1.0, 1.0, -1.0, 0.0);
        c(-1.0, 1.0, 1.0, 0.0);
        c(0.0, 5.0, 7.0, 7.0);
        c(INF, 1.0, 1.0, INF);
        c(-INF, 1.0, 1.0, -INF);
        c(INF, 0.0, 1.0, nan);
        c(INF, 1.0, -INF, nan);
        c(INF, 1.0, INF, INF);
        c(nan, 1.0, 1.0, nan);
        c(1.0, nan, 1.0, nan);
        c(1.0, 1.0, nan, nan);
        /* The product alone would be the other infinity. */
        c(max, max, -INF, -INF);
        c(max, -max, INF, INF);
        c(max, max, -max, INF);
    }
}

static uint64_t random_bits(uint64_t *s, int low, unsigned n)
{
    return vmaf_bits_of_f64(libm_binades(s, low, n)) | (libm_next(s) & 1u) << 63;
}

/* Plain, cancelling, subnormal, overflowing, arbitrary. */
static void draw(uint64_t *s, unsigned i, double t[3])
{
    switch (i % 8) {
    case 0:
    case 1:
        for (unsigned k = 0; k < 3; k++)
            t[k] = vmaf_f64_of_bits(random_bits(s, -30, 60));
        break;
    case 2:
    case 3: /* z next to -(x y), or with few bits left of it */
        t[0] = vmaf_f64_of_bits(random_bits(s, -30, 60));
        t[1] = vmaf_f64_of_bits(random_bits(s, -30, 60));
        t[2] = vmaf_f64_of_bits(vmaf_bits_of_f64(-(t[0] * t[1])) + libm_next(s) % 5 - 2);
        break;
    case 4: /* products and sums around the least double */
        t[0] = vmaf_f64_of_bits(random_bits(s, -560, 60));
        t[1] = vmaf_f64_of_bits(random_bits(s, -560, 60));
        t[2] = vmaf_f64_of_bits(libm_next(s) >> (2 + libm_next(s) % 60));
        break;
    case 5: /* few bits, so that ties are common */
        for (unsigned k = 0; k < 3; k++)
            t[k] = vmaf_f64_of_bits(random_bits(s, -40, 80) & 0xffffffe000000000u);
        break;
    case 6:
        t[0] = vmaf_f64_of_bits(random_bits(s, 480, 64));
        t[1] = vmaf_f64_of_bits(random_bits(s, 480, 64));
        t[2] = vmaf_f64_of_bits(random_bits(s, 960, 63));
        break;
    default:
        for (unsigned k = 0; k < 3; k++)
            t[k] = vmaf_f64_of_bits(libm_next(s));
        break;
    }
}

static float drawn(uint64_t *s, int low, unsigned n)
{
    return (float)vmaf_f64_of_bits(random_bits(s, low, n));
}

static void drawf(uint64_t *s, unsigned i, float t[3])
{
    switch (i % 8) {
    case 0:
        for (unsigned k = 0; k < 3; k++)
            t[k] = drawn(s, -20, 40);
        break;
    case 1:
    case 2: /* a product half way between two floats, and something small */
        t[0] = (float)(int)(libm_next(s) >> 52 | 0x801u);
        t[1] = (float)(int)(libm_next(s) >> 51 | 0x1001u);
        t[2] = i % 16 < 8 ? drawn(s, -140, 140) : 0.0f;
        break;
    case 3: /* z next to -(x y) */
        t[0] = drawn(s, -20, 40);
        t[1] = drawn(s, -20, 40);
        t[2] = vmaf_f32_of_bits(vmaf_bits_of_f32(-(t[0] * t[1])) + (uint32_t)libm_next(s) % 5 - 2);
        break;
    case 4: /* around the least float */
        t[0] = drawn(s, -100, 60);
        t[1] = drawn(s, -100, 60);
        t[2] = vmaf_f32_of_bits((uint32_t)libm_next(s) >> (2 + libm_next(s) % 28));
        break;
    case 5: /* few bits */
        for (unsigned k = 0; k < 3; k++)
            t[k] = (float)((int)(libm_next(s) % 8192) - 4096) * 0x1p-12f;
        break;
    case 6:
        t[0] = drawn(s, 50, 16);
        t[1] = drawn(s, 50, 16);
        t[2] = drawn(s, 100, 28);
        break;
    default:
        for (unsigned k = 0; k < 3; k++)
            t[k] = vmaf_f32_of_bits((uint32_t)libm_next(s));
        break;
    }
}

static void against_the_instruction(void **state)
{
    (void)state;
    if (!has_instruction()) {
        print_message("skipped: no FMA instruction here\n");
        skip();
    }
    uint64_t s = 1;
    for (uint64_t i = 0; i < n_random; i++) {
        double t[3];
        float f[3];
        draw(&s, (unsigned)i, t);
        const double want = fma_instruction(t[0], t[1], t[2]);
        if (!same(vmaf_fma_soft(t[0], t[1], t[2]), want))
            fail_msg("fma(%a, %a, %a): wanted %a, got %a", t[0], t[1], t[2], want,
                     vmaf_fma_soft(t[0], t[1], t[2]));
        drawf(&s, (unsigned)i, f);
        const double wantf = (double)fmaf_instruction(f[0], f[1], f[2]);
        if (!same((double)vmaf_fmaf_soft(f[0], f[1], f[2]), wantf))
            fail_msg("fmaf(%a, %a, %a): wanted %a, got %a", (double)f[0], (double)f[1],
                     (double)f[2], wantf, (double)vmaf_fmaf_soft(f[0], f[1], f[2]));
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        n_random = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_results),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(against_the_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
