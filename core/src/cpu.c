/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "cpu.h"

#include <stdatomic.h>

#include "config.h"

#if HAVE_ASM
#include "x86/cpuid.h"
#endif

static atomic_uint forbidden_flags;

void vmaf_cpu_set_mask(unsigned forbidden)
{
    atomic_store(&forbidden_flags, forbidden);
}

unsigned vmaf_cpu_flags(void)
{
#if HAVE_ASM
    return vmaf_cpu_flags_x86() & ~atomic_load(&forbidden_flags);
#else
    return 0;
#endif
}
