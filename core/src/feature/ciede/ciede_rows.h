/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CIEDE_ROWS_H
#define VMAF_CIEDE_ROWS_H

#include <stddef.h>
#include <stdint.h>

/** How samples become Y'CbCr of limited range: 16 s, 128 s, 1/(219 s), 1/(224 s), s = 2^(bpc-8). */
typedef struct CiedeRange {
    double black, grey, luma, chroma;
} CiedeRange;

/** A row of a picture: a luma sample, and the chroma samples at its place. */
typedef struct CiedeSamples {
    const float *y, *u,
        *v; /**< [n] each; vectors of 16 bits would be wider than those of the terms */
} CiedeSamples;

/** Samples that a loop takes at once, at most. */
#define VMAF_CIEDE_CHUNK 256

/**
 * The loop of `ciede` over samples, one per instruction set; all of them return the same bits where
 * they are sure.
 *
 * @param term   [n], n <= VMAF_CIEDE_CHUNK
 * @param unsure [n], 1 where the term has to come from vmaf_ciede_exact_term()
 */
typedef void (*CiedeTerms)(float *term, int32_t *unsure, const CiedeSamples *ref,
                           const CiedeSamples *dis, CiedeRange range, size_t n);

void vmaf_ciede_terms_c(float *term, int32_t *unsure, const CiedeSamples *ref,
                        const CiedeSamples *dis, CiedeRange range, size_t n);
void vmaf_ciede_terms_avx2(float *term, int32_t *unsure, const CiedeSamples *ref,
                           const CiedeSamples *dis, CiedeRange range, size_t n);
void vmaf_ciede_terms_avx512(float *term, int32_t *unsure, const CiedeSamples *ref,
                             const CiedeSamples *dis, CiedeRange range, size_t n);

/**
 * @param isa enum VmafCpuFlag bits that may be used
 * @return the fastest loop
 */
CiedeTerms vmaf_ciede_terms(unsigned isa);

/** The term of sample i with correctly rounded functions: the definition. */
float vmaf_ciede_exact_term(const CiedeSamples *ref, const CiedeSamples *dis, CiedeRange range,
                            size_t i);

#endif /* VMAF_CIEDE_ROWS_H */
