/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/cpuid.h"

#include <cpuid.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/cpu.h"

static bool bit(unsigned reg, unsigned i)
{
    return (reg >> i) & 1u;
}

/** Register state that the operating system saves (XCR0). */
static uint32_t saved_state(void)
{
    uint32_t eax, edx;
    __asm__ volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return eax;
}

unsigned vmaf_cpu_flags_x86(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;

    unsigned flags = 0;
    if (bit(d, 26))
        flags |= VMAF_CPU_SSE2;
    if (bit(c, 0) && bit(c, 9))
        flags |= VMAF_CPU_SSSE3;
    if (bit(c, 19))
        flags |= VMAF_CPU_SSE41;

    const bool fma = bit(c, 12), osxsave = bit(c, 27), avx = bit(c, 28);
    if (!osxsave || !avx || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return flags;

    const uint32_t xcr0 = saved_state();
    const bool ymm = (xcr0 & 0x06) == 0x06, zmm = (xcr0 & 0xe6) == 0xe6;
    if (ymm && fma && bit(b, 5))
        flags |= VMAF_CPU_AVX2;

    const bool f = bit(b, 16), dq = bit(b, 17), cd = bit(b, 28), bw = bit(b, 30), vl = bit(b, 31);
    if ((flags & VMAF_CPU_AVX2) && zmm && f && dq && cd && bw && vl)
        flags |= VMAF_CPU_AVX512;

    /* Ice Lake's set: IFMA, VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ, VNNI, BITALG, VPOPCNTDQ. */
    const unsigned icl =
        1u << 1 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 12 | 1u << 14;
    if ((flags & VMAF_CPU_AVX512) && bit(b, 21) && (c & icl) == icl)
        flags |= VMAF_CPU_AVX512ICL;
    return flags;
}
