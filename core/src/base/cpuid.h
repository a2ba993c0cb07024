/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_CPUID_H
#define VMAF_CPUID_H

/** @return enum VmafCpuFlag bits that the CPU has and the operating system saves registers for */
unsigned vmaf_cpu_flags_x86(void);

#endif /* VMAF_CPUID_H */
