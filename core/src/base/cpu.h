/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CPU_H
#define VMAF_CPU_H

/** Instruction sets, numbered as the bits of VmafConfiguration.cpumask. */
enum VmafCpuFlag {
    VMAF_CPU_SSE2 = 1 << 0,
    VMAF_CPU_SSSE3 = 1 << 1,
    VMAF_CPU_SSE41 = 1 << 2,
    VMAF_CPU_AVX2 = 1 << 3,   /**< AVX2 and FMA3, with the operating system's support */
    VMAF_CPU_AVX512 = 1 << 4, /**< F, CD, BW, DQ, VL */
    VMAF_CPU_AVX512ICL = 1 << 5
};

/** @return the enum VmafCpuFlag bits of this CPU; 0 without enable_asm */
unsigned vmaf_cpu_flags(void);

#endif /* VMAF_CPU_H */
