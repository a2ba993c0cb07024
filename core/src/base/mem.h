/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_MEM_H
#define VMAF_MEM_H

#include <stdbool.h>
#include <stddef.h>

#define VMAF_PLANE_ALIGN 64

/**
 * Allocate n * size bytes aligned to VMAF_PLANE_ALIGN, uninitialised.
 *
 * @return memory for vmaf_aligned_free(), or NULL if the product overflows or memory is short
 */
void *vmaf_aligned_alloc(size_t n, size_t size);

/** Free memory of vmaf_aligned_alloc(); NULL is fine. */
void vmaf_aligned_free(void *p);

/** @return the two texts as one, to be freed; NULL without memory */
char *vmaf_join(const char *a, const char *b);

/** @return true if a * b does not fit; otherwise the product in *product */
static inline bool vmaf_mul_overflows(size_t a, size_t b, size_t *product)
{
    return __builtin_mul_overflow(a, b, product);
}

/** Round n up to a multiple of align, a power of two. */
static inline size_t vmaf_align_up(size_t n, size_t align)
{
    return (n + align - 1) & ~(align - 1);
}

#endif /* VMAF_MEM_H */
