/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *vmaf_aligned_alloc(size_t n, size_t size)
{
    size_t bytes;
    if (vmaf_mul_overflows(n, size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    if (bytes == 0)
        bytes = 1;
    return aligned_alloc(VMAF_PLANE_ALIGN, vmaf_align_up(bytes, VMAF_PLANE_ALIGN));
}

void vmaf_aligned_free(void *p)
{
    free(p);
}

char *vmaf_join(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b) + 1;
    char *text = malloc(n + m);
    if (!text)
        return NULL;
    memcpy(text, a, n);
    memcpy(text + n, b, m);
    return text;
}
