/* SPDX-License-Identifier: BSD-2-Clause-Patent */
/*
 * libm.h against its definition: checksums of tables, long sequences of results, single vectors.
 * The expected numbers are those of glibc 2.36 on x86-64 with FMA. Every build of the functions has
 * to give them: with the fused multiply-add instruction, without it, and without optimisation.
 *   test_libm VECTORS
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/cpu.h"
#include "base/libm.h"
#include "base/libm_powf_tables.h"
#include "base/libm_priv.h"
#include "config.h"
#include "libm_sequence.h"
#include "test_util.h"

extern const VmafLibm libm_O0;
#if HAVE_ASM
extern const VmafLibm libm_O0_avx2;
#else
extern const VmafLibm libm_soft, libm_O0_soft;
#endif

static const char *vectors_file = "";

static const VmafLibm shipped = {vmaf_exp, vmaf_pow, vmaf_ln, vmaf_log2, vmaf_log10, vmaf_powf};

typedef struct Build {
    const char *name;
    const VmafLibm *libm;
    bool runs;
} Build;

#define MAX_BUILDS 5

static unsigned builds(Build *b)
{
    unsigned n = 0;
    b[n++] = (Build){"as chosen at run time", &shipped, true};
    b[n++] = (Build){"for every CPU", &vmaf_libm_c, true};
    b[n++] = (Build){"for every CPU, -O0", &libm_O0, true};
#if HAVE_ASM
    const bool fma = vmaf_cpu_flags() & VMAF_CPU_AVX2;
    b[n++] = (Build){"with the instruction", &vmaf_libm_avx2, fma};
    b[n++] = (Build){"with the instruction, -O0", &libm_O0_avx2, fma};
#else
    b[n++] = (Build){"without the instruction", &libm_soft, true};
    b[n++] = (Build){"without the instruction, -O0", &libm_O0_soft, true};
#endif
    return n;
}

/* ---- tables ---- */

static void tables(void **state)
{
    (void)state;
    uint64_t h = LIBM_HASH_START;
    for (unsigned i = 0; i < 128; i++) {
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_exp2_128[i].tail));
        h = libm_hash(h, vmaf_libm_exp2_128[i].sbits);
    }
    assert_true(h == 0xc1af296af08c1db8u);

    h = LIBM_HASH_START;
    for (unsigned i = 0; i < 128; i++) {
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_pow_log_128[i].invc));
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_pow_log_128[i].logc));
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_pow_log_128[i].logctail));
    }
    assert_true(h == 0x0602404c02a6c19cu);

    h = LIBM_HASH_START;
    for (unsigned i = 0; i < 128; i++) {
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_log_128[i].invc));
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_log_128[i].logc));
    }
    assert_true(h == 0x402bf633878083a5u);

    h = LIBM_HASH_START;
    for (unsigned i = 0; i < 64; i++) {
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_log2_64[i].invc));
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_libm_log2_64[i].logc));
    }
    assert_true(h == 0x5753b984767b5809u);

    h = LIBM_HASH_START;
    for (unsigned i = 0; i < 16; i++) {
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_powf_log2_entry(i, 0)));
        h = libm_hash(h, vmaf_bits_of_f64(vmaf_powf_log2_entry(i, 1)));
    }
    assert_true(h == 0xfb710f75f1edcb7cu);

    h = LIBM_HASH_START;
    for (unsigned j = 0; j < 32; j++)
        h = libm_hash(h, vmaf_powf_exp2_entry(j));
    assert_true(h == 0xa41e7070956b3682u);
}

/* ---- sequences ---- */

#define LENGTH 1000000

typedef uint64_t Sequence(const VmafLibm *, uint64_t *s, unsigned i);

static uint64_t next_exp(const VmafLibm *m, uint64_t *s, unsigned i)
{
    (void)i;
    return vmaf_bits_of_f64(m->exp(libm_uniform(s) * 1455 - 745));
}

static uint64_t next_pow(const VmafLibm *m, uint64_t *s, unsigned i)
{
    (void)i;
    const double x = libm_binades(s, -40, 60);
    return vmaf_bits_of_f64(m->pow(x, libm_uniform(s) * 60 - 30));
}

static double log_argument(uint64_t *s, unsigned i)
{
    return i % 2 ? 0.875 + libm_uniform(s) * 0.25 : libm_binades(s, -64, 128);
}

