/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpu.h"

#include <stdatomic.h>

#include "config.h"

#if HAVE_ASM
#include "base/cpuid.h"
#endif

/* Asking the CPU takes microseconds in a virtual machine, so it is asked once. */
unsigned vmaf_cpu_flags(void)
{
#if HAVE_ASM
    const unsigned known = 1u << 31;
    static atomic_uint detected;
    unsigned flags = atomic_load_explicit(&detected, memory_order_relaxed);
    if (!flags) {
        flags = vmaf_cpu_flags_x86() | known;
        atomic_store_explicit(&detected, flags, memory_order_relaxed);
    }
    return flags & ~known;
#else
    return 0;
#endif
}
