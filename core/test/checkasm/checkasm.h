/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_TEST_CHECKASM_H
#define VMAF_TEST_CHECKASM_H

/**
 * Comparison of the instruction sets. Tables come from the library under a mask of forbidden flags;
 * whole buffers are compared as bytes, so a stray write shows too.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"

#define CHECKASM_SKIP 77

typedef struct CheckasmLevel {
    const char *name;
    unsigned needs, forbidden;
} CheckasmLevel;

static const CheckasmLevel checkasm_levels[] = {
    {"avx2", VMAF_CPU_AVX2, VMAF_CPU_AVX512 | VMAF_CPU_AVX512ICL},
    {"avx512", VMAF_CPU_AVX512, 0},
};
#define CHECKASM_LEVELS (sizeof(checkasm_levels) / sizeof(*checkasm_levels))

/** Forbid everything, so that the next table is the plain C one. */
static inline void checkasm_plain(void)
{
    vmaf_cpu_set_mask(~0u);
}

/** Allow level i. @return false, saying so, if this CPU or build lacks it */
static inline bool checkasm_use(size_t i)
{
    vmaf_cpu_set_mask(checkasm_levels[i].forbidden);
    if (vmaf_cpu_flags() & checkasm_levels[i].needs)
        return true;
    printf("SKIP %s: not on this CPU or not in this build\n", checkasm_levels[i].name);
    return false;
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
