/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_CHECKASM_H
#define VMAF_TEST_CHECKASM_H

/**
 * Comparison of an instruction set with plain C. Each program is run once for each, which is its
 * argument: "avx2", "avx512" or, where a feature has it, "avx512icl". Whole buffers are compared as
 * bytes, so a stray write shows too.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

#define CHECKASM_SKIP 77

/** An instruction set and those below it, as a context would use them. */
typedef struct CheckasmLevel {
    const char *name;
    unsigned isa;
} CheckasmLevel;

/**
 * The level to compare. Where this CPU or build lacks it the program ends here: skipped, or failed
 * with VMAF_TEST_STRICT=1.
 */
static inline const CheckasmLevel *checkasm_level(int argc, char **argv)
{
    static const CheckasmLevel levels[] = {
        {"avx2", VMAF_CPU_SSE2 | VMAF_CPU_SSSE3 | VMAF_CPU_SSE41 | VMAF_CPU_AVX2},
        {"avx512",
         VMAF_CPU_SSE2 | VMAF_CPU_SSSE3 | VMAF_CPU_SSE41 | VMAF_CPU_AVX2 | VMAF_CPU_AVX512},
        {"avx512icl", VMAF_CPU_SSE2 | VMAF_CPU_SSSE3 | VMAF_CPU_SSE41 | VMAF_CPU_AVX2 |
                          VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL},
    };
    for (unsigned i = 0; argc == 2 && i < sizeof(levels) / sizeof(levels[0]); i++) {
        if (strcmp(argv[1], levels[i].name) != 0)
            continue;
        if ((vmaf_cpu_flags() & levels[i].isa) == levels[i].isa)
            return &levels[i];
        const char *strict = getenv("VMAF_TEST_STRICT");
        const bool fails = strict && strcmp(strict, "1") == 0;
        printf("%s %s: not on this CPU or not in this build\n", fails ? "FAIL" : "SKIP", argv[1]);
        exit(fails ? 1 : CHECKASM_SKIP);
    }
    fprintf(stderr, "usage: %s avx2|avx512|avx512icl\n", argv[0]);
    exit(2);
}

/** Print the result. @return the exit status */
static inline int checkasm_report(unsigned run, unsigned failed)
{
    printf("%u comparisons, %u failed\n", run, failed);
    return failed || !run;
}

static uint64_t checkasm_state = 1;

/** 64 uniform bits. */
static inline uint64_t checkasm_random(void)
{
    uint64_t z = checkasm_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/** Rows that meet edge cases: uniform, all zero, all maximum, mostly zero, either extreme. */
enum {
    CHECKASM_UNIFORM,
    CHECKASM_ZERO,
    CHECKASM_MAX,
    CHECKASM_SPARSE,
    CHECKASM_EXTREMES,
    CHECKASM_KINDS
};

static inline uint32_t checkasm_sample(unsigned kind, uint32_t max)
{
    const uint64_t r = checkasm_random();
    switch (kind % CHECKASM_KINDS) {
    case CHECKASM_ZERO:
        return 0;
    case CHECKASM_MAX:
        return max;
    case CHECKASM_SPARSE:
        return r >> 60 ? 0 : (uint32_t)(r % (max + 1ull));
    case CHECKASM_EXTREMES:
        return r & 1 ? max : 0;
    default:
        return (uint32_t)(r % (max + 1ull));
    }
}

/** @return true, after telling where, if the buffers differ */
static inline bool checkasm_differ(const char *what, const char *level, size_t n, unsigned kind,
                                   const void *want, const void *got, size_t bytes)
{
    if (!memcmp(want, got, bytes))
        return false;
    size_t at = 0;
    while (((const uint8_t *)want)[at] == ((const uint8_t *)got)[at])
        at++;
    printf("FAIL %s, %s: width %zu, content %u: byte %zu of %zu differs\n", what, level, n, kind,
           at, bytes);
    return true;
}

#endif /* VMAF_TEST_CHECKASM_H */