static uint64_t next_log10(const VmafLibm *m, uint64_t *s, unsigned i)
{
    return vmaf_bits_of_f64(m->log10(log_argument(s, i)));
}

static uint64_t next_log(const VmafLibm *m, uint64_t *s, unsigned i)
{
    return vmaf_bits_of_f64(m->log(log_argument(s, i)));
}

static uint64_t next_log2(const VmafLibm *m, uint64_t *s, unsigned i)
{
    return vmaf_bits_of_f64(m->log2(log_argument(s, i)));
}

static uint64_t next_powf(const VmafLibm *m, uint64_t *s, unsigned i)
{
    (void)i;
    const float x = (float)libm_binades(s, -20, 40);
    return vmaf_bits_of_f32(m->powf(x, (float)(libm_uniform(s) * 20)));
}

static void sequences(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        Sequence *next;
        uint64_t want;
    } seq[] = {
        {"exp", next_exp, 0xd9cf543ae1a7bc71u},     {"pow", next_pow, 0x363615a9c2d8df7du},
        {"log10", next_log10, 0xdd97e13f6be97555u}, {"log", next_log, 0x936863a05d08a4eau},
        {"log2", next_log2, 0x981a818418fc9e98u},   {"powf", next_powf, 0xb2a3f11ee6dff9e7u},
    };
    Build b[MAX_BUILDS];
    const unsigned n = builds(b);
    for (unsigned k = 0; k < n; k++) {
        for (unsigned f = 0; f < sizeof(seq) / sizeof(seq[0]) && b[k].runs; f++) {
            uint64_t s = 1, h = LIBM_HASH_START;
            for (unsigned i = 0; i < LENGTH; i++)
                h = libm_hash(h, seq[f].next(b[k].libm, &s, i));
            if (h != seq[f].want)
                fail_msg("%s, built %s: wanted %016llx, got %016llx", seq[f].name, b[k].name,
                         (unsigned long long)seq[f].want, (unsigned long long)h);
        }
    }
}

/* ---- vectors ---- */

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || vmaf_bits_of_f64(a) == vmaf_bits_of_f64(b);
}

/** A result of the function of this name; y only where it takes two arguments. */
static bool call(const VmafLibm *m, const char *name, double x, double y, double *result)
{
    if (!strcmp(name, "exp"))
        *result = m->exp(x);
    else if (!strcmp(name, "pow"))
        *result = m->pow(x, y);
    else if (!strcmp(name, "log"))
        *result = m->log(x);
    else if (!strcmp(name, "log2"))
        *result = m->log2(x);
    else if (!strcmp(name, "log10"))
        *result = m->log10(x);
    else if (!strcmp(name, "powf"))
        *result = (double)m->powf((float)x, (float)y);
    else
        return false;
    return true;
}

static void check(const char *name, double x, double y, double want)
{
    Build b[MAX_BUILDS];
    const unsigned n = builds(b);
    for (unsigned k = 0; k < n; k++) {
        double got = 0.0;
        if (!b[k].runs)
            continue;
        assert_true(call(b[k].libm, name, x, y, &got));
        if (!same(got, want))
            fail_msg("%s(%a, %a), built %s: wanted %a, got %a", name, x, y, b[k].name, want, got);
    }
}

