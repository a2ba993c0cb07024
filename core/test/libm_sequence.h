/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef LIBM_SEQUENCE_H
#define LIBM_SEQUENCE_H

/* Pseudo-random arguments for the tests of libm.h (SplitMix64), and checksums (FNV-1a). */
#include <stdint.h>

#include "base/fma.h"

#define LIBM_HASH_START 0xcbf29ce484222325u

static inline uint64_t libm_hash(uint64_t h, uint64_t v)
{
    return (h ^ v) * 0x100000001b3u;
}

static inline uint64_t libm_next(uint64_t *s)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/** Uniform in [0, 1). */
static inline double libm_uniform(uint64_t *s)
{
    return (double)(libm_next(s) >> 11) * 0x1p-53;
}

/** A positive double with an exponent of low .. low + n - 1. */
static inline double libm_binades(uint64_t *s, int low, unsigned n)
{
    const uint64_t r = libm_next(s);
    const uint64_t exponent = (uint64_t)(1023 + low) + r % n;
    return vmaf_f64_of_bits(exponent << 52 | libm_next(s) >> 12);
}

#endif /* LIBM_SEQUENCE_H */
