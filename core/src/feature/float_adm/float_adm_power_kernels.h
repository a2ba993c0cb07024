/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#ifndef VMAF_FLOAT_ADM_POWER_KERNELS_H
#define VMAF_FLOAT_ADM_POWER_KERNELS_H

/*
 * An image of its own: the power fuses multiplications and additions, which nothing else of
 * float_adm may do, and few ask for it.
 */
#define VMAF_SIMT_UNIT float_adm_power
#include "base/libm_powf.h"
#include "feature/float_adm/float_adm_args.h"
#include "gpu/simt.h"

/* Raise all terms, in place, to a norm other than 3. */
VMAF_KERNEL_OF(128) float_adm_powers(const FloatAdmPowersArgs a)
{
    const FloatAdmTermRows *const s = a.scale;
    if (blockIdx.x >= FLOAT_ADM_OF_SCALE(n_rows))
        return;
    float *const term = FLOAT_ADM_OF_SCALE(term) + (size_t)blockIdx.x * FLOAT_ADM_OF_SCALE(stride);
    const uint32_t n = FLOAT_ADM_OF_SCALE(n);
    for (uint32_t j = threadIdx.x; j < n; j += FLOAT_ADM_POWER_THREADS)
        term[j] = vmaf_float_adm_power(term[j], a.p_norm, vmaf_powf_hd);
}

VMAF_SIMT_IMAGE(VMAF_SIMT_ENTRY(float_adm_powers));

#endif /* VMAF_FLOAT_ADM_POWER_KERNELS_H */