static void vectors(void **state)
{
    (void)state;
    FILE *file = fopen(vectors_file, "r");
    assert_non_null(file);
    char line[256];
    unsigned n = 0;
    while (fgets(line, sizeof(line), file)) {
        char name[8], word[3][32];
        if (line[0] == '#')
            continue;
        const int words = sscanf(line, "%7s %31s %31s %31s", name, word[0], word[1], word[2]);
        assert_true(words == 3 || words == 4);
        check(name, strtod(word[0], NULL), words == 4 ? strtod(word[1], NULL) : 0.0,
              strtod(word[words - 2], NULL));
        n++;
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(n, 120);
}

/* ---- special cases: what the C standard and IEEE 754 say, and the ends of the ranges ---- */

static void special_cases(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan = (double)NAN, max = 0x1.fffffffffffffp+1023;
    static const char *const logs[] = {"log", "log2", "log10"};
    for (unsigned i = 0; i < 3; i++) {
        check(logs[i], 0.0, 0, -inf);
        check(logs[i], -0.0, 0, -inf);
        check(logs[i], -1.0, 0, nan);
        check(logs[i], -0x1p-1074, 0, nan);
        check(logs[i], -inf, 0, nan);
        check(logs[i], inf, 0, inf);
        check(logs[i], nan, 0, nan);
        check(logs[i], 1.0, 0, 0.0);
    }
    check("log2", 0x1p-1022, 0, -1022.0);
    check("log2", 0x1p-1074, 0, -1074.0);
    check("log2", 0x1p+1023, 0, 1023.0);

    check("exp", 0.0, 0, 1.0);
    check("exp", -0.0, 0, 1.0);
    check("exp", inf, 0, inf);
    check("exp", -inf, 0, 0.0);
    check("exp", nan, 0, nan);
    check("exp", max, 0, inf);
    check("exp", -max, 0, 0.0);
    check("exp", 1024.0, 0, inf);
    check("exp", -1024.0, 0, 0.0);
    check("exp", 0x1.62e42fefa39fp+9, 0, inf);
    check("exp", -0x1.74910d52d3052p+9, 0, 0.0);
    check("exp", 0x1p-1074, 0, 1.0);

    static const char *const powers[] = {"pow", "powf"};
    for (unsigned i = 0; i < 2; i++) {
        const char *p = powers[i];
        static const double bases[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 3.0, -3.0};
        for (unsigned k = 0; k < 8; k++) {
            check(p, bases[k], 0.0, 1.0);
            check(p, bases[k], -0.0, 1.0);
            check(p, 1.0, bases[k], 1.0);
            check(p, nan, bases[k], bases[k] == 0.0 ? 1.0 : nan);
            check(p, bases[k], nan, bases[k] == 1.0 ? 1.0 : nan);
        }
        check(p, inf, 0.0, 1.0);
        check(p, nan, 0.0, 1.0);
        check(p, 1.0, nan, 1.0);
        check(p, 1.0, inf, 1.0);
        check(p, -1.0, inf, 1.0);
        check(p, -1.0, -inf, 1.0);
        check(p, 0.5, inf, 0.0);
        check(p, -0.5, -inf, inf);
        check(p, 2.0, inf, inf);
        check(p, -2.0, -inf, 0.0);
        check(p, 0.0, 3.0, 0.0);
        check(p, -0.0, 3.0, -0.0);
        check(p, -0.0, 2.0, 0.0);
        check(p, -0.0, 2.5, 0.0);
        check(p, 0.0, -3.0, inf);
        check(p, -0.0, -3.0, -inf);
        check(p, -0.0, -2.0, inf);
        check(p, inf, 2.0, inf);
        check(p, inf, -2.0, 0.0);
        check(p, -inf, 3.0, -inf);
        check(p, -inf, 2.0, inf);
        check(p, -inf, 2.5, inf);
        check(p, -inf, -3.0, -0.0);
        check(p, -inf, -2.0, 0.0);
        check(p, -2.0, 3.0, -8.0);
        check(p, -2.0, -1.0, -0.5);
        check(p, -2.0, 2.0, 4.0);
        check(p, -2.0, 0.5, nan);
        check(p, -1.0, 0x1p+23 + 1.0, -1.0);
        check(p, -1.0, 0x1p+24, 1.0);
        check(p, 2.0, 3000.0, inf);
        check(p, 2.0, -3000.0, 0.0);
        check(p, -2.0, 3001.0, -inf);
        check(p, -2.0, -3001.0, -0.0);
    }
    check("pow", -1.0, 0x1p+52 + 1.0, -1.0);
    check("pow", -1.0, 0x1.fffffffffffffp+52, -1.0); /* the largest odd double */
    check("pow", -1.0, 0x1p+53, 1.0);
    check("pow", -1.0, max, 1.0);
    check("pow", 2.0, 1023.0, 0x1p+1023);
    check("pow", -2.0, 1023.0, -0x1p+1023);
    check("pow", 2.0, -1074.0, 0x1p-1074);
    check("pow", 2.0, -1075.0, 0.0);
    check("pow", 0x1p-1074, -1.0, inf);
    check("pow", 0x1p-1074, 0.5, 0x1p-537);
    check("pow", 3.0, 0x1p-70, 1.0);
    check("pow", 0.3, 0x1p-70, 1.0);
    check("pow", 3.0, max, inf);
    check("pow", 0.3, max, 0.0);
    check("pow", 3.0, -max, 0.0);
    check("pow", 0.3, -max, inf);
    check("powf", 2.0, 127.0, 0x1p+127);
    check("powf", 2.0, 128.0, inf);
    check("powf", -2.0, 129.0, -inf);
    check("powf", 2.0, -126.0, 0x1p-126);
    check("powf", 2.0, -149.0, 0x1p-149);
    check("powf", 2.0, -150.0, 0.0);
    check("powf", -2.0, -151.0, -0.0);
    check("powf", 0x1p-149, -1.0, inf);
    check("powf", 0x1p-148, 0.5, 0x1p-74);
}

static void errno_is_left_alone(void **state)
{
    (void)state;
    errno = 0;
    check("log", -1.0, 0, (double)NAN);
    check("exp", 1e300, 0, (double)INFINITY);
    check("pow", 0.0, -1.0, (double)INFINITY);
    check("powf", -1.0, 0.5, (double)NAN);
    assert_true(isnan(vmaf_sin((double)INFINITY)));
    assert_int_equal(errno, 0);
}

/* ---- sine ---- */

static void sine(void **state)
{
    (void)state;
    assert_true(isnan(vmaf_sin((double)INFINITY)) && isnan(vmaf_sin(-(double)INFINITY)));
    assert_true(isnan(vmaf_sin((double)NAN)));
    /* Nearest doubles, from 200 digits of another program. */
    static const double value[][2] = {
        {0.0, 0.0},
        {-0.0, -0.0},
        {0x1p-1074, 0x1p-1074},
        {0x1p-26, 0x1p-26},
        {0x1p+0, 0x1.aed548f090ceep-1},
        {-0x1p+0, -0x1.aed548f090ceep-1},
        {0x1p-1, 0x1.eaee8744b05fp-2},
        {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},
        {0x1.921fb54442d18p+0, 0x1p+0},
        {0x1.921fb54442d18p+2, -0x1.1a62633145c07p-52},
        {0x1.2d97c7f3321d2p+1, 0x1.6a09e667f3bcdp-1},
        {0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1},
        {0x1.0624dd2f1a9fcp-10, 0x1.0624da5218a62p-10},
        {0x1.0000000000001p-26, 0x1.0000000000001p-26},
        {0x1.8p-26, 0x1.7ffffffffffffp-26},
        {0x1p-25, 0x1.fffffffffffffp-26},
        {0x1.921fb54442d18p+3, -0x1.1a62633145c07p-51},
        {0x1.5fdbbe9bba775p+3, -0x1p+0},
        {0x1.0f0cf064dd592p+73, -0x1.b453ab76bf397p-1},
        {0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8},
        {0x1p+1023, 0x1.205248cbdb76p-1},
        {0x1.6ac5b262ca1ffp+849, 0x1p+0},
        {0x1.9p+6, -0x1.03425b78c4db8p-1},
        {0x1.86ap+16, 0x1.24daa9c527e96p-5},
        {0x1.921fb54442d18p+30, -0x1.1a62633145c03p-24},
    };
    for (unsigned i = 0; i < sizeof(value) / sizeof(value[0]); i++) {
        const double got = vmaf_sin(value[i][0]);
        if (!same(got, value[i][1]))
            fail_msg("sin(%a): wanted %a, got %a", value[i][0], value[i][1], got);
        assert_true(same(vmaf_sin_wide(value[i][0]), got));
    }
    /* Odd, and the same whether the first attempt is trusted or not. */
    uint64_t s = 3;
    for (unsigned i = 0; i < 20000; i++) {
        const double x = i % 2 ? libm_uniform(&s) * 13.0 : libm_binades(&s, -30, 1050);
        assert_true(same(vmaf_sin(x), vmaf_sin_wide(x)));
        assert_true(same(vmaf_sin(-x), -vmaf_sin(x)));
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        vectors_file = argv[1];
#if HAVE_ASM
    if (!(vmaf_cpu_flags() & VMAF_CPU_AVX2))
        print_message("this CPU has no FMA: the builds that need it are left out\n");
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(sequences),
        cmocka_unit_test(vectors),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(errno_is_left_alone),
        cmocka_unit_test(sine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
