/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "base/libm.h"

#include <stdatomic.h>
#include <stddef.h>

#include "config.h"

#if HAVE_ASM
#include "base/cpu.h"
#include "base/cpuid.h"
#endif

#define LIBM_TABLE vmaf_libm_c
#include "base/libm_body.h"

/* Asking the CPU takes microseconds in a virtual machine, so it is asked once. */
static const VmafLibm *chosen(void)
{
#if HAVE_ASM && !defined(VMAF_FMA_INSTRUCTION)
    static _Atomic(const VmafLibm *) table;
    const VmafLibm *t = atomic_load_explicit(&table, memory_order_relaxed);
    if (!t) {
        t = vmaf_cpu_flags_x86() & VMAF_CPU_AVX2 ? &vmaf_libm_avx2 : &vmaf_libm_c;
        atomic_store_explicit(&table, t, memory_order_relaxed);
    }
    return t;
#else
    return &vmaf_libm_c;
#endif
}

double vmaf_exp(double x)
{
    return chosen()->exp(x);
}

double vmaf_pow(double x, double y)
{
    return chosen()->pow(x, y);
}

double vmaf_ln(double x)
{
    return chosen()->log(x);
}

double vmaf_log2(double x)
{
    return chosen()->log2(x);
}

double vmaf_log10(double x)
{
    return chosen()->log10(x);
}

float vmaf_powf(float x, float y)
{
    return chosen()->powf(x, y);
}
