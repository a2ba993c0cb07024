/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"

#include <stdatomic.h>

#include "config.h"

#if HAVE_ASM
#include "base/cpuid.h"
#endif

static atomic_uint forbidden_flags;

void vmaf_cpu_set_mask(unsigned forbidden)
{
    atomic_store(&forbidden_flags, forbidden);
}

#if HAVE_ASM
/* The flags of this CPU; asking it takes microseconds in a virtual machine, so it is asked once. */
static unsigned detected_flags(void)
{
    const unsigned known = 1u << 31;
    static atomic_uint detected;
    unsigned flags = atomic_load_explicit(&detected, memory_order_relaxed);
    if (!flags) {
        flags = vmaf_cpu_flags_x86() | known;
        atomic_store_explicit(&detected, flags, memory_order_relaxed);
    }
    return flags & ~known;
}
#endif

unsigned vmaf_cpu_flags(void)
{
#if HAVE_ASM
    return detected_flags() & ~atomic_load(&forbidden_flags);
#else
    return 0;
#endif
}
