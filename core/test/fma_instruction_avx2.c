/* SPDX-License-Identifier: BSD-2-Clause-Patent */
#include "fma_instruction.h"

#include "base/fma.h"

double fma_instruction(double x, double y, double z)
{
    return vmaf_fma(x, y, z);
}

float fmaf_instruction(float x, float y, float z)
{
    return vmaf_fmaf(x, y, z);
}
